#pragma once

#include "aspic/operators/mls_rows.h"

// Which points of a body at rest lie near a place, and belong to the same part of it.

namespace aspic
{
/// How far "near" is.
struct RestReach
{
    double support = 0; ///< [m] h
    double link = 0;    ///< [m] points hang together by steps no longer than this; 0: all that are near do
};

/// The points near each of some places, and with which kernel: of radius `support` [m] around `foot` [m].
struct RestRows
{
    MlsRows rows;
    Array<Vec3d> foot;     ///< the place itself, or one on the way to it that is near enough
    Array<double> support; ///< h, or more where all points are far
    Index far_places = 0;  ///< places that no point is within h of
};

/// The points within h of each place that hang together with the nearest of them, by steps of at most `link` from one listed point to the next: the
/// fingers of a hand do not see each other. Where the nearest point is at a distance d > h/2, the kernel's radius is 2d, so that there are points enough to
/// fit gradients, and lists change gradually. Beyond d = h the foot stays at that distance from the nearest point. Points of a row are in ascending order.
/// There must be a point. Throws std::domain_error if a position is not finite or too far out.
RestRows rest_rows(View<const Vec3d> points, View<const Vec3d> places, const RestReach& reach);
} // namespace aspic
