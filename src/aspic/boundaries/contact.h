#pragma once

#include "aspic/boundaries/rigid_body.h"

#include <cstdint>
#include <span>
#include <vector>

namespace aspic
{
/// A place where two bodies touch, or soon may.
struct Contact
{
    Index a = 0, b = 0;    ///< numbers of the bodies, a < b
    std::uint64_t key = 0; ///< names the features that touch: the same from step to step
    Vec3d normal;          ///< unit length, from b to a
    double gap = 0;        ///< [m] between the surfaces, negative if they overlap
    Vec3d r_a, r_b;        ///< [m] of the place, from the centres of mass: differences only, so that it is exact far from the origin
};

/// A part of a body where it stands.
struct PlacedPart
{
    const ContactPart& part;
    const RigidPose& pose;
};

/// How two parts may touch; `key` of the pair is put in front of the keys of their features.
struct PartPair
{
    PlacedPart a, b;
    double margin = 0; ///< [m] gaps up to this are contacts
    std::uint64_t key = 0;
};

/// The features of both parts against the distances of the other's solid. Balls and capsules touch convex solids with theirs alone.
void add_feature_contacts(const PartPair& pair, std::vector<Contact>& contacts);

/// Two boxes: by the axis along which they overlap least (the separating axes of Gottschalk, Lin and Manocha 1996). Faces meet in the polygon that
/// one cuts out of the other, edges in a point.
void add_box_contacts(const PartPair& pair, std::vector<Contact>& contacts);

/// Leaves for each direction of the normal up to four places that overlap most and up to four others, each four spanning a large area. Their order stays.
void reduce_manifold(std::vector<Contact>& contacts, double size);

/// All contacts of bodies, ordered by pairs: (a, b) increasing. Two bodies whose motion is given do not touch.
///   dt: [s] how far bodies may come in a step is looked ahead
///   margin: [1] gaps up to this share of the thinner body's thickness are contacts too
std::vector<Contact> find_contacts(std::span<const RigidBody> bodies, double dt, double margin);
} // namespace aspic
