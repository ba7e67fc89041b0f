#include "aspic/io/vtp_reader.h"

#include "aspic/core/printable.h"
#include "aspic/io/base64.h"
#include "aspic/io/number_columns.h"
#include "aspic/io/vtp_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace aspic
{
namespace
{
constexpr std::uint64_t most_components = 64;

/// Calls f(T{}) for VTK's name of T; false if there is no such type.
template <class F> bool with_type(std::string_view name, F&& f)
{
    const auto attempt = [&](std::string_view candidate, auto zero) {
        if (name == candidate)
            f(zero);
        return name == candidate;
    };
    return attempt("Float32", float{}) || attempt("Float64", double{}) || attempt("Int8", std::int8_t{}) ||
           attempt("UInt8", std::uint8_t{}) || attempt("Int16", std::int16_t{}) || attempt("UInt16", std::uint16_t{}) ||
           attempt("Int32", std::int32_t{}) || attempt("UInt32", std::uint32_t{}) || attempt("Int64", std::int64_t{}) ||
           attempt("UInt64", std::uint64_t{});
}

template <class T> void reverse_bytes(T& value)
{
    auto* bytes = reinterpret_cast<unsigned char*>(&value);
    std::reverse(bytes, bytes + sizeof(T));
}

/// The name of one component of an array in messages and split columns.
std::string component_name(const std::string& name, std::size_t components, std::size_t k)
{
    if (components == 1)
        return name;
    const std::string number = "_" + std::to_string(k);
    return name + (components == 3 ? std::string(vector_endings[k]) : components == 9 ? std::string(matrix_endings[k]) : number);
}

class VtpReader
{
public:
    VtpReader(const VtpDocument& document, const std::string& source) : document_(document), source_(source) {}

    Result<ParticleFrame> read()
    {
        for (const VtpArray& array : document_.arrays)
        {
            if (problems_.empty() && !with_type(array.type, [&](auto zero) { read_array<decltype(zero)>(array); }))
                report(array.begin, "the type " + printable(array.type) + " of " + printable(array.name) + " is unknown",
                       "known are Float32, Float64 and integers of 8 to 64 bits");
        }
        if (!problems_.empty())
            return problems_;
        const bool has_points = std::ranges::any_of(columns_, [](const AnyColumn& column) { return name_of(column) == "position"; });
        if (!has_points && document_.points == 0)
            columns_.emplace_back(Column<Vec3d>{"position", "", "", {}, {}});
        return ordered_frame(std::move(columns_), time_, source_);
    }

private:
    void report(std::size_t byte, std::string what, std::string hint)
    {
        if (problems_.empty())
            problems_.push_back({source_ + ": byte " + std::to_string(byte), std::move(what), std::move(hint)});
    }

    template <class T> void read_array(const VtpArray& array)
    {
        if (array.components == 0 || array.components > most_components)
            return report(array.begin, printable(array.name) + " has " + std::to_string(array.components) + " components",
                          "from 1 to " + std::to_string(most_components) + " are read");
        const std::size_t rows = array.role == VtpArray::Role::time ? 1 : static_cast<std::size_t>(document_.points);
        const Array<T> values = array.format == VtpArray::Format::ascii ? ascii_values<T>(array, rows * array.components)
                                                                        : binary_values<T>(array, rows * array.components);
        if (problems_.empty())
            check_finite(array, values);
        if (!problems_.empty())
            return;
        if (array.role == VtpArray::Role::time)
            time_ = static_cast<double>(values[0]);
        else if (array.role == VtpArray::Role::points)
            add_positions(array, values);
        else
            add_columns(array, values);
    }

    template <class T> Array<T> ascii_values(const VtpArray& array, std::size_t count)
    {
        Array<T> values;
        values.reserve(std::min(count, array.text.size()));
        std::string_view rest = array.text;
        const auto skip_blanks = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size())); };
        for (skip_blanks(); !rest.empty(); skip_blanks())
        {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
            T value{};
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
            if (error != std::errc{} || end != word.data() + word.size() || values.size() == count)
            {
                report(array.begin, "the numbers of " + printable(array.name) + " go wrong at " + printable(word),
                       std::to_string(count) + " numbers of type " + array.type + " are expected");
                return {};
            }
            values.push_back(value);
            rest.remove_prefix(word.size());
        }
        if (values.size() != count)
            report_count(array, array.begin, values.size() * sizeof(T), count * sizeof(T));
        return values;
    }

    template <class T> Array<T> binary_values(const VtpArray& array, std::size_t count)
    {
        const std::size_t size = count * sizeof(T);
        std::string decoded;
        const std::string_view bytes = block_of(array, size, decoded);
        if (!problems_.empty())
            return {};
        Array<T> values(count);
        if (size > 0)
            std::memcpy(values.data(), bytes.data(), size);
        if (document_.is_big_endian)
            std::ranges::for_each(values, [](T& value) { reverse_bytes(value); });
        return values;
    }

    /// The `size` bytes of an array, without their length in front; `decoded` keeps them if they stood in base64.
    std::string_view block_of(const VtpArray& array, std::size_t size, std::string& decoded)
    {
        const bool is_appended = array.format == VtpArray::Format::appended;
        std::string_view block = array.text;
        if (is_appended)
            block = document_.appended.substr(std::min<std::uint64_t>(array.offset, document_.appended.size()));
        place_ = is_appended ? document_.appended_begin + static_cast<std::size_t>(block.data() - document_.appended.data()) : array.begin;
        if (!is_appended || document_.appended_is_base64)
        {
            const std::size_t most = document_.header_size + size;
            std::optional<std::string> bytes;
            if (most <= block.size()) // four characters hold three bytes
                bytes = base64_decoded(block, most);
            decoded = bytes.value_or("");
            block = decoded;
        }
        const std::uint64_t length = take_length(block);
        if (problems_.empty() && length != size)
            report_count(array, place_, length, size);
        else if (problems_.empty() && block.size() < size)
            report(place_, "the data of " + printable(array.name) + " are cut off", "write or copy the file again");
        // Arrays may not share their bytes: a small file must not become large.
        read_bytes_ += size;
        if (is_appended && read_bytes_ > document_.appended.size())
            report(place_, "the data of " + printable(array.name) + " overlap with others", "");
        return problems_.empty() ? block.substr(0, size) : std::string_view();
    }

    /// Takes the number in front of a block.
    std::uint64_t take_length(std::string_view& block)
    {
        if (block.size() < document_.header_size)
        {
            report(place_, "the data are cut off, or no base64", "write or copy the file again");
            return 0;
        }
        std::uint64_t length = 0;
        std::uint32_t short_length = 0;
        if (document_.header_size == sizeof(length))
            std::memcpy(&length, block.data(), sizeof(length));
        else
            std::memcpy(&short_length, block.data(), sizeof(short_length));
        if (document_.is_big_endian)
        {
            reverse_bytes(length);
            reverse_bytes(short_length);
        }
        block.remove_prefix(document_.header_size);
        return document_.header_size == sizeof(length) ? length : short_length;
    }

    void report_count(const VtpArray& array, std::size_t byte, std::uint64_t found, std::uint64_t expected)
    {
        report(byte,
               printable(array.name) + " has " + std::to_string(found) + " bytes, but " + std::to_string(document_.points) +
                   " points need " + std::to_string(expected),
               "the file is damaged or cut off");
    }

    template <class T> void check_finite(const VtpArray& array, const Array<T>& values)
    {
        if constexpr (std::is_floating_point_v<T>)
        {
            const auto bad = std::ranges::find_if(values, [](T value) { return !std::isfinite(value); });
            if (bad == values.end())
                return;
            const auto k = static_cast<std::size_t>(bad - values.begin());
            const std::string name = array.role == VtpArray::Role::points ? "position" : array.name;
            const bool is_raw = array.format == VtpArray::Format::appended && !document_.appended_is_base64;
            report(is_raw ? place_ + document_.header_size + k * sizeof(T) : array.begin,
                   printable(component_name(name, array.components, k % array.components)) + " of particle " +
                       std::to_string(k / array.components) + " is not finite",
                   "the run that wrote the file went wrong, or the file is damaged");
        }
    }

    template <class T> void add_positions(const VtpArray& array, const Array<T>& values)
    {
        if (array.components != 3)
            return report(array.begin, "points have " + std::to_string(array.components) + " components", "they need 3");
        Column<Vec3d> column{"position", "", "", {}, Array<Vec3d>(values.size() / 3)};
        for (std::size_t i = 0; i < column.values.size(); ++i)
            column.values[i] = {static_cast<double>(values[3 * i]), static_cast<double>(values[3 * i + 1]),
                                static_cast<double>(values[3 * i + 2])};
        columns_.emplace_back(std::move(column));
    }

    template <class T> void add_columns(const VtpArray& array, const Array<T>& values)
    {
        if constexpr (std::is_floating_point_v<T>)
        {
            if (array.components == 3)
                return add_typed<Vec3T<T>>(array, values);
            if (array.components == 9)
                return add_typed<Mat3T<T>>(array, values);
        }
        for (std::size_t k = 0; k < array.components; ++k)
            add_scalars(array, values, k);
    }

    template <class Value, class T> void add_typed(const VtpArray& array, const Array<T>& values)
    {
        Column<Value> column{array.name, "", "", {}, Array<Value>(values.size() / array.components)};
        if (!values.empty())
            std::memcpy(static_cast<void*>(column.values.data()), values.data(), values.size() * sizeof(T));
        columns_.emplace_back(std::move(column));
    }

    /// Component k of an array as a column.
    template <class T> void add_scalars(const VtpArray& array, const Array<T>& values, std::size_t k)
    {
        const std::string name = component_name(array.name, array.components, k);
        Array<T> numbers(values.size() / array.components);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = values[i * array.components + k];
        if constexpr (std::is_floating_point_v<T>)
        {
            if (name != "identity")
                return void(columns_.emplace_back(Column<T>{name, "", "", {}, std::move(numbers)}));
            NumberColumn plain{name, "", NumberColumn::Type::float64, {numbers.begin(), numbers.end()}, {}};
            Result<Column<Identity>> identities = identities_from(plain, source_);
            if (identities)
                columns_.emplace_back(std::move(*identities));
            else
                problems_ = identities.problems();
        }
        else
            add_integers(array, name, numbers);
    }

    /// Large types hold counts and identities, which are never negative; small ones are indices.
    template <class T> void add_integers(const VtpArray& array, const std::string& name, const Array<T>& numbers)
    {
        const bool is_negative = std::ranges::any_of(numbers, [](T number) { return number < T{}; });
        const bool fits = std::ranges::all_of(numbers, [](T number) { return std::in_range<Index>(number); });
        const bool is_large = sizeof(T) == sizeof(Identity) || std::is_same_v<T, std::uint32_t>;
        if (!is_negative && (is_large || name == "identity"))
            columns_.emplace_back(Column<Identity>{name, "", "", {}, {numbers.begin(), numbers.end()}});
        else if (fits && name != "identity")
            columns_.emplace_back(Column<Index>{name, "", "", {}, {numbers.begin(), numbers.end()}});
        else
            report(array.begin, printable(name) + " has integers that do not fit",
                   "negative ones have at most 32 bits, identities are not negative");
    }

    const VtpDocument& document_;
    std::string source_;
    double time_ = 0;
    std::vector<AnyColumn> columns_;
    std::size_t place_ = 0; ///< [bytes] of the block that was read last
    std::uint64_t read_bytes_ = 0;
    Problems problems_;
};
} // namespace

Result<ParticleFrame> parse_vtp(std::string_view content, const std::string& source)
{
    const Result<VtpDocument> document = parse_vtp_document(content, source);
    if (!document)
        return document.problems();
    return VtpReader(*document, source).read();
}
} // namespace aspic
