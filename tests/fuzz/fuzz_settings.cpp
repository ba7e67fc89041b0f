// Any text as `--set path=value` of a scene, a setting in each line: a changed scene or a list of problems, never a crash.

#include "aspic/io/scene_file.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace aspic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr const char* scene = R"({
      "version": 1, "dimension": 2, "spacing": 0.1, "materials": {"water": {}},
      "objects": {"pool": {"shape": {"union": [{"box": {"from": [0, 0], "to": [0.5, 0.3]}}]}, "material": "water"}},
      "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}}
    })";
    std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> settings;
    for (std::string line; std::getline(text, line) && settings.size() < 20;)
        settings.push_back(line);
    const auto loaded = parse_scene(scene, "fuzz.json", "/nonexistent", settings);
    if (loaded.ok() == !loaded.problems().empty())
        std::abort();
    return 0;
}
