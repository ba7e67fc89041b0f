#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aspic
{
/// One thing wrong with an input: where it stands, what is wrong, and how to mend it.
struct Problem
{
    std::string where;
    std::string what;
    std::string hint;

    bool operator==(const Problem&) const = default;
};

using Problems = std::vector<Problem>;

/// `where: what` on one line, the hint on the next.
std::string describe(const Problem& problem);
std::string describe(const Problems& problems);

/// A value, or everything that was wrong with the input it should come from.
template <class T> class [[nodiscard]] Result
{
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Problem problem) : problems_{std::move(problem)} {}
    Result(Problems problems) : problems_(std::move(problems)) {}

    [[nodiscard]] bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }

    T& value() { return *value_; }
    [[nodiscard]] const T& value() const { return *value_; }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return &*value_; }
    const T* operator->() const { return &*value_; }

    [[nodiscard]] const Problems& problems() const { return problems_; }

private:
    std::optional<T> value_;
    Problems problems_;
};
} // namespace aspic
