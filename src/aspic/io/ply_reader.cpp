#include "aspic/io/ply_reader.h"

#include "aspic/core/printable.h"
#include "aspic/io/ply_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace aspic
{
namespace
{
/// Calls f(T{}) for the C++ type of a property.
template <class F> decltype(auto) with_type(PlyType type, F&& f)
{
    switch (type)
    {
    case PlyType::int8:
        return f(std::int8_t{});
    case PlyType::uint8:
        return f(std::uint8_t{});
    case PlyType::int16:
        return f(std::int16_t{});
    case PlyType::uint16:
        return f(std::uint16_t{});
    case PlyType::int32:
        return f(std::int32_t{});
    case PlyType::uint32:
        return f(std::uint32_t{});
    case PlyType::float32:
        return f(float{});
    case PlyType::float64:
        break;
    }
    return f(double{});
}

std::size_t size_of(PlyType type)
{
    return with_type(type, [](auto zero) { return sizeof(zero); });
}

/// Takes numbers from binary data. Past the end, or if something is wrong, it gives nothing.
class BinaryNumbers
{
public:
    BinaryNumbers(std::string_view content, const PlyHeader& header) : content_(content), at_(header.size), swap_(header.is_big_endian) {}

    /// Bytes that a number takes at least.
    static std::size_t least_size(PlyType type) { return size_of(type); }
    [[nodiscard]] std::size_t left() const { return content_.size() - at_; }
    [[nodiscard]] std::string place() const { return ": byte " + std::to_string(at_); }
    [[nodiscard]] std::string found() const { return "the end of the file"; }

    std::optional<double> take(PlyType type)
    {
        return with_type(type, [&](auto value) -> std::optional<double> {
            if (left() < sizeof(value))
                return std::nullopt;
            std::array<char, sizeof(value)> bytes;
            std::memcpy(bytes.data(), content_.data() + at_, sizeof(value));
            if (swap_)
                std::ranges::reverse(bytes);
            std::memcpy(&value, bytes.data(), sizeof(value));
            at_ += sizeof(value);
            return static_cast<double>(value);
        });
    }

    /// Whether nothing but blanks is left.
    [[nodiscard]] bool is_at_end() const { return content_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos; }

private:
    std::string_view content_;
    std::size_t at_;
    bool swap_;
};

/// The same from text: words between blanks and line ends.
class TextNumbers
{
public:
    TextNumbers(std::string_view content, const PlyHeader& header) : rest_(content.substr(header.size)), line_(header.lines + 1) {}

    static std::size_t least_size(PlyType /*type*/) { return 2; }       // a digit and a blank
    [[nodiscard]] std::size_t left() const { return rest_.size() + 1; } // behind the last digit there may be none
    [[nodiscard]] std::string place() const { return ":" + std::to_string(line_); }
    [[nodiscard]] std::string found() const { return rest_.empty() ? "the end of the file" : printable(rest_.substr(0, word_end())); }

    std::optional<double> take(PlyType type)
    {
        skip_blanks();
        const std::size_t end = word_end();
        std::string_view word = rest_.substr(0, end);
        if (word.starts_with('+'))
            word.remove_prefix(1);
        const std::optional<double> value = with_type(type, [&](auto zero) { return number<decltype(zero)>(word); });
        if (value)
            rest_.remove_prefix(end);
        return value;
    }

    bool is_at_end()
    {
        skip_blanks();
        return rest_.empty();
    }

private:
    /// Whole numbers may be written like 3.0, but must be in the range of their type.
    template <class T> static std::optional<double> number(std::string_view word)
    {
        using Written = std::conditional_t<std::is_same_v<T, float>, float, double>;
        Written value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size())
            return std::nullopt;
        if constexpr (std::is_integral_v<T>)
            if (!(value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max() && value == std::floor(value)))
                return std::nullopt;
        return static_cast<double>(value);
    }

    [[nodiscard]] std::size_t word_end() const { return std::min(rest_.find_first_of(" \t\r\n"), rest_.size()); }

    void skip_blanks()
    {
        const std::size_t count = std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size());
        line_ += static_cast<std::size_t>(std::ranges::count(rest_.substr(0, count), '\n'));
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
    std::size_t line_;
};

template <class Numbers> class BodyReader
{
public:
    BodyReader(std::string_view content, PlyHeader& header, const std::string& source)
        : numbers_(content, header), file_(header.file), source_(source)
    {
    }

    /// Fills the values of all properties: nothing, or what is wrong.
    std::optional<Problem> read()
    {
        for (PlyElement& element : file_.elements)
            if (!read_element(element))
                return problem_;
        if (!numbers_.is_at_end())
            return Problem{source_ + numbers_.place(), "there is more data than the header tells", "the file is damaged"};
        return std::nullopt;
    }

private:
    bool fail(std::string what, std::string hint)
    {
        problem_ = {source_ + numbers_.place(), std::move(what), std::move(hint)};
        return false;
    }

    /// Takes memory for the rows only if the file can hold them.
    bool reserve(PlyElement& element)
    {
        std::size_t row = 0;
        for (const PlyProperty& property : element.properties)
            row += Numbers::least_size(property.is_list ? property.count_type : property.type);
        if (row > 0 && element.count > numbers_.left() / row)
            return fail(std::to_string(element.count) + " rows of " + printable(element.name) + " do not fit into the file",
                        "it is cut off or damaged");
        for (PlyProperty& property : element.properties)
            property.is_list ? property.ends.reserve(element.count) : property.values.reserve(element.count);
        return true;
    }

    bool read_element(PlyElement& element)
    {
        if (!reserve(element))
            return false;
        if (element.properties.empty())
            return true;
        for (std::size_t row = 0; row < element.count; ++row)
            for (PlyProperty& property : element.properties)
                if (!(property.is_list ? read_list(property) : read_number(property)))
                    return fail("row " + std::to_string(row) + " of " + printable(element.name) + ", " + printable(property.name) +
                                    ": no number is written here but " + numbers_.found(),
                                "the file is cut off or damaged");
        return true;
    }

    bool read_number(PlyProperty& property)
    {
        const std::optional<double> value = numbers_.take(property.type);
        if (value)
            property.values.push_back(*value);
        return value.has_value();
    }

    bool read_list(PlyProperty& property)
    {
        const std::optional<double> length = numbers_.take(property.count_type);
        const std::size_t most = numbers_.left() / Numbers::least_size(property.type);
        if (!length || *length < 0 || *length > static_cast<double>(most))
            return false;
        for (auto k = static_cast<std::size_t>(*length); k > 0; --k)
            if (!read_number(property))
                return false;
        property.ends.push_back(property.values.size());
        return true;
    }

    Numbers numbers_;
    PlyFile& file_;
    std::string source_;
    Problem problem_;
};
} // namespace

const PlyProperty* PlyElement::find(std::string_view property_name) const
{
    const auto found = std::ranges::find(properties, property_name, &PlyProperty::name);
    return found == properties.end() ? nullptr : &*found;
}

const PlyElement* PlyFile::find(std::string_view element_name) const
{
    const auto found = std::ranges::find(elements, element_name, &PlyElement::name);
    return found == elements.end() ? nullptr : &*found;
}

Result<PlyFile> parse_ply(std::string_view content, const std::string& source)
{
    Result<PlyHeader> header = parse_ply_header(content, source);
    if (!header)
        return header.problems();
    const std::optional<Problem> problem = header->file.is_ascii ? BodyReader<TextNumbers>(content, *header, source).read()
                                                                 : BodyReader<BinaryNumbers>(content, *header, source).read();
    if (problem)
        return *problem;
    return std::move(header->file);
}
} // namespace aspic
