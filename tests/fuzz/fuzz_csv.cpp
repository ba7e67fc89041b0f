// Any bytes as a CSV file: a table of finite numbers or a list of problems, never a crash.

#include "aspic/io/csv.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto table = aspic::parse_csv({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (table.ok() == !table.problems().empty())
        std::abort();
    if (table)
        for (const auto& column : table->columns)
        {
            if (column.values.size() != table->row_count())
                std::abort();
            for (const double value : column.values)
                if (!std::isfinite(value))
                    std::abort();
        }
    return 0;
}
