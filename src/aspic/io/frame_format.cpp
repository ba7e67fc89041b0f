#include "aspic/io/frame_format.h"

#include "aspic/io/particle_csv.h"
#include "aspic/io/ply.h"
#include "aspic/io/vtp.h"

#include <algorithm>

namespace aspic
{
std::string frame_text(const ParticleFrame& frame, FrameFormat format)
{
    switch (format)
    {
    case FrameFormat::vtp:
        return vtp_text(frame);
    case FrameFormat::ply:
        return ply_text(frame);
    case FrameFormat::csv:
        break;
    }
    return particle_csv_text(frame);
}

std::string_view extension(FrameFormat format)
{
    switch (format)
    {
    case FrameFormat::vtp:
        return ".vtp";
    case FrameFormat::ply:
        return ".ply";
    case FrameFormat::csv:
        break;
    }
    return ".csv";
}

std::optional<FrameFormat> format_of(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const FrameFormat format : {FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv})
        if (ending == extension(format))
            return format;
    return std::nullopt;
}
} // namespace aspic
