#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// One thing that differs between two scenes.
struct SceneDifference
{
    std::string key;           ///< its path: `materials.water.density`
    std::string before, after; ///< as they are written; empty where the key is not
};

/// What differs between two texts of the kind of LoadedScene::physics: a key or element per line, nested by indentation.
std::vector<SceneDifference> scene_differences(std::string_view before, std::string_view after);

/// The first few in words: `materials.water.density: 1000, now 900`.
std::string describe(const std::vector<SceneDifference>& differences);
} // namespace aspic
