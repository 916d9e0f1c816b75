"""Reads `declarations.txt`: one declaration per line, parts between tabs.

    enum     name  declname
    function name  return type  [parameter  type]…          a parameter that may be null ends in "?"
    struct   name  declname
    field    name  type  [extents]                          until `end`
    open     name  struct|union                             fields within a field, until `close`
"""

import functools
import pathlib
import re

from .ast_nodes import (
    AnonymousStructDecl,
    AnonymousUnionDecl,
    ArrayType,
    FunctionDecl,
    FunctionParameterDecl,
    PointerType,
    StructDecl,
    StructFieldDecl,
    ValueType,
)

_POINTER = re.compile(r"\*((?: (?:const|volatile|restrict))*)$")


@functools.lru_cache(maxsize=None)
def type_of(text):
    """The type that a text says."""
    if text.endswith("]"):
        inner, _, rest = text.partition("[")
        return ArrayType(type_of(inner), tuple(int(extent) for extent in rest[:-1].split("][")))
    pointer = _POINTER.search(text)
    if pointer:
        words = pointer.group(1).split()
        inner = type_of(text[: pointer.start()].strip())
        return PointerType(inner, False, "const" in words, "volatile" in words, "restrict" in words)
    words = text.split()
    constant, unstable = "const" in words, "volatile" in words
    return ValueType(" ".join(word for word in words if word not in ("const", "volatile")), constant, unstable)


def _function(name, returned, *rest, doc):
    pairs = zip(rest[::2], rest[1::2])
    parameters = [FunctionParameterDecl(p.rstrip("?"), type_of(kind), p.endswith("?")) for p, kind in pairs]
    return FunctionDecl(name, type_of(returned), tuple(parameters), doc(name))


def _field(name, kind, extents="", *, doc):
    counts = tuple(int(part) if part.isdigit() else part for part in extents.split(",")) if extents else None
    return StructFieldDecl(name, type_of(kind), doc, counts)


def _fields(lines, end, doc):
    """The fields up to the line that ends them."""
    found = []
    for word, *parts in lines:
        if word == end:
            break
        if word == "open":
            name, kind = parts
            group = (AnonymousUnionDecl if kind == "union" else AnonymousStructDecl)(_fields(lines, "close", doc))
            found.append(StructFieldDecl(name, group, doc.get(name, "")) if name else group)
        else:
            found.append(_field(*parts, doc=doc.get(parts[0], "")))
    return tuple(found)


@functools.lru_cache(maxsize=None)
def _lines():
    text = (pathlib.Path(__file__).parent / "declarations.txt").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def enums():
    """Names of enumerations, and how they are declared."""
    return {name: declared for word, name, declared in (line for line in _lines() if line[0] == "enum")}


def functions(doc):
    """All functions by name; `doc` gives the documentation of one."""
    return {line[1]: _function(*line[1:], doc=doc) for line in _lines() if line[0] == "function"}


def structs(docs):
    """All structs by name; `docs` gives the documentation of the fields of one."""
    lines, found = iter(_lines()), {}
    for word, *parts in lines:
        if word == "struct":
            name, declared = parts
            found[name] = StructDecl(name, declared, _fields(lines, "end", docs(name)))
    return found
