#pragma once

#include "aspic/solvers/linear/cholesky.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
/// Names a factor by what it depends on: pattern and values of its matrix, and the version of our format.
struct FactorKey
{
    std::uint64_t high = 0, low = 0;

    [[nodiscard]] std::string text() const; ///< 32 hexadecimal digits
    auto operator<=>(const FactorKey&) const = default;
};

FactorKey factor_key(const SymmetricMatrix& matrix);

/// A factor as bytes, with its key and a checksum.
std::string factor_bytes(const FactorKey& key, const CholeskyFactor& factor);

/// The factor that the bytes hold; nothing if they are damaged, of another version or of another key.
std::optional<CholeskyFactor> factor_of_bytes(const FactorKey& key, std::string_view bytes);

/// Keeps factors for later runs. What goes wrong with it only costs time.
class FactorCache
{
public:
    FactorCache() = default;
    FactorCache(const FactorCache&) = delete;
    FactorCache& operator=(const FactorCache&) = delete;
    virtual ~FactorCache() = default;

    /// What was stored, or nothing.
    virtual std::optional<CholeskyFactor> load(const FactorKey& key) = 0;
    /// Tells whether the factor was kept.
    virtual bool store(const FactorKey& key, const CholeskyFactor& factor) = 0;
};

/// How a factor is made, where it is not known yet.
struct FactorMaking
{
    std::shared_ptr<const EliminationPlan> plan = nullptr; ///< of a matrix with the same pattern, or none
    double least_time = 0;                                 ///< [s] what is made faster is not worth keeping
};

/// The factor of a matrix from the cache, else computed and stored there.
Result<CholeskyFactor> cached_factor(const SymmetricMatrix& matrix, FactorCache& cache, const FactorMaking& making = {});
} // namespace aspic
