#pragma once

#include "aspic/core/printable.h" // IWYU pragma: export
