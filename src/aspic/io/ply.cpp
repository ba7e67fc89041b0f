#include "aspic/io/ply.h"

#include "aspic/core/printable.h"
#include "aspic/io/number_columns.h"
#include "aspic/io/number_text.h"
#include "aspic/io/ply_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

namespace aspic
{
namespace
{
constexpr Identity exact_in_double = Identity{1} << 53U;

template <class T> constexpr const char* ply_type = nullptr;
template <> constexpr const char* ply_type<float> = "float";
template <> constexpr const char* ply_type<double> = "double";
template <> constexpr const char* ply_type<Index> = "int";
template <> constexpr const char* ply_type<std::uint32_t> = "uint";

/// The rows of a file: first the columns tell what a row holds, then they fill their place in each row.
class PlyRows
{
public:
    explicit PlyRows(std::size_t count) : count_(count) {}

    /// Adds a property whose value in row i is value(i).
    template <class F> void add(std::string name, F value)
    {
        using T = decltype(value(std::size_t{}));
        for (char& c : name)
            c = static_cast<unsigned char>(c) <= ' ' ? '_' : c;
        while (!names_.insert(name).second)
            name += '_';
        header_ += std::string("property ") + ply_type<T> + " " + name + "\n";
        fillers_.emplace_back([this, value, offset = row_size_](char* rows) {
            for (std::size_t i = 0; i < count_; ++i)
            {
                const T number = value(i);
                std::memcpy(rows + i * row_size_ + offset, &number, sizeof(T));
            }
        });
        row_size_ += sizeof(T);
    }

    [[nodiscard]] const std::string& header() const { return header_; }

    void append_to(std::string& text) const
    {
        const std::size_t begin = text.size();
        text.resize(begin + count_ * row_size_);
        for (const auto& fill : fillers_)
            fill(text.data() + begin);
    }

private:
    std::size_t count_;
    std::size_t row_size_ = 0;
    std::string header_;
    std::set<std::string> names_;
    std::vector<std::function<void(char*)>> fillers_;
};

std::vector<std::string> property_names(const AnyColumn& column)
{
    if (name_of(column) == "position")
        return {"x", "y", "z"};
    std::vector<std::string> names = component_names(column);
    if (name_of(column) == "velocity" && names.size() == 3)
        return {"vx", "vy", "vz"};
    return names;
}

void add_large_integers(PlyRows& rows, const Column<Identity>& column)
{
    const Identity* values = column.values.data();
    if (std::ranges::all_of(column.values, [](Identity value) { return value < exact_in_double; }))
        return rows.add(column.name, [values](std::size_t i) { return static_cast<double>(values[i]); });
    rows.add(column.name + "_low", [values](std::size_t i) { return static_cast<std::uint32_t>(values[i]); });
    rows.add(column.name + "_high", [values](std::size_t i) { return static_cast<std::uint32_t>(values[i] >> 32U); });
}

void add_column(PlyRows& rows, const AnyColumn& any)
{
    if (const auto* column = std::get_if<Column<Identity>>(&any))
        return add_large_integers(rows, *column);
    std::visit(
        [&](const auto& column) {
            using Layout = ColumnLayout<ValueOf<decltype(column)>>;
            using Component = typename Layout::Component;
            if constexpr (!std::is_same_v<Component, Identity>)
            {
                const auto* values = reinterpret_cast<const Component*>(column.values.data());
                const std::vector<std::string> names = property_names(any);
                for (std::size_t k = 0; k < Layout::components; ++k)
                    rows.add(names[k], [values, k](std::size_t i) { return values[i * Layout::components + k]; });
            }
        },
        any);
}

NumberColumn::Type type_of(PlyType type)
{
    if (type == PlyType::float32)
        return NumberColumn::Type::float32;
    return type == PlyType::float64 ? NumberColumn::Type::float64 : NumberColumn::Type::integer;
}

/// Puts name_low and name_high together to one column of large integers.
void join_halves(std::vector<NumberColumn>& numbers)
{
    for (std::size_t k = 0; k + 1 < numbers.size(); ++k)
    {
        NumberColumn& low = numbers[k];
        const NumberColumn& high = numbers[k + 1];
        if (!low.name.ends_with("_low") || low.type != NumberColumn::Type::integer || high.type != NumberColumn::Type::integer)
            continue;
        const std::string name = low.name.substr(0, low.name.size() - 4);
        const auto is_negative = [](double value) { return value < 0; };
        if (high.name != name + "_high" || std::ranges::any_of(low.values, is_negative) || std::ranges::any_of(high.values, is_negative))
            continue;
        low.name = name;
        for (std::size_t i = 0; i < low.values.size(); ++i)
            low.exact.push_back(static_cast<Identity>(low.values[i]) | (static_cast<Identity>(high.values[i]) << 32U));
        numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
}

/// The number in a comment `time 0.5`, or 0.
double time_of(const PlyFile& file)
{
    for (const std::string& comment : file.comments)
    {
        double time = 0;
        const std::string_view text = std::string_view(comment).substr(std::min<std::size_t>(5, comment.size()));
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
        if (comment.starts_with("time ") && error == std::errc{} && end == text.data() + text.size() && std::isfinite(time))
            return time;
    }
    return 0;
}

/// The vertices' properties as columns of finite numbers.
Result<std::vector<NumberColumn>> numbers_of(const PlyElement& vertices, const std::string& source)
{
    std::vector<NumberColumn> numbers;
    for (const PlyProperty& property : vertices.properties)
    {
        if (property.is_list)
            continue;
        const auto bad = std::ranges::find_if(property.values, [](double value) { return !std::isfinite(value); });
        if (bad != property.values.end())
            return Problem{source,
                           printable(property.name) + " of particle " + std::to_string(bad - property.values.begin()) + " is not finite",
                           "the run that wrote the file went wrong, or the file is damaged"};
        numbers.push_back({property.name, "", type_of(property.type), property.values, {}});
    }
    return numbers;
}
} // namespace

std::string ply_text(const ParticleFrame& frame)
{
    PlyRows rows(static_cast<std::size_t>(frame.size()));
    for (const AnyColumn& column : frame.columns)
        add_column(rows, column);
    std::string text = "ply\nformat binary_little_endian 1.0\ncomment written by Aspic\ncomment time " + number_text(frame.time) +
                       "\nelement vertex " + std::to_string(frame.size()) + "\n" + rows.header() + "end_header\n";
    rows.append_to(text);
    return text;
}

Result<ParticleFrame> parse_particle_ply(std::string_view content, const std::string& source)
{
    const Result<PlyFile> file = parse_ply(content, source);
    if (!file)
        return file.problems();
    if (file->is_ascii && content.back() != '\n')
        return Problem{source, "the last line does not end: the file may be cut off", "if it is whole, end the last line with a newline"};
    const PlyElement* vertices = file->find("vertex");
    if (vertices == nullptr)
        return Problem{source, "there are no vertices", "particles are the rows of the element 'vertex'"};
    if (vertices->count > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
        return Problem{source, "there are more than 2^31 − 1 particles", ""};
    Result<std::vector<NumberColumn>> numbers = numbers_of(*vertices, source);
    if (!numbers)
        return numbers.problems();
    join_halves(*numbers);
    Result<ParticleFrame> frame = frame_from_numbers(std::move(*numbers), source);
    if (frame)
        frame->time = time_of(*file);
    return frame;
}
} // namespace aspic
