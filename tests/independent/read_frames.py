#!/usr/bin/python3
"""Reads the frames of a run with nothing of Aspic's code, and checks that the formats agree.

    read_frames.py FOLDER

FOLDER holds frame_*.vtp, frame_*.ply and frame_*.csv, any of them, and perhaps one .pvd that lists frames. Of frames with one name
all formats must have the same number of particles, positions, velocities and identities. Prints a summary; exit code 1 and what is wrong
otherwise. Python's standard library only.
"""

import csv
import os
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

VTK_TYPES = {"Float32": "f", "Float64": "d", "Int8": "b", "UInt8": "B", "Int16": "h", "UInt16": "H", "Int32": "i", "UInt32": "I",
             "Int64": "q", "UInt64": "Q"}
PLY_TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "float": "f", "double": "d"}


class Wrong(Exception):
    """What is wrong with a file."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


class Frame:
    """What the formats have in common: lists of positions, velocities (or None) and identities; the time where it is written."""

    def __init__(self, positions, velocities, identities, time):
        self.positions, self.velocities, self.identities, self.time = positions, velocities, identities, time


def triples(numbers):
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))


def single(number):
    """The float that is nearest to a number: what a text with a float's digits means."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def read_vtp(path):
    """The header is XML; behind `_` stand, for each array, its length in 8 bytes and its numbers."""
    with open(path, "rb") as file:
        content = file.read()
    start = re.search(rb"<AppendedData encoding=\"raw\">\s*_", content)
    need(start, "there is no appended data")
    end = content.rfind(b"</AppendedData>")
    need(re.fullmatch(rb"\s*</AppendedData>\s*</VTKFile>\s*", content[end - 1:]), "the end of the file is not that of a VTK file")
    root = ElementTree.fromstring(content[:start.start()] + b"</VTKFile>")
    need(root.attrib["type"] == "PolyData" and root.attrib["byte_order"] == "LittleEndian", "is not little-endian PolyData")
    need(root.attrib["header_type"] == "UInt64", "lengths are not of 64 bits")
    data = content[start.end():end]
    piece = root.find("PolyData/Piece")
    count = int(piece.attrib["NumberOfPoints"])
    last = 0

    def array(element):
        nonlocal last
        offset, components = int(element.attrib["offset"]), int(element.attrib["NumberOfComponents"])
        code = VTK_TYPES[element.attrib["type"]]
        length, = struct.unpack_from("<Q", data, offset)
        need(length == count * components * struct.calcsize(code), f"{element.attrib['Name']} has {length} bytes for {count} points")
        last = max(last, offset + 8 + length)
        return struct.unpack_from(f"<{count * components}{code}", data, offset + 8)

    points = array(piece.find("Points/DataArray"))
    columns = {element.attrib["Name"]: array(element) for element in piece.findall("PointData/DataArray")}
    verts = {element.attrib["Name"]: array(element) for element in piece.findall("Verts/DataArray")}
    need(int(piece.attrib["NumberOfVerts"]) == count, "there is not one vertex per point")
    need(verts["connectivity"] == tuple(range(count)) and verts["offsets"] == tuple(range(1, count + 1)), "vertices are not the points")
    for kind, name in piece.find("PointData").attrib.items():
        need(name in columns, f"{kind} names '{name}', which is no column")
    need(len(data) == last + 1, f"{len(data) - last - 1} bytes belong to no array")  # a newline stands before the closing tag
    velocities = triples(columns["velocity"]) if "velocity" in columns else None
    return Frame(triples(points), velocities, list(columns["identity"]), float(root.find("PolyData/FieldData/DataArray").text))


def read_ply(path):
    with open(path, "rb") as file:
        content = file.read()
    head, mark, body = content.partition(b"end_header\n")
    need(mark and head.startswith(b"ply\nformat binary_little_endian 1.0\n"), "is not a binary little-endian PLY file")
    names, codes, count, time = [], "<", None, None
    for line in head.decode("ascii").splitlines():
        words = line.split()
        if words[:2] == ["comment", "time"]:
            time = float(words[2])
        elif words[0] == "element":
            need(words[1] == "vertex" and count is None, f"there is an element {words[1]}")
            count = int(words[2])
        elif words[0] == "property":
            codes += PLY_TYPES[words[1]]
            names.append(words[2])
    need(len(body) == count * struct.calcsize(codes), f"{count} rows of {struct.calcsize(codes)} bytes do not make {len(body)} bytes")
    columns = dict(zip(names, zip(*struct.iter_unpack(codes, body)))) if count else {name: () for name in names}
    if "identity" in columns:
        identities = [int(number) for number in columns["identity"]]
    else:
        identities = [low + (high << 32) for low, high in zip(columns["identity_low"], columns["identity_high"])]
    velocities = list(zip(columns["vx"], columns["vy"], columns["vz"])) if "vx" in columns else None
    return Frame(list(zip(columns["x"], columns["y"], columns["z"])), velocities, identities, time)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [cell.split(" [")[0] for cell in rows[0]]
    for number, row in enumerate(rows[1:], 2):
        need(len(row) == len(names), f"line {number} has {len(row)} cells, the header {len(names)}")

    def vectors(quantity):
        places = [names.index(f"{quantity}_{axis}") for axis in "xyz"]
        return [tuple(float(row[place]) for place in places) for row in rows[1:]]

    need(rows[0][names.index("position_x")] == "position_x [m]", "positions have no unit")
    velocities = vectors("velocity") if "velocity_x" in names else None
    return Frame(vectors("position"), velocities, [int(row[names.index("identity")]) for row in rows[1:]], None)


READERS = {".vtp": read_vtp, ".ply": read_ply, ".csv": read_csv}


def same_velocities(first, second):
    """Equal, or equal as floats: the shortest text of a float is another double."""
    return first == second or [tuple(map(single, v)) for v in first] == [tuple(map(single, v)) for v in second]


def compare(stem, frames):
    (first, frame), *others = frames.items()
    for ending, other in others:
        names = f"{stem}{first} and {stem}{ending}"
        need(len(frame.positions) == len(other.positions), f"{names}: {len(frame.positions)} and {len(other.positions)} particles")
        need(frame.identities == other.identities, f"{names}: identities differ")
        for number, (a, b) in enumerate(zip(frame.positions, other.positions)):
            need(a == b, f"{names}: position of particle {number} is {a} and {b}")
        need((frame.velocities is None) == (other.velocities is None), f"{names}: only one has velocities")
        need(frame.velocities is None or same_velocities(frame.velocities, other.velocities), f"{names}: velocities differ")
        need(frame.time == other.time or None in (frame.time, other.time), f"{names}: times {frame.time} and {other.time}")


def check_list(path, times):
    """A .pvd: each file exists, and its time is the one that the file tells."""
    entries = ElementTree.parse(path).getroot().findall("Collection/DataSet")
    need(entries, "lists no frames")
    for entry in entries:
        name, time = entry.attrib["file"], float(entry.attrib["timestep"])
        need(os.path.exists(os.path.join(os.path.dirname(path), name)), f"lists {name}, which is not there")
        inside = times.get(name) if times.get(name) is not None else time
        need(abs(inside - time) <= 1e-9 * max(1, abs(time)), f"says that {name} is at {time} s, the file says {inside} s")
    order = [float(entry.attrib["timestep"]) for entry in entries]
    need(order == sorted(set(order)), "times do not ascend")
    return len(entries)


def check(folder):
    stems, times, counts = {}, {}, []
    for name in sorted(os.listdir(folder)):
        stem, ending = os.path.splitext(name)
        if ending in READERS and stem.startswith("frame_"):
            try:
                stems.setdefault(stem, {})[ending] = READERS[ending](os.path.join(folder, name))
            except (Wrong, KeyError, ValueError, IndexError, struct.error, ElementTree.ParseError) as error:
                raise Wrong(f"{name}: {error}") from error
            times[name] = stems[stem][ending].time
    need(stems, "there are no files frame_*.vtp, .ply or .csv")
    for stem, frames in stems.items():
        compare(stem, frames)
        counts.append(len(next(iter(frames.values())).positions))
    endings = sorted({ending for frames in stems.values() for ending in frames})
    listed = 0
    for name in sorted(os.listdir(folder)):
        if name.endswith(".pvd"):
            try:
                listed += check_list(os.path.join(folder, name), times)
            except (Wrong, KeyError, ElementTree.ParseError) as error:
                raise Wrong(f"{name}: {error}") from error
    return f"{len(stems)} frames as {', '.join(endings)}: all agree, {min(counts)} to {max(counts)} particles, {listed} listed in .pvd files"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    try:
        print(check(sys.argv[1]))
    except Wrong as wrong:
        print(f"{sys.argv[1]}: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
