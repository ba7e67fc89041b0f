// Meshes from files, good and bad.

#include "aspic/io/mesh_file.h"
#include "mesh_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace aspic
{
namespace
{
using testing::ElementsAre;
using testing::HasSubstr;

TriangleMesh good(std::string_view content, MeshFormat format)
{
    auto mesh = parse_mesh(content, format, "m");
    EXPECT_TRUE(mesh.ok()) << describe(mesh.problems());
    return mesh.ok() ? std::move(*mesh) : TriangleMesh{};
}

/// The only problem of a file.
Problem bad(std::string_view content, MeshFormat format)
{
    const auto mesh = parse_mesh(content, format, "m");
    EXPECT_FALSE(mesh.ok()) << content;
    EXPECT_EQ(mesh.problems().size(), 1U);
    return mesh.problems().empty() ? Problem{} : mesh.problems().front();
}

void expect_same(const TriangleMesh& mesh, const TriangleMesh& expected)
{
    EXPECT_EQ(mesh.vertices, expected.vertices);
    EXPECT_EQ(mesh.triangles, expected.triangles);
}

const TriangleMesh box = box_mesh({0, 0.25, -0.5}, {1, 2, 3});

// ---------------------------------------------------------------- OBJ

TEST(ObjMesh, VerticesAndFaces)
{
    expect_same(good(obj_text(box), MeshFormat::obj), box);
    expect_same(good(with_line_ends(obj_text(box), "\r\n"), MeshFormat::obj), box);
    expect_same(good(with_line_ends(obj_text(box), "\r"), MeshFormat::obj), box);
    expect_same(good("\xef\xbb\xbf" + obj_text(box), MeshFormat::obj), box);
}

TEST(ObjMesh, AllSpellingsOfCorners)
{
    const std::string vertices = "o thing\nmtllib a.mtl\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0 0.1 0.2 0.3\nvt 0 0\nvn 0 0 1\ns off\n";
    for (const char* face : {"f 1 2 3", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1", "f 1/1/1 2/1/1 3/1/1", "f -3 -2 -1", "f -3//-1 2/7 3",
                             "f 1 2 3 # triangle", "f 1 \\\n2 \\\n 3", "f 1 2\\\n 3", "  f\t1\t2   3  "})
        EXPECT_THAT(good(vertices + face, MeshFormat::obj).triangles, ElementsAre(std::array<int, 3>{0, 1, 2})) << face;
}

TEST(ObjMesh, PolygonsAreFans)
{
    const std::string vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 0.5 0\n";
    EXPECT_THAT(good(vertices + "f 1 2 3 4 5", MeshFormat::obj).triangles,
                ElementsAre(std::array<int, 3>{0, 1, 2}, std::array<int, 3>{0, 2, 3}, std::array<int, 3>{0, 3, 4}));
}

TEST(ObjMesh, NegativeIndicesCountFromTheVerticesSoFar)
{
    EXPECT_THAT(good("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 -2 -3", MeshFormat::obj).triangles,
                ElementsAre(std::array<int, 3>{0, 1, 2}, std::array<int, 3>{3, 2, 1}));
}

TEST(ObjMesh, VerticesMayFollow) { EXPECT_EQ(good("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", MeshFormat::obj).triangles.size(), 1U); }

TEST(ObjMesh, BadIndices)
{
    const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const std::string end = "f 1 2 3\n";
    EXPECT_EQ(bad(vertices + "f 1 2 0\n" + end, MeshFormat::obj).where, "m:4");
    EXPECT_THAT(bad(vertices + "f 1 2 0\n" + end, MeshFormat::obj).hint, HasSubstr("count from 1"));
    EXPECT_EQ(bad(vertices + "\nf 1 2 4\n" + end, MeshFormat::obj).where, "m:5");
    EXPECT_THAT(bad(vertices + "f 1 2 4\n", MeshFormat::obj).what, HasSubstr("vertex 4, but there are 3"));
    EXPECT_EQ(bad(vertices + "f 1 2 -4\n" + end, MeshFormat::obj).where, "m:4");
    for (const char* index : {"2147483647", "2147483648", "4294967297", "-2147483649", "9223372036854775808", "99999999999999999999999",
                              "1.5", "x", "/1", "0x1", "", "-", "+-1"})
        EXPECT_EQ(bad(std::string(vertices).append("f 1 2 ").append(index).append("\n").append(end), MeshFormat::obj).where, "m:4")
            << index;
    EXPECT_THAT(bad(vertices + "f 1 2\n", MeshFormat::obj).what, HasSubstr("2 corners"));
    EXPECT_THAT(bad(vertices + "f\n", MeshFormat::obj).what, HasSubstr("0 corners"));
}

TEST(ObjMesh, BadVertices)
{
    for (const char* vertex : {"v 1 2", "v 1 2 x", "v", "v 1 2 3,5", "v 1 2 1e999", "v 1 2 --3", "v 1 2 0x10"})
        EXPECT_EQ(bad("v 0 0 0\n" + std::string(vertex) + "\nf 1 2 2\n", MeshFormat::obj).where, "m:2") << vertex;
    for (const char* number : {"nan", "inf", "-inf", "NaN", "-nan", "Infinity"})
        EXPECT_THAT(bad("v 0 0 0\nv 0 0 0\nv 0 1 " + std::string(number), MeshFormat::obj).what, HasSubstr("vertex 3 is not finite"))
            << number;
}

TEST(ObjMesh, NoFaces)
{
    EXPECT_THAT(bad("v 0 0 0\nv 1 0 0\nv 0 1 0\n", MeshFormat::obj).what, HasSubstr("no triangles"));
    EXPECT_THAT(bad("", MeshFormat::obj).what, HasSubstr("no triangles"));
    EXPECT_THAT(bad("Dear Sir or Madam,\nthis is no mesh.\n", MeshFormat::obj).what, HasSubstr("no triangles"));
}

// ---------------------------------------------------------------- STL

TEST(StlMesh, AsciiAndBinary)
{
    expect_same(good(ascii_stl(box), MeshFormat::stl), with_merged_vertices(without_shared_vertices(box)));
    expect_same(good(binary_stl(box, "made by hand"), MeshFormat::stl), with_merged_vertices(without_shared_vertices(box)));
    EXPECT_TRUE(problems_of_solid(good(binary_stl(box, ""), MeshFormat::stl), "m").empty());
    expect_same(good(with_line_ends(ascii_stl(box), "\r\n"), MeshFormat::stl), good(ascii_stl(box), MeshFormat::stl));
    expect_same(good("\n  " + ascii_stl(box), MeshFormat::stl), good(ascii_stl(box), MeshFormat::stl));
}

/// Many programs begin binary files with this word.
TEST(StlMesh, BinaryThatBeginsWithSolid)
{
    EXPECT_EQ(good(binary_stl(box, "solid part by some program"), MeshFormat::stl).triangles.size(), 12U);
    EXPECT_FALSE(parse_mesh(binary_stl(box, "solid").substr(0, 500), MeshFormat::stl, "m").ok());
}

TEST(StlMesh, AnyCaseAndSeveralSolids)
{
    std::string text = ascii_stl(box) + ascii_stl(box_mesh({5, 5, 5}, {6, 6, 6}));
    EXPECT_EQ(good(text, MeshFormat::stl).triangles.size(), 24U);
    for (char& c : text)
        c = c >= 'a' && c <= 'z' && c != 'e' ? static_cast<char>(c - 'a' + 'A') : c; // but keep exponents: both are allowed
    EXPECT_EQ(good(text, MeshFormat::stl).triangles.size(), 24U);
}

TEST(StlMesh, NormalsMayBeAnything)
{
    std::string text = ascii_stl(box);
    text.replace(text.find("normal 0 0 0"), 12, "normal nan -nan(ind) 1.#IND");
    EXPECT_EQ(good(text, MeshFormat::stl).triangles.size(), 12U);
}

TEST(StlMesh, BadText)
{
    const std::string text = ascii_stl(box);
    const auto with = [&](const std::string& what, const std::string& instead) {
        std::string changed = text;
        changed.replace(changed.find(what), what.size(), instead);
        return changed;
    };
    EXPECT_EQ(bad(with("outer loop", "outer lop"), MeshFormat::stl).where, "m:3");
    EXPECT_THAT(bad(with("vertex 0", "vertex nan"), MeshFormat::stl).what, HasSubstr("triangle 1: a vertex is not finite"));
    EXPECT_EQ(bad(with("vertex 0", "vertex 0,5"), MeshFormat::stl).where, "m:4");
    EXPECT_THAT(bad(with("endloop", "vertex 1 2 3\nendloop"), MeshFormat::stl).what, HasSubstr("'endloop' is expected"));
    EXPECT_THAT(bad(with("endsolid", ""), MeshFormat::stl).what, HasSubstr("'facet' or 'endsolid' is expected"));
    EXPECT_THAT(bad(text + "rubbish", MeshFormat::stl).what, HasSubstr("'solid' is expected"));
    EXPECT_THAT(bad("solid nothing\nendsolid nothing\n", MeshFormat::stl).what, HasSubstr("no triangles"));
    EXPECT_FALSE(bad("", MeshFormat::stl).what.empty());
    EXPECT_FALSE(bad("PK\x03\x04", MeshFormat::stl).what.empty());
}

TEST(StlMesh, BadBinary)
{
    const std::string content = binary_stl(box, "x");
    EXPECT_THAT(bad(content.substr(0, content.size() - 1), MeshFormat::stl).what, HasSubstr("12 triangles do not fit"));
    EXPECT_THAT(bad(content + "x", MeshFormat::stl).what, HasSubstr("12 triangles do not fit"));
    std::string lying = content;
    lying.replace(80, 4, "\xff\xff\xff\xff");
    EXPECT_THAT(bad(lying, MeshFormat::stl).what, HasSubstr("4294967295 triangles do not fit"));
    std::string with_nan = content;
    with_nan.replace(84 + 50 + 12 + 3 * 4, 4, std::string("\x00\x00\xc0\x7f", 4)); // triangle 2, vertex 2
    EXPECT_THAT(bad(with_nan, MeshFormat::stl).what, HasSubstr("triangle 2: vertex 2 is not finite"));
    EXPECT_EQ(bad(with_nan, MeshFormat::stl).where, "m: byte 158");
    EXPECT_THAT(bad(binary_stl({}, "x"), MeshFormat::stl).what, HasSubstr("no triangles"));
}

// ---------------------------------------------------------------- PLY

TEST(PlyMesh, AsciiAndBinary)
{
    for (const PlySpelling spelling : {PlySpelling::ascii, PlySpelling::little_endian, PlySpelling::big_endian})
    {
        expect_same(good(ply_mesh_text(box, spelling), MeshFormat::ply), box);
        expect_same(good(ply_mesh_text(box, spelling, {.index_name = "vertex_index", .is_double = true}), MeshFormat::ply), box);
        expect_same(good(ply_mesh_text(box, spelling, {.has_extras = true}), MeshFormat::ply), box);
    }
}

TEST(PlyMesh, PolygonsAreFans)
{
    const std::string text =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
        "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 3 2 1 0\n";
    EXPECT_THAT(good(text, MeshFormat::ply).triangles, ElementsAre(std::array<int, 3>{3, 2, 1}, std::array<int, 3>{3, 1, 0}));
}

TEST(PlyMesh, BadIndicesAndVertices)
{
    for (const PlySpelling spelling : {PlySpelling::ascii, PlySpelling::little_endian, PlySpelling::big_endian})
    {
        for (const int index : {-1, 8, 2147483647, -2147483647})
        {
            TriangleMesh mesh = box;
            mesh.triangles[4][2] = index;
            const Problem problem = bad(ply_mesh_text(mesh, spelling), MeshFormat::ply);
            EXPECT_THAT(problem.what, HasSubstr("face 5 uses a vertex that is not there")) << index;
        }
        for (const double number : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL})
        {
            TriangleMesh mesh = box;
            mesh.vertices[6].y = number;
            EXPECT_THAT(bad(ply_mesh_text(mesh, spelling), MeshFormat::ply).what, HasSubstr("vertex 7 is not finite")) << number;
        }
        EXPECT_THAT(bad(ply_mesh_text({box.vertices, {}}, spelling), MeshFormat::ply).what, HasSubstr("no triangles"));
    }
}

TEST(PlyMesh, NoMesh)
{
    const std::string vertices = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
    EXPECT_THAT(bad(vertices + "end_header\n0 0 0\n", MeshFormat::ply).what, HasSubstr("no faces"));
    EXPECT_THAT(bad(vertices + "element face 1\nproperty int vertex_indices\nend_header\n0 0 0\n3\n", MeshFormat::ply).what,
                HasSubstr("no faces"));
    EXPECT_THAT(bad(vertices + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n2 0 0\n", MeshFormat::ply).what,
                HasSubstr("face 1 has 2 corners"));
    EXPECT_THAT(
        bad(vertices + "element face 1\nproperty list uchar float vertex_indices\nend_header\n0 0 0\n3 0 0 0.5\n", MeshFormat::ply).what,
        HasSubstr("face 1 uses a vertex that is not there"));
    EXPECT_THAT(bad("ply\nformat ascii 1.0\nend_header\n", MeshFormat::ply).what, HasSubstr("no element 'vertex'"));
    EXPECT_THAT(bad("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n", MeshFormat::ply).what,
                HasSubstr("x, y and z"));
    EXPECT_THAT(bad("ply\nformat ascii 1.0\nelement vertex 99999999999\nend_header\n", MeshFormat::ply).what, HasSubstr("2^31"));
}

/// Counts that promise more than the file holds must not take memory for it.
TEST(PlyMesh, CountsThatLie)
{
    std::string text = ply_mesh_text(box, PlySpelling::little_endian);
    text.replace(text.find("vertex 8"), 8, "vertex 999999999999999999");
    EXPECT_FALSE(parse_mesh(text, MeshFormat::ply, "m").ok());
    std::string faces = ply_mesh_text(box, PlySpelling::little_endian);
    faces[faces.size() - 13] = '\xff'; // the length of the last list
    EXPECT_FALSE(parse_mesh(faces, MeshFormat::ply, "m").ok());
}

// ---------------------------------------------------------------- all formats

TEST(MeshFile, ExtremeScalesSurvive)
{
    for (const double scale : {1e-30, 1e30})
    {
        const TriangleMesh mesh = sphere_mesh(1, scale);
        expect_same(good(obj_text(mesh), MeshFormat::obj), mesh);
        expect_same(good(ply_mesh_text(mesh, PlySpelling::big_endian, {.is_double = true}), MeshFormat::ply), mesh);
        EXPECT_EQ(good(binary_stl(mesh, ""), MeshFormat::stl).vertices.size(), mesh.vertices.size());
        EXPECT_TRUE(problems_of_solid(good(ascii_stl(mesh), MeshFormat::stl), "m").empty());
    }
}

/// What is wrong with the shape is for problems_of_solid to say; the reader passes it on as it is.
TEST(MeshFile, BadShapesAreRead)
{
    TriangleMesh three_at_an_edge = box;
    three_at_an_edge.vertices.push_back({5, 5, 5});
    three_at_an_edge.triangles.push_back({0, 1, 8});
    TriangleMesh mixed = box;
    std::swap(mixed.triangles[3][0], mixed.triangles[3][1]);
    TriangleMesh open = box;
    open.triangles.pop_back();
    TriangleMesh point = box;
    std::fill(point.vertices.begin(), point.vertices.end(), Vec3d{1, 1, 1});
    const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    struct Bad
    {
        TriangleMesh mesh;
        bool is_solid = false; ///< winding numbers still say what is inside
    };
    for (const auto& [mesh, is_solid] : {Bad{three_at_an_edge, true}, Bad{open, true}, Bad{mixed}, Bad{point}, Bad{one}})
    {
        expect_same(good(obj_text(mesh), MeshFormat::obj), mesh);
        expect_same(good(ply_mesh_text(mesh, PlySpelling::ascii), MeshFormat::ply), mesh);
        const TriangleMesh from_stl = good(binary_stl(mesh, ""), MeshFormat::stl);
        EXPECT_EQ(from_stl.triangles.size(), mesh.triangles.size());
        for (const TriangleMesh& read : {mesh, from_stl})
            EXPECT_EQ(problems_of_solid(read, "m").empty(), is_solid);
    }
    EXPECT_TRUE(problems_of_solid(good(obj_text(inside_out(box)), MeshFormat::obj), "m").empty());
}

/// A file that is cut off anywhere is refused, or what is left of it is a mesh.
TEST(MeshFile, CutOffFiles)
{
    const TriangleMesh mesh = sphere_mesh(1);
    const std::pair<std::string, MeshFormat> files[] = {{obj_text(mesh), MeshFormat::obj},
                                                        {ascii_stl(mesh), MeshFormat::stl},
                                                        {binary_stl(mesh, "solid"), MeshFormat::stl},
                                                        {binary_stl(mesh, ""), MeshFormat::stl},
                                                        {ply_mesh_text(mesh, PlySpelling::ascii), MeshFormat::ply},
                                                        {ply_mesh_text(mesh, PlySpelling::little_endian), MeshFormat::ply},
                                                        {ply_mesh_text(mesh, PlySpelling::big_endian), MeshFormat::ply}};
    for (const auto& [content, format] : files)
    {
        ASSERT_EQ(good(content, format).triangles.size(), 32U);
        int refused = 0;
        for (std::size_t size = 0; size < content.size(); size += 16)
        {
            const auto result =
                parse_mesh(std::string(content, 0, size), format, "m"); // a copy: reading past its end is seen by a sanitizer
            ASSERT_EQ(result.ok(), result.problems().empty());
            refused += result.ok() ? 0 : 1;
            if (!result)
                continue;
            for (const auto& triangle : result->triangles)
                for (const int index : triangle)
                    ASSERT_TRUE(index >= 0 && static_cast<std::size_t>(index) < result->vertices.size());
        }
        if (format == MeshFormat::obj)
            EXPECT_GT(refused, 10); // all before the first face
        else
            EXPECT_GE(refused + 1, static_cast<int>((content.size() + 15) / 16)); // but the name behind `endsolid` may be cut
    }
}

TEST(MeshFile, FormatsByEnding)
{
    EXPECT_EQ(mesh_format_of("a/b.obj"), MeshFormat::obj);
    EXPECT_EQ(mesh_format_of("A.STL"), MeshFormat::stl);
    EXPECT_EQ(mesh_format_of("x.obj.ply"), MeshFormat::ply);
    EXPECT_FALSE(mesh_format_of("obj"));
    const auto unknown = read_mesh("bunny.fbx");
    ASSERT_EQ(unknown.problems().size(), 1U);
    EXPECT_EQ(unknown.problems()[0].where, "bunny.fbx");
    EXPECT_EQ(unknown.problems()[0].hint, "known are .obj, .ply and .stl");
}

TEST(MeshFile, ReadsFilesAndThrowsWithoutThem)
{
    const auto path = std::filesystem::temp_directory_path() / ("aspic_mesh_" + std::to_string(getpid()) + ".OBJ");
    std::ofstream(path) << obj_text(box);
    const auto mesh = read_mesh(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(mesh.ok());
    expect_same(*mesh, box);
    EXPECT_THROW(static_cast<void>(read_mesh(path)), std::system_error);
}
} // namespace
} // namespace aspic
