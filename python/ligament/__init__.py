"""Ligament: a physics engine with MuJoCo's models, names and numbers.

`import ligament as mujoco` is meant to work for what is here.
"""

import numpy as np

from . import _native  # isort: skip  # first: it picks the module that all others use
from . import (
    _assets,
    _callbacks,
    _enums,
    _facts,
    _ligament,
    _logging,
    _printing,
    _render,
    _spec_names,
    _visual_functions,
)
from ._assets import *
from ._callbacks import *
from ._contact import MjContact
from ._counters import MjSolverStat, MjTimerStat, MjWarningStat
from ._data import MjData
from ._functions import (
    FatalError,
    UnexpectedError,
    mj_actuatorInputName,
    mj_addContact,
    mj_defaultOption,
    mj_defaultVisual,
    mj_flex,
    mj_id2name,
    mj_name2id,
    mj_rayFlex,
    mj_readCtrl,
    mj_readSensor,
    mj_saveModel,
    mj_setLengthRange,
    mj_sizeModel,
    mj_version,
    mj_versionString,
    mju_printMat,
    mju_standardNormal,
    mju_writeNumBytes,
)
from ._logging import *
from ._max_contact import mj_maxContact
from ._model import MjModel
from ._plain import MjLROpt, MjPreContact, MjrVertexAttribute, mj_defaultLROpt
from ._printing import *
from ._records import MjOption, MjStatistic, MjVisual
from ._render import *
from ._spec_names import *
from ._standin import install_as_mujoco, real_mujoco, uninstall_as_mujoco
from ._vectors import MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec
from ._vfs import MjVfs
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
    "MjByteVec",
    "MjCharVec",
    "MjContact",
    "MjData",
    "MjDoubleVec",
    "MjFloatVec",
    "MjIntVec",
    "MjLROpt",
    "MjModel",
    "MjOption",
    "MjPreContact",
    "MjSolverStat",
    "MjStatistic",
    "MjStringVec",
    "MjTimerStat",
    "MjVfs",
    "MjVisual",
    "MjVisualHeadlight",
    "MjVisualRgba",
    "MjWarningStat",
    "MjrRect",
    "MjrVertexAttribute",
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
    "install_as_mujoco",
    "mj_actuatorInputName",
    "mj_addContact",
    "mj_defaultLROpt",
    "mj_defaultOption",
    "mj_defaultVisual",
    "mj_flex",
    "mj_id2name",
    "mj_maxContact",
    "mj_name2id",
    "mj_rayFlex",
    "mj_readCtrl",
    "mj_readSensor",
    "mj_saveModel",
    "mj_setLengthRange",
    "mj_sizeModel",
    "mj_version",
    "mj_versionString",
    "mju_printMat",
    "mju_standardNormal",
    "mju_writeNumBytes",
    "real_mujoco",
    "uninstall_as_mujoco",
]
__all__ += [*_facts.CONSTANTS, *_facts.ENUMS, *_callbacks.__all__, *_NATIVE]
__all__ += [*_assets.__all__, *_logging.__all__, *_printing.__all__, *_render.__all__, *_visual_functions.__all__]
__all__ += _spec_names.__all__
