#include "aspic/io/vtp.h"

#include "aspic/io/number_text.h"
#include "aspic/io/xml.h"

#include <cstdint>
#include <numeric>

namespace aspic
{
namespace
{
template <class T> constexpr const char* vtk_type = nullptr;
template <> constexpr const char* vtk_type<float> = "Float32";
template <> constexpr const char* vtk_type<double> = "Float64";
template <> constexpr const char* vtk_type<Index> = "Int32";
template <> constexpr const char* vtk_type<Identity> = "UInt64";

/// The header tells for each array where its bytes begin behind the `_`; there stand, in the same order, each array's length and bytes.
class ArrayList
{
public:
    /// The tag for an array of n values, which will be appended next.
    template <class T> std::string tag(const std::string& name, std::size_t n)
    {
        using Layout = ColumnLayout<T>;
        static_assert(Layout::components * sizeof(typename Layout::Component) == sizeof(T));
        const std::size_t offset = bytes_;
        bytes_ += sizeof(std::uint64_t) + n * sizeof(T);
        return std::string("<DataArray type=\"") + vtk_type<typename Layout::Component> + "\" Name=\"" + xml_escaped(name) +
               "\" NumberOfComponents=\"" + std::to_string(Layout::components) + "\" format=\"appended\" offset=\"" +
               std::to_string(offset) + "\"/>\n";
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

template <class T> void append_array(std::string& text, const Array<T>& values)
{
    const std::uint64_t length = values.size() * sizeof(T);
    text.append(reinterpret_cast<const char*>(&length), sizeof(length));
    text.append(reinterpret_cast<const char*>(values.data()), length);
}

std::string tag_of(ArrayList& arrays, const AnyColumn& any)
{
    return std::visit([&](const auto& column) { return arrays.tag<ValueOf<decltype(column)>>(column.name, column.values.size()); }, any);
}

/// What a viewer colours by at first: the density, or else the first column of real numbers.
std::string attributes_of(const ParticleFrame& frame)
{
    const auto is_scalar = [](const AnyColumn& column) {
        return std::holds_alternative<Column<float>>(column) || std::holds_alternative<Column<double>>(column);
    };
    const AnyColumn* scalars = frame.find_any("density");
    for (const AnyColumn& column : frame.columns)
        if ((scalars == nullptr || !is_scalar(*scalars)) && is_scalar(column))
            scalars = &column;
    std::string text;
    if (scalars != nullptr && is_scalar(*scalars))
        text += " Scalars=\"" + xml_escaped(name_of(*scalars)) + "\"";
    if (frame.find<Vec3T<float>>("velocity") != nullptr || frame.find<Vec3d>("velocity") != nullptr)
        text += " Vectors=\"velocity\"";
    return text;
}

std::string header_of(const ParticleFrame& frame, ArrayList& arrays)
{
    const auto n = static_cast<std::size_t>(frame.size());
    const std::string count = std::to_string(n);
    std::string text = "<?xml version=\"1.0\"?>\n"
                       "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n"
                       "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";
    text += number_text(frame.time) + "</DataArray></FieldData>\n";
    text += "<Piece NumberOfPoints=\"" + count + "\" NumberOfVerts=\"" + count + "\">\n";
    text += "<Points>\n" + tag_of(arrays, frame.columns.front()) + "</Points>\n";
    text += "<Verts>\n" + arrays.tag<Index>("connectivity", n); // one tag per statement: C++ may take terms of a sum in any order
    text += arrays.tag<Index>("offsets", n) + "</Verts>\n";
    text += "<PointData" + attributes_of(frame) + ">\n";
    for (std::size_t k = 1; k < frame.columns.size(); ++k)
        text += tag_of(arrays, frame.columns[k]);
    return text + "</PointData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
}
} // namespace

std::string vtp_text(const ParticleFrame& frame)
{
    ASPIC_EXPECTS(!frame.columns.empty());
    constexpr std::string_view ending = "\n</AppendedData>\n</VTKFile>\n";
    ArrayList arrays;
    std::string text = header_of(frame, arrays);
    text.reserve(text.size() + arrays.bytes() + ending.size());

    Array<Index> numbers(static_cast<std::size_t>(frame.size()));
    append_array(text, frame.position().values);
    std::iota(numbers.begin(), numbers.end(), 0); // vertex k is particle k …
    append_array(text, numbers);
    std::iota(numbers.begin(), numbers.end(), 1); // … and ends before place k + 1
    append_array(text, numbers);
    for (std::size_t k = 1; k < frame.columns.size(); ++k)
        std::visit([&](const auto& column) { append_array(text, column.values); }, frame.columns[k]);
    return text.append(ending);
}
} // namespace aspic
