"""Ligament: a physics engine with MuJoCo's models, names and numbers.

`import ligament as mujoco` is meant to work for what is here.
"""

import numpy as np

from . import _callbacks, _enums, _facts, _ligament, _render, _visual_functions
from ._callbacks import *
from ._contact import MjContact
from ._counters import MjSolverStat, MjTimerStat, MjWarningStat
from ._data import MjData
from ._functions import (
    FatalError,
    UnexpectedError,
    mj_addContact,
    mj_defaultOption,
    mj_id2name,
    mj_name2id,
    mj_readCtrl,
    mj_readSensor,
    mj_saveModel,
    mj_sizeModel,
    mj_version,
    mj_versionString,
    mju_printMat,
    mju_standardNormal,
    mju_writeNumBytes,
)
from ._model import MjModel
from ._records import MjOption, MjStatistic, MjVisual
from ._render import *
from ._visual import (
    MjrRect,
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvLight,
    MjvOption,
    MjvPerturb,
    MjvScene,
)
from ._visual_functions import *
from .gl_context import GLContext
from .renderer import Renderer

__version__ = _ligament.VERSION

MJTNUM_DTYPE = np.float64
MJTNUM_BYTES = 8
MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

globals().update(_facts.CONSTANTS)
globals().update(_enums.build(__name__))

_NATIVE = {name: getattr(_ligament, name) for name in dir(_ligament) if name.startswith(("mj_", "mju_", "mjd_"))}
globals().update(_NATIVE)

__all__ = [
    "MJTNUM_BYTES",
    "MJTNUM_DTYPE",
    "FatalError",
    "GLContext",
    "MjContact",
    "MjData",
    "MjModel",
    "MjOption",
    "MjSolverStat",
    "MjStatistic",
    "MjTimerStat",
    "MjVisual",
    "MjVisualHeadlight",
    "MjVisualRgba",
    "MjWarningStat",
    "MjrRect",
    "MjvCamera",
    "MjvFigure",
    "MjvGLCamera",
    "MjvGeom",
    "MjvLight",
    "MjvOption",
    "MjvPerturb",
    "MjvScene",
    "Renderer",
    "UnexpectedError",
    "mj_addContact",
    "mj_defaultOption",
    "mj_id2name",
    "mj_name2id",
    "mj_readCtrl",
    "mj_readSensor",
    "mj_saveModel",
    "mj_sizeModel",
    "mj_version",
    "mj_versionString",
    "mju_printMat",
    "mju_standardNormal",
    "mju_writeNumBytes",
]
__all__ += [*_facts.CONSTANTS, *_facts.ENUMS, *_callbacks.__all__, *_NATIVE, *_render.__all__, *_visual_functions.__all__]
