"""`FUNCTIONS`: all functions of MuJoCo's C interface; those that Ligament has come with its documentation."""

import sys

from . import _read
from .ast_nodes import FunctionDecl, FunctionParameterDecl

__all__ = ["FUNCTIONS", "FunctionDecl", "FunctionParameterDecl"]


def _doc(name):
    return getattr(getattr(sys.modules["ligament"], name, None), "__doc__", None) or ""


FUNCTIONS = _read.functions(_doc)
