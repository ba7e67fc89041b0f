#include "commands.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <new>
#include <system_error>

int main(int argc, char** argv)
{
    CLI::App app{"Aspic: meshless animation of fluids and solids in one particle representation", "aspic"};
    app.set_version_flag("--version", "aspic " ASPIC_VERSION " (" ASPIC_PRECISION_NAME ")");
    app.require_subcommand(1);
    app.footer("Example: aspic run dam-break-2d");
    int exit_code = done;
    add_run_command(app, exit_code);
    add_approx_command(app, exit_code);

    try
    {
        app.parse(argc, argv);
        return exit_code;
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error) == 0 ? done : bad_input;
    }
    catch (const std::bad_alloc&)
    {
        std::fputs("aspic: not enough memory\n", stderr);
        return out_of_resources;
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
