#pragma once

namespace aspic
{
/// What an iterative solve came to. That it did not converge is no error: its caller decides.
struct SolveReport
{
    int iterations = 0;
    double residual = 0; ///< in the terms of the solve's tolerance
    bool converged = true;
};
} // namespace aspic
