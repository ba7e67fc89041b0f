#include "aspic/io/number_text.h"
#include "aspic/io/surface_file.h"
#include "aspic/io/xml.h"

namespace aspic
{
namespace
{
/// Arrays behind the XML part: each one's length and bytes, in the order of their tags.
class AppendedArrays
{
public:
    /// Appends an array; returns the tag that describes it.
    template <class T> std::string add(const char* type, const std::string& name, int components, const std::vector<T>& values)
    {
        const std::uint64_t bytes = values.size() * sizeof(T);
        std::string tag = std::string("<DataArray type=\"") + type + "\" Name=\"" + xml_escaped(name) + "\" NumberOfComponents=\"" +
                          std::to_string(components) + "\" format=\"appended\" offset=\"" + std::to_string(data_.size()) + "\"/>\n";
        data_.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
        data_.append(reinterpret_cast<const char*>(values.data()), bytes);
        return tag;
    }
    [[nodiscard]] const std::string& data() const { return data_; }

private:
    std::string data_;
};

std::string triangles_of(const SurfaceMesh& mesh, AppendedArrays& arrays)
{
    std::vector<std::int64_t> corners, ends;
    for (const auto& triangle : mesh.triangles)
    {
        corners.insert(corners.end(), triangle.begin(), triangle.end());
        ends.push_back(static_cast<std::int64_t>(corners.size()));
    }
    std::string text = "<Polys>\n" + arrays.add("Int64", "connectivity", 1, corners);
    return text + arrays.add("Int64", "offsets", 1, ends) + "</Polys>\n";
}
} // namespace

std::string surface_vtp_text(const SurfaceMesh& mesh, double time)
{
    AppendedArrays arrays;
    std::string text = "<?xml version=\"1.0\"?>\n"
                       "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n"
                       "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
                       number_text(time) + "</DataArray></FieldData>\n<Piece NumberOfPoints=\"" + std::to_string(mesh.vertices.size()) +
                       "\" NumberOfPolys=\"" + std::to_string(mesh.triangles.size()) + "\">\n";
    text += "<Points>\n" + arrays.add("Float64", "position", 3, mesh.vertices) + "</Points>\n";
    text += triangles_of(mesh, arrays);
    std::vector<Vec3T<float>> normals;
    for (const Vec3& normal : mesh.normals)
        normals.push_back(convert<float>(normal));
    text += "<PointData Normals=\"normal\">\n" + arrays.add("Float32", "normal", 3, normals);
    for (const VertexColumn& column : mesh.columns)
        text += arrays.add("Float32", column.name, column.components, column.values);
    text += "</PointData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    return text + arrays.data() + "\n</AppendedData>\n</VTKFile>\n";
}
} // namespace aspic
