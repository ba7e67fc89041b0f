#pragma once

#include "aspic/compute/execution.h"
#include "aspic/core/result.h"
#include "aspic/run/recorded_run.h"

#include <CLI/App.hpp>

/// Exit codes of the program.
enum ExitCode : int
{
    done = 0,
    bad_input = 2,
    numerical_failure = 3,
    io_failure = 4,
    out_of_resources = 5,
    interrupted = 130
};

/// Says what is wrong with what the user gave; returns the exit code for that.
int refuse(const aspic::Problems& problems);

/// Tells on standard error which frames of a folder are missing, if any are.
void tell_gaps(const std::vector<aspic::RecordedFrame>& frames);

/// How loops run if --threads is this; 0: on all cores.
aspic::Execution execution_with(int threads);

// Each adds its subcommand; the callback stores the exit code.
void add_run_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);
void add_surface_command(CLI::App& app, int& exit_code);
void add_skin_command(CLI::App& app, int& exit_code);
void add_sample_command(CLI::App& app, int& exit_code);
void add_eval_command(CLI::App& app, int& exit_code);
void add_approx_command(CLI::App& app, int& exit_code);
void add_describe_command(CLI::App& app, int& exit_code);
void add_schema_command(CLI::App& app, int& exit_code);
void add_list_command(CLI::App& app, int& exit_code);
void add_new_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_plot_command(CLI::App& app, int& exit_code);
