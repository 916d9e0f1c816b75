"""Writes python/ligament/_facts.py: the names and numbers of MuJoCo's enumerations and constants.

Run it in an environment with the pinned MuJoCo when the pin moves; test_enums.py fails until it has been run.
"""

import pathlib
import pprint

import mujoco
from mujoco.introspect import enums

TARGET = pathlib.Path(__file__).parents[2] / "python" / "ligament" / "_facts.py"
WORDS = (
    "mjDISABLESTRING",
    "mjENABLESTRING",
    "mjTIMERSTRING",
    "mjLABELSTRING",
    "mjFRAMESTRING",
    "mjVISSTRING",
    "mjRNDSTRING",
)


def enumerations():
    """Name and number of every value of every enumeration."""
    return {
        name: {value: int(member) for value, member in getattr(mujoco, name).__members__.items()}
        for name in enums.ENUMS
    }


def constants():
    """Every plain number that the module has, and the words for flags and timers."""
    found = {}
    for name in dir(mujoco):
        value = getattr(mujoco, name)
        if name.startswith("mj") and type(value) in (int, float):
            found[name] = value
    found.update({name: getattr(mujoco, name) for name in WORDS})
    return found


def text():
    """The module's source."""
    version = mujoco.__version__
    lines = [
        f'"""Names and numbers of MuJoCo {version}, written by tests/python/generate_facts.py: do not edit."""',
        "",
        f'REFERENCE = "{version}"',
        "",
        "CONSTANTS = " + pprint.pformat(constants(), width=100, compact=True),
        "",
        "ENUMS = " + pprint.pformat(enumerations(), width=100, sort_dicts=False),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    TARGET.write_text(text())
