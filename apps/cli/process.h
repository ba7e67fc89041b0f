#pragma once

#include <string>

/// Opens /dev/null for each standard stream that is closed: else the first file of the program would take its place and get what is printed.
void open_standard_streams();

/// From now on SIGINT, SIGTERM and SIGHUP ask for an end; the second of them ends the program at once. Writing to a closed pipe or beyond a file size
/// limit is an error of that write, not the end of the program.
void catch_signals();

/// How this program was called, as it could be typed again.
std::string command_line();

/// Whether one of them came.
bool is_asked_to_stop();
