#pragma once

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

// What benchmark programs share: timing, the memory bandwidth of the machine, and tables.

namespace aspic::bench
{
/// Wall-clock time of one call [s].
template <class F> double seconds_of(F&& f)
{
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Processor time that the calling thread spends in one call [s]: for work of one thread on a machine that others use, too.
template <class F> double thread_seconds_of(F&& f)
{
    const auto now = [] {
        std::timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    f();
    return now() - start;
}

inline double median(std::vector<double> values)
{
    if (values.empty())
        return std::nan("");
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

/// Median time [s] of each of several functions, called in turns so that a busy moment of the machine does not hit one of them alone.
inline std::vector<double> median_times(const std::vector<std::function<void()>>& functions, int repetitions)
{
    std::vector<std::vector<double>> times(functions.size());
    for (int repetition = 0; repetition < repetitions; ++repetition)
        for (std::size_t k = 0; k < functions.size(); ++k)
            times[k].push_back(seconds_of(functions[k]));
    std::vector<double> medians;
    for (const auto& list : times)
        medians.push_back(median(list));
    return medians;
}

/// Exponent p of y ∝ x^p: slope of the straight line through (log x, log y), least squares.
inline double growth_exponent(const std::vector<double>& x, const std::vector<double>& y)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    const auto n = static_cast<double>(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
    {
        const double log_x = std::log(x[k]);
        const double log_y = std::log(y[k]);
        sx += log_x;
        sy += log_y;
        sxx += log_x * log_x;
        sxy += log_x * log_y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// Memory bandwidth [bytes/s] of a_i = b_i + s c_i (STREAM's triad; 24 bytes per element are counted), best of several passes.
/// The three arrays together hold at least `total_bytes`, which must be much more than the caches.
inline double triad_bandwidth(int threads, std::size_t total_bytes = std::size_t{384} << 20, int repetitions = 7)
{
    const auto n = static_cast<Index>(total_bytes / (3 * sizeof(double)) + 1);
    const ExecutionScope scope({.threads = threads, .instruction_set = current_execution().instruction_set});
    const Index share = n / threads + 1;
    Array<double> a(static_cast<std::size_t>(n)), b(static_cast<std::size_t>(n)), c(static_cast<std::size_t>(n));
    auto fill = [&](Index begin, Index end) {
        std::fill(a.data() + begin, a.data() + end, 0.0);
        std::fill(b.data() + begin, b.data() + end, 1.0);
        std::fill(c.data() + begin, c.data() + end, 2.0);
    };
    for_each_chunk(n, share, fill);

    double best = HUGE_VAL;
    for (int repetition = 0; repetition < repetitions; ++repetition)
    {
        const double s = repetition;
        auto triad = [pa = a.data(), pb = b.data(), pc = c.data(), s](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                pa[i] = pb[i] + s * pc[i];
        };
        best = std::min(best, seconds_of([&] { for_each_chunk(n, share, triad); }));
    }
    const bool is_right = a.front() == 1 + 2.0 * (repetitions - 1) && a.back() == a.front();
    return is_right ? 3.0 * sizeof(double) * static_cast<double>(n) / best : std::nan("");
}

/// printf into a string, for the cells of a table.
template <class... Arguments> std::string text(const char* format, Arguments... arguments)
{
    const int length = std::snprintf(nullptr, 0, format, arguments...);
    std::string result(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(result.data(), result.size(), format, arguments...);
    result.pop_back();
    return result;
}

/// Rows of cells, printed as a Markdown table with aligned columns: text to the left, numbers to the right.
class Table
{
public:
    explicit Table(std::vector<std::string> heads) { rows_.push_back(std::move(heads)); }

    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    void print(std::FILE* out = stdout) const
    {
        print_row(rows_.front(), out);
        for (std::size_t column = 0; column < rows_.front().size(); ++column)
            std::fprintf(out, column == 0 ? "| %s " : "| %s: ", std::string(width(column) - (column == 0 ? 0 : 1), '-').c_str());
        std::fprintf(out, "|\n");
        for (std::size_t row = 1; row < rows_.size(); ++row)
            print_row(rows_[row], out);
        std::fflush(out);
    }

private:
    void print_row(const std::vector<std::string>& cells, std::FILE* out) const
    {
        for (std::size_t column = 0; column < cells.size(); ++column)
        {
            const std::string space(width(column) - letters(cells[column]), ' ');
            std::fprintf(out, "| %s ", (column == 0 ? cells[column] + space : space + cells[column]).c_str());
        }
        std::fprintf(out, "|\n");
    }

    /// Characters, not bytes: those that go on a UTF-8 sequence do not count.
    static std::size_t letters(const std::string& s)
    {
        return static_cast<std::size_t>(
            std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    }

    [[nodiscard]] std::size_t width(std::size_t column) const
    {
        std::size_t widest = 3;
        for (const auto& row : rows_)
            if (column < row.size())
                widest = std::max(widest, letters(row[column]));
        return widest;
    }

    std::vector<std::vector<std::string>> rows_;
};

/// Where the time goes: a row for each stage, a column for each size.
///   `sizes`: the particles of each; `stages`: [s] of each; `per`: what the seconds are divided by
inline void print_stages(const std::string& head, const std::vector<double>& sizes,
                         const std::vector<std::map<std::string, double>>& stages, const std::vector<double>& per)
{
    std::vector<std::string> heads{head};
    for (const double size : sizes)
        heads.push_back(text("%.0f", size));
    Table table(heads);
    for (const auto& [name, seconds] : stages.front())
    {
        std::vector<std::string> row{name};
        for (std::size_t k = 0; k < stages.size(); ++k)
            row.push_back(text("%.1f", stages[k].at(name) / per[k] * 1e9));
        table.add(row);
    }
    std::printf("\n");
    table.print();
}

/// Processor, cores, load and date: what a figure needs to be worth anything later.
inline std::string machine_description()
{
    std::string model = "unknown processor";
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("model name", 0) == 0)
        {
            model = line.substr(line.find(':') + 2);
            break;
        }
    const std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    std::string load;
    std::getline(std::ifstream("/proc/loadavg"), load, ' ');
    return model + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores, load " + load + ", " + date;
}

/// "4000,8000" → the numbers.
inline std::vector<Index> sizes_of(char* text)
{
    std::vector<Index> sizes;
    for (char* size = std::strtok(text, ","); size != nullptr; size = std::strtok(nullptr, ","))
        sizes.push_back(static_cast<Index>(std::atof(size)));
    return sizes;
}
} // namespace aspic::bench
