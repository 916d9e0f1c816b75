"""The text of a written model, laid out as MuJoCo lays it out."""

import re

_SIZE = re.compile(r'(<geom\b[^>]*\bsize=")([^"]*)(")')


def arranged(text):
    """Puts blank lines between sections, leaves the name of the outermost class out, and sizes of prototypes in."""
    lines, inside = [], False
    for line in text.splitlines():
        section = line.startswith("  <") and not line.startswith("  </")
        if section and len(lines) > 1:
            lines.append("")
        if line == '  <default class="main">':
            line, inside = "  <default>", True
        elif line == "  </default>":
            inside = False
        if inside:
            line = _SIZE.sub(_three, line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _three(found):
    numbers = found[2].split()
    return found[1] + " ".join(numbers + ["0"] * (3 - len(numbers))) + found[3]
