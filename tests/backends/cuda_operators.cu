// Compiles every lane operator for a CUDA device, one thread per row: ./aspic lint --cuda. It keeps the operators usable there.

#include "aspic/operators/advance.h"
#include "aspic/operators/cohesion.h"
#include "aspic/operators/density.h"
#include "aspic/operators/density_of_fluid.h"
#include "aspic/operators/density_rate.h"
#include "aspic/operators/fluid_forces.h"
#include "aspic/operators/gradient_correction.h"
#include "aspic/operators/particle_shift.h"
#include "aspic/operators/sph_sums.h"
#include "aspic/operators/velocity_smoothing.h"
#include "aspic/solvers/pressure/tait.h"

namespace aspic
{
template <class Op> __global__ void run_rows(Op op, Index n)
{
    const Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        op(i);
}

using K = Kernel<CubicSpline>;

template __global__ void run_rows(AdvancePosition, Index);
template __global__ void run_rows(TaitPressure, Index);
template __global__ void run_rows(Density<K>, Index);
template __global__ void run_rows(DensityAndSlopes<K>, Index);
template __global__ void run_rows(DensityRate, Index);
template __global__ void run_rows(DensityRateRecomputed<K>, Index);
template __global__ void run_rows(Cohesion<K>, Index);
template __global__ void run_rows(DensityChange<K>, Index);
template __global__ void run_rows(FluidForces<K>, Index);
template __global__ void run_rows(ParticleShift<K>, Index);
template __global__ void run_rows(SummedDensity<K>, Index);
template __global__ void run_rows(VelocitySmoothing<K>, Index);
template __global__ void run_rows(GradientCorrection<K>, Index);
template __global__ void run_rows(CorrectedGradient<K, Vec3>, Index);
template __global__ void run_rows(Interpolation<K, Vec3>, Index);
template __global__ void run_rows(ShepardInterpolation<K, Real>, Index);
template __global__ void run_rows(Gradient<K, Vec3>, Index);
template __global__ void run_rows(DifferenceGradient<K, Vec3>, Index);
template __global__ void run_rows(DensityGradient<K, Vec3>, Index);
template __global__ void run_rows(SymmetricGradient<K, Vec3>, Index);
template __global__ void run_rows(Divergence<K>, Index);
template __global__ void run_rows(DifferenceDivergence<K>, Index);
template __global__ void run_rows(Laplacian<Kernel<Spiky>, Real>, Index);
template __global__ void run_rows(DifferenceLaplacian<Kernel<QuinticSpline>, Real>, Index);
template __global__ void run_rows(BrookshawLaplacian<Kernel<WendlandC2>, Vec3>, Index);
} // namespace aspic
