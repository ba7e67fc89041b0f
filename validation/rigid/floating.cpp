#include "rigid/floating.h"

namespace aspic::validation
{
double floating_level(Experiment& experiment, double area)
{
    constexpr double water = 1000; // [kg/m³]
    double mass = experiment.world().rigid_body(0).mass;
    experiment.for_each_fluid([&](Index i) { mass += static_cast<double>(experiment.particles().mass[i]); });
    return mass / water / area;
}
} // namespace aspic::validation
