#pragma once

#include "aspic/render/plot.h"
#include "aspic/run/run_tables.h"

/// A column of a run's table, to be drawn over time.
struct RunQuantity
{
    const aspic::RunTable* table;
    const aspic::CsvColumn* column;

    /// `table.column`
    [[nodiscard]] std::string name() const { return table->name + "." + column->name; }
    /// What columns of one panel have in common: `energy` of kinetic_energy, `momentum` of momentum_x.
    [[nodiscard]] std::string kind() const;
    [[nodiscard]] bool is_timing() const { return table->name == "timings"; }
};

/// All columns, in the order of the tables.
std::vector<RunQuantity> quantities_of(const std::vector<aspic::RunTable>& tables);

/// The quantities that words mean: a full name, a table, a column in any table, or a part of its name (`energy`, `momentum`). Words that mean
/// nothing, or something without values yet, are problems.
aspic::Result<std::vector<RunQuantity>> chosen_quantities(const std::vector<RunQuantity>& all, const std::vector<std::string>& words);

/// What a sheet of a whole run shows.
struct SheetChoice
{
    std::vector<RunQuantity> shown;
    std::vector<std::string> constant; ///< names of what is left out as it never changes
};
SheetChoice sheet_choice(const std::vector<RunQuantity>& all);

/// Which quantities share a panel.
enum class PanelKey
{
    unit,         ///< those of one unit; without a unit, of one kind
    kind_and_unit ///< those of one kind
};
std::vector<aspic::LinePlot> panels_of(const std::vector<RunQuantity>& quantities, PanelKey key);
