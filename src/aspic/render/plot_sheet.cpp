#include "aspic/render/plot_frame.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr int panel_width = 640, panel_height = 400;    // [px] of a sheet that may be as large as it likes
constexpr int single_width = 1000, single_height = 700; // [px] of a sheet with one panel
constexpr double sheet_title_text = 24;
} // namespace

SheetGrid grid_of(const PlotSheet& sheet)
{
    const int count = std::max(1, static_cast<int>(sheet.panels.size()));
    const int suited = count <= 2 ? 1 : count <= 6 ? 2 : count <= 15 ? 3 : 4;
    const int columns = std::min(count, sheet.columns > 0 ? sheet.columns : suited);
    return {columns, (count + columns - 1) / columns};
}

Canvas draw(const PlotSheet& sheet)
{
    const auto [columns, rows] = grid_of(sheet);
    const int above = sheet.title.empty() ? 0 : sheet_title_height;
    const bool is_single = columns * rows == 1;
    const int width = sheet.width > 0 ? sheet.width : is_single ? single_width : columns * panel_width;
    const int height = sheet.height > 0 ? sheet.height : above + (is_single ? single_height : rows * panel_height);
    Canvas canvas(width, height);
    canvas.text({width / 2.0, sheet_title_height - 14}, sheet.title,
                {.size = sheet_title_text, .color = ink, .align = TextAlign::center, .bold = true});
    const double panel_x = double(width) / columns, panel_y = double(height - above) / rows;
    for (std::size_t k = 0; k < sheet.panels.size(); ++k)
    {
        const int column = static_cast<int>(k) % columns, row = static_cast<int>(k) / columns;
        draw(canvas, sheet.panels[k], {std::floor(column * panel_x), std::floor(above + row * panel_y), panel_x, panel_y});
    }
    return canvas;
}
} // namespace aspic
