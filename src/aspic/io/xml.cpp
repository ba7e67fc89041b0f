#include "aspic/io/xml.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace aspic
{
namespace
{
constexpr std::string_view blanks = " \t\r\n";
constexpr std::array<std::pair<std::string_view, char>, 5> entities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

/// `&#10;` or `&#xA;` at the front of the text: its length, or 0 if it is none. Only ASCII: names of quantities need no more.
std::size_t character_reference(std::string_view text, char& character)
{
    const bool is_hexadecimal = text.starts_with("&#x");
    const std::size_t begin = is_hexadecimal ? 3 : 2;
    unsigned code = 0;
    if (!text.starts_with("&#") || text.size() <= begin)
        return 0;
    const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), code, is_hexadecimal ? 16 : 10);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || code > 0x7f || length >= text.size() || *end != ';')
        return 0;
    character = static_cast<char>(code);
    return length + 1;
}

/// Unknown references stay as they are.
std::string resolved(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        char character = text.front();
        std::size_t length = character == '&' ? character_reference(text, character) : 0;
        for (const auto& [reference, meaning] : entities)
            if (length == 0 && text.starts_with(reference))
            {
                length = reference.size();
                character = meaning;
            }
        result += character;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}
} // namespace

std::string xml_escaped(std::string_view text)
{
    std::string result;
    for (const char c : text)
    {
        const auto found = std::ranges::find(entities, c, &std::pair<std::string_view, char>::second);
        if (found != entities.end())
            result += found->first;
        else if (c == '\n' || c == '\r' || c == '\t')
            result += "&#" + std::to_string(static_cast<int>(c)) + ";";
        else
            result += c;
    }
    return result;
}

std::optional<std::string_view> XmlTag::attribute(std::string_view key) const
{
    for (const auto& [name, value] : attributes)
        if (name == key)
            return value;
    return std::nullopt;
}

std::optional<XmlTag> XmlTags::next()
{
    while (error_.empty())
    {
        at_ = std::min(text_.find('<', at_), text_.size());
        const std::string_view rest = text_.substr(at_);
        if (rest.empty())
            return std::nullopt;
        if (rest.starts_with("<!--"))
            skip_past("-->");
        else if (rest.starts_with("<?"))
            skip_past("?>");
        else if (rest.starts_with("<!"))
            skip_past(">");
        else
            break;
    }
    XmlTag tag;
    tag.begin = at_;
    if (!error_.empty() || !read_attributes(tag))
        return std::nullopt;
    tag.end = at_;
    return tag;
}

bool XmlTags::skip_past(std::string_view ending)
{
    const std::size_t found = text_.find(ending, at_);
    if (found == std::string_view::npos)
        error_ = "nothing ends what begins here";
    else
        at_ = found + ending.size();
    return error_.empty();
}

/// From the `<` to behind the `>`.
bool XmlTags::read_attributes(XmlTag& tag)
{
    ++at_;
    if (text_.substr(at_).starts_with("/"))
    {
        tag.kind = XmlTag::Kind::closing;
        ++at_;
    }
    tag.name = take_name();
    while (error_.empty())
    {
        skip_blanks();
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with(">") || rest.starts_with("/>"))
        {
            at_ += rest.front() == '>' ? 1 : 2;
            if (rest.front() == '/')
                tag.kind = XmlTag::Kind::alone;
            return true;
        }
        read_attribute(tag);
    }
    return false;
}

bool XmlTags::read_attribute(XmlTag& tag)
{
    const std::string_view name = take_name();
    skip_blanks();
    if (!error_.empty() || !text_.substr(at_).starts_with("="))
    {
        error_ = "the tag is not well formed, or cut off";
        return false;
    }
    ++at_;
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = quote == '"' || quote == '\'' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
    {
        error_ = "the value of an attribute is not in quotes";
        return false;
    }
    tag.attributes.emplace_back(name, resolved(text_.substr(at_ + 1, end - at_ - 1)));
    at_ = end + 1;
    return true;
}

std::string_view XmlTags::take_name()
{
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n=/><\"'", at_), text_.size());
    const std::string_view name = text_.substr(at_, end - at_);
    if (name.empty())
        error_ = "the tag is not well formed, or cut off";
    at_ = end;
    return name;
}

void XmlTags::skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }
} // namespace aspic
