#include "report.h"

#include "aspic/io/xml.h"

#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view style = R"(
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #1f2933; background: #fff; max-width: 1000px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; margin-bottom: 0.2em; }
h2 { font-size: 1.25em; margin-top: 2.2em; border-top: 1px solid #cbd2d9; padding-top: 1em; }
h2 small { color: #7b8794; font-weight: normal; font-size: 0.75em; }
p.source, p.conditions { color: #52606d; font-size: 0.93em; margin: 0.3em 0; }
table { border-collapse: collapse; margin: 1em 0; font-size: 0.9em; width: 100%; }
th { text-align: left; border-bottom: 2px solid #cbd2d9; padding: 4px 10px 4px 0; font-weight: 600; }
td { border-bottom: 1px solid #e4e7eb; padding: 3px 10px 3px 0; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
b.pass, td.pass { color: #0b7a4b; } b.miss, td.miss { color: #c0182a; font-weight: 700; } td.report { color: #7b8794; }
tr.miss td { background: #fdeeee; } tr.report td { color: #7b8794; }
p.remark { background: #fff6e0; padding: 0.5em 0.8em; white-space: pre-wrap; }
img { max-width: 100%; width: 760px; height: auto; margin: 0.6em 0; display: block; }
details { margin: 0.5em 0; } summary { cursor: pointer; color: #52606d; font-size: 0.93em; }
pre { background: #f5f7fa; padding: 0.8em; overflow-x: auto; font-size: 0.85em; line-height: 1.35; }
a { color: #0b5cad; } td a { white-space: nowrap; }
)";

std::string element(std::string_view tag, std::string_view attributes, std::string_view content)
{
    const std::string name(tag.substr(0, tag.find(' ')));
    return "<" + std::string(tag) + (attributes.empty() ? "" : " " + std::string(attributes)) + ">" + std::string(content) + "</" + name +
           ">";
}

/// A plot that stands in the page itself. (As an image: the letters of two drawings written into one page would share their names.)
std::string picture(const LinePlot& plot)
{
    std::string address;
    for (const char c : draw(plot).svg())
        address += c == '"'    ? "'"
                   : c == '%'  ? "%25"
                   : c == '#'  ? "%23"
                   : c == '<'  ? "%3C"
                   : c == '>'  ? "%3E"
                   : c == '\n' ? " "
                               : std::string(1, c);
    return "<img alt=\"" + xml_escaped(plot.title) + "\" src=\"data:image/svg+xml," + address + "\">\n";
}

std::string paragraph(std::string_view kind, std::string_view text)
{
    return element("p", "class=\"" + std::string(kind) + "\"", xml_escaped(text)) + "\n";
}

std::string figure_row(const Row& row)
{
    const std::string verdict(name(verdict_of(row)));
    const auto number = [](const std::string& text) { return element("td", "class=\"n\"", xml_escaped(text)); };
    return "<tr class=\"" + verdict + "\">" + element("td", "", xml_escaped(row.figure)) + number(number_of(row.reference)) +
           number(number_of(row.measured)) + number(error_text(row)) + number(tolerance_text(row)) +
           element("td", "class=\"" + verdict + "\"", verdict) + number(number_of(std::round(row.seconds))) + "</tr>\n";
}

std::string figures_table(const Outcome& outcome)
{
    std::string text = "<table><tr><th>figure</th><th class=\"n\">reference</th><th class=\"n\">measured</th><th class=\"n\">error</th>"
                       "<th class=\"n\">tolerance</th><th>verdict</th><th class=\"n\">s</th></tr>\n";
    for (const Row& row : outcome.rows)
        text += figure_row(row);
    return text + "</table>\n";
}

std::string section(const Finding& finding)
{
    const Case& subject = *finding.subject;
    std::string text = "<h2 id=\"" + subject.name + "\">" + xml_escaped(subject.name) + " <small>" + xml_escaped(subject.id) + " · " +
                       xml_escaped(subject.group) + "</small></h2>\n";
    text += element("p", "", xml_escaped(subject.description)) + "\n" + paragraph("source", "Reference: " + subject.source);
    text += figures_table(finding.outcome);
    for (const std::string& remark : finding.outcome.remarks)
        text += paragraph("remark", remark);
    for (const LinePlot& plot : finding.outcome.plots)
        text += picture(plot);
    for (const RunScene& scene : finding.outcome.scenes)
        text += "<details>" + element("summary", "", "scene " + xml_escaped(scene.label)) + element("pre", "", xml_escaped(scene.text)) +
                "</details>\n";
    return text;
}

/// One line per case: how it went and where to read on.
std::string overview(std::span<const Finding> findings)
{
    std::string text = "<table><tr><th>case</th><th>set-up</th><th class=\"n\">passed</th><th class=\"n\">missed</th>"
                       "<th class=\"n\">reported</th><th class=\"n\">s</th></tr>\n";
    for (const Finding& finding : findings)
    {
        const Tally tally = tally_of({&finding, 1});
        const Case& subject = *finding.subject;
        const auto number = [](double value) { return element("td", "class=\"n\"", number_of(value)); };
        text += std::string("<tr class=\"") + (tally.missed > 0 ? "miss" : "") + "\">" +
                element("td", "", element("a", "href=\"#" + subject.name + "\"", xml_escaped(subject.name))) +
                element("td", "", xml_escaped(subject.description)) + number(tally.passed) + number(tally.missed) + number(tally.reported) +
                number(std::round(tally.seconds)) + "</tr>\n";
    }
    return text + "</table>\n";
}
} // namespace

std::string html_page(const Conditions& conditions, std::span<const Finding> findings)
{
    const Tally tally = tally_of(findings);
    std::string text = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Aspic: validation</title>\n"
                       "<meta name=\"viewport\" content=\"width=device-width\">\n<style>" +
                       std::string(style) + "</style></head>\n<body>\n<h1>Aspic: validation</h1>\n";
    text += element("p", "", element("b", "class=\"" + std::string(tally.missed > 0 ? "miss" : "pass") + "\"", tally_text(tally))) + "\n";
    text += paragraph("conditions", conditions.program) +
            paragraph("conditions", conditions.date + " on " + conditions.machine + "; " + std::to_string(conditions.threads) +
                                        (conditions.threads == 1 ? " thread" : " threads"));
    if (conditions.quick)
        text += paragraph("remark", "A quick run: coarse versions, which the tolerances are not meant for.");
    text += overview(findings);
    for (const Finding& finding : findings)
        text += section(finding);
    return text + "</body></html>\n";
}
} // namespace aspic::validation
