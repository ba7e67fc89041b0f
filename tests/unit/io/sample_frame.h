#pragma once

#include "aspic/io/particle_frame.h"
#include "support/random_numbers.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <unistd.h>

namespace aspic
{
/// Calls f(number) for each plain number of a column.
template <class T, class F> void for_each_number(Column<T>& column, F&& f)
{
    using Layout = ColumnLayout<T>;
    auto* numbers = reinterpret_cast<typename Layout::Component*>(column.values.data());
    for (std::size_t k = 0; k < column.values.size() * Layout::components; ++k)
        f(numbers[k]);
}

/// n particles with a column of every type, filled with numbers of any size; also with smallest and largest ones if there is room.
inline ParticleSet sample_particles(Index n)
{
    ParticleSet particles;
    particles.add_column<float>("temperature", "K", "T");
    particles.add_column<double>("pressure", "Pa", "p");
    particles.add_column<Vec3T<float>>("normal", "1", "n");
    particles.add_column<Vec3d>("rest position", "m", "X"); // a name with a blank
    particles.add_column<Mat3T<float>>("strain", "1", "ε");
    particles.add_column<Mat3T<double>>("stress", "Pa", "σ");
    particles.add_column<Index>("material", "1", "k");
    particles.add_column<Identity>("parent", "1", "p");
    particles.append(n);
    RandomNumbers random(5);
    particles.for_each_column([&](auto& column) {
        bool is_first = true;
        for_each_number(column, [&](auto& number) {
            using T = std::remove_cvref_t<decltype(number)>;
            if constexpr (std::is_floating_point_v<T>)
                number = is_first ? std::numeric_limits<T>::min()
                                  : static_cast<T>(random.between(-1, 1) * std::pow(10.0, random.between(-9, 9)));
            else if (column.name != "identity")
                number = is_first ? std::numeric_limits<T>::max() / 4096 : static_cast<T>(random.bits() % 1000000);
            is_first = false;
        });
    });
    return particles;
}

inline ParticleFrame sample_frame(Index n) { return frame_of(sample_particles(n), 0.1, {}); }

/// Whether two columns hold the same bits.
template <class T> bool same_bits(const Column<T>& a, const Column<T>& b)
{
    return a.values.size() == b.values.size() &&
           (a.values.empty() || std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(T)) == 0);
}

/// A folder that vanishes with the test.
class TemporaryFolder
{
public:
    explicit TemporaryFolder(const std::string& name)
        : path(std::filesystem::temp_directory_path() / ("aspic_" + name + "_" + std::to_string(getpid())))
    {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path path;
};
} // namespace aspic
