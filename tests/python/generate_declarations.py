"""Writes python/ligament/introspect/declarations.txt: names and types of MuJoCo's C interface.

Run it in an environment with the pinned MuJoCo when the pin moves; test_introspect.py fails until it has been run.
"""

import pathlib

from mujoco.introspect import ast_nodes, enums, functions, structs

TARGET = pathlib.Path(__file__).parents[2] / "python" / "ligament" / "introspect" / "declarations.txt"


def fields(members):
    """The lines of fields."""
    for member in members:
        named = isinstance(member, ast_nodes.StructFieldDecl)
        kind = member.type if named else member
        if isinstance(kind, ast_nodes.AnonymousStructDecl):
            word = "union" if isinstance(kind, ast_nodes.AnonymousUnionDecl) else "struct"
            yield ["open", member.name if named else "", word]
            yield from fields(kind.fields)
            yield ["close"]
        else:
            extents = [",".join(str(extent) for extent in member.array_extent)] if member.array_extent else []
            yield ["field", member.name, str(kind), *extents]


def lines():
    """All lines."""
    yield from (["enum", enum.name, enum.declname] for enum in enums.ENUMS.values())
    for function in functions.FUNCTIONS.values():
        parameters = [(p.name + "?" * p.nullable, str(p.type)) for p in function.parameters]
        yield ["function", function.name, str(function.return_type), *(part for pair in parameters for part in pair)]
    for struct in structs.STRUCTS.values():
        yield ["struct", struct.name, struct.declname]
        yield from fields(struct.fields)
        yield ["end"]


if __name__ == "__main__":
    TARGET.write_text("".join("\t".join(line) + "\n" for line in lines()), encoding="utf-8")
