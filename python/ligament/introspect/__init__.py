"""Declarations of MuJoCo's C interface: enumerations, structs and functions, as data.

`enums.ENUMS`, `structs.STRUCTS`, `functions.FUNCTIONS` and `mjxmacro` are what `mujoco.introspect` has, for programs that make
code or checks from them.
"""
