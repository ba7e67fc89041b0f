// Any bytes as a checkpoint of this version and build, with a checksum that fits, so that the fuzzer gets past them: a problem, or a state from which a
// world goes on, never a crash. An input begins with a byte that says whether the others replace a state's bytes from some place on, or are all of it.

#include "aspic/io/checkpoint.h"
#include "aspic/io/scene_file.h"
#include "aspic/run/checkpoint_fit.h"
#include "aspic/simulation/world.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace aspic;

namespace
{
constexpr const char* scene_json = R"({
  "version": 1, "dimension": 2, "spacing": 0.1,
  "materials": {"water": {}, "rubber": {"elastic": {"young_modulus": 1e5, "poisson_ratio": 0.3}}},
  "objects": {
    "pool": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.3]}}, "material": "water"},
    "block": {"shape": {"box": {"from": [0.6, 0], "to": [0.9, 0.3]}}, "material": "rubber",
              "pins": {"foot": {"region": {"box": {"from": [0.6, 0], "to": [0.9, 0.1]}}}}}
  },
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}},
  "rigid_bodies": {"cube": {"shape": {"box": {"from": [-0.1, -0.1], "to": [0.1, 0.1]}}, "position": [0.5, 0.7]}},
  "emitters": {"jet": {"fluid": {"material": "water", "nozzle": {"circle": {"radius": 0.1}}, "position": [0.2, 0.8], "direction": [0, -1], "speed": 1}}},
  "probes": {"one": {"particle": {"nearest": [0.2, 0.2]}}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

struct Case
{
    LoadedScene scene;
    std::string checkpoint;

    Case() : scene(parse_scene(scene_json, "fuzz", ".").value())
    {
        World world(scene.scene, scene.assets);
        for (int step = 0; step < 3; ++step)
            world.measure(world.step(1e-3));
        checkpoint = checkpoint_text({.build = "fuzz", .physics = "", .file_sizes = {}, .branched_from = ""}, world.state());
    }
};

/// The last bytes become a checksum that fits.
std::string with_checksum(std::string content)
{
    const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
    return content.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
}

std::string content_of(std::string_view input, const Case& known)
{
    constexpr std::size_t place_bytes = 3;
    const std::string_view body = input.substr(1);
    const std::string whole = known.checkpoint.substr(0, known.checkpoint.size() - sizeof(std::uint64_t));
    const std::string head = whole.substr(0, whole.find("fuzz") + 4);
    if (input[0] % 2 == 0 || body.size() < place_bytes)
        return with_checksum(head + std::string(body));
    std::uint32_t place = 0;
    std::memcpy(&place, body.data(), place_bytes);
    std::string changed = whole;
    for (std::size_t k = place_bytes; k < body.size(); ++k)
        changed[head.size() + (place + k - place_bytes) % (whole.size() - head.size())] = body[k];
    return with_checksum(changed);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Case known;
    if (size == 0)
        return 0;
    auto checkpoint = parse_checkpoint(content_of({reinterpret_cast<const char*>(data), size}, known), "fuzz", "fuzz");
    if (!checkpoint || !damage_of(checkpoint->state, "fuzz").empty() || !misfit_of(known.scene.scene, checkpoint->state, "fuzz").empty())
        return 0;
    World world(known.scene.scene, known.scene.assets, std::move(checkpoint->state));
    if (world.solids_are_whole())
        world.measure(world.step(1e-3));
    return 0;
}
