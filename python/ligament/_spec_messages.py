"""Messages about an editable model, in MuJoCo's words where programs compare them."""

import re
import warnings

from ._facts import ENUMS


def _data(_, __, element):
    fields = int(element.intprm[0])
    if fields <= 0:
        return f"data spec (intprm[0]) must be positive, got {fields}"
    if not fields & (1 << _FIELDS.get(element.type.name, 31)) - 1:
        return f"data spec intprm[0]={fields} must have at least one bit set of the first mjNCONDATA bits"
    return f"data spec intprm[0]={fields} has bits set beyond the first mjNCONDATA bits"


_FIELDS = {"mjSENS_CONTACT": len([n for n in ENUMS["mjtConDataField"] if n != "mjNCONDATA"])}
_FIRST = "first matching criterion: if set, must be (x)body, geom or site"
_SECOND = "second matching criterion: if set, must be (x)body or geom"
# What the compiler says, and what MuJoCo says of the same.
_WORDS = (
    (r"size number (\d+) must be positive", lambda m, kind, _: f"size {int(m[1]) - 1} must be positive in {kind}"),
    (r"there are \d+ elevations for .*", lambda *_: "elevation data length must match nrow*ncol"),
    (r"`num` must be positive", lambda *_: "num (intprm[2]) must be positive in sensor"),
    (r"`reduce` is out of range", lambda _, __, e: f"unknown reduction criterion. got {int(e.intprm[1])}"),
    (r"`data` names no field, or an unknown one", _data),
    (r"contacts can be chosen by a site", lambda *_: _FIRST),
    (r"what contacts are with can be", lambda *_: _SECOND),
    (r"this is not a binary STL file", lambda m, *_: f"stl_decoder: invalid header: {m.string}"),
)


def _one(report, spec):
    _, element, name, message, help_text, where, place = report
    known = place is not None and spec is not None and spec._native.has(place)
    wrapped = spec._wrap(place) if known else None
    for pattern, words in _WORDS:
        found = re.search(pattern, message)
        if found:
            message = words(found, element, wrapped)
            break
    lines = [f"Error: {message}" + (f" ({help_text})" if help_text else "")]
    if known or element:
        line = f"Element name '{name}'"
        if known:
            number, info = spec._position(place), wrapped.info
            line += f", id {number}" + (f", {info}" if info else "")
        elif where:
            line += f", {where}"
        lines.append(line)
    elif where:
        lines.append(where)
    return "\n".join(lines)


def fail(reports, spec=None):
    """Raises an error that tells all problems."""
    errors = [_one(report, spec) for report in reports if report[0]]
    raise ValueError("\n".join(errors) or "Error: the model cannot be used")


def warn(reports, stacklevel=3):
    """Warns of problems that do no harm at once."""
    for _, element, name, message, help_text, where, _ in reports:
        about = f" (<{element}> '{name}')" if element else ""
        place = f"{where}: " if where else ""
        tail = f" ({help_text})" if help_text else ""
        warnings.warn(f"{place}{message}{tail}{about}", stacklevel=stacklevel)
