"""Ligament: a physics engine with MuJoCo's models, names and numbers.

`import ligament as mujoco` is meant to work for what is here.
"""

import numpy as np

from . import _enums, _facts, _ligament
from ._functions import (
    FatalError,
    UnexpectedError,
    mj_id2name,
    mj_name2id,
    mj_saveModel,
    mj_sizeModel,
    mj_version,
    mj_versionString,
)
from ._model import MjModel
from ._records import MjOption, MjStatistic, MjVisual

__version__ = _ligament.VERSION

MJTNUM_DTYPE = np.float64
MJTNUM_BYTES = 8
MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

globals().update(_facts.CONSTANTS)
globals().update(_enums.build(__name__))

__all__ = [
    "FatalError",
    "MJTNUM_BYTES",
    "MJTNUM_DTYPE",
    "MjModel",
    "MjOption",
    "MjStatistic",
    "MjVisual",
    "MjVisualHeadlight",
    "MjVisualRgba",
    "UnexpectedError",
    "mj_id2name",
    "mj_name2id",
    "mj_saveModel",
    "mj_sizeModel",
    "mj_version",
    "mj_versionString",
]
__all__ += [*_facts.CONSTANTS, *_facts.ENUMS]
