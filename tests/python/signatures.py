"""Types of functions, from the signatures that MuJoCo's module shows."""

import inspect
import re

import mujoco

# What MuJoCo's signatures say, and how that is written here.
NAMES = {
    "typing.SupportsInt | typing.SupportsIndex": "SupportsInt",
    "typing.SupportsFloat | typing.SupportsIndex": "float",
    "typing_extensions.CapsuleType": "object",
    "mujoco._structs.": "",
    "mujoco._specs.": "",
    "numpy.typing.": "",
    "numpy.": "np.",
    "collections.abc.": "",
    "typing.": "",
}
ARRAY = re.compile(r"typing\.Annotated\[numpy\.typing\.NDArray\[numpy\.(\w+)\]([^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]")
PLAIN = re.compile(r"numpy\.typing\.NDArray\[numpy\.(\w+)\]")


def _array(match):
    kind, rest = match.groups()
    return f"NDArray[np.{kind}]" if "writeable" in rest else "ArrayLike"


def _written(kind):
    kind = PLAIN.sub(r"NDArray[np.\1]", ARRAY.sub(_array, kind))
    for name, short in NAMES.items():
        kind = kind.replace(name, short)
    return re.sub(r"\bdtype\[(.*?)\]", r"\1", kind)


def _split(text):
    """Arguments, at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += letter in "[(" or -(letter in "])")
        if letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def _of_mujoco(name):
    """Types of arguments and of the result, by MuJoCo; none if it does not say."""
    line = (getattr(getattr(mujoco, name, None), "__doc__", None) or "").partition("\n")[0]
    match = re.fullmatch(rf"{name}\((.*)\) -> (.*)", line)
    if not match:
        return {}, "Any"
    kinds = {}
    for part in _split(match.group(1)):
        argument, _, kind = part.partition(":")
        kinds[argument] = _written(kind.partition(" = ")[0].strip())
    return kinds, _written(match.group(2))


def stub(name, function):
    """One line for a function: its own arguments, with MuJoCo's types."""
    kinds, result = _of_mujoco(name)
    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        kind = kinds.get(parameter.name, "Any")
        if parameter.default is None and "None" not in kind and kind != "Any":
            kind += " | None"
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parameters.append(f"{parameter.name}: {kind}{default}")
    result = "MjModel" if name == "mj_embedAssets" else result
    return f"def {name}({', '.join(parameters)}) -> {result}: ..."
