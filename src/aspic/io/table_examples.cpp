#include "aspic/io/table_examples.h"

#include <array>

namespace aspic
{
std::span<const TableExample> table_examples()
{
    static constexpr std::array examples{
        TableExample{"scene", R"({
  "version": 1,
  "dimension": 2,
  "spacing": "2 cm",
  "duration": 2,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [0.5, 1]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [2, 2]}}, "keeps": "inside"}}
})"},
        TableExample{"periodic", R"({"x": {"from": 0, "to": 2}})"},
        TableExample{"keyframes", R"({"keyframes": [{"time": 0, "value": 1}, {"time": "500 ms", "value": 3}], "interpolation": "smooth"})"},
        TableExample{"material", R"({"density": "0.9 t/m³", "viscosity": "80 mPa s"})"},
        TableExample{"object", R"({
  "shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}},
  "material": "water",
  "position": [0, 1, 0],
  "rotation": [0, 0, "30 deg"],
  "velocity": [2, 0, 0],
  "start": 0.5
})"},
        TableExample{"shape", R"({"difference": {
  "of": {"sphere": {"center": [0, 0.5, 0], "radius": "20 cm"}},
  "without": [
    {"box": {"from": [-1, 0.5, -1], "to": [1, 1, 1]}},
    {"moved": {"shape": {"mesh": {"file": "bunny.obj", "scale": 0.001}}, "position": [0, 0.4, 0]}}
  ]
}})"},
        TableExample{"pin", R"({"region": {"box": {"from": [0, 0, 0], "to": [0.1, 1, 1]}}, "motion": {"velocity": [0.5, 0, 0]}})"},
        TableExample{
            "motion",
            R"x({"displacement": ["0.03*sin(2*pi*t/1.3)", 0, 0], "angular_velocity": [0, 0, "30 rpm"], "center": [0.5, 0.5, 0]})x"},
        TableExample{"wall", R"({"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "friction": 0.3})"},
        TableExample{"emitter", R"({"fluid": {
  "material": "water",
  "nozzle": {"circle": {"radius": "3 cm"}},
  "position": [0, 2, 0],
  "direction": [1, 0, 0],
  "speed": {"keyframes": [{"time": 0, "value": 0.5}, {"time": 2, "value": 4}]},
  "stop": 5
}})"},
        TableExample{"sink", R"({"shape": {"box": {"from": [3, -1, -1], "to": [4, 3, 1]}}})"},
        TableExample{"solvers", R"({"pressure": {"weakly_compressible": {"sound_speed": 60}}, "time_step": {"largest": "1 ms"}})"},
        TableExample{"probe", R"({"level": {"at": [1.5, 0, 0], "width": "5 cm", "every": "10 ms"}})"},
        TableExample{"output", R"({"formats": ["vtp", "csv"], "columns": ["velocity", "density"], "checkpoint_every": "2 min"})"}};
    return examples;
}
} // namespace aspic
