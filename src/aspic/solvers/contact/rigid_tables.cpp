#include "aspic/solvers/contact/rigid_settings.h"

namespace aspic
{
template <> const Structure& structure_of<RigidSolverSettings>()
{
    using Settings = RigidSolverSettings;
    static const Structure table = structure<Settings>(
        "rigid",
        "sequential impulses with Coulomb's cone (Catto 2005, Silcowitz-Hansen et al. 2010); what they do not solve is solved directly",
        {field<&Settings::max_iterations>("max_iterations", "sweeps to and fro over all contacts in a step").range(1, 100000),
         field<&Settings::tolerance>("tolerance",
                                     "sweeps end when velocities change by less than this share of the largest change by a contact")
             .range_within({.low = 0, .high = 0.1, .without_low = true}),
         field<&Settings::direct_contacts>("direct_contacts",
                                           "groups of up to so many contacts that sweeps do not solve are solved directly, "
                                           "of bodies of like mass half as many; 0: none")
             .range(0, 400),
         field<&Settings::max_correction_iterations>("max_correction_iterations", "sweeps that push bodies apart which overlap")
             .range(0, 100000),
         field<&Settings::correction>("correction", "share of an overlap that is taken away in a step").range(0, 1),
         field<&Settings::correction_speed>("correction_speed", "at most this many thicknesses of the thinner body in a second")
             .unit("1/s")
             .range(0, 1e6),
         field<&Settings::slop>("slop", "overlaps up to this share of the thinner body's thickness are left alone").range(0, 0.1),
         field<&Settings::margin>("margin", "gaps up to this share of the thinner body's thickness are watched").range(0, 0.5),
         field<&Settings::bounce_speed>("bounce_speed", "slower impacts do not bounce").unit("m/s").range(0, 1e3),
         field<&Settings::longest_step>("longest_step", "steps of scenes with rigid bodies are not longer").unit("s").positive()});
    return table;
}
} // namespace aspic
