"""`STRUCTS`: all structs of MuJoCo's C interface; fields that Ligament has come with its documentation."""

import sys

from . import _read
from .ast_nodes import AnonymousStructDecl, AnonymousUnionDecl, StructDecl, StructFieldDecl

__all__ = ["STRUCTS", "AnonymousStructDecl", "AnonymousUnionDecl", "StructDecl", "StructFieldDecl"]


def _docs(name):
    """Documentation of the fields of a struct, by name."""
    cls = getattr(sys.modules["ligament"], name[:1].upper() + name[1:], None)
    members = vars(cls).items() if cls is not None else ()
    return {key: getattr(member, "__doc__", None) or "" for key, member in members if not key.startswith("_")}


STRUCTS = _read.structs(_docs)
