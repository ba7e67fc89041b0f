// Files as other programs write them.

#include "aspic/io/read_particles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

using aspic::describe;
using aspic::FrameFormat;
using aspic::Identity;
using aspic::Index;
using aspic::parse_particles;
using aspic::ParticleFrame;
using aspic::Vec3d;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{
ParticleFrame good(const std::string& content, FrameFormat format)
{
    auto result = parse_particles(content, format, "t");
    EXPECT_TRUE(result.ok()) << describe(result.problems()) << content;
    return result ? std::move(*result) : ParticleFrame{};
}

/// Numbers as the bytes of a file.
template <class T> std::string bytes_of(std::initializer_list<T> values, bool is_big_endian = false)
{
    std::string bytes;
    for (const T value : values)
    {
        std::string one(sizeof(T), '\0');
        std::memcpy(one.data(), &value, sizeof(T));
        if (is_big_endian)
            std::reverse(one.begin(), one.end());
        bytes += one;
    }
    return bytes;
}

std::string base64(const std::string& bytes)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t k = 0; k < bytes.size(); k += 3)
    {
        const auto byte = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U; };
        const std::uint32_t group = byte(k) << 16U | byte(k + 1) << 8U | byte(k + 2);
        for (std::size_t c = 0; c < 4; ++c)
            text += k + c > bytes.size() ? '=' : letters[group >> (18U - 6U * c) & 63U];
    }
    return text;
}

/// Two points at (1, 2, 3) and (4, 5, 6) with a velocity, in VTK's frame around them.
std::string vtk_file(const std::string& attributes, const std::string& points, const std::string& velocities,
                     const std::string& appended = "")
{
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\"" + attributes +
           ">\n  <PolyData>\n    <Piece NumberOfPoints=\"2\" NumberOfVerts=\"0\">\n      <PointData Vectors=\"velocity\">\n"
           "        <DataArray type=\"Float32\" Name=\"velocity\" NumberOfComponents=\"3\" " +
           velocities + "      </PointData>\n      <CellData>\n      </CellData>\n      <Points>\n        <DataArray type=\"Float32\" " +
           points + "      </Points>\n    </Piece>\n  </PolyData>\n" + appended + "</VTKFile>\n";
}

void expect_two_points(const ParticleFrame& frame)
{
    ASSERT_EQ(frame.size(), 2);
    EXPECT_THAT(frame.position().values, ElementsAre(Vec3d{1, 2, 3}, Vec3d{4, 5, 6}));
    const auto velocity = frame.values_as<Vec3d>("velocity");
    ASSERT_TRUE(velocity);
    EXPECT_THAT(*velocity, ElementsAre(Vec3d{-1, 0, 0.5}, Vec3d{0, 7, 8}));
    EXPECT_EQ(frame.find_any("identity"), nullptr); // simply absent
}

const std::string name_points = "Name=\"Points\" NumberOfComponents=\"3\" ";
} // namespace

TEST(ForeignFrame, ReadsVtkInlineAscii)
{
    // as vtkXMLPolyDataWriter writes it: what it knows about an array behind the numbers, and a compressor that letters do not use
    const std::string known = "          <InformationKey name=\"L2_NORM_RANGE\" location=\"vtkDataArray\" length=\"2\">\n"
                              "            <Value index=\"0\">\n              1\n            </Value>\n          </InformationKey>\n";
    expect_two_points(good(
        vtk_file(" byte_order=\"LittleEndian\" header_type=\"UInt32\" compressor=\"vtkZLibDataCompressor\"",
                 name_points + "format=\"ascii\" RangeMin=\"1\">\n          1 2 3 4\n          5 6\n" + known + "        </DataArray>\n",
                 "format=\"ascii\">\n          -1 0 0.5 0 7 8\n        </DataArray>\n"),
        FrameFormat::vtp));
}

TEST(ForeignFrame, ReadsVtkInlineBase64)
{
    const std::string points = bytes_of<float>({1, 2, 3, 4, 5, 6});
    const std::string velocities = bytes_of<float>({-1, 0, 0.5, 0, 7, 8});
    const std::string small = bytes_of<std::uint32_t>({24});
    const std::string large = bytes_of<std::uint64_t>({24});
    const auto array = [](const std::string& text) { return "format=\"binary\">\n  " + text + "\n</DataArray>\n"; };
    expect_two_points(good(vtk_file("", name_points + array(base64(small + points)), array(base64(small + velocities))), FrameFormat::vtp));
    expect_two_points(
        good(vtk_file(" header_type=\"UInt64\"", name_points + array(base64(large + points)), array(base64(large + velocities))),
             FrameFormat::vtp));
    // some writers encode the length by itself
    expect_two_points(good(vtk_file("", name_points + array(base64(small) + base64(points)), array(base64(small) + base64(velocities))),
                           FrameFormat::vtp));
}

TEST(ForeignFrame, ReadsVtkAppendedData)
{
    const std::string points = bytes_of<std::uint32_t>({24}) + bytes_of<float>({1, 2, 3, 4, 5, 6});
    const std::string velocities = bytes_of<std::uint32_t>({24}) + bytes_of<float>({-1, 0, 0.5, 0, 7, 8});
    const auto file = [&](const std::string& encoding, std::size_t offset, const std::string& data) {
        return vtk_file("", name_points + "format=\"appended\" offset=\"" + std::to_string(offset) + "\"/>\n",
                        "format=\"appended\" offset=\"0\"></DataArray>\n",
                        "  <AppendedData encoding=\"" + encoding + "\">\n   _" + data + "\n  </AppendedData>\n");
    };
    expect_two_points(good(file("raw", velocities.size(), velocities + points), FrameFormat::vtp));
    expect_two_points(good(file("base64", base64(velocities).size(), base64(velocities) + base64(points)), FrameFormat::vtp));
}

TEST(ForeignFrame, ReadsVtkBigEndian)
{
    const std::string points = bytes_of<std::uint32_t>({24}, true) + bytes_of<float>({1, 2, 3, 4, 5, 6}, true);
    const std::string velocities = bytes_of<std::uint32_t>({24}, true) + bytes_of<float>({-1, 0, 0.5, 0, 7, 8}, true);
    const auto array = [](const std::string& bytes) { return "format=\"binary\">" + base64(bytes) + "</DataArray>\n"; };
    expect_two_points(good(vtk_file(" byte_order=\"BigEndian\"", name_points + array(points), array(velocities)), FrameFormat::vtp));
}

TEST(ForeignFrame, ReadsVtkTypesAndComponents)
{
    const auto array = [](const std::string& type, const std::string& name, int components, const std::string& text) {
        return "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" + std::to_string(components) +
               "\" format=\"ascii\">" + text + "</DataArray>\n";
    };
    const ParticleFrame frame =
        good("<VTKFile type='PolyData'><PolyData><!-- a > comment --><FieldData>" + array("Float32", "TimeValue", 1, "0.25") +
                 array("Int64", "CYCLE", 1, "7") + "</FieldData><Piece NumberOfPoints='1'><Points>" + array("Int16", "Points", 3, "1 2 3") +
                 "</Points><PointData>" + array("UInt8", "rgb", 3, "1 2 255") + array("Int64", "id", 1, "9000000000") +
                 array("Int64", "shift", 1, "-3") + array("Int8", "identity", 1, "5") + array("Float64", "uv", 2, "0.5 1") +
                 array("Float64", "tensor", 9, "1 2 3 4 5 6 7 8 9") + "</PointData></Piece></PolyData></VTKFile>",
             FrameFormat::vtp);
    EXPECT_EQ(frame.time, 0.25);
    EXPECT_EQ(frame.position()[0], (Vec3d{1, 2, 3}));
    EXPECT_EQ(frame.find<Identity>("identity")->values[0], 5U);
    EXPECT_EQ(frame.find<Identity>("id")->values[0], 9000000000U);
    EXPECT_EQ(frame.find<Index>("shift")->values[0], -3);
    EXPECT_EQ(frame.find<Index>("rgb_z")->values[0], 255);
    EXPECT_EQ(frame.find<double>("uv_0")->values[0], 0.5);
    EXPECT_EQ(frame.find<aspic::Mat3T<double>>("tensor")->values[0].row[1].z, 6);
}

TEST(ForeignFrame, ReadsPlyAscii)
{
    const ParticleFrame frame =
        good("ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info nothing\r\nelement vertex 2\r\n"
             "property float x\r\nproperty float y\r\nproperty float z\r\nproperty uchar red\r\nproperty float vx\r\n"
             "property float vy\r\nproperty float vz\r\nelement face 1\r\nproperty list uchar int vertex_indices\r\n"
             "end_header\r\n1 2 3 255 -1 0 5e-1\r\n4 5 6 0 0 7 +8\r\n3 0 1 0\r\n",
             FrameFormat::ply);
    expect_two_points(frame);
    EXPECT_EQ(frame.find<Index>("red")->values[0], 255);
    EXPECT_NE(frame.find<aspic::Vec3T<float>>("velocity"), nullptr);
}

TEST(ForeignFrame, ReadsPlyBigEndianWithLists)
{
    const std::string header = "ply\nformat binary_big_endian 1.0\nelement face 2\nproperty list uchar ushort vertex_indices\n"
                               "element vertex 1\nproperty double x\nproperty double y\nproperty short z\nend_header\n";
    const std::string faces = std::string("\x02\x00\x01\x00\x02", 5) + std::string("\x00", 1);
    const ParticleFrame frame =
        good(header + faces + bytes_of<double>({1.5, -2}, true) + bytes_of<std::int16_t>({-300}, true), FrameFormat::ply);
    EXPECT_EQ(frame.position()[0], (Vec3d{1.5, -2, -300}));
}

TEST(ForeignFrame, SaysWhatIsWrongWithPly)
{
    const auto what = [](const std::string& header, const std::string& body) {
        const auto result = parse_particles("ply\n" + header + "end_header\n" + body, FrameFormat::ply, "t");
        EXPECT_FALSE(result.ok()) << header;
        return result.ok() ? "" : describe(result.problems());
    };
    const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
    const std::string ascii = "format ascii 1.0\nelement vertex 2\n" + xyz;
    EXPECT_THAT(what(ascii, "1 2 3\n4 5 six\n"), HasSubstr("t:9: row 1 of 'vertex', 'z': no number is written here but 'six'"));
    EXPECT_THAT(what(ascii, "1 2 3\n4 5      \n"), HasSubstr("the end of the file"));
    EXPECT_THAT(what(ascii, "1 2 3\n4 5 6"), HasSubstr("the last line does not end"));
    EXPECT_THAT(what(ascii, "1 2 3\n4 5 nan\n"), HasSubstr("'z' of particle 1 is not finite"));
    EXPECT_THAT(what(ascii, "1 2 3\n4 5 6\n7\n"), HasSubstr("t:10: there is more data"));
    EXPECT_THAT(what("element vertex 2\n" + xyz, "1 2 3\n4 5 6\n"), HasSubstr("no line 'format'"));
    EXPECT_THAT(what("format ascii 1.0\nproperty float x\n", ""), HasSubstr("t:3: a property needs an element"));
    EXPECT_THAT(what("format ascii 1.0\nelement vertex 1\nproperty real x\n", "1\n"), HasSubstr("type 'real' is unknown"));
    EXPECT_THAT(what("format ascii 1.0\nelement vertex 1\nproperty float x\nproperty int x\n", "1 1\n"), HasSubstr("two properties"));
    EXPECT_THAT(what("format ascii 1.0\nelement vertex 1\nproperty list float int x\n", "1 1\n"), HasSubstr("length of a list"));
    EXPECT_THAT(what("format ascii 1.0\nelement vertex 1\nproperty uchar x\n", "256\n"), HasSubstr("'256'"));
    EXPECT_THAT(what("format binary_little_endian 1.0\nelement vertex 1\nproperty list int float x\n", bytes_of<std::int32_t>({-1})),
                HasSubstr("t: byte"));
    EXPECT_THAT(
        what("format binary_little_endian 1.0\nelement vertex 1\nproperty list uint float x\n", bytes_of<std::uint32_t>({4000000000})),
        HasSubstr("t: byte"));
}

TEST(ForeignFrame, ReadsTables)
{
    const ParticleFrame flat = good("mass [kg];y;x\n# a comment\n0.5;2;1\n", FrameFormat::csv);
    EXPECT_EQ(flat.position()[0], (Vec3d{1, 2, 0}));
    EXPECT_EQ(flat.find<double>("mass")->unit, "kg");
    const ParticleFrame paraview = good("\"velocity:0\",\"velocity:1\",\"velocity:2\",\"Points:0\",\"Points:1\",\"Points:2\"\n"
                                        "-1,0,0.5,1,2,3\n0,7,8,4,5,6\n",
                                        FrameFormat::csv);
    expect_two_points(paraview);
    expect_two_points(good("x,y,z,vx,vy,vz\r\n1,2,3,-1,0,0.5\r\n4,5,6,0,7,8\r\n", FrameFormat::csv));
    EXPECT_EQ(good("position_x [m],position_y [m]\n", FrameFormat::csv).size(), 0);
    EXPECT_EQ(good("x\ty\tidentity\n1\t2\t\"18446744073709551615\" \n", FrameFormat::csv).find<Identity>("identity")->values[0],
              18446744073709551615U);
}
