"""Runs a program with Ligament in place of MuJoCo.

    python -m ligament.as_mujoco script.py [ARGUMENT...]
    python -m ligament.as_mujoco -m module [ARGUMENT...]

`--compat=4.0` before the program leaves out what only MuJoCo 3.x had.
"""

import os
import runpy
import sys

from . import install_as_mujoco


def main(arguments):
    """Runs the program that the arguments name."""
    compat = "3"
    if arguments and arguments[0].startswith("--compat="):
        compat = arguments.pop(0).partition("=")[2]
    if not arguments or arguments[0] in ("-h", "--help") or arguments == ["-m"]:
        print(__doc__.strip())
        return
    install_as_mujoco(compat)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        # As `python -m` does: the folder one works in comes first.
        sys.path.insert(0, os.getcwd())
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
