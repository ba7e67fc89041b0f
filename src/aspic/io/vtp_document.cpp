#include "aspic/io/vtp_document.h"

#include "aspic/core/printable.h"
#include "aspic/io/xml.h"

#include <charconv>
#include <limits>
#include <optional>

namespace aspic
{
namespace
{
/// Marks what is wrong on the way; the parser stops at the first.
class VtpParser
{
public:
    VtpParser(std::string_view content, const std::string& source) : content_(content), source_(source), tags_(content) {}

    Result<VtpDocument> parse()
    {
        check_end();
        while (problems_.empty() && !is_done_)
        {
            const std::optional<XmlTag> tag = tags_.next();
            if (!tag)
                report(tags_.place(), tags_.error().empty() ? "the file ends too early" : tags_.error(), "");
            else if (tag->kind == XmlTag::Kind::closing)
                close(*tag);
            else
                open(*tag);
        }
        if (problems_.empty() && pieces_ == 0)
            report(0, "there is no piece with points", "");
        if (!problems_.empty())
            return problems_;
        return document_;
    }

private:
    void report(std::size_t byte, std::string what, std::string hint)
    {
        if (problems_.empty())
            problems_.push_back({source_ + ": byte " + std::to_string(byte), std::move(what), std::move(hint)});
    }

    /// Every way of writing a file ends with its last tag, so one without was not written to its end.
    void check_end()
    {
        const std::size_t last = content_.find_last_not_of(" \t\r\n");
        if (content_.find("<VTKFile") == std::string_view::npos)
            report(0, "is not a VTK XML file", "save it as VTK XML PolyData (.vtp)");
        else if (last == std::string_view::npos || !content_.substr(0, last + 1).ends_with("</VTKFile>"))
            report(content_.size(), "the file is cut off: it does not end with </VTKFile>", "write or copy it again");
    }

    void open(const XmlTag& tag)
    {
        if (tag.name == "VTKFile")
            read_file_tag(tag);
        else if (tag.name == "Piece")
            read_piece(tag);
        else if (tag.name == "DataArray")
            read_array(tag);
        else if (tag.name == "AppendedData")
            return read_appended(tag);
        if (tag.kind == XmlTag::Kind::opening)
            open_.push_back(tag.name);
        if (open_.size() > 64)
            report(tag.begin, "tags are nested too deeply", "");
    }

    void close(const XmlTag& tag)
    {
        if (open_.empty() || open_.back() != tag.name)
            return report(tag.begin, "</" + std::string(tag.name.substr(0, 40)) + "> closes what was not opened", "");
        open_.pop_back();
        is_done_ = open_.empty();
    }

    void read_file_tag(const XmlTag& tag)
    {
        const std::string_view type = tag.attribute("type").value_or("");
        if (type != "PolyData")
            return report(tag.begin, "the file holds " + printable(type) + ", not PolyData", "save the particles as PolyData (.vtp)");
        is_compressed_ = !tag.attribute("compressor").value_or("").empty();
        document_.is_big_endian = tag.attribute("byte_order").value_or("") == "BigEndian";
        const std::string_view header = tag.attribute("header_type").value_or("UInt32");
        if (header != "UInt32" && header != "UInt64")
            report(tag.begin, "the header_type " + printable(header) + " is unknown", "known are UInt32 and UInt64");
        document_.header_size = header == "UInt64" ? 8 : 4;
    }

    void read_piece(const XmlTag& tag)
    {
        if (++pieces_ > 1)
            return report(tag.begin, "the file has several pieces", "save the particles as one piece");
        document_.points = number(tag, "NumberOfPoints", std::nullopt);
        if (document_.points > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
            report(tag.begin, "there are more than 2^31 − 1 points", "");
    }

    void read_array(const XmlTag& tag)
    {
        const std::string_view parent = open_.empty() ? std::string_view() : open_.back();
        VtpArray array;
        array.name = tag.attribute("Name").value_or("");
        if (parent == "Points")
            array.role = VtpArray::Role::points;
        else if (parent == "FieldData" && array.name == "TimeValue")
            array.role = VtpArray::Role::time;
        else if (parent != "PointData")
            return; // cells and the like are not asked for
        array.type = tag.attribute("type").value_or("");
        array.components = number(tag, "NumberOfComponents", 1);
        array.begin = tag.begin;
        array.text = tag.kind == XmlTag::Kind::opening ? tags_.content() : std::string_view();
        read_format(tag, array);
        document_.arrays.push_back(std::move(array));
    }

    void read_format(const XmlTag& tag, VtpArray& array)
    {
        const std::string_view format = tag.attribute("format").value_or("ascii");
        if (is_compressed_ && format != "ascii") // numbers in letters never are
            return report(tag.begin, "the data are compressed", "save the file without compression");
        if (format == "appended")
        {
            array.format = VtpArray::Format::appended;
            array.offset = number(tag, "offset", std::nullopt);
        }
        else if (format == "binary")
            array.format = VtpArray::Format::base64;
        else if (format != "ascii")
            report(tag.begin, "the format " + printable(format) + " is unknown", "known are appended, binary and ascii");
    }

    /// Behind this tag there is no XML any more: `_`, the data, and the end of the file.
    void read_appended(const XmlTag& tag)
    {
        const std::string_view encoding = tag.attribute("encoding").value_or("");
        const std::size_t mark = content_.find_first_not_of(" \t\r\n", tag.end);
        const std::size_t end = content_.rfind("</AppendedData>");
        if (encoding != "raw" && encoding != "base64")
            return report(tag.begin, "the encoding " + printable(encoding) + " is unknown", "known are raw and base64");
        if (mark == std::string_view::npos || content_[mark] != '_' || end == std::string_view::npos || end <= mark)
            return report(tag.end, "the appended data do not stand between _ and </AppendedData>", "");
        document_.appended_begin = mark + 1;
        document_.appended = content_.substr(mark + 1, end - mark - 1);
        document_.appended_is_base64 = encoding == "base64";
        is_done_ = true;
    }

    std::uint64_t number(const XmlTag& tag, std::string_view key, std::optional<std::uint64_t> otherwise)
    {
        const std::optional<std::string_view> text = tag.attribute(key);
        if (!text && otherwise)
            return *otherwise;
        std::uint64_t value = 0;
        const std::string_view digits = text.value_or("");
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size())
            report(tag.begin, std::string(key) + " is " + printable(digits) + ", not a number", "");
        return value;
    }

    std::string_view content_;
    std::string source_;
    XmlTags tags_;
    std::vector<std::string_view> open_;
    VtpDocument document_;
    bool is_compressed_ = false;
    int pieces_ = 0;
    bool is_done_ = false;
    Problems problems_;
};
} // namespace

Result<VtpDocument> parse_vtp_document(std::string_view content, const std::string& source) { return VtpParser(content, source).parse(); }
} // namespace aspic
