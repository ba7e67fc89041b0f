// Any bytes as the file run.json of a run: what it says, or nothing, never a crash.

#include "aspic/io/output_file.h"
#include "aspic/run/recorded_run.h"
#include "aspic/run/run_record.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace aspic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::filesystem::path folder = [] {
        const auto path = std::filesystem::temp_directory_path() / ("aspic_fuzz_" + std::to_string(::getpid()));
        std::filesystem::create_directories(path);
        write_output(path / "frame_0000.csv", "x,y,z\n0,0,0\n");
        return path;
    }();
    write_output(folder / "run.json", {reinterpret_cast<const char*>(data), size});
    static_cast<void>(earlier_record(folder / "run.json"));
    if (!recorded_run(folder))
        __builtin_trap(); // its frame can be shown whatever the record says
    return 0;
}
