# Writes a .cpp that holds the built-in scenes: cmake -DSCENES=folder -DOUTPUT=file.cpp -P embed_scenes.cmake
file(GLOB files ${SCENES}/*.json)
set(entries "")
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "    BuiltInScene{\"${name}\", R\"scene(${text})scene\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// From examples/scenes by cmake/embed_scenes.cmake.
#include \"aspic/io/scene_file.h\"

#include <array>

namespace aspic
{
std::span<const BuiltInScene> built_in_scenes()
{
    static constexpr std::array scenes{
${entries}    };
    return scenes;
}
} // namespace aspic
")
