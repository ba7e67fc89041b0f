#include "aspic/simulation/scene_problems.h"

#include "aspic/geometry/solid.h"
#include "aspic/simulation/derived.h"

#include <cmath>
#include <cstdio>

namespace aspic
{
namespace
{
class SceneCheck
{
public:
    SceneCheck(const Scene& scene, const Assets& assets) : scene_(scene), assets_(assets) {}

    Problems run()
    {
        for (const auto& object : scene_.objects)
        {
            check_body(object.value, "objects." + object.name);
            for (const auto& pin : object.value.pins)
                check_solid(pin.value.region, "objects." + object.name + ".pins." + pin.name + ".region");
        }
        for (const auto& wall : scene_.walls)
            check_solid(wall.value.shape, "walls." + wall.name + ".shape");
        for (const auto& sink : scene_.sinks)
            check_solid(sink.value.shape, "sinks." + sink.name + ".shape");
        for (const auto& emitter : scene_.emitters)
            if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
                check_body(*bodies, "emitters." + emitter.name + ".bodies");
        if (problems_.empty())
            check_fixed_step();
        return std::move(problems_);
    }

private:
    std::shared_ptr<const Solid> check_solid(const Shape& shape, const std::string& path)
    {
        const auto solid = make_solid(shape, scene_.dimension, assets_);
        if (solid)
            return *solid;
        for (const Problem& problem : solid.problems())
            problems_.push_back({problem.where.empty() ? path : path + "." + problem.where, problem.what, problem.hint});
        return nullptr;
    }

    void check_body(const Body& body, const std::string& path)
    {
        if (std::holds_alternative<ParticleFile>(body.shape.form))
            return;
        const auto solid = check_solid(body.shape, path + ".shape");
        if (solid == nullptr)
            return;
        const Bounds bounds = solid->bounds();
        if (!is_finite(bounds.low) || !is_finite(bounds.high))
            problems_.push_back({path + ".shape", "a body must end somewhere: this shape goes on for ever", "cut it with 'intersection'"});
    }

    void check_fixed_step()
    {
        const std::optional<double> fixed = scene_.solvers.time_step.fixed;
        const double limit = first_step_limit(scene_, assets_);
        if (!fixed || *fixed <= limit)
            return;
        char text[100];
        std::snprintf(text, sizeof(text), "a step of %.3g s is too long: the limits allow %.3g s at the start", *fixed, limit);
        problems_.push_back({"solvers.time_step.fixed", text, "take a shorter one, or leave it out: steps then adapt"});
    }

    const Scene& scene_;
    const Assets& assets_;
    Problems problems_;
};
} // namespace

Problems scene_problems(const Scene& scene, const Assets& assets) { return SceneCheck(scene, assets).run(); }
} // namespace aspic
