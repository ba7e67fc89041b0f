#pragma once

#include "case.h"

#include <filesystem>
#include <span>

namespace aspic::validation
{
/// A case with what it has found.
struct Finding
{
    const Case* subject = nullptr;
    Outcome outcome;
};

/// Where and how the suite ran.
struct Conditions
{
    std::string machine; ///< processor, cores, memory
    std::string program; ///< version, precision, instruction set, compiler
    std::string date;    ///< when it began, UTC
    int threads = 1;
    bool quick = false;
};

/// This machine and this program, now.
Conditions conditions_here(bool quick);

struct Tally
{
    int passed = 0, missed = 0, reported = 0;
    double seconds = 0; ///< wall-clock time
};
Tally tally_of(std::span<const Finding> findings);

/// "31 passed, 2 missed, 5 reported in 12 min".
std::string tally_text(const Tally& tally);

// The table as text, in pieces, so that each case can be shown when it is ready.
std::string conditions_text(const Conditions& conditions);
std::string table_head();
std::string table_rows(const Finding& finding);

/// Writes table.csv, index.html and the scenes into a folder; what is there is replaced.
void write_report(const std::filesystem::path& folder, const Conditions& conditions, std::span<const Finding> findings);

// For the page.
std::string number_of(double value);
std::string error_text(const Row& row);
std::string tolerance_text(const Row& row);
std::string_view name(Verdict verdict);
std::string html_page(const Conditions& conditions, std::span<const Finding> findings);
} // namespace aspic::validation
