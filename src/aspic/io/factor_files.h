#pragma once

#include "aspic/solvers/linear/factor_cache.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>

namespace aspic
{
/// Where this user's factors are kept: in the folder that ASPIC_CACHE names, or aspic/factors in the one that XDG_CACHE_HOME names, or in ~/.cache; nothing if none is known or ASPIC_CACHE is empty.
std::optional<std::filesystem::path> default_factor_folder();

/// Keeps factors as files. Several programs may share the folder: files appear whole or not at all. Files that are damaged count as missing and are replaced.
/// Whatever the disk refuses, nothing is thrown: the factor is then computed anew.
class FactorFiles final : public FactorCache
{
public:
    static constexpr std::uintmax_t default_limit = std::uintmax_t{4} << 30;

    /// All files together have at most `most_bytes`: those that were not used for longest are removed.
    explicit FactorFiles(std::filesystem::path folder, std::uintmax_t most_bytes = default_limit);

    std::optional<CholeskyFactor> load(const FactorKey& key) override;
    bool store(const FactorKey& key, const CholeskyFactor& factor) override;

    [[nodiscard]] std::filesystem::path file_of(const FactorKey& key) const;

private:
    void make_room() const;

    std::filesystem::path folder_;
    std::uintmax_t most_bytes_;
    std::mutex in_use_; ///< two threads of a program must not write one file
};
} // namespace aspic
