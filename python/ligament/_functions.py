"""Functions under MuJoCo's names."""

import os
import random

import numpy as np

from . import _facts, _ligament
from ._ligament import FatalError
from ._records import MjOption


class UnexpectedError(Exception):
    """An error that should not have been possible."""


def mj_version():
    """The version of MuJoCo whose models and numbers this engine follows, as a number."""
    return _facts.CONSTANTS["mjVERSION_HEADER"]


def mj_versionString():
    """The version of MuJoCo whose models and numbers this engine follows."""
    return _facts.REFERENCE


def mj_name2id(m, type, name):
    """The id of the object of a type that goes by a name, or -1."""
    return m.name2id(int(type), name)


def mj_id2name(m, type, id):
    """The name of an object, or None if it has none or does not exist."""
    return m.id2name(int(type), int(id))


def mj_sizeModel(m):
    """How many bytes `mj_saveModel` writes."""
    return len(m.to_bytes())


def mj_saveModel(m, filename=None, buffer=None):
    """Saves a model in Ligament's binary form, to a buffer if one is given, else to a file."""
    data = m.to_bytes()
    if buffer is not None:
        target = np.asarray(buffer).reshape(-1).view(np.uint8)
        if target.size < len(data):
            raise FatalError(f"the buffer has {target.size} bytes, the model needs {len(data)}")
        target[: len(data)] = np.frombuffer(data, np.uint8)
    elif filename is not None:
        with open(os.fspath(filename), "wb") as file:
            file.write(data)


def mj_defaultOption(opt):
    """Sets all physics options to their defaults."""
    opt._assign(MjOption())


def mju_standardNormal(num2=None):
    """A random number with standard normal distribution."""
    return random.gauss(0.0, 1.0)


def mju_writeNumBytes(nbytes):
    """A number of bytes with a unit."""
    units = ("", "K", "M", "G", "T", "P", "E")
    step = 0
    while step < 6 and nbytes >> 10 * (step + 1):
        step += 1
    return f"{nbytes >> 10 * step}{units[step]}"


def mju_printMat(mat):
    """Prints a matrix."""
    for row in np.atleast_2d(mat):
        print(" ".join(f"{x:.3f}" for x in row))


def mj_readCtrl(m, d, id, time, result, interp):
    """The control of an actuator as it acts at a time, with its delay: written to `result`, and returned.

    interp: 0 the last sample, 1 linear, 2 cubic, -1 as the model says.
    """
    _ligament.read_ctrl(m, d, id, time, result, interp)
    return result.copy()


def mj_readSensor(m, d, id, time, result, interp):
    """The reading of a sensor at a time, with its delay: written to `result`, and returned.

    interp: 0 the last sample, 1 linear, 2 cubic, -1 as the model says.
    """
    _ligament.read_sensor(m, d, id, time, result, interp)
    return result.copy()


def mj_addContact(m, d, con):
    """Appends a contact to the list of contacts; 0, as there always is room."""
    d.add_contact(con._record.tobytes())
    return 0
