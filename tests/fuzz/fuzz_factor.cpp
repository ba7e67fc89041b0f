// Any bytes as a factor file with a checksum that fits: a factor that solves, or none, never a crash. An input begins with a byte that says whether the
// others replace a file's bytes from some place on, or are all of it.

#include "aspic/solvers/linear/factor_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <string>

using namespace aspic;

namespace
{
/// Of a chain of masses and springs: −1, 3, −1.
SymmetricMatrix chain(Index n)
{
    SymmetricMatrix matrix;
    matrix.size = n;
    matrix.begin.push_back(0);
    for (Index i = 0; i < n; ++i)
    {
        for (const Index j : {i - 1, i, i + 1})
            if (j >= 0 && j < n)
            {
                matrix.column.push_back(j);
                matrix.value.push_back(i == j ? 3 : -1);
            }
        matrix.begin.push_back(static_cast<std::int64_t>(matrix.column.size()));
    }
    return matrix;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const SymmetricMatrix matrix = chain(60);
    static const FactorKey key = factor_key(matrix);
    static const std::string whole = factor_bytes(key, CholeskyFactor::make(matrix).value());
    constexpr std::size_t hash_bytes = sizeof(std::uint64_t), place_bytes = 2;
    if (size < 1 + place_bytes)
        return 0;
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::string content = whole.substr(0, whole.size() - hash_bytes);
    std::uint16_t place = 0;
    std::memcpy(&place, body.data(), place_bytes);
    if (data[0] % 2 == 0)
        content = content.substr(0, sizeof(std::uint64_t) + sizeof(FactorKey)) + std::string(body);
    else
        for (std::size_t k = place_bytes; k < body.size(); ++k)
            content[(place + k - place_bytes) % content.size()] = body[k];
    const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
    content.append(reinterpret_cast<const char*>(&hash), hash_bytes);
    static_cast<void>(factor_of_bytes(key, content));
    return 0;
}
