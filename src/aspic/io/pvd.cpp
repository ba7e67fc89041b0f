#include "aspic/io/pvd.h"

#include "aspic/io/number_text.h"
#include "aspic/io/xml.h"

namespace aspic
{
std::string pvd_text(std::span<const PvdEntry> entries)
{
    std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n";
    for (const PvdEntry& entry : entries)
        text += "<DataSet timestep=\"" + number_text(entry.time) + "\" part=\"0\" file=\"" + xml_escaped(entry.file) + "\"/>\n";
    return text + "</Collection>\n</VTKFile>\n";
}
} // namespace aspic
