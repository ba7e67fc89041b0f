#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aspic
{
/// Text for inside an XML attribute.
std::string xml_escaped(std::string_view text);

/// One tag: `<name attribute="value">`, `</name>` or `<name …/>`. Views into the text.
struct XmlTag
{
    enum class Kind
    {
        opening,
        closing,
        alone
    };
    Kind kind = Kind::opening;
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string>> attributes; ///< values with &amp; and the like resolved
    std::size_t begin = 0;                                            ///< [bytes] place of its `<`
    std::size_t end = 0;                                              ///< [bytes] behind its `>`

    /// The value of an attribute, or nothing.
    [[nodiscard]] std::optional<std::string_view> attribute(std::string_view key) const;
};

/// Walks over the tags of an XML text from the front, so that what stands behind them may be anything: VTK appends raw bytes.
/// Comments, `<?…?>` and `<!…>` are skipped.
class XmlTags
{
public:
    explicit XmlTags(std::string_view text) : text_(text) {}

    /// The next tag; nothing at the end of the text, or at what is no XML: then error() says what is wrong.
    std::optional<XmlTag> next();

    /// The text from behind the last tag up to the next one.
    [[nodiscard]] std::string_view content() const { return text_.substr(at_, text_.find('<', at_) - at_); }

    /// What is wrong at place(), or empty.
    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] std::size_t place() const { return at_; } ///< [bytes]

private:
    bool skip_past(std::string_view ending);
    bool read_attributes(XmlTag& tag);
    bool read_attribute(XmlTag& tag);
    std::string_view take_name();
    void skip_blanks();

    std::string_view text_;
    std::size_t at_ = 0;
    std::string error_;
};
} // namespace aspic
