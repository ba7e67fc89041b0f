// aspic_validate: runs the cases of the validation suite and writes a table, a CSV file and a web page.

#include "progress.h"
#include "report.h"

#include "aspic/compute/execution.h"
#include "aspic/core/nearest_name.h"
#include "aspic/io/text_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <set>

namespace
{
using namespace aspic;
using namespace aspic::validation;

constexpr int all_passed = 0, some_missed = 1, bad_input = 2, io_failure = 4;

struct Options
{
    std::vector<std::string> groups, names;
    std::string output = "out/validation";
    int threads = 0;
    bool list = false, quick = false;
};

/// Bad arguments, in one sentence with a hint.
class BadArgument : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Throws unless the word is one of the names.
void expect_known(const std::string& kind, const std::string& word, const std::set<std::string_view>& known)
{
    const std::vector<std::string_view> names(known.begin(), known.end());
    if (!known.contains(word))
        throw BadArgument("there is no " + kind + " '" + word + "'\n  hint: " + hint_for_name(word, names));
}

/// The cases that the arguments name; all if they name none.
std::vector<Case> chosen_cases(const std::vector<Case>& cases, const Options& options)
{
    std::set<std::string_view> groups, names;
    for (const Case& each : cases)
    {
        groups.insert(each.group);
        names.insert(each.name);
    }
    for (const std::string& group : options.groups)
        expect_known("group", group, groups);
    for (const std::string& name : options.names)
        expect_known("case", name, names);
    const auto has = [](const std::vector<std::string>& list, const std::string& word) {
        return list.empty() || std::ranges::find(list, word) != list.end();
    };
    std::vector<Case> chosen;
    for (const Case& each : cases)
        if (has(options.groups, each.group) && has(options.names, each.name))
            chosen.push_back(each);
    if (chosen.empty())
        throw BadArgument("none of these cases is in these groups\n  hint: --list shows the cases of each group");
    return chosen;
}

std::string hint_for_option(const CLI::App& app, const std::string& word)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        if (!option->get_lnames().empty())
            names.push_back("--" + option->get_lnames().front());
    return hint_for_name(word, std::vector<std::string_view>(names.begin(), names.end()));
}

void print_list(const std::vector<Case>& cases)
{
    std::vector<TextRow> rows{{"group", "case", "id", "about", "what"}};
    for (const Case& each : cases)
        rows.push_back({each.group, each.name, each.id, std::to_string(static_cast<int>(each.seconds)) + " s", each.description});
    std::fputs(laid_out(std::move(rows), TextLayout::terminal).c_str(), stdout);
}

Finding run_case(const Case& subject, bool quick, SuiteProgress& progress)
{
    Finding finding{&subject, {}};
    progress.begin_case(subject);
    const auto begin = std::chrono::steady_clock::now();
    const Context context{.quick = quick, .on_reached = [&](double share) { progress.update(share); }};
    subject.run(context, finding.outcome);
    finding.outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    progress.end_case(finding.outcome.seconds);
    return finding;
}

int validate(const Options& options)
{
    const std::vector<Case> cases = chosen_cases(all_cases(), options);
    if (options.list)
    {
        print_list(cases);
        return all_passed;
    }
    Execution execution = default_execution();
    execution.threads = options.threads;
    const ExecutionScope scope(execution);
    const Conditions conditions = conditions_here(options.quick);
    std::printf("%s\n%s", conditions_text(conditions).c_str(), table_head().c_str());
    std::fflush(stdout);
    SuiteProgress progress(cases, options.quick);
    std::vector<Finding> findings;
    for (const Case& subject : cases)
    {
        findings.push_back(run_case(subject, options.quick, progress));
        std::fputs(table_rows(findings.back()).c_str(), stdout);
        std::fflush(stdout);
        write_report(options.output, conditions, findings); // what is known so far survives an interruption
    }
    const Tally tally = tally_of(findings);
    std::printf("\n%s; the page: %s\n", tally_text(tally).c_str(), (std::filesystem::path(options.output) / "index.html").c_str());
    return tally.missed > 0 ? some_missed : all_passed;
}
} // namespace

int main(int argc, char** argv)
{
    Options options;
    CLI::App app{"Runs experiments with known results and compares", "aspic validate"};
    app.add_option("group", options.groups, "groups of cases (default: all)");
    app.add_option("--case", options.names, "only these cases")->delimiter(',');
    app.add_option("-o,--output", options.output, "folder for table.csv, index.html and the scenes (default: out/validation)");
    app.add_flag("--list", options.list, "show the cases and end");
    app.add_option("--threads", options.threads, "number of threads (default: all cores)")->check(CLI::Range(1, 1024));
    app.add_flag("--quick", options.quick, "coarse versions: does everything run?");
    app.footer("Exit code 0: nothing was missed; 1: something was; 2: bad arguments; 4: a file could not be written.");
    try
    {
        app.parse(argc, argv);
        return validate(options);
    }
    catch (const CLI::ExtrasError&)
    {
        const std::vector<std::string> unknown = app.remaining();
        std::fprintf(stderr, "aspic validate: there is no option '%s'\n  hint: %s\n", unknown.front().c_str(),
                     hint_for_option(app, unknown.front()).c_str());
        return bad_input;
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error) == 0 ? all_passed : bad_input;
    }
    catch (const BadArgument& error)
    {
        std::fprintf(stderr, "aspic validate: %s\n", error.what());
        return bad_input;
    }
    catch (const std::system_error& error)
    {
        std::fprintf(stderr, "aspic validate: %s\n", error.what());
        return io_failure;
    }
}
