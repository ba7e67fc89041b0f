# Writes a .cpp that holds the built-in scenes and their meshes: cmake -DSCENES=folder -DOUTPUT=file.cpp -P embed_scenes.cmake
function(entries_of ending name_part target)
    file(GLOB files ${SCENES}/*.${ending})
    set(entries "")
    foreach(file ${files})
        get_filename_component(name ${file} ${name_part})
        file(READ ${file} text)
        string(APPEND entries "        BuiltInFile{\"${name}\", R\"scene(${text})scene\"},\n")
    endforeach()
    set(${target} "${entries}" PARENT_SCOPE)
endfunction()
entries_of(json NAME_WE scenes)
entries_of(obj NAME meshes)
file(WRITE ${OUTPUT} "// From examples/scenes by cmake/embed_scenes.cmake.
#include \"aspic/io/scene_file.h\"

#include <array>

namespace aspic
{
std::span<const BuiltInFile> built_in_scenes()
{
    static constexpr std::array scenes{
${scenes}    };
    return scenes;
}

std::span<const BuiltInFile> built_in_meshes()
{
    static constexpr std::array meshes{
${meshes}    };
    return meshes;
}
} // namespace aspic
")
