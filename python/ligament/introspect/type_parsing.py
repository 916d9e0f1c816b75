"""Reading of types: `parse_type("const mjModel *")`."""

import re

from ._read import type_of


def parse_type(type_name: str):
    """The type that a text of C says."""
    text = re.sub(r"\s*\*\s*", " * ", " ".join(type_name.split())).strip()
    return type_of(re.sub(r"\s*\[\s*", "[", text))


def parse_function_return_type(type_name: str):
    """The type that a function gives, from the type of the function."""
    return parse_type(type_name.partition("(")[0])
