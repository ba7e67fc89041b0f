#pragma once

#include "aspic/solvers/contact/contact_sweeps.h"

#include <vector>

namespace aspic
{
/// Ratio of masses from which sweeps carry the weight of the heavy ones so slowly that they seem to have converged.
inline constexpr double unequal_masses = 30;

/// Contacts that act on each other through bodies that can move.
struct ContactGroup
{
    std::vector<std::size_t> members; ///< ascending
    double mass_ratio = 1;            ///< of the heaviest body to the lightest one
};

std::vector<ContactGroup> contact_groups(std::span<const SweptContact> contacts, std::span<const SweptBody> bodies);

/// Solves the same problem as sweep_velocities() for a group, beginning with the impulses there are: with a set of
/// contacts that push, of which some stick and others slip,
///     (J M⁻¹ Jᵀ + D) δλ = target − J v,   v ← v + M⁻¹ Jᵀ δλ
/// by a dense Cholesky factor, repeated until the right side vanishes: the small diagonal D (proximal point) picks
/// among the impulses of a redundant set those nearest to the ones before. Then contacts that pull are
/// opened, those that approach are closed, friction beyond the cone slips on it, slip that friction drives sticks;
/// until nothing changes.
/// The masses of the bodies do not matter. Returns false, and leaves all as it was, if that does not come to an end.
bool solve_directly(const ContactGroup& group, std::span<SweptContact> contacts, std::span<SweptBody> bodies);
} // namespace aspic
