#!/usr/bin/python3
"""Reads surface files with nothing of Aspic's code, and checks that the formats agree.

    read_surfaces.py FOLDER

FOLDER holds files of the same names as .ply, .obj, .glb and .vtp. Of one name all formats must have the same triangles, the same vertices and normals
as floats, and the same columns where the format has them. Every surface must be closed: each edge is used once in each direction.
Prints a summary; exit code 1 and what is wrong otherwise. Python's standard library only.
"""

import json
import os
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

VTK_TYPES = {"Float32": "f", "Float64": "d", "Int64": "q"}
PLY_TYPES = {"float": "f", "double": "d", "int": "i", "uchar": "B"}


class Wrong(Exception):
    """What is wrong with a file."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


class Surface:
    """Vertices and normals as triples, triangles, and columns: lists of numbers or triples by name."""

    def __init__(self, vertices, normals, triangles, columns):
        self.vertices, self.normals, self.triangles, self.columns = vertices, normals, triangles, columns


def triples(numbers):
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))


def read_ply(content):
    head, mark, body = content.partition(b"end_header\n")
    need(mark and head.startswith(b"ply\nformat binary_little_endian 1.0\n"), "is not a binary little-endian PLY file")
    counts, codes, names, element = {}, "<", [], None
    for line in head.decode("ascii").splitlines():
        words = line.split()
        if words[0] == "element":
            element = words[1]
            counts[element] = int(words[2])
        elif words[0] == "property" and element == "vertex":
            codes += PLY_TYPES[words[1]]
            names.append(words[2])
        elif words[0] == "property":
            need(words[1:] == ["list", "uchar", "int", "vertex_indices"], "faces are no lists of vertices")
    size = struct.calcsize(codes)
    need(len(body) == counts["vertex"] * size + counts["face"] * 13, f"has {len(body)} bytes of data")
    rows = list(struct.iter_unpack(codes, body[:counts["vertex"] * size]))
    faces = list(struct.iter_unpack("<B3i", body[counts["vertex"] * size:]))
    need(all(face[0] == 3 for face in faces), "a face is no triangle")

    def columns_of(*wanted):
        places = [names.index(name) for name in wanted]
        return [tuple(row[place] for place in places) for row in rows]

    columns = {}
    if "vx" in names:
        columns["velocity"] = columns_of("vx", "vy", "vz")
    if "red" in names:  # bytes
        columns["color"] = [tuple(byte / 255 for byte in color) for color in columns_of("red", "green", "blue")]
    for name in names:
        if name.endswith("_x"):
            columns[name[:-2]] = columns_of(name, name[:-1] + "y", name[:-1] + "z")
    for name in names:
        if name not in ("x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz", "red", "green", "blue") and name[-2:] not in ("_x", "_y", "_z"):
            columns[name] = [row[names.index(name)] for row in rows]
    return Surface(columns_of("x", "y", "z"), columns_of("nx", "ny", "nz"), [face[1:] for face in faces], columns)


def read_obj(content):
    vertices, colors, normals, triangles = [], [], [], []
    for line in content.decode("ascii").splitlines():
        words = line.split()
        numbers = [] if words[0] in ("#", "f") else [float(word) for word in words[1:]]
        if words[0] == "v":
            vertices.append(tuple(numbers[:3]))
            if len(numbers) == 6:
                colors.append(tuple(numbers[3:]))
        elif words[0] == "vn":
            normals.append(tuple(numbers))
        elif words[0] == "f":
            corners = [word.split("//") for word in words[1:]]
            need(len(corners) == 3 and all(a == b for a, b in corners), f"'{line}' is no triangle")
            triangles.append(tuple(int(a) - 1 for a, _ in corners))
    return Surface(vertices, normals, triangles, {"color": colors} if colors else {})


def read_glb(content):
    magic, version, length = struct.unpack_from("<4sII", content)
    need(magic == b"glTF" and version == 2 and length == len(content), "is not glTF 2, or cut off")
    chunks, place = [], 12
    while place < length:
        size, kind = struct.unpack_from("<I4s", content, place)
        need(size % 4 == 0 and place + 8 + size <= length, "a chunk is not within the file")
        chunks.append((kind, content[place + 8:place + 8 + size]))
        place += 8 + size
    need(chunks[0][0] == b"JSON" and (len(chunks) == 1 or chunks[1][0] == b"BIN\0"), "chunks are not JSON and BIN")
    root = json.loads(chunks[0][1])
    need(root["asset"]["version"] == "2.0", "is not version 2.0")
    if "meshes" not in root:
        return Surface([], [], [], {})
    data = chunks[1][1]
    need(len(data) - 4 < root["buffers"][0]["byteLength"] <= len(data), "the buffer has another length")

    def accessor(number):
        a = root["accessors"][number]
        view = root["bufferViews"][a["bufferView"]]
        count = a["count"] * {"SCALAR": 1, "VEC3": 3}[a["type"]]
        need(view["byteLength"] == 4 * count and view["byteOffset"] % 4 == 0, "a view does not fit its accessor")
        values = struct.unpack_from(f"<{count}{'f' if a['componentType'] == 5126 else 'I'}", data, view["byteOffset"])
        result = triples(values) if a["type"] == "VEC3" else list(values)
        if "min" in a:
            need(all(abs(min(v[k] for v in result) - a["min"][k]) < 1e-6 for k in range(3)), "min is wrong")
            need(all(abs(max(v[k] for v in result) - a["max"][k]) < 1e-6 for k in range(3)), "max is wrong")
        return result

    node = root["nodes"][root["scenes"][root["scene"]]["nodes"][0]]
    primitive = root["meshes"][node["mesh"]]["primitives"][0]
    need(primitive["mode"] == 4 and primitive["material"] < len(root["materials"]), "is not made of triangles")
    attributes = {name: accessor(number) for name, number in primitive["attributes"].items()}
    need("min" in root["accessors"][primitive["attributes"]["POSITION"]], "positions have no extent")
    vertices = [tuple(a + b for a, b in zip(v, node["translation"])) for v in attributes.pop("POSITION")]
    normals = attributes.pop("NORMAL")
    columns = {"color" if name == "COLOR_0" else name[1:].lower(): values for name, values in attributes.items()}
    return Surface(vertices, normals, triples(accessor(primitive["indices"])), columns)


def read_vtp(content):
    start = re.search(rb"<AppendedData encoding=\"raw\">\s*_", content)
    end = content.rfind(b"\n</AppendedData>\n</VTKFile>\n")
    need(start and end > 0, "has no appended data, or no end")
    root = ElementTree.fromstring(content[:start.start()] + b"</VTKFile>")
    data = content[start.end():end]
    piece = root.find("PolyData/Piece")

    def array(element):
        offset, components = int(element.attrib["offset"]), int(element.attrib["NumberOfComponents"])
        code = VTK_TYPES[element.attrib["type"]]
        length, = struct.unpack_from("<Q", data, offset)
        values = struct.unpack_from(f"<{length // struct.calcsize(code)}{code}", data, offset + 8)
        return triples(values) if components == 3 else list(values)

    polys = {element.attrib["Name"]: array(element) for element in piece.findall("Polys/DataArray")}
    columns = {element.attrib["Name"]: array(element) for element in piece.findall("PointData/DataArray")}
    vertices = array(piece.find("Points/DataArray"))
    need(len(vertices) == int(piece.attrib["NumberOfPoints"]), "has another number of points")
    need(len(polys["offsets"]) == int(piece.attrib["NumberOfPolys"]), "has another number of triangles")
    need(polys["offsets"] == [3 * k + 3 for k in range(len(polys["offsets"]))], "a polygon is no triangle")
    return Surface(vertices, columns.pop(piece.find("PointData").attrib["Normals"]), triples(polys["connectivity"]), columns)


READERS = {".glb": read_glb, ".obj": read_obj, ".ply": read_ply, ".vtp": read_vtp}


def check_closed(surface):
    edges = [(t[k], t[(k + 1) % 3]) for t in surface.triangles for k in range(3)]
    directed = set(edges)
    need(len(directed) == len(edges) and all((b, a) in directed for a, b in edges), "is not closed")
    need(all(0 <= v < len(surface.vertices) for t in surface.triangles for v in t), "an index is out of range")
    need(all(abs(sum(x * x for x in n) - 1) < 1e-5 for n in surface.normals), "a normal is not of length one")


def same(a, b, tolerance):
    flat = [x for v in a for x in (v if isinstance(v, tuple) else (v,))]
    other = [x for v in b for x in (v if isinstance(v, tuple) else (v,))]
    return len(flat) == len(other) and all(abs(x - y) <= tolerance for x, y in zip(flat, other))


def compare(stem, surfaces):
    first = surfaces[".ply"]
    for ending, other in surfaces.items():
        name = f"{stem}{ending}"
        need(first.triangles == [tuple(t) for t in other.triangles], f"{name}: other triangles")
        need(same(first.vertices, other.vertices, 1e-6 if ending == ".glb" else 0), f"{name}: other vertices")
        need(same(first.normals, other.normals, 1e-7), f"{name}: other normals")
        if ending != ".obj":
            need(not first.vertices or sorted(first.columns) == sorted(other.columns), f"{name}: columns {sorted(other.columns)}")
        for column, values in other.columns.items():
            tolerance = 0.51 / 255 if column == "color" and ending != ".ply" else 0  # those of PLY are bytes
            need(same(first.columns[column], values, tolerance), f"{name}: other {column}")


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    stems = {}
    try:
        for name in sorted(os.listdir(sys.argv[1])):
            stem, ending = os.path.splitext(name)
            if ending in READERS:
                with open(os.path.join(sys.argv[1], name), "rb") as file:
                    try:
                        stems.setdefault(stem, {})[ending] = READERS[ending](file.read())
                        check_closed(stems[stem][ending])
                    except (Wrong, KeyError, ValueError, IndexError, struct.error, ElementTree.ParseError) as error:
                        raise Wrong(f"{name}: {error}") from error
        for stem, surfaces in stems.items():
            need(sorted(surfaces) == sorted(READERS), f"{stem}: only {', '.join(sorted(surfaces))}")
            compare(stem, surfaces)
    except Wrong as wrong:
        print(f"{sys.argv[1]}: {wrong}", file=sys.stderr)
        return 1
    sizes = ", ".join(f"{stem} {len(surfaces['.ply'].triangles)}" for stem, surfaces in sorted(stems.items()))
    print(f"{len(stems)} surfaces in {len(READERS)} formats agree; triangles: {sizes}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
