"""The text of a written model, laid out as MuJoCo lays it out."""

import re

_SIZE = re.compile(r'(<geom\b[^>]*\bsize=")([^"]*)(")')
_CLASS = re.compile(r'\s*<default class="([^"]*)">$')


def arranged(text, size_of):
    """Puts blank lines between sections, leaves the name of the outermost class out, and gives prototypes all three sizes.

    `size_of` tells the size that geoms of a default class have.
    """
    lines, classes = [], []
    for line in text.splitlines():
        if line.startswith("  <") and not line.startswith("  </") and len(lines) > 1:
            lines.append("")
        found = _CLASS.match(line)
        if found:
            classes.append(found[1])
            line = "  <default>" if line == '  <default class="main">' else line
        elif line.strip() == "</default>":
            classes.pop()
        elif classes:
            line = _SIZE.sub(lambda m: _three(m, size_of(classes[-1])), line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _three(found, size):
    numbers = found[2].split()
    rest = (f"{x:g}" if float(f"{x:g}") == x else repr(x) for x in size[len(numbers) :])
    return found[1] + " ".join([*numbers, *rest]) + found[3]
