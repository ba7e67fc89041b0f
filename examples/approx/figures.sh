#!/bin/bash
# Draws the pictures of docs/methods/approximation.md into a folder.
# usage: examples/approx/figures.sh [FOLDER]     (default: out/approx)
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."

aspic=${ASPIC:-./aspic}
curve=examples/approx/curve.csv
field=examples/approx/field.csv
out=${1:-out/approx}
mkdir -p -- "$out"

# T09 fig. 1: a kernel as a field (a), and for several support radii (b)
"$aspic" approx --draw-kernel poly6 --support 1 --grid 201x201 --plot "$out/kernel_field.png"
"$aspic" approx --draw-kernel poly6 --support 1 1.5 2 --plot "$out/kernel.png"

# Shape functions of SPH and MLS on the same irregular samples, with their sum
for method in sph shepard mls; do
    "$aspic" approx "$curve" --method "$method" --support 0.21 --shape-functions all --grid 801 --plot "$out/shape_functions_$method.png"
done

# The same samples approximated, and differentiated
for method in sph mls; do
    "$aspic" approx "$curve" --method "$method" --support 0.21 --plot "$out/curve_$method.png"
    "$aspic" approx "$curve" --method "$method" --support 0.21 --derivative gradient --plot "$out/slope_$method.png"
done

# A field in the plane, its slope, one of its shape functions, and where a small support leaves holes
"$aspic" approx "$field" --support 0.6 --plot "$out/field.png"
"$aspic" approx "$field" --support 0.6 --order 2 --derivative gradient --plot "$out/field_slope.png"
"$aspic" approx "$field" --support 0.6 --shape-functions 18 --plot "$out/field_shape_function.png"
"$aspic" approx "$field" --support 0.2 --plot "$out/field_holes.png"
echo "wrote $out/*.png"
