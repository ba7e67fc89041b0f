#include "aspic/io/checkpoint.h"

#include "aspic/core/printable.h"
#include "aspic/io/input_file.h"
#include "aspic/io/output_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace aspic
{
namespace
{
// File: magic, version, build, physics, frame, file sizes, branch; lengths of the state's lists, its numbers each with its name, next identity,
// number of particles, number of columns, the columns; last a hash of all that stands before it. Numbers are little endian, as on every machine
// that the kernels are made for.
constexpr std::string_view magic = "aspic checkpoint\n";
constexpr const char* older = "take an older checkpoint";

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
    std::string_view text()
    {
        const auto size = number<std::uint32_t>();
        failed = failed || rest_.size() < size;
        const std::string_view value = failed ? std::string_view{} : rest_.substr(0, size);
        rest_.remove_prefix(value.size());
        return value;
    }
    /// How many elements follow, if the rest can hold them: each takes `least` bytes or more.
    std::size_t length(std::size_t least)
    {
        const auto value = number<std::uint64_t>();
        failed = failed || value > rest_.size() / least;
        return failed ? 0 : static_cast<std::size_t>(value);
    }
    [[nodiscard]] std::size_t left() const { return rest_.size(); }
    bool failed = false;

private:
    std::string_view rest_;
};

// ---------------------------------------------------------------- notes

void write_notes(Writer& out, const CheckpointNotes& notes)
{
    out.text(notes.physics);
    out.number(notes.frame);
    out.number(static_cast<std::uint64_t>(notes.file_sizes.size()));
    for (const auto& [name, size] : notes.file_sizes)
    {
        out.text(name);
        out.number(size);
    }
    out.text(notes.branched_from);
}

void read_notes(Reader& in, CheckpointNotes& notes)
{
    notes.physics = in.text();
    notes.frame = in.number<std::int64_t>();
    const std::size_t files = in.length(sizeof(std::uint32_t) + sizeof(std::uint64_t));
    for (std::size_t k = 0; k < files && !in.failed; ++k)
    {
        const std::string_view name = in.text();
        const auto size = in.number<std::uint64_t>();
        in.failed = in.failed || !notes.file_sizes.emplace(name, size).second;
    }
    notes.branched_from = in.text();
    in.failed = in.failed || notes.frame < 0;
}

// ---------------------------------------------------------------- numbers

void write_numbers(Writer& out, const WorldState& state)
{
    out.number(static_cast<std::uint64_t>(state.object_is_there.size()));
    out.number(static_cast<std::uint64_t>(state.emitters.size()));
    out.number(static_cast<std::uint64_t>(state.probes.size()));
    out.number(static_cast<std::uint64_t>(state.rigid_bodies.size()));
    out.number(static_cast<std::uint64_t>(state.contacts.size()));
    visit_numbers(state, [&](std::string_view name, const auto& number) {
        out.text(name);
        out.number(number);
    });
}

void read_numbers(Reader& in, WorldState& state)
{
    state.object_is_there.resize(in.length(sizeof(state.object_is_there[0])));
    state.emitters.resize(in.length(sizeof(EmitterState)));
    state.probes.resize(in.length(sizeof(ProbeState)));
    state.rigid_bodies.resize(in.length(sizeof(RigidBodyState)));
    state.contacts.resize(in.length(sizeof(ContactMemory)));
    visit_numbers(state, [&](std::string_view name, auto& number) {
        in.failed = in.failed || in.text() != name;
        number = in.number<std::remove_cvref_t<decltype(number)>>();
    });
}

// ---------------------------------------------------------------- columns

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
    const std::string unit(in.text());
    const std::string symbol(in.text());
    const T initial = in.number<T>();
    const bool is_there = particles.has_column(name);
    in.failed = in.failed || (is_there && !particles.has_column_of<T>(name)); // a known name with another type
    in.failed = in.failed || in.left() / sizeof(T) < static_cast<std::size_t>(particles.size());
    if (in.failed)
        return;
    Column<T>& column = is_there ? particles.column<T>(name) : particles.add_column<T>(name, unit, symbol, initial);
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

void write_columns(Writer& out, const ParticleSet& particles)
{
    out.number(particles.next_identity());
    out.number(static_cast<std::int64_t>(particles.size()));
    std::uint32_t columns = 0;
    particles.for_each_column([&](const auto&) { ++columns; });
    out.number(columns);
    particles.for_each_column([&](const auto& column) { write_column(out, column); });
}

void read_columns(Reader& in, ParticleSet& particles)
{
    const auto next_identity = in.number<Identity>();
    const auto n = in.number<std::int64_t>();
    const auto columns = in.number<std::uint32_t>();
    in.failed = in.failed || n < 0 || n > std::numeric_limits<Index>::max() || static_cast<std::uint64_t>(n) > in.left();
    if (in.failed)
        return;
    particles.restore(static_cast<Index>(n), next_identity);
    std::set<std::string, std::less<>> names;
    for (std::uint32_t c = 0; c < columns && !in.failed; ++c)
    {
        const auto type = in.number<std::uint32_t>();
        const std::string name(in.text());
        in.failed = in.failed || !names.insert(name).second;
        read_column_of_type(type, in, particles, name);
    }
    // Every column of the set was in the file, and no identity can be given twice.
    particles.for_each_column([&](const auto& column) { in.failed = in.failed || !names.contains(column.name); });
    for (const Identity identity : particles.identity.values)
        in.failed = in.failed || (identity >= next_identity && identity < first_chosen_identity);
}

std::size_t bytes_of(const ParticleSet& particles)
{
    std::size_t bytes = 0;
    particles.for_each_column([&](const auto& column) { bytes += column.values.size() * sizeof(column.values[0]); });
    return bytes;
}

/// The part of the content that its checksum at the end covers, if it does fit.
std::optional<std::string_view> checked(std::string_view content)
{
    std::uint64_t hash = 0;
    if (content.size() < sizeof(hash))
        return std::nullopt;
    const std::string_view covered = content.substr(0, content.size() - sizeof(hash));
    std::memcpy(&hash, content.data() + covered.size(), sizeof(hash));
    return XXH3_64bits(covered.data(), covered.size()) == hash ? std::optional(covered) : std::nullopt;
}
} // namespace

std::string checkpoint_text(const CheckpointNotes& notes, const WorldState& state)
{
    constexpr std::size_t room_for_the_rest = std::size_t{1} << 16U;
    Writer out;
    out.content.reserve(bytes_of(state.particles) + notes.physics.size() + room_for_the_rest);
    out.bytes(magic.data(), magic.size());
    out.number(checkpoint_version);
    out.text(notes.build);
    write_notes(out, notes);
    write_numbers(out, state);
    write_columns(out, state.particles);
    out.number(XXH3_64bits(out.content.data(), out.content.size()));
    return std::move(out.content);
}

void write_checkpoint(const std::filesystem::path& path, const CheckpointNotes& notes, const WorldState& state)
{
    write_output(path, checkpoint_text(notes, state), Durability::on_disk);
}

Result<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string_view build)
{
    return parse_checkpoint(read_file(path), path.string(), build);
}

Result<Checkpoint> parse_checkpoint(std::string_view content, const std::string& source, std::string_view build)
{
    if (!content.starts_with(magic))
        return Problem{source, "is not a checkpoint of Aspic", ""};
    const auto covered = checked(content);
    if (!covered || covered->size() < magic.size())
        return Problem{source, "is damaged: its checksum does not fit", older};

    Reader in(covered->substr(magic.size()));
    if (const auto found = in.number<std::uint32_t>(); found != checkpoint_version)
        return Problem{source,
                       "is a checkpoint of version " + std::to_string(found) + ", this program reads version " +
                           std::to_string(checkpoint_version),
                       "go on with the program that wrote it"};
    Checkpoint checkpoint;
    checkpoint.notes.build = in.text();
    if (checkpoint.notes.build != build)
        return Problem{source, "was written by another build: " + printable(checkpoint.notes.build) + ", this one is " + printable(build),
                       "go on with the build that wrote it: another one would not end with the same bits"};
    read_notes(in, checkpoint.notes);
    read_numbers(in, checkpoint.state);
    if (in.failed)
        return Problem{source, "is damaged: its numbers make no sense", older};
    read_columns(in, checkpoint.state.particles);
    if (in.failed || in.left() != 0)
        return Problem{source, "is damaged: its columns do not fill it", older};
    return checkpoint;
}
} // namespace aspic
