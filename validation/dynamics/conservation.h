#pragma once

#include "dynamics/solid_motion.h"

namespace aspic::validation
{
/// How momentum, angular momentum and energy of a closed system of solids go while it moves.
class Conservation
{
public:
    explicit Conservation(const Experiment& experiment);

    /// Remembers how it is now.
    void look();

    [[nodiscard]] const Motion& start() const { return start_; }
    [[nodiscard]] const Motion& now() const { return now_; }
    [[nodiscard]] double momentum_change() const;         ///< now, relative to Σ m |v| at first
    [[nodiscard]] double angular_momentum_kept() const;   ///< now, of that about the centre of mass at first: its component along it
    [[nodiscard]] double angular_momentum_change() const; ///< now, about the origin, relative
    [[nodiscard]] double direction_change() const;        ///< [rad] of the angular momentum about the centre of mass
    [[nodiscard]] double largest_energy() const;          ///< so far, relative to that at first
    [[nodiscard]] double energy_kept() const { return now_.energy() / start_.energy(); }

    Curve angular_momentum, energy; ///< relative, over time

private:
    const Experiment* experiment_;
    Motion start_, now_;
    double sum_of_momenta_;
};

/// A row of a figure that should be 1, or 0 for changes.
Row kept(std::string figure, double measured, double tolerance, bool is_gated);
Row change(std::string figure, double measured, double tolerance, bool is_gated);
/// A row of the largest energy, relative to that at first: at most 1.01.
Row never_above_start(std::string figure, double measured, bool is_gated);
} // namespace aspic::validation
