#include "aspic/io/vtp.h"

#include "aspic/io/output_file.h"

#include <sstream>

namespace aspic
{
namespace
{
template <class T> struct VtkType;
template <> struct VtkType<float>
{
    static constexpr const char* name = "Float32";
};
template <> struct VtkType<double>
{
    static constexpr const char* name = "Float64";
};
template <> struct VtkType<Index>
{
    static constexpr const char* name = "Int32";
};
template <> struct VtkType<Identity>
{
    static constexpr const char* name = "UInt64";
};

template <class T> struct Layout
{
    using Component = T;
    static constexpr std::size_t components = 1;
};
template <class T> struct Layout<Vec3T<T>>
{
    using Component = T;
    static constexpr std::size_t components = 3;
};
template <class T> struct Layout<Mat3T<T>>
{
    using Component = T;
    static constexpr std::size_t components = 9;
};

/// The header names each array and where its bytes stand behind the `_`; the bytes follow in the same order.
class VtpWriter
{
public:
    explicit VtpWriter(std::ostringstream& header) : header_(header) {}

    template <class T> void add(const Column<T>& column) { add_array(column.name, column.values.data(), column.values.size()); }

    template <class T> void add_array(const std::string& name, const T* data, std::size_t size)
    {
        using Component = typename Layout<T>::Component;
        constexpr std::size_t components = Layout<T>::components;
        static_assert(components * sizeof(Component) == sizeof(T));
        header_ << "<DataArray type=\"" << VtkType<Component>::name << "\" Name=\"" << name << "\" NumberOfComponents=\"" << components
                << "\" format=\"appended\" offset=\"" << bytes_.size() << "\"/>\n";
        const std::uint64_t length = size * sizeof(T);
        append(&length, sizeof(length));
        append(data, length);
    }

    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    void append(const void* data, std::size_t length) { bytes_.append(static_cast<const char*>(data), length); }

    std::ostringstream& header_;
    std::string bytes_;
};
} // namespace

void write_vtp(const ParticleSet& particles, double time, const std::filesystem::path& path)
{
    std::ostringstream header;
    header.precision(17);
    VtpWriter writer(header);
    const auto n = static_cast<std::size_t>(particles.size());

    header << "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
              "header_type=\"UInt64\">\n<PolyData>\n"
           << "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" << time
           << "</DataArray></FieldData>\n"
           << "<Piece NumberOfPoints=\"" << n << "\" NumberOfVerts=\"" << n << "\">\n<Points>\n";
    writer.add(particles.position);
    header << "</Points>\n<Verts>\n";
    std::vector<Identity> connectivity(n);
    std::vector<Identity> offsets(n);
    for (std::size_t i = 0; i < n; ++i)
    {
        connectivity[i] = i;
        offsets[i] = i + 1;
    }
    writer.add_array("connectivity", connectivity.data(), n);
    writer.add_array("offsets", offsets.data(), n);
    header << "</Verts>\n<PointData>\n";
    particles.for_each_column([&](const auto& column) {
        if (column.name != "position")
            writer.add(column);
    });
    header << "</PointData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    write_output(path, header.str() + writer.bytes() + "\n</AppendedData>\n</VTKFile>\n");
}
} // namespace aspic
