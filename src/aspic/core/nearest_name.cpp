#include "aspic/core/nearest_name.h"

#include <algorithm>
#include <vector>

namespace aspic
{
namespace
{
/// Letters to change, add, drop, or swap with their neighbour, to turn a into b (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}
} // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> candidates)
{
    constexpr std::size_t longest = 60; // longer words are no slips of the finger
    std::string_view nearest;
    std::size_t least = std::min<std::size_t>(word.size() / 3 + 1, 4);
    for (const std::string_view candidate : candidates)
        if (const std::size_t distance = word.size() > longest ? longest : edit_distance(word, candidate); distance <= least)
        {
            if (distance < least || nearest.empty())
                nearest = candidate;
            least = distance;
        }
    return nearest;
}

std::string hint_for_name(std::string_view word, std::span<const std::string_view> candidates)
{
    if (const std::string_view near = nearest_name(word, candidates); !near.empty())
        return "did you mean '" + std::string(near) + "'?";
    if (candidates.empty())
        return "";
    std::string hint = "known are ";
    for (const std::string_view candidate : candidates)
        hint += (candidate.data() == candidates.front().data() ? "" : ", ") + std::string(candidate);
    return hint;
}
} // namespace aspic
