// Any bytes as a frame of particles, by itself and inside the words that every such file has, so that the fuzzer gets past them:
// finite numbers in columns of one length or a list of problems, never a crash.

#include "aspic/io/read_particles.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace
{
void check(const aspic::Result<aspic::ParticleFrame>& result)
{
    if (result.ok() == !result.problems().empty())
        std::abort();
    if (!result)
        return;
    for (const auto& any : result->columns)
        std::visit(
            [&](const auto& column) {
                using Layout = aspic::ColumnLayout<aspic::ValueOf<decltype(column)>>;
                const auto* numbers = reinterpret_cast<const typename Layout::Component*>(column.values.data());
                if (static_cast<aspic::Index>(column.values.size()) != result->size())
                    std::abort();
                for (std::size_t k = 0; k < column.values.size() * Layout::components; ++k)
                    if (!std::isfinite(static_cast<double>(numbers[k])))
                        std::abort();
            },
            any);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using aspic::FrameFormat;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const FrameFormat format : {FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv})
        check(aspic::parse_particles(text, format, "fuzz"));
    check(aspic::parse_particles("<VTKFile type=\"PolyData\">" + text + "</AppendedData></VTKFile>", FrameFormat::vtp, "fuzz"));
    check(aspic::parse_particles("<VTKFile type='PolyData'><Piece NumberOfPoints='2'><Points>" + text + "</Points></Piece></VTKFile>",
                                 FrameFormat::vtp, "fuzz"));
    check(aspic::parse_particles("ply\nformat binary_little_endian 1.0\nelement vertex 2\n" + text, FrameFormat::ply, "fuzz"));
    check(aspic::parse_particles("ply\nformat ascii 1.0\n" + text, FrameFormat::ply, "fuzz"));
    return 0;
}
