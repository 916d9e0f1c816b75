"""Turns meshes in MuJoCo's old binary form (.msh) into Wavefront OBJ.

    python -m ligament.msh2obj -i mesh.msh -o mesh.obj

A .msh file has four whole numbers (vertices, normals, texture coordinates, faces) and then these arrays, numbers of four
bytes each.
"""

import argparse
import dataclasses
import os
from typing import Union

import numpy as np


@dataclasses.dataclass(frozen=True)
class Msh:
    """The arrays of a mesh."""

    vertex_positions: np.ndarray
    vertex_normals: np.ndarray
    vertex_texcoords: np.ndarray
    face_vertex_indices: np.ndarray

    @staticmethod
    def create(file: Union[str, "os.PathLike[str]"]) -> "Msh":
        """Reads a file."""
        with open(os.fspath(file), "rb") as source:
            content = source.read()
        if len(content) < 16:
            raise ValueError(f"{file}: a .msh file begins with four sizes, this one has {len(content)} bytes")
        counts = [int(n) for n in np.frombuffer(content, "<i4", 4)]
        widths = (3, 3, 2, 3)
        expected = 16 + 4 * sum(count * width for count, width in zip(counts, widths))
        if min(counts) < 0 or expected != len(content):
            raise ValueError(f"{file}: sizes {counts} do not fit to a file of {len(content)} bytes")
        arrays, place = [], 16
        for count, width, kind in zip(counts, widths, ("<f4", "<f4", "<f4", "<i4")):
            arrays.append(np.frombuffer(content, kind, count * width, place).reshape(count, width))
            place += 4 * count * width
        return Msh(*arrays)


def msh_to_obj(msh_file: Union[str, "os.PathLike[str]"]) -> str:
    """The text of an OBJ file with the mesh of a .msh file."""
    mesh = Msh.create(msh_file)

    def rows(word, array):
        return [f"{word} " + " ".join(f"{x:.9g}" for x in row) for row in array.tolist()]

    # OBJ counts texture coordinates upward.
    texcoords = mesh.vertex_texcoords.copy()
    texcoords[:, 1] = 1 - texcoords[:, 1]
    lines = rows("v", mesh.vertex_positions) + rows("vt", texcoords) + rows("vn", mesh.vertex_normals)
    corner = {
        (False, False): "{0}",
        (False, True): "{0}//{0}",
        (True, False): "{0}/{0}",
        (True, True): "{0}/{0}/{0}",
    }[len(mesh.vertex_texcoords) > 0, len(mesh.vertex_normals) > 0]
    for face in mesh.face_vertex_indices.tolist():
        lines.append("f " + " ".join(corner.format(index + 1) for index in face))
    return "\n".join(lines) + "\n"


def main():
    """Converts one file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-i", "--input", required=True, help="the .msh file")
    parser.add_argument("-o", "--output", required=True, help="the .obj file to write")
    options = parser.parse_args()
    text = msh_to_obj(options.input)
    with open(options.output, "w", encoding="ascii") as target:
        target.write(text)


if __name__ == "__main__":
    main()
