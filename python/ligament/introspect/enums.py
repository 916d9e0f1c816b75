"""`ENUMS`: all enumerations."""

from .._facts import ENUMS as _VALUES
from . import _read
from .ast_nodes import EnumDecl

ENUMS = {name: EnumDecl(name, declared, dict(_VALUES[name])) for name, declared in _read.enums().items()}
