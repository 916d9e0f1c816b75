"""The names of editable models that the package has."""

import typing

from . import _spec_bind
from ._records import MjVisual
from ._spec import MjSpec
from ._spec_class import MjsDefault
from ._spec_element import MjsElement
from ._spec_kinds import CLASSES
from ._spec_loose import MjsFlex, MjsPlugin
from ._spec_orientation import MjsOrientation
from ._spec_parts import MjsTendonPath, MjsWrap
from ._spec_settings import MjsAuthored, MjsCompiler

_BINDING = _spec_bind  # adds `bind` to models and simulations
_OWN = (
    MjSpec,
    MjsDefault,
    MjsElement,
    MjsFlex,
    MjsPlugin,
    MjsOrientation,
    MjsTendonPath,
    MjsWrap,
    MjsAuthored,
    MjsCompiler,
)
_NAMES = {cls.__name__: cls for cls in (*_OWN, *CLASSES.values())}
globals().update(_NAMES)
MjStruct = typing.Union[(*CLASSES.values(), MjsFlex, MjsPlugin)]
# An attribute that is a word of the language.
setattr(MjVisual, "global", MjVisual.global_)

__all__ = [*_NAMES, "MjStruct"]


def from_zip(file):
    """Reads a model and its files from a zip archive, given by path or as an open file."""
    return MjSpec.from_zip(file)


def to_zip(spec, file):
    """Writes a model with its files in memory into a zip archive, given by path or as an open file."""
    spec.to_zip(file)


__all__ += ["from_zip", "to_zip"]
