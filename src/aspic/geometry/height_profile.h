#pragma once

#include <vector>

namespace aspic
{
/// A point of a profile's plane: along the ground, and up.
struct ProfilePoint
{
    double along = 0, up = 0;
};

/// The place of a profile's border that is nearest to a point.
struct ProfileBorder
{
    ProfilePoint position; ///< [m]
    ProfilePoint normal;   ///< unit length, outwards
    double distance2 = 0;  ///< [m²]
};

/// The area between a level and a line of heights at equal steps, joined straight: a height field in 2D, and each side of one in 3D.
class HeightProfile
{
public:
    HeightProfile(double from, double to, double bottom, std::vector<double> heights);

    [[nodiscard]] double height_at(double along) const; ///< [m] linear between the heights; of the ends beyond them
    [[nodiscard]] bool contains(const ProfilePoint& x) const;
    [[nodiscard]] ProfileBorder border_from(const ProfilePoint& x) const;

private:
    [[nodiscard]] std::size_t last_segment() const { return heights_.size() - 2; }
    [[nodiscard]] std::size_t segment_at(double along) const;
    [[nodiscard]] double place(std::size_t k) const { return k + 1 == heights_.size() ? to_ : from_ + static_cast<double>(k) * step_; }
    void compare_with_segment(std::size_t k, const ProfilePoint& x, ProfileBorder& best) const;

    double from_, to_, bottom_, step_;
    std::vector<double> heights_;
};
} // namespace aspic
