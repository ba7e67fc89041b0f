#pragma once

/// A scene with a bit of everything that a run must carry on: particles that come and go, an object that starts late, probes with memory, kept checkpoints.
inline constexpr const char* small_scene = R"({
  "version": 1,
  "name": "small",
  "dimension": 2,
  "spacing": 0.04,
  "duration": 0.3,
  "frame_rate": 100,
  "materials": {"water": {"viscosity": 0.01}, "oil": {"density": 900, "viscosity": 0.1}},
  "objects": {
    "column": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.8]}}, "material": "water"},
    "drop": {"shape": {"sphere": {"radius": 0.12}}, "position": [1.4, 0.8], "material": "oil", "start": 0.05, "jitter": 0.1}
  },
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [2, 2]}}, "keeps": "inside"}},
  "emitters": {
    "jet": {"fluid": {"material": "oil", "nozzle": {"circle": {"radius": 0.1}}, "position": [1, 1.2], "direction": [0, -1], "speed": 2}}
  },
  "sinks": {"drain": {"shape": {"box": {"from": [0.8, -0.1], "to": [1.2, 0.1]}}}},
  "probes": {
    "one": {"particle": {"nearest": [0.6, 0.8]}},
    "all": {"body": {"rotation": true, "every": 0.007}},
    "bottom": {"pressure": {"at": [0.2, 0.04]}},
    "left": {"level": {"at": [0.1, 0], "width": 0.2}},
    "front": {"front": {"direction": [1, 0]}},
    "tank": {"wall": {"wall": "tank", "every": 0.013}},
    "counts": {"counts": {"every": 0.01}},
    "solver": {"solver": {}}
  },
  "output": {"formats": ["vtp", "csv"], "keep_checkpoint_every": 5}
})";
