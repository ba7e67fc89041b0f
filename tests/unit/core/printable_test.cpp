// Pieces of input in messages: short, readable, harmless.

#include "aspic/core/printable.h"

#include <gtest/gtest.h>

using namespace aspic;

TEST(Printable, KeepsLettersOfAllLanguages)
{
    EXPECT_EQ(printable("größe"), "'größe'");
    EXPECT_EQ(printable("水 🌊"), "'水 🌊'");
    EXPECT_EQ(printable(""), "''");
}

TEST(Printable, EscapesWhatTerminalsObey)
{
    EXPECT_EQ(printable("a\x1b[2Jb\n"), "'a\\x1b[2Jb\\x0a'");
    EXPECT_EQ(printable("\x7f"), "'\\x7f'");
    EXPECT_EQ(printable("\xc2\x9b"), "'\\xc2\\x9b'"); // CSI as one character
    EXPECT_EQ(printable(std::string_view("\0", 1)), "'\\x00'");
}

TEST(Printable, EscapesWhatIsNotUtf8)
{
    EXPECT_EQ(printable("\xff"), "'\\xff'");
    EXPECT_EQ(printable("\xc3"), "'\\xc3'");                   // cut off
    EXPECT_EQ(printable("\xc0\xaf"), "'\\xc0\\xaf'");          // longer than needed
    EXPECT_EQ(printable("\xed\xa0\x80"), "'\\xed\\xa0\\x80'"); // half a character of UTF-16
}

TEST(Printable, CutsBetweenCharacters)
{
    std::string umlauts;
    for (int k = 0; k < 50; ++k)
        umlauts += "ü";
    EXPECT_EQ(printable(umlauts), "'" + umlauts.substr(0, 80) + "…'");
}

TEST(Printable, VisibleKeepsAllButWhatConfusesATerminal)
{
    EXPECT_EQ(visible("größe 🌊.json"), "größe 🌊.json");
    EXPECT_EQ(visible("a\x1b[2J\nb\xff"), "a\\x1b[2J\\x0ab\\xff");
    EXPECT_EQ(visible(std::string(100, 'a')), std::string(100, 'a'));
}
