"""Messages about an editable model, in MuJoCo's words where programs compare them."""

import re
import warnings

# What the compiler says, and what MuJoCo says of the same.
_WORDS = (
    (re.compile(r"size number (\d+) must be positive"), lambda m, e: f"size {int(m[1]) - 1} must be positive in {e}"),
    (re.compile(r"there are \d+ elevations for .*"), lambda m, e: "elevation data length must match nrow*ncol"),
    (re.compile(r"`num` must be positive"), lambda m, e: "num (intprm[2]) must be positive in sensor"),
)


def _one(report, spec):
    _, element, name, message, help_text, where, place = report
    for pattern, words in _WORDS:
        found = pattern.search(message)
        if found:
            message = words(found, element)
            break
    lines = [f"Error: {message}" + (f" ({help_text})" if help_text else "")]
    known = place is not None and spec is not None and spec._native.has(place)
    if known or element:
        line = f"Element name '{name}'"
        if known:
            wrapped = spec._wrap(place)
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
