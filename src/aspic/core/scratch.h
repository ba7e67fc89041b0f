#pragma once

#include "aspic/core/array.h"
#include "aspic/core/view.h"

#include <algorithm>

namespace aspic
{
/// Memory that the stages of a step use in turn: what was taken during a Turn is free for others when the turn ends. It grows to what the greediest moment
/// needs, and is kept.
class Scratch
{
public:
    /// Room for n elements that hold nothing yet; valid until the turn or clear() that frees it.
    template <class T> [[nodiscard]] View<T> take(Index n)
    {
        return {reinterpret_cast<T*>(take_bytes(static_cast<std::size_t>(n) * sizeof(T))), n};
    }

    /// Frees everything.
    void clear() { release(0, 0); }

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
        explicit Turn(Scratch& scratch) : scratch_(scratch), block_(scratch.block_), used_(scratch.used_) {}
        ~Turn() { scratch_.release(block_, used_); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Scratch& scratch_;
        std::size_t block_, used_;
    };

private:
    using Block = Array<std::byte>;
    static constexpr std::size_t alignment = 64;

    /// Numbers of particles grow little by little.
    static std::size_t with_reserve(std::size_t bytes) { return bytes + bytes / 16 + alignment; }

    std::byte* take_bytes(std::size_t wanted)
    {
        wanted = (wanted + alignment - 1) / alignment * alignment;
        while (block_ < blocks_.size() && used_ + wanted > blocks_[block_].size())
        {
            ++block_;
            used_ = 0;
        }
        if (block_ == blocks_.size())
            blocks_.emplace_back(with_reserve(wanted));
        std::byte* const place = blocks_[block_].data() + used_;
        used_ += wanted;
        std::size_t taken = used_;
        for (std::size_t block = 0; block < block_; ++block)
            taken += blocks_[block].size();
        most_taken_ = std::max(most_taken_, taken);
        return place;
    }

    void release(std::size_t block, std::size_t used)
    {
        block_ = block;
        used_ = used;
        if (block == 0 && used == 0 && blocks_.size() > 1) // next time all of it is in one piece
        {
            blocks_.clear();
            blocks_.emplace_back(with_reserve(most_taken_));
            most_taken_ = 0;
        }
    }

    std::vector<Block> blocks_;
    std::size_t block_ = 0, used_ = 0; ///< what is free begins here
    std::size_t most_taken_ = 0;
};
} // namespace aspic
