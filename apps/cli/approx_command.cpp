#include "approx_pictures.h"
#include "commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>

using namespace aspic;

namespace
{
constexpr std::array<const char*, 3> axis_name{"x", "y", "z"};
constexpr double most_cells = 1e8;

const std::map<std::string, ApproximationMethod> methods{
    {"sph", ApproximationMethod::sph}, {"shepard", ApproximationMethod::shepard}, {"mls", ApproximationMethod::mls}};
const std::map<std::string, Derivative> derivatives{
    {"value", Derivative::value}, {"gradient", Derivative::gradient}, {"laplacian", Derivative::laplacian}};
const std::map<std::string, SphForm> forms{
    {"plain", SphForm::plain}, {"difference", SphForm::difference}, {"symmetric", SphForm::symmetric}, {"brookshaw", SphForm::brookshaw}};
const std::map<std::string, Deficient> deficiencies{{"pseudo-inverse", Deficient::pseudo_inverse}, {"lower-order", Deficient::lower_order}};

struct ApproxOptions
{
    std::vector<std::string> inputs; ///< the samples; with --draw-kernel: further support radii
    std::string at, support, output, plot, shape_functions, kernel = "cubic", drawn_kernel;
    std::string method = "mls", derivative = "value";
    std::optional<std::string> form, deficient;
    std::vector<std::string> columns;
    std::optional<int> dimension;
    std::optional<int> order;
    GridRequest grid;

    /// CSV goes to standard output unless only a picture is asked for.
    [[nodiscard]] std::string csv_path() const { return output.empty() && plot.empty() ? "-" : output; }
};

int report(const Problems& problems)
{
    std::fprintf(stderr, "%s", describe(problems).c_str());
    return bad_input;
}

/// Options that would do nothing: the user expects something else than would happen.
void refuse_idle_options(const ApproxOptions& options, Problems& problems)
{
    const auto refuse = [&](const char* option, const char* what, const char* hint) { problems.push_back({option, what, hint}); };
    if (options.order && options.method != "mls")
        refuse("--order", "only mls has an order", "add --method mls, or leave out --order");
    if (options.deficient && options.method != "mls")
        refuse("--deficient", "only an mls fit can be deficient", "add --method mls, or leave out --deficient");
    if (options.form && (options.method != "sph" || options.derivative == "value"))
        refuse("--form", "it chooses the sum for a derivative of sph", "add --method sph and --derivative gradient or laplacian");
}

/// Options that cannot go together, before any work is done.
Problems check(const ApproxOptions& options)
{
    Problems problems;
    const bool draws_kernel = !options.drawn_kernel.empty();
    if (!draws_kernel && options.inputs.size() != 1)
        problems.push_back({"samples", options.inputs.empty() ? "no file of samples is given" : "more than one file of samples is given",
                            "aspic approx samples.csv, where samples.csv has the columns x[,y[,z]] and values; see aspic approx --help"});
    if (draws_kernel && options.plot.empty() && options.output.empty())
        problems.push_back({"--draw-kernel", "it is not said where to", "add --plot kernel.png, or -o kernel.csv for the numbers"});
    if (!options.plot.empty() && !is_picture_path(options.plot))
        problems.push_back({"--plot", "'" + options.plot + "' has no known ending", "pictures are .png or .svg"});
    if (!options.at.empty() && !options.plot.empty() && !draws_kernel)
        problems.push_back({"--plot", "the points of --at form no curve or field", "use --grid for a picture"});
    if (!options.at.empty() && !(options.grid.count + options.grid.from + options.grid.to).empty())
        problems.push_back({"--at", "it gives the points, and so do --grid, --from, --to", "use one of them"});
    refuse_idle_options(options, problems);
    return problems;
}

// ---------------------------------------------------------------- kernels

Result<KernelRequest> kernel_request(const ApproxOptions& options)
{
    KernelRequest request;
    request.kernel = options.drawn_kernel;
    request.derivative = derivatives.at(options.derivative);
    std::string text = options.support.empty() ? "1" : options.support;
    for (const std::string& more : options.inputs)
        text += "," + more;
    const auto supports = parse_numbers("--support", text, ',');
    if (!supports)
        return supports.problems();
    for (const double h : *supports)
        if (!(h > 1e-30 && h < 1e30))
            return Problem{"--support", "a support radius must be positive, between 1e-30 and 1e30", ""};
    request.supports = *supports;

    SampleTable plane; // the grid's options are read as for samples in a line or plane
    plane.dimension = options.grid.count.find('x') == std::string::npos ? 1 : 2;
    plane.positions = {{-1, -1, 0}, {1, 1, 0}};
    request.as_field = plane.dimension == 2;
    request.dimension = options.dimension.value_or(request.as_field ? 2 : 3);
    if (options.grid.count.empty())
        return request;
    const auto grid = make_grid({.count = options.grid.count, .from = {}, .to = {}}, plane);
    if (!grid)
        return grid.problems();
    request.points = grid->count[0];
    if (request.points < 2 || request.points > 10000 || (request.as_field && grid->count[1] != request.points))
        return Problem{"--grid", "'" + options.grid.count + "' does not fit a kernel",
                       "write 401 for curves or 201x201 for a field, at most 10000 points along an axis"};
    return request;
}

int draw_kernel(const ApproxOptions& options)
{
    const auto request = kernel_request(options);
    if (!request)
        return report(request.problems());
    if (!options.output.empty())
        write_csv(options.output, kernel_table(*request));
    if (!options.plot.empty())
        save(draw_kernel(*request), options.plot);
    return done;
}

// ---------------------------------------------------------------- samples

std::string subscript(const std::string& digits)
{
    constexpr std::array<const char*, 10> letters{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string result;
    for (const char c : digits)
        result += letters[static_cast<std::size_t>(c - '0')];
    return result;
}

/// Replaces the values by those of shape functions: Φ_i is the approximation of the function that is 1 at sample i and 0 at all others.
Problems use_shape_functions(SampleTable& table, const std::string& which, std::size_t points)
{
    const std::size_t n = table.positions.size();
    std::vector<std::size_t> chosen;
    if (which == "all")
        for (std::size_t i = 0; i < n; ++i)
            chosen.push_back(i);
    else
    {
        const auto number = parse_numbers("--shape-functions", which, ',');
        if (!number || number->size() != 1 || number->front() < 1 || number->front() > static_cast<double>(n) ||
            number->front() != std::floor(number->front()))
            return {{"--shape-functions", "there is no sample '" + which + "'",
                     "give the number of a sample, from 1 to " + std::to_string(n) + ", or all"}};
        chosen.push_back(static_cast<std::size_t>(number->front()) - 1);
    }
    if (static_cast<double>(chosen.size()) * static_cast<double>(std::max(n, points)) > most_cells)
        return {{"--shape-functions", "there are too many samples and points for all shape functions",
                 "give the number of one sample, or fewer points"}};
    table.values.clear();
    for (const std::size_t i : chosen)
    {
        const std::string number = std::to_string(i + 1);
        table.values.push_back({"phi_" + number, "", "Φ" + subscript(number), std::vector<double>(n)});
        table.values.back().values[i] = 1;
    }
    return {};
}

Result<ApproximationSettings> settings_of(const ApproxOptions& options, int dimension)
{
    ApproximationSettings settings{.dimension = dimension,
                                   .method = methods.at(options.method),
                                   .order = options.order.value_or(1),
                                   .derivative = derivatives.at(options.derivative),
                                   .form = forms.at(options.form.value_or("plain")),
                                   .deficient = deficiencies.at(options.deficient.value_or("pseudo-inverse")),
                                   .kernel = options.kernel,
                                   .support = {}};
    if (options.support.empty())
        return settings;
    const auto support = parse_numbers("--support", options.support, ',');
    if (!support)
        return support.problems();
    if (support->size() != 1 || !(support->front() > 0))
        return Problem{"--support", "'" + options.support + "' is not one positive number",
                       "give the distance in metres within which samples count"};
    settings.support = support->front();
    return settings;
}

std::string describe(const ApproximationSettings& settings, double h)
{
    std::string text = settings.method == ApproximationMethod::sph       ? "SPH"
                       : settings.method == ApproximationMethod::shepard ? "Shepard"
                                                                         : "MLS of order " + std::to_string(settings.order);
    return text + ", " + settings.kernel + " kernel, h = " + metres(h);
}

/// Names of the results: `f`, `df_dx` or `laplacian_f`, with units where the samples have them.
ValueColumn result_name(const ValueColumn& source, Derivative derivative, const SampleTable& table, int axis)
{
    const std::string& length = table.axis_unit[static_cast<std::size_t>(axis)];
    const std::string axis_letter = axis_name[static_cast<std::size_t>(axis)];
    ValueColumn result{source.name, source.unit, source.label, {}};
    if (derivative == Derivative::gradient)
        result = {"d" + source.name + "_d" + axis_letter, source.unit + "/" + length, "∂" + source.label + "/∂" + axis_letter, {}};
    else if (derivative == Derivative::laplacian)
        result = {"laplacian_" + source.name, source.unit + "/" + length + "²", "Δ" + source.label, {}};
    if (source.unit.empty())
        result.unit.clear();
    return result;
}

/// The results with their names; a value that is flagged as missing becomes one that is not finite.
std::vector<ValueColumn> named_results(const ApproximationResult& result, const SampleTable& table, Derivative derivative)
{
    std::vector<ValueColumn> columns;
    for (std::size_t k = 0; k < result.values.size(); ++k)
    {
        const auto components = static_cast<std::size_t>(result.components);
        columns.push_back(result_name(table.values[k / components], derivative, table, static_cast<int>(k % components)));
        columns.back().values = result.values[k];
        for (std::size_t point = 0; point < result.flags.size(); ++point)
            if (!has_value(result.flags[point]))
                columns.back().values[point] = std::numeric_limits<double>::quiet_NaN();
    }
    return columns;
}

/// Adds the sums over all shape functions, by component.
void add_sums(std::vector<ValueColumn>& columns, const SampleTable& table, Derivative derivative, std::size_t components)
{
    for (std::size_t c = 0; c < components; ++c)
    {
        ValueColumn sum = result_name({"phi_sum", "", "ΣΦ", {}}, derivative, table, static_cast<int>(c));
        sum.values.resize(columns.front().values.size());
        for (std::size_t k = c; k < table.values.size() * components; k += components)
            for (std::size_t point = 0; point < sum.values.size(); ++point)
                sum.values[point] += columns[k].values[point];
        columns.push_back(std::move(sum));
    }
}

std::vector<CsvOutputColumn> csv_columns(const std::vector<Vec3d>& points, const SampleTable& table,
                                         const std::vector<ValueColumn>& results, const ApproximationResult& approximation, int digits)
{
    std::vector<CsvOutputColumn> columns;
    for (int axis = 0; axis < table.dimension; ++axis)
    {
        std::vector<double> coordinates(points.size());
        std::ranges::transform(points, coordinates.begin(), [&](const Vec3d& x) { return x[axis]; });
        columns.push_back({.name = axis_name[static_cast<std::size_t>(axis)], .cells = std::move(coordinates)});
    }
    for (const ValueColumn& result : results)
        columns.push_back(
            {.name = result.unit.empty() ? result.name : result.name + " [" + result.unit + "]", .cells = result.values, .digits = digits});
    std::vector<std::string> flags;
    for (const PointFlag flag : approximation.flags)
        flags.emplace_back(name(flag));
    columns.push_back({.name = "flag", .cells = std::move(flags)});
    return columns;
}

/// One line on standard error for each kind of flag that occurs.
void summarize(const ApproximationResult& result, int order)
{
    std::array<std::size_t, point_flag_count> count{};
    for (const PointFlag flag : result.flags)
        ++count[static_cast<std::size_t>(flag)];
    const auto say = [&](PointFlag flag, const std::string& what) {
        if (const std::size_t n = count[static_cast<std::size_t>(flag)]; n > 0)
            std::fprintf(stderr, "%zu of %zu points %s\n", n, result.flags.size(), what.c_str());
    };
    say(PointFlag::no_neighbors,
        "have no sample within h = " + metres(result.support) + ": their cells are empty; a larger --support reaches farther");
    say(PointFlag::singular, "have too few samples near, or samples in a line or plane only, for order " + std::to_string(order) +
                                 ": the fit leaves out what these do not determine");
    say(PointFlag::lower_order,
        "have too few samples near, or samples in a line or plane only, for order " + std::to_string(order) + ": they got a lower order");
    say(PointFlag::overflow, "have results too large for a number: their cells are empty");
}

/// In pictures of fields a gradient is shown as its length.
void replace_by_length(std::vector<ValueColumn>& results, const std::string& of, std::size_t components)
{
    const std::string name = "|∇" + of + "|";
    ValueColumn length{name, results.front().unit, name, std::vector<double>(results.front().values.size())};
    for (std::size_t point = 0; point < length.values.size(); ++point)
    {
        double square_sum = 0;
        for (std::size_t c = 0; c < components; ++c)
            square_sum += results[c].values[point] * results[c].values[point];
        length.values[point] = std::sqrt(square_sum);
    }
    results = {length};
}

/// Everything about one run, from the samples to the results.
struct Job
{
    const ApproxOptions& options;
    SampleTable table;
    ApproximationSettings settings;
    std::optional<Grid> grid;
    std::vector<Vec3d> points;
};

bool has_sum(const ApproxOptions& options) { return options.shape_functions == "all"; }

int plot(const Job& job, std::vector<ValueColumn> results, const ApproximationResult& approximation)
{
    PictureRequest request;
    const auto components = static_cast<std::size_t>(job.settings.derivative == Derivative::gradient ? job.table.dimension : 1);
    const bool is_field = job.grid->long_axes().size() == 2;
    request.has_sum = has_sum(job.options);
    if (is_field)
    {
        const std::size_t shown = request.has_sum ? results.size() - components : 0;
        results = {results.begin() + static_cast<std::ptrdiff_t>(shown), results.begin() + static_cast<std::ptrdiff_t>(shown + components)};
        if (components > 1)
            replace_by_length(results, request.has_sum ? "ΣΦ" : job.table.values.front().label, components);
        if (job.table.values.size() > 1 && !request.has_sum)
            std::fprintf(stderr, "the picture shows %s; choose another with --column\n", results.front().label.c_str());
    }
    request.title = describe(job.settings, approximation.support);
    for (const PointFlag flag : approximation.flags)
        request.doubtful.push_back(flag == PointFlag::singular || flag == PointFlag::lower_order ? 1 : 0);
    request.results = std::move(results);
    request.are_shape_functions = !job.options.shape_functions.empty();
    request.shows_samples = !request.are_shape_functions && job.settings.derivative == Derivative::value;
    const auto canvas = draw_results(request, *job.grid, job.table);
    if (!canvas)
        return report(canvas.problems());
    save(*canvas, job.options.plot);
    return done;
}

int evaluate(const Job& job)
{
    const auto result = approximate(job.table.samples(), job.settings, const_view(job.points));
    if (!result)
        return report(result.problems());
    std::vector<ValueColumn> results = named_results(*result, job.table, job.settings.derivative);
    if (has_sum(job.options))
        add_sums(results, job.table, job.settings.derivative, static_cast<std::size_t>(result->components));
    if (!job.settings.support)
        std::fprintf(stderr, "support radius h = %s, from the spacing of the samples; --support sets it\n",
                     metres(result->support).c_str());
    summarize(*result, job.settings.order);
    if (const std::string path = job.options.csv_path(); !path.empty())
    {
        const bool is_single = job.settings.method == ApproximationMethod::sph; // these sums are taken in Real
        const int digits = is_single ? std::numeric_limits<Real>::max_digits10 : 17;
        write_csv(path, csv_columns(job.points, job.table, results, *result, digits));
    }
    return job.options.plot.empty() ? done : plot(job, std::move(results), *result);
}

int approx(const ApproxOptions& options)
{
    if (const Problems problems = check(options); !problems.empty())
        return report(problems);
    if (!options.drawn_kernel.empty())
        return draw_kernel(options);

    auto table = read_samples(options.inputs.front(), options.dimension, options.columns);
    if (!table)
        return report(table.problems());
    const auto settings = settings_of(options, table->dimension);
    if (!settings)
        return report(settings.problems());
    Job job{options, std::move(*table), *settings, {}, {}};
    if (options.at.empty())
    {
        const auto grid = make_grid(options.grid, job.table);
        if (!grid)
            return report(grid.problems());
        job.grid = *grid;
        job.points = grid->points();
    }
    else
    {
        auto points = read_points(options.at, job.table.dimension);
        if (!points)
            return report(points.problems());
        job.points = std::move(*points);
    }
    if (!options.shape_functions.empty())
        if (const Problems problems = use_shape_functions(job.table, options.shape_functions, job.points.size()); !problems.empty())
            return report(problems);
    if (job.table.values.empty())
        return report(
            {{options.inputs.front(), "there is no column of values",
              "add one beside the coordinates, or say with --dimension how many of x, y, z are coordinates: the others are values"}});
    return evaluate(job);
}

template <class Map> std::vector<std::string> keys(const Map& map)
{
    std::vector<std::string> names(map.size());
    std::ranges::transform(map, names.begin(), [](const auto& entry) { return entry.first; });
    return names;
}

constexpr const char* footer = R"(Samples: a CSV file with the columns x[,y[,z]] and one or more columns of values; columns called mass and
volume are weights for sph. With --dimension 1 a column y is a value, with --dimension 2 a column z. A header names the columns and may give units: x [m],T [K]. Without a header the
first columns are coordinates (as many as --dimension, or all but one). Lines that start with # are comments.

Output: the coordinates, the results, and a flag for each point:
  ok            all is well
  singular      too few samples near, or all in a line or plane: the fit leaves out what they do not determine
  lower_order   the same with --deficient lower-order: value of a polynomial of lower order
  no_neighbors  no sample within h: the cells are empty
  overflow      the result does not fit into a number: the cells are empty
There is never a NaN or infinity in the output.

Examples:
  aspic approx samples.csv --method mls --order 1 --grid 201 -o curve.csv --plot curve.png
  aspic approx field.csv --derivative gradient --at points.csv
  aspic approx samples.csv --method sph --shape-functions all --plot shape_functions.svg
  aspic approx --draw-kernel poly6 --support 1 1.5 2 --plot kernel.png
  aspic approx --draw-kernel poly6 --grid 201x201 --plot kernel_field.png)";

/// Allows these words only, and shows them in the help.
void one_of(CLI::Option* option, const std::vector<std::string>& words)
{
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "" : "|") + word;
    option->check(CLI::IsMember(words).description(""))->type_name(list);
}

void add_point_options(CLI::App& command, ApproxOptions& options)
{
    command.add_option("--at", options.at, "CSV file of the points where to evaluate")->type_name("FILE");
    command.add_option("--grid", options.grid.count, "points along each axis: 101, or 101x51 (default: 201, 101x101 or 21x21x21)")
        ->type_name("N[xN[xN]]");
    command.add_option("--from", options.grid.from, "lower corner of the grid, as in 0,0 (default: of the samples)")
        ->type_name("X[,Y[,Z]]");
    command.add_option("--to", options.grid.to, "upper corner of the grid")->type_name("X[,Y[,Z]]");
    one_of(command.add_option("--dimension", options.dimension, "of space (default: by the samples' columns)"), {"1", "2", "3"});
    command.add_option("--column", options.columns, "take this column of values only; may be given several times")
        ->expected(1)
        ->take_all()
        ->type_name("NAME");
}

void add_method_options(CLI::App& command, ApproxOptions& options)
{
    const std::vector<std::string> kernels(kernel_names.begin(), kernel_names.end());
    one_of(command.add_option("--method", options.method, "of approximation (default mls)"), keys(methods));
    one_of(command.add_option("--order", options.order, "of mls: polynomials of this degree are reproduced exactly (default 1)"),
           {"0", "1", "2"});
    one_of(command.add_option("--derivative", options.derivative, "what to evaluate (default value)"), keys(derivatives));
    one_of(command.add_option("--form", options.form, "sum that sph takes for a derivative (default plain)"), keys(forms));
    one_of(command.add_option("--kernel", options.kernel, "weight over distance (default cubic)"), kernels);
    command
        .add_option("--support", options.support,
                    "radius h in metres within which samples count (default: three mean spacings, four for order 2)")
        ->type_name("H");
    one_of(command.add_option("--deficient", options.deficient,
                              "what to do where samples do not determine an mls fit (default pseudo-inverse)"),
           keys(deficiencies));
    command
        .add_option("--shape-functions", options.shape_functions,
                    "evaluate the shape function of a sample (its number, from 1), or all and their sum")
        ->type_name("N|all");
    one_of(command.add_option("--draw-kernel", options.drawn_kernel,
                              "draw this kernel instead, for each radius of --support; with --grid NxN as a field"),
           kernels);
}
} // namespace

void add_approx_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<ApproxOptions>();
    CLI::App* command = app.add_subcommand("approx", "approximate a function from scattered samples (CSV), and draw it");
    command->add_option("samples", options->inputs, "CSV file of the samples; - reads standard input")->type_name("FILE");
    add_point_options(*command, *options);
    add_method_options(*command, *options);
    command->add_option("-o,--output", options->output, "CSV file for the results (default: standard output, also -)")->type_name("FILE");
    command->add_option("--plot", options->plot, "picture of the results, .png or .svg: curves over one axis, colours over two")
        ->type_name("FILE");
    command->footer(footer);
    command->callback([options, &exit_code] { exit_code = approx(*options); });
}
