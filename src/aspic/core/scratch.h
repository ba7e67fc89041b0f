#pragma once

#include "aspic/core/array.h"
#include "aspic/core/platform.h"
#include "aspic/core/view.h"

#include <algorithm>
#include <cstring>

namespace aspic
{
/// Memory that the stages of a step use in turn: what was taken during a Turn is free for others when the turn ends. It grows to what the greediest moment
/// needs, and is kept.
class Scratch
{
    /// How much is taken, and where what is free begins.
    struct Mark
    {
        std::size_t block = 0, used = 0; ///< the block, and bytes of it that are taken
        std::size_t taken = 0;           ///< bytes in all blocks
    };

public:
    /// Room for n elements that hold nothing yet; valid until the turn or clear() that frees it.
    template <class T> [[nodiscard]] View<T> take(Index n)
    {
        return {reinterpret_cast<T*>(take_bytes(static_cast<std::size_t>(n) * sizeof(T))), n};
    }

    /// Frees everything. Not during a turn.
    void clear() noexcept { free_ = {}; }

    [[nodiscard]] std::size_t bytes() const ///< memory held
    {
        std::size_t total = 0;
        for (const Block& block : blocks_)
            total += block.size();
        return total;
    }

    /// Frees at its end what was taken since it began.
    class Turn
    {
    public:
        explicit Turn(Scratch& scratch) : scratch_(scratch), before_(scratch.free_) {}
        ~Turn() { scratch_.free_ = before_; }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Scratch& scratch_;
        Mark before_;
    };

private:
    using Block = Array<std::byte>;
    static constexpr std::size_t alignment = 64;

    /// Numbers of particles grow little by little.
    static std::size_t with_reserve(std::size_t bytes) { return bytes + bytes / 16 + alignment; }

    std::byte* take_bytes(std::size_t wanted)
    {
        wanted = (wanted + alignment - 1) / alignment * alignment;
        if (free_.taken == 0 && blocks_.size() > 1) // from now on all of it in one piece
        {
            const std::size_t needed = with_reserve(std::max(wanted, most_taken_));
            free_ = {};
            blocks_.clear();
            blocks_.emplace_back(needed);
            most_taken_ = 0;
        }
        while (free_.block < blocks_.size() && free_.used + wanted > blocks_[free_.block].size())
            free_ = {free_.block + 1, 0, free_.taken};
        if (free_.block == blocks_.size())
            blocks_.emplace_back(with_reserve(wanted));
        std::byte* const place = blocks_[free_.block].data() + free_.used;
        free_ = {free_.block, free_.used + wanted, free_.taken + wanted};
        most_taken_ = std::max(most_taken_, free_.taken);
        if (is_checked)
            std::memset(place, 0xFF, wanted); // not a number: what was taken before must not be read again
        return place;
    }

    std::vector<Block> blocks_;
    Mark free_;
    std::size_t most_taken_ = 0; ///< [bytes] at a time, since the blocks were joined
};
} // namespace aspic
