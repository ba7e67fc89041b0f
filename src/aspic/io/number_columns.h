#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
// CSV and PLY know plain numbers only: a vector `velocity` is written as velocity_x, velocity_y, velocity_z, a matrix as name_xx, name_xy …

inline constexpr std::array<std::string_view, 3> vector_endings{"_x", "_y", "_z"};
inline constexpr std::array<std::string_view, 9> matrix_endings{"_xx", "_xy", "_xz", "_yx", "_yy", "_yz", "_zx", "_zy", "_zz"};

/// The names of a column's plain numbers.
std::vector<std::string> component_names(const AnyColumn& column);

/// A column of plain numbers as a reader finds it. A double holds all of them but large 64-bit integers, which are kept apart.
struct NumberColumn
{
    enum class Type
    {
        float32,
        float64,
        integer
    };
    std::string name;
    std::string unit; ///< empty if unknown
    Type type = Type::float64;
    std::vector<double> values;  ///< all finite
    std::vector<Identity> exact; ///< the same where doubles would not be exact, else empty
};

/// Puts plain numbers together to the columns of a frame: position first, identity second if it is there. Also known are x, y, z and vx, vy, vz,
/// and ParaView's Points:0 …; without a z position and velocity lie in the plane z = 0. `source` names the file in problems: without
/// x and y there is no position.
Result<ParticleFrame> frame_from_numbers(std::vector<NumberColumn> numbers, const std::string& source);

/// Gives columns that every particle set has their unit and symbol, and moves position and identity to the front. Two columns of one name,
/// none called position or one that is no column of identities are problems.
Result<ParticleFrame> ordered_frame(std::vector<AnyColumn> columns, double time, const std::string& source);

/// The column as identities: whole numbers from 0 on, or a problem that names the particle.
Result<Column<Identity>> identities_from(const NumberColumn& numbers, const std::string& source);
} // namespace aspic
