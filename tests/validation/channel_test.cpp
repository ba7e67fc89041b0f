// L4, L5, coarse: Poiseuille and Couette flow from rest between plates 1 mm apart (Morris, Fox and Zhu 1997) follow their series within 5 % with 20 particles
// across: of the local speed for Poiseuille, of the wall's for Couette.

#include "support/channel_flow.h"

using namespace aspic;

namespace
{
const std::vector<std::string> weakly_compressible{
    R"(solvers.pressure={"weakly_compressible":{"sound_speed":1.25e-4,"negative_factor":1,"artificial_viscosity":0}})",
    "solvers.time_step.viscous=0.05"};

World channel_with(const std::string& setting)
{
    std::vector<std::string> settings = weakly_compressible;
    settings.push_back(setting);
    return world_of(channel_of("weakly_compressible", "morris"), settings);
}
} // namespace

TEST(Channel, PoiseuilleFlowFollowsItsSeries)
{
    World world = channel_with("forces.drive={\"acceleration\": [1e-4, 0]}");
    for (const double time : {0.045, 0.225})
    {
        run_world(world, time);
        const auto speeds = layers_of(world, poiseuille_speed);
        // 5 % of the local speed; of the three layers next to each wall, which move slowly, 2.5 % of the speed midway.
        for (std::size_t k = 0; k < 20; ++k)
        {
            const bool is_near_wall = k < 3 || k > 16;
            const double tolerance = is_near_wall ? 0.025 * poiseuille_speed(channel_gap / 2, time) : 0.05 * speeds[k].second;
            EXPECT_NEAR(speeds[k].first, speeds[k].second, tolerance) << "layer " << k << " at " << time;
        }
    }
}

TEST(Channel, CouetteFlowFollowsItsSeries)
{
    World world = channel_with("walls.ceiling.motion={\"velocity\": [1.25e-5, 0]}");
    run_world(world, 0.1125);
    for (const auto& [measured, exact] : layers_of(world, couette_speed))
        EXPECT_NEAR(measured, exact, 0.05 * 1.25e-5);
}
