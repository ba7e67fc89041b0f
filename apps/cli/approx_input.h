#pragma once

#include "aspic/io/csv.h"
#include "aspic/operators/approximation.h"

#include <array>

/// A column of values: its name in files, its unit, and how pictures call it.
struct ValueColumn
{
    std::string name, unit, label;
    std::vector<double> values;
};

/// Samples as read from a file.
struct SampleTable
{
    int dimension = 1;
    std::array<std::string, 3> axis_unit{"m", "m", "m"};
    std::vector<aspic::Vec3d> positions;
    std::vector<ValueColumn> values;
    std::vector<double> mass, volume; ///< empty if the file has none

    [[nodiscard]] aspic::ApproximationSamples samples() const;
};

/// Reads samples. Columns named x, y, z are coordinates, as far as the dimension goes, `mass` and `volume` weights, all others values, of which
/// `wanted` are kept (empty: all). Without a header the first columns are coordinates: as many as `dimension`, or all but one.
aspic::Result<SampleTable> read_samples(const std::string& path, std::optional<int> dimension, const std::vector<std::string>& wanted);

/// Reads points: columns x, y, z, or without a header the first ones.
aspic::Result<std::vector<aspic::Vec3d>> read_points(const std::string& path, int dimension);

/// Points in rows and columns: x runs fastest.
struct Grid
{
    std::array<int, 3> count{1, 1, 1};
    aspic::Vec3d from, to;

    [[nodiscard]] double coordinate(int axis, int k) const;
    [[nodiscard]] std::vector<aspic::Vec3d> points() const;
    /// Axes with more than one point.
    [[nodiscard]] std::vector<int> long_axes() const;
};

/// How the grid is asked for: texts of the options `--grid`, `--from`, `--to`; empty ones have defaults.
struct GridRequest
{
    std::string count, from, to;
};

/// The grid over a box; `--grid 101x51` gives the number of points along each axis, one number counts for all.
aspic::Result<Grid> make_grid(const GridRequest& request, const SampleTable& samples);

/// Numbers separated by `separator`.
aspic::Result<std::vector<double>> parse_numbers(const std::string& option, const std::string& text, char separator);
