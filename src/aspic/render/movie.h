#pragma once

#include <filesystem>
#include <string_view>

namespace aspic
{
/// Whether movies can be made: the program ffmpeg is there.
bool can_make_movies();

/// A movie that grows picture by picture (H.264 in MP4, by ffmpeg). It appears whole at the end or not at all.
class Movie
{
public:
    /// `rate` [1/s]: pictures per second. Throws std::system_error if ffmpeg cannot be started.
    Movie(std::filesystem::path path, double rate);

    /// Without finish(), nothing is left.
    ~Movie();
    Movie(const Movie&) = delete;
    Movie& operator=(const Movie&) = delete;

    /// Adds a picture as PNG; all must have one size. Throws std::runtime_error with ffmpeg's words if it does not take it.
    void add(std::string_view png);

    /// Throws std::runtime_error with ffmpeg's words if the movie did not become one.
    void finish();

private:
    [[noreturn]] void fail();
    int end(); ///< of ffmpeg: its exit status

    std::filesystem::path path_, unfinished_, words_;
    int pipe_ = -1;
    int process_ = -1;
};
} // namespace aspic
