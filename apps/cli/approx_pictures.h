#pragma once

#include "approx_input.h"

#include "aspic/render/canvas.h"

/// What a picture of an approximation shows.
struct PictureRequest
{
    std::string title;
    std::vector<ValueColumn> results;   ///< values at the grid's points; not finite: none. The last one may be a sum of the others
    std::vector<std::uint8_t> doubtful; ///< per point, not zero: value of a reduced fit
    bool has_sum = false;
    bool are_shape_functions = false;
    bool shows_samples = true; ///< the samples' own values can be compared with the results
};

/// Curves if the grid has one long axis, a field of colours (of the last result) if it has two.
aspic::Result<aspic::Canvas> draw_results(const PictureRequest& request, const Grid& grid, const SampleTable& samples);

/// What `--draw-kernel` asks for.
struct KernelRequest
{
    std::string kernel;
    std::vector<double> supports; ///< [m]
    int dimension = 3;
    aspic::Derivative derivative = aspic::Derivative::value;
    int points = 401;      ///< along an axis
    bool as_field = false; ///< colours over the plane instead of curves
};

/// ω(r), ω'(r) or Δω(r) of a kernel with support h.
double kernel_function(const KernelRequest& request, double support, double r);

/// T09 fig. 1: a kernel as curves for several supports (b), or as a field (a).
aspic::Canvas draw_kernel(const KernelRequest& request);

/// The curves as a table: distance, then one column per support.
std::vector<aspic::CsvOutputColumn> kernel_table(const KernelRequest& request);

/// A length for people: "0.25 m".
std::string metres(double length);
