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
    return _facts.REFERENCE


mj_versionString.__doc__ = """mj_versionString() -> str

Return the current version of MuJoCo as a null-terminated string.
"""


def mj_name2id(m, type, name):
    """The id of the object of a type that goes by a name, or -1."""
    return m.name2id(int(type), name.decode() if isinstance(name, bytes) else name)


def mj_id2name(m, type, id):
    """The name of an object, or None if it has none or does not exist."""
    return m.id2name(int(type), int(id))


def mj_sizeModel(m):
    """How many bytes `mj_saveModel` writes to a buffer."""
    return len(m.to_mjb())


def mj_saveModel(m, filename=None, buffer=None):
    """Saves a model to a buffer if one is given, else to a file.

    Buffers and files get MuJoCo's binary form (.mjb); files whose names end in .lgm get Ligament's, which later versions
    can read as well.
    """
    own = buffer is None and filename is not None and os.fspath(filename).endswith(".lgm")
    data = m.to_bytes() if own else m.to_mjb()
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


def mj_defaultVisual(vis):
    """Sets all visual options to their defaults."""
    from ._records import MjVisual

    vis._assign(MjVisual._of(None))


def mj_setLengthRange(m, d, index, opt):
    """Finds the length range of an actuator, and writes it to `actuator_lengthrange`."""
    numbers = [opt.accel, opt.maxforce, opt.timeconst, opt.timestep, opt.inttotal, opt.interval, opt.tolrange]
    _ligament.set_length_range(m, int(index), (opt.mode, bool(opt.useexisting), bool(opt.uselimit)), numbers)


_INPUTS = ((1, "pos"), (2, "vel"), (4, "ff"), (8, "voltage"), (32, "pressure"))
_ORIENTATION = {3: ("rx", "ry", "rz"), 4: ("qw", "qx", "qy", "qz")}


def mj_actuatorInputName(m, id, input):
    """What an input of an actuator is called, or None if it has no name."""
    if not 0 <= id < m.nactuator or not 0 <= input < m.actuator_ctrlnum[id]:
        raise IndexError(f"there is no input {input} of an actuator {id}")
    if m.actuator_gaintype[id] == _facts.ENUMS["mjtGain"].get("mjGAIN_SO3"):
        return _ORIENTATION[int(m.actuator_ctrlnum[id])][input]
    names = [name for bit, name in _INPUTS if int(m.actuator_ctrlspec[id]) & bit]
    return names[input] if input < len(names) else None


def mj_flex(m, d):
    """Nothing to do: models have no flexes."""


def mj_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid=None, normal=None):
    """Models have no flexes: an IndexError."""
    raise IndexError(f"there is no flex {flexid}: there are 0")


# Bytes that clients may fill with contacts and rows of models that name no memory.
_ROOM = 64 << 20


def _memory_text(m):
    return mju_writeNumBytes(max(int(m.narena), _ROOM))


def _realloc_con_efc(d, ncon, nefc, nJ=-1):
    """Makes room for contacts and constraint rows that the caller fills; the next call on `d` computes its own."""
    from ._contact import DTYPE
    from ._data import given_rows

    d.clear_rows()
    m = d.model
    nJ = nefc * m.nv if nJ < 0 else nJ
    if ncon * DTYPE.itemsize + nefc * 200 + nJ * 12 > max(int(m.narena), _ROOM):
        d.give_rows({}, {"efm_active": 0})
        raise FatalError(
            f'Insufficient arena memory, currently allocated memory="{_memory_text(m)}". Increase using <size memory="X"/>.'
        )
    d.set_contacts(np.zeros(ncon, DTYPE).tobytes(), ncon)
    given_rows(d, {"nefc": nefc, "nJ": nJ})


def _realloc_island(d, nisland, nidof):
    """Makes room for islands that the caller fills; the next call on `d` computes its own."""
    from ._data import given_rows

    m = d.model
    if nisland * 40 + nidof * 40 > max(int(m.narena), _ROOM):
        d.clear_rows()
        raise FatalError(
            f'Insufficient arena memory, currently allocated memory="{_memory_text(m)}". Increase using <size memory="X"/>.'
        )
    given_rows(d, {"nisland": nisland, "nidof": nidof})
