#include "aspic/simulation/pose.h"

namespace aspic
{
Pose pose_at(const std::optional<Motion>& motion, double time)
{
    Pose pose;
    if (!motion)
        return pose;
    pose.center = motion->center;
    if (motion->displacement)
        pose.shift = motion->displacement->at(time);
    else if (motion->velocity)
        pose.shift = motion->velocity->integral(time);
    if (motion->rotation)
        pose.rotation = rotation_matrix(motion->rotation->at(time));
    else if (motion->angular_velocity)
        pose.rotation = rotation_matrix(motion->angular_velocity->integral(time));
    return pose;
}
} // namespace aspic
