#pragma once

#include <filesystem>
#include <fstream>

namespace aspic
{
/// A small scene that uses every field of every table but those that stand instead of others (a test in
/// unit/io/scene_file_test.cpp looks). Its files: see `write_files_of_full_scene`.
inline constexpr const char* full_scene = R"({
  "$schema": "./scene.schema.json",
  "version": 1,
  "name": "full",
  "summary": "everything at once",
  "dimension": 3,
  "spacing": "10 cm",
  "support": 0.21,
  "particle_radius": 0.04,
  "kernel": "wendland",
  "periodic": {"x": {"from": -2, "to": 2}, "y": {"from": -3, "to": 5}, "z": {"from": -2, "to": 2}},
  "gravity": {"keyframes": [{"time": 0, "value": [0, -9.81, 0]}, {"time": 0.5, "value": [1, -5, 0]}], "interpolation": "smooth"},
  "duration": 0.1,
  "frame_rate": 50,
  "seed": 7,
  "materials": {
    "water": {"density": 998, "viscosity": 0.002, "surface_tension": 0.072, "color": [0.2, 0.5, 0.8]},
    "honey": {"density": "1.4 t/m³", "viscosity": {"keyframes": [{"time": 0, "value": 10}, {"time": 1, "value": "1 Pa s"}], "interpolation": "step"}}
  },
  "objects": {
    "block": {
      "shape": {"box": {"from": [-0.3, 0, -0.3], "to": [0.3, 0.4, 0.3]}},
      "sampling": {"relaxed": {"cohesion": 0.9, "adhesion": 0.3, "step": 0.2, "tolerance": 0.01, "max_iterations": 20}},
      "material": "water",
      "position": [-1, 0.1, 0],
      "rotation": [0, "10 deg", 0],
      "velocity": [0.1, 0, 0],
      "angular_velocity": [0, 0.5, 0],
      "flow": {"linear": {"along_x": [0.1, 0, 0], "along_y": [0, -0.1, 0], "along_z": [0, 0, 0], "center": [-1, 0.3, 0]}},
      "jitter": 0.1,
      "start": 0.01,
      "pins": {"foot": {"region": {"half_space": {"point": [0, 0.2, 0], "normal": [0, 1, 0]}}, "motion": {"velocity": [0.1, 0, 0],
        "deformation": {"along_x": ["1+0.1*t", 0, 0], "along_y": [0.1, 1, 0], "along_z": [0, 0, 1.1]}}}},
      "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 1, "value": [0.1, 0, 0]}]}, "center": [0, 0, 0]}
    },
    "ball": {"shape": {"sphere": {"center": [0, 0, 0], "radius": 0.25}}, "material": "honey", "position": [0, 1, 0]},
    "bits": {
      "shape": {"union": {"of": [
        {"cylinder": {"from": [0.8, 0.2, 0], "to": [0.8, 0.6, 0], "radius": 0.2}},
        {"capsule": {"from": [0.8, 0.6, 0], "to": [1.2, 0.6, 0], "radius": 0.15}}
      ]}},
      "material": "water"
    },
    "ring": {"shape": {"torus": {"center": [0.8, 1.2, 0], "axis": [0, 1, 0], "radius": 0.3, "thickness": 0.12}}, "material": "water"},
    "lens": {
      "shape": {"intersection": {"of": [{"box": {"from": [0, 0, 0], "to": [0.4, 0.4, 0.4]}}, {"sphere": {"radius": 0.4}}]}},
      "material": "water"
    },
    "cup": {
      "shape": {"difference": {
        "of": {"box": {"from": [0.2, 2, 0], "to": [0.6, 2.4, 0.4]}}, "without": [{"sphere": {"center": [0.4, 2.2, 0.2], "radius": 0.1}}]
      }},
      "material": "water"
    },
    "crate": {
      "shape": {"moved": {"shape": {"mesh": {"file": "cube.obj", "scale": 0.4, "thickness": 0.2}}, "rotation": [0, 0, 0.3], "position": [-1, 2, 0]}},
      "material": "water"
    },
    "dots": {"shape": {"particles": {"file": "dots.csv", "scale": 0.5}}, "material": "water"}
  },
  "walls": {
    "ground": {
      "shape": {"height_field": {"from": [-2, -1, -2], "to": [2, 0, 2], "columns": 3, "heights": [-0.2, -0.1, 0, -0.1, 0, -0.1, 0, -0.1, -0.2]}},
      "keeps": "outside",
      "ghosts": "no_slip",
      "restitution": 0.2,
      "friction": 0.3,
      "fluid_friction": 0.1,
      "motion": {"rotation": [0, 0.1, 0], "velocity": [0.01, 0, 0], "center": [0, 0, 0]}
    },
    "room": {"shape": {"box": {"from": [-3, -2, -3], "to": [3, 4, 3]}}, "keeps": "inside", "motion": {"angular_velocity": [0, 0.1, 0]}}
  },
  "emitters": {
    "jet": {"fluid": {
      "material": "water", "nozzle": {"circle": {"radius": 0.12}}, "position": [0, 3, 0], "direction": [0, -1, 0],
      "speed": {"keyframes": [{"time": 0, "value": 1}, {"time": 1, "value": 2}]}, "rate": 0.02, "start": 0.01, "stop": 2, "limit": 500
    }},
    "slot": {"fluid": {"material": "water", "nozzle": {"rectangle": {"width": 0.2, "height": 0.1}}, "profile": "turbulent", "position": [1, 3, 0]}},
    "drops": {"bodies": {
      "shape": {"sphere": {"radius": 0.15}}, "sampling": {"relaxed": {"max_iterations": 20}}, "material": "honey", "position": [-1, 3.3, 0], "rotation": [0.1, 0, 0], "velocity": [0, -1, 0],
      "angular_velocity": [0, 0, 1], "flow": {"vortices": {"speed": 0.1, "wavelength": 0.6}}, "jitter": 0.05, "interval": 0.4, "start": 0.02, "count": 2
    }}
  },
  "max_particles": 100000,
  "domain": {"from": [-9, -9, -9], "to": [9, 9, 9]},
  "lost_particles": "delete",
  "sinks": {"drain": {"shape": {"box": {"from": [1.5, -1, -2], "to": [2, 0.3, 2]}}, "start": 0.02, "stop": 5}},
  "forces": {
    "wind": {"acceleration": {"keyframes": [{"time": 0, "value": [1, 0, 0]}, {"time": 1, "value": [2, 0, 0]}]}, "material": "water",
      "region": {"box": {"from": [-2, 1, -2], "to": [2, 3, 2]}}}
  },
  "air": {"density": 1.1, "velocity": {"keyframes": [{"time": 0, "value": [1, 0, 0]}, {"time": 1, "value": [3, 0, 1]}]}, "drag_coefficient": 0.5},
  "solvers": {
    "pressure": {"weakly_compressible": {
      "sound_speed": 90, "gamma": 6, "negative_factor": 0.1, "background_pressure": 10, "gradient": "averaged",
      "density": {"continuity": {"diffusion": 0.05}}, "artificial_viscosity": 0.2, "shifting": 0.1, "hydrostatic_start": true
    }},
    "viscosity": {"morris": {}},
    "smoothing": {"xsph": {"strength": 0.05, "stored": true}},
    "surface_tension": {"cohesion": {}},
    "vorticity": {"micropolar": {"transfer": 0.01, "inertia": 0.02, "balance": 0.9}},
    "time_step": {"courant": 0.25, "force": 0.2, "viscous": 0.1, "largest": 0.001, "fixed": "0.1 ms"}
  },
  "probes": {
    "by-number": {"particle": {"identity": 3, "every": 0.01}},
    "by-place": {"particle": {"nearest": [0, 1, 0]}},
    "ball": {"body": {"object": "ball", "rotation": true, "every": 0.01}},
    "p": {"pressure": {"at": [0, 0.2, 0], "moves_with": "ground", "every": 0.01}},
    "cell": {"area": {"at": [0, 0, 0], "normal": [0, 1, 0], "radius": 0.2, "moves_with": "ground", "every": 0.01}},
    "pin": {"pin": {"object": "block", "pin": "foot", "about": [0, 1, 0], "every": 0.01}},
    "stored": {"elastic_energy": {"object": "ball", "every": 0.01}},
    "level": {"level": {"at": [0, 0, 0], "up": [0, 1, 0], "width": 0.2, "percentile": 99, "moves_with": "ground", "every": 0.01}},
    "front": {"front": {"direction": [1, 0, 0], "percentile": 99, "every": 0.01}},
    "force": {"wall": {"wall": "ground", "about": [0, 1, 0], "every": 0.01}},
    "counts": {"counts": {"every": 0.01}},
    "solver": {"solver": {"every": 0.01}}
  },
  "output": {"formats": ["vtp", "ply", "csv"], "columns": ["velocity"], "ghosts": true, "checkpoint_every": "1 min", "keep_checkpoint_every": 2,
    "surface": {"method": "zhu-bridson", "resolution": 0.6, "support": 2.2, "smooth": 1, "decimate": 0.9, "attributes": ["velocity"], "format": "obj"},
    "skin": {"method": "mls", "support": 2.1, "link": 1.6, "resolution": 0.7, "format": "glb"}
  },
  "picture": {
    "style": "both", "color_by": "speed",
    "camera": {"placed": {
      "position": {"keyframes": [{"time": 0, "value": [9, 3, 9]}, {"time": 1, "value": [0, 3, 12]}]}, "target": [0, 1, 0], "angle": "40 deg"
    }}
  }
}
)";

/// The mesh and the particles that the full scene names.
inline void write_files_of_full_scene(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "cube.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                          "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::ofstream(folder / "dots.csv") << "x,y,z\n1.2,6,1\n1.4,6,1\n1.2,6.2,1\n";
}
} // namespace aspic
