#pragma once

namespace aspic
{
/// In support radii: particles of one solid that are nearer at rest never press each other, nor does what a solid is attached to press those that are nearer to it at first. More than 1, or those just beyond the support
/// would as soon as the solid shrinks a little, and stiffen it.
inline constexpr double own_contact_distance = 1.5;
} // namespace aspic
