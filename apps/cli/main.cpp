#include "commands.h"
#include "process.h"

#include "aspic/core/printable.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <new>
#include <system_error>

namespace
{
/// No command, or a word that is none: says so and lists the commands.
int no_such_command(const CLI::App& app, const std::string& word)
{
    std::string commands;
    for (const CLI::App* command : app.get_subcommands({}))
        commands += (commands.empty() ? "" : ", ") + command->get_name();
    const std::string what = word.empty() ? "a command is missing" : "there is no command '" + word + "'";
    std::fprintf(stderr, "aspic: %s\n  hint: the commands are %s; aspic --help tells more\n", aspic::visible(what).c_str(),
                 commands.c_str());
    return bad_input;
}
} // namespace

namespace
{
/// What was printed may not have arrived: says so. The files of a run are whole without it.
int with_standard_output(int code, bool is_run)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    std::fputs("aspic: standard output cannot be written: what was printed is not whole\n", stderr);
    return code == done && !is_run ? io_failure : code;
}
} // namespace

int main(int argc, char** argv)
{
    open_standard_streams();
    CLI::App app{"Aspic: meshless animation of fluids and solids in one particle representation", "aspic"};
    app.set_version_flag("--version", "aspic " ASPIC_VERSION " (" ASPIC_PRECISION_NAME ")");
    app.require_subcommand(0, 1);
    app.footer("A first walk:\n"
               "  aspic run dam-break-2d    simulate a built-in scene\n"
               "  aspic new pool.json       write a scene to change\n"
               "  aspic check pool.json     look at it before it runs\n"
               "  aspic run pool.json");
    int exit_code = done;
    add_run_command(app, exit_code);
    add_render_command(app, exit_code);
    add_surface_command(app, exit_code);
    add_skin_command(app, exit_code);
    add_sample_command(app, exit_code);
    add_new_command(app, exit_code);
    add_check_command(app, exit_code);
    add_list_command(app, exit_code);
    add_describe_command(app, exit_code);
    add_schema_command(app, exit_code);
    add_plot_command(app, exit_code);
    add_eval_command(app, exit_code);
    add_approx_command(app, exit_code);

    try
    {
        app.parse(argc, argv);
        if (app.get_subcommands().empty())
            return no_such_command(app, "");
        return with_standard_output(exit_code, app.got_subcommand("run"));
    }
    catch (const CLI::ParseError& error)
    {
        if (app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
            return no_such_command(app, argv[1]);
        return app.exit(error) == 0 ? done : bad_input;
    }
    catch (const std::bad_alloc&)
    {
        std::fputs("aspic: not enough memory\n", stderr);
        return out_of_resources;
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        std::fprintf(stderr, "aspic: cannot use '%s': %s\n", aspic::visible(error.path1().string()).c_str(),
                     error.code().message().c_str());
        return io_failure;
    }
    catch (const std::system_error& error)
    {
        std::fprintf(stderr, "aspic: %s\n", error.what());
        return io_failure;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "aspic: %s\n", error.what());
        return bad_input;
    }
}
