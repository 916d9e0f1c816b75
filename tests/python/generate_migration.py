"""Writes docs/coming-from-mujoco.md: what is the same, what is more, what is missing, from the tables of both modules."""

import inspect
import pathlib

import ligament
import mujoco
from ligament import _compat, _standin

TARGET = pathlib.Path(__file__).parents[2] / "docs" / "coming-from-mujoco.md"

HEAD = """# Coming from MuJoCo

Written by `tests/python/generate_migration.py` from the names of MuJoCo {version}'s module and of ours: do not edit.

```python
import ligament as mujoco                     # in your own code
```

```
python -m ligament.as_mujoco script.py …      # a program that imports mujoco, unchanged
python -m ligament.as_mujoco -m pytest …      # a module
```

`ligament.install_as_mujoco()` does the same inside a program, `ligament.uninstall_as_mujoco()` takes it back, and
`with ligament.real_mujoco() as mujoco:` gives the real package beside it. Nothing is installed over it. Packages that extend
`mujoco` (`mujoco.mjx`) are found where they are.
"""

MORE = """
## What is better

- Errors in models list every problem, with file, line, column and what to do.
- Bad arguments raise; nothing crashes the interpreter. Threads may share a model.
- `data.diagnosis()` says what went bad when a simulation is reset.
- Elements by name have all arrays of their kind.
- The speed of steps is in the README.
- Code written for MuJoCo 3.x runs: see below.
"""

OTHER = """
## What behaves otherwise

- Arrays whose length changes from step to step (`efc_…`, islands) are copies; read them again after the next step. Contacts can be
  written to, and `_realloc_con_efc` makes room for rows that the caller fills, until the next call computes them.
- `mj_saveModel` writes `.mjb` of MuJoCo {version}, which MuJoCo reads; names that end in `.lgm` get Ligament's own form, which later
  versions can read as well. `.mjb` files of other versions are refused. The file holds no signature: `signature` is our own.
- `mj_saveLastXML` writes the model as it was read; what was changed in arrays is not in it.
- `mjcb_…` functions of C libraries are refused, as they expect MuJoCo's structs; functions made by ctypes from Python ones
  are called with null pointers.
- With `set_mjcb_time`, stages are timed by the system's clock and scaled to what the function says the call took.
- `mju_user_malloc` and `mju_user_free` are kept but not called. The asset cache is always empty.
- `batch` runs over threads, one MjData per thread; every simulation is handled in Python, so that small models gain little.
"""


def table(rows, *head):
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows)]


def text():
    """The page."""
    version = mujoco.__version__
    public = [n for n in dir(mujoco) if not n.startswith("_") and not inspect.ismodule(getattr(mujoco, n))]
    public = [n for n in public if n.startswith(("mj", "Mj", "get_", "set_", "to_", "from_", "GL", "Renderer", "Fatal"))]
    missing = [n for n in public if not hasattr(ligament, n)]
    lines = HEAD.format(version=version).splitlines()
    lines += ["", "## What is the same", ""]
    lines.append(f"{len(public) - len(missing)} of the {len(public)} public names of MuJoCo's module, with its arguments and shapes;")
    lines.append("all arrays of `MjModel`, and of `MjData` all but those below; `rollout`, `batch`, `minimize`, `msh2obj`.")
    lines += MORE.splitlines()
    lines += ["", "## What is missing", ""]
    model = mujoco.MjModel.from_xml_string("<mujoco/>")
    data = mujoco.MjData(model)
    own = ligament.MjData(ligament.MjModel.from_xml_string("<mujoco/>"))
    fields = [n for n in dir(data) if not n.startswith("_") and not callable(getattr(data, n)) and not hasattr(own, n)]
    rows = [("names", " ".join(f"`{n}`" for n in missing) or "none"), ("fields of `MjData`", " ".join(f"`{n}`" for n in fields) or "none")]
    lines += table(rows, "kind", "which")
    lines += ["", "Modules that raise `ImportError`, and what to use instead:", ""]
    lines += table([(f"`mujoco.{n}`", why) for n, why in _standin.INSTEAD.items()], "module", "instead")
    lines += OTHER.format(version=version).splitlines()
    lines += ["", "## MuJoCo 3.x", ""]
    lines.append('While Ligament stands in (`compat="3"`, the default), there is also what 4.0.0 removed or widened and packages for')
    lines.append('3.x ask for; `compat="4.0"` (`--compat=4.0`) leaves it out:')
    lines.append("")
    removed = [(f"`{cls}.{name}`", "removed; has no rows, as models have no flexes") for cls, name, *_ in _compat.FIELDS]
    widened = [(f"`{cls}.{name}`", f"rows of {old} numbers can be assigned") for cls, name, old in _compat.WIDENED]
    widened += [(f"`{name}`", what) for name, what in _compat.OTHERS]
    lines += table(removed + widened, "field", "what is offered")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
