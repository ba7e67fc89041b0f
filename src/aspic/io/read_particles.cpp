#include "aspic/io/read_particles.h"

#include "aspic/io/input_file.h"
#include "aspic/io/particle_csv.h"
#include "aspic/io/ply.h"
#include "aspic/io/vtp_reader.h"

namespace aspic
{
Result<ParticleFrame> parse_particles(std::string_view content, FrameFormat format, const std::string& source)
{
    switch (format)
    {
    case FrameFormat::vtp:
        return parse_vtp(content, source);
    case FrameFormat::ply:
        return parse_particle_ply(content, source);
    case FrameFormat::csv:
        break;
    }
    return parse_particle_csv(content, source);
}

Result<ParticleFrame> read_particles(const std::filesystem::path& path)
{
    const std::optional<FrameFormat> format = format_of(path);
    const std::string content = read_file(path);
    if (!format)
        return Problem{path.string(), "its ending tells no format for particles", "known are .vtp, .ply and .csv"};
    return parse_particles(content, *format, path.string());
}
} // namespace aspic
