#pragma once

#include "aspic/render/plot.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What the validation suite is made of: cases that run scenes and hold figures against references.

namespace aspic::validation
{
/// How a figure is held against its reference.
enum class Comparison
{
    relative, ///< |measured − reference| ≤ tolerance · |reference|
    absolute, ///< |measured − reference| ≤ tolerance
    at_most,  ///< measured ≤ reference + tolerance
    at_least  ///< measured ≥ reference − tolerance
};

enum class Verdict
{
    pass,
    miss,
    report ///< measured for information, not gated
};

/// One measured figure beside its reference.
struct Row
{
    std::string figure; ///< what was measured, with the variant and the unit
    double reference = 0;
    double measured = 0;
    Comparison comparison = Comparison::relative;
    double tolerance = 0;
    bool gated = true;
    double seconds = 0; ///< wall-clock time of the run it comes from
};

/// The difference that the tolerance bounds; NaN if the figure could not be measured.
double error_of(const Row& row);
Verdict verdict_of(const Row& row);

/// A scene that a case has run: what a user would write.
struct RunScene
{
    std::string label; ///< of the variant, made of letters, digits and dashes
    std::string text;  ///< JSON
};

/// What a case has found.
struct Outcome
{
    std::vector<Row> rows;
    std::vector<LinePlot> plots; ///< measured curves beside their references
    std::vector<RunScene> scenes;
    std::vector<std::string> remarks; ///< what went wrong, or what a reader should know
    double seconds = 0;               ///< wall-clock time of the case
};

/// How a case shall run, and whom it tells how far it is.
struct Context
{
    bool quick = false;                     ///< coarse
    std::function<void(double)> on_reached; ///< share of the case that is done, 0 … 1
};

/// Something known about nature, and the scenes that must show it.
struct Case
{
    std::string name;        ///< as after --case
    std::string id;          ///< of the list of validation cases: L1
    std::string group;       ///< fluid
    std::string description; ///< one sentence on the set-up
    std::string source;      ///< of the reference
    double seconds = 1;      ///< about how long it takes on two cores
    double quick_seconds = 1;
    std::function<void(const Context&, Outcome&)> run;
};

/// The cases of all groups, in the order in which they run.
std::vector<Case> all_cases();
} // namespace aspic::validation
