#pragma once

#include "aspic/geometry/solid.h"

namespace aspic
{
/// The mesh enlarged by a factor, with its outside out: turned around if it is inside-out, as a whole or in closed parts that bound no hole of others.
TriangleMesh outside_out(TriangleMesh mesh, double scale = 1);

/// The inside of a mesh, enlarged by a factor, as outside_out turns it. Parts may cross, overlap and lie in each other, and the surface may have holes: inside is where the
/// winding number exceeds ½ (Jacobson, Kavan and Sorkine-Hornung 2013), which at a flat hole ends at its plane. The mesh has no problems_of_solid.
std::shared_ptr<const Solid> solid_of(const TriangleMesh& mesh, double scale);

/// All that is within half a thickness [m] of the triangles. The mesh, which is enlarged first, has no problems_of_sheet.
std::shared_ptr<const Solid> sheet_of(TriangleMesh mesh, double scale, double thickness);
} // namespace aspic
