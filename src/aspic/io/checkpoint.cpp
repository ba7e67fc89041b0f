#include "aspic/io/checkpoint.h"

#include "aspic/io/output_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <utility>

namespace aspic
{
namespace
{
// File: magic, version, size of Real, then time, next identity, number of particles, number of columns, the columns, and last a hash of all
// that stands before it. Numbers are little endian, as on every machine that the kernels are made for.
constexpr std::string_view magic = "aspic checkpoint\n";
constexpr std::uint32_t version = 1;

class Writer
{
public:
    template <class T> void number(const T& value) { bytes(&value, sizeof(T)); }
    void bytes(const void* data, std::size_t size) { content.append(static_cast<const char*>(data), size); }
    void text(std::string_view value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        bytes(value.data(), value.size());
    }
    std::string content;
};

/// Takes pieces from the front; after a read past the end `failed` stays true and all values are zero.
class Reader
{
public:
    explicit Reader(std::string_view content) : rest_(content) {}

    template <class T> T number()
    {
        T value{};
        bytes(&value, sizeof(T));
        return value;
    }
    void bytes(void* data, std::size_t size)
    {
        failed = failed || rest_.size() < size;
        if (failed)
            return;
        if (size > 0)
            std::memcpy(data, rest_.data(), size);
        rest_.remove_prefix(size);
    }
    std::string text()
    {
        const auto size = number<std::uint32_t>();
        failed = failed || rest_.size() < size;
        std::string value(failed ? 0 : size, '\0');
        bytes(value.data(), value.size());
        return value;
    }
    [[nodiscard]] std::size_t left() const { return rest_.size(); }
    bool failed = false;

private:
    std::string_view rest_;
};

/// Which alternative of AnyColumn holds T.
template <class T> std::uint32_t type_number() { return static_cast<std::uint32_t>(AnyColumn(Column<T>{}).index()); }

template <class T> void write_column(Writer& out, const Column<T>& column)
{
    out.number(type_number<T>());
    out.text(column.name);
    out.text(column.unit);
    out.text(column.symbol);
    out.number(column.initial);
    out.bytes(column.values.data(), column.values.size() * sizeof(T));
}

template <class T> void read_column(Reader& in, ParticleSet& particles, const std::string& name)
{
    std::string unit = in.text();
    std::string symbol = in.text();
    const T initial = in.number<T>();
    if (!in.failed && particles.has_column(name) && !particles.has_column_of<T>(name))
        in.failed = true; // a known name with another type
    if (in.failed)
        return;
    Column<T>& column =
        particles.has_column(name) ? particles.column<T>(name) : particles.add_column<T>(name, std::move(unit), std::move(symbol), initial);
    column.initial = initial;
    in.bytes(column.values.data(), column.values.size() * sizeof(T));
}

template <std::size_t k = 0> void read_column_of_type(std::size_t type, Reader& in, ParticleSet& particles, const std::string& name)
{
    if constexpr (k == std::variant_size_v<AnyColumn>)
        in.failed = true;
    else if (k == type)
        read_column<typename decltype(std::variant_alternative_t<k, AnyColumn>::values)::value_type>(in, particles, name);
    else
        read_column_of_type<k + 1>(type, in, particles, name);
}

Problem refuse(const std::string& source, std::string what, std::string hint) { return {source, std::move(what), std::move(hint)}; }
} // namespace

void write_checkpoint(const WorldState& state, const std::filesystem::path& path)
{
    Writer out;
    out.bytes(magic.data(), magic.size());
    out.number(version);
    out.number(static_cast<std::uint32_t>(sizeof(Real)));
    out.number(state.time);
    out.number(state.particles.next_identity());
    out.number(static_cast<std::int64_t>(state.particles.size()));
    std::uint32_t columns = 0;
    state.particles.for_each_column([&](const auto&) { ++columns; });
    out.number(columns);
    state.particles.for_each_column([&](const auto& column) { write_column(out, column); });
    out.number(XXH3_64bits(out.content.data(), out.content.size()));
    write_output(path, out.content);
}

Result<WorldState> read_checkpoint(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(path.string(), "cannot be opened", "is the path right, and may you read it?");
    const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return parse_checkpoint(content, path.string());
}

Result<WorldState> parse_checkpoint(std::string_view content, const std::string& source)
{
    if (!content.starts_with(magic))
        return refuse(source, "is not a checkpoint of Aspic", "");
    std::uint64_t hash = 0;
    const std::size_t hashed = content.size() < magic.size() + sizeof(hash) ? 0 : content.size() - sizeof(hash);
    std::memcpy(&hash, content.data() + hashed, std::min(sizeof(hash), content.size() - hashed));
    if (XXH3_64bits(content.data(), hashed) != hash)
        return refuse(source, "is damaged: its checksum does not fit", "take an older checkpoint");

    Reader in(content.substr(magic.size(), hashed - magic.size()));
    if (const auto found = in.number<std::uint32_t>(); found != version)
        return refuse(source, "is of version " + std::to_string(found) + ", this program reads version " + std::to_string(version),
                      "use the program that wrote it");
    if (const auto size = in.number<std::uint32_t>(); size != sizeof(Real))
        return refuse(source,
                      "was written by a build with " + std::to_string(8 * size) + " bit numbers, this one has " +
                          std::to_string(8 * sizeof(Real)),
                      "use the preset it was written with");
    WorldState state;
    state.time = in.number<double>();
    const auto next_identity = in.number<Identity>();
    const auto n = in.number<std::int64_t>();
    const auto columns = in.number<std::uint32_t>();
    if (in.failed || n < 0 || n > std::numeric_limits<Index>::max() || static_cast<std::uint64_t>(n) > in.left())
        return refuse(source, "is damaged: its numbers make no sense", "take an older checkpoint");
    state.particles.restore(static_cast<Index>(n), next_identity);
    std::set<std::string> names;
    for (std::uint32_t c = 0; c < columns && !in.failed; ++c)
    {
        const auto type = in.number<std::uint32_t>();
        const std::string name = in.text();
        in.failed = in.failed || !names.insert(name).second;
        read_column_of_type(type, in, state.particles, name);
    }
    // every column of the set was in the file, and no identity can be given twice
    state.particles.for_each_column([&](const auto& column) { in.failed = in.failed || !names.contains(column.name); });
    for (const Identity identity : state.particles.identity.values)
        in.failed = in.failed || identity >= next_identity;
    if (in.failed || in.left() != 0)
        return refuse(source, "is damaged: its columns do not fill it", "take an older checkpoint");
    return state;
}
} // namespace aspic
