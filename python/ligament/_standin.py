"""Standing in for MuJoCo: `import mujoco` and its submodules give Ligament, in all code of the process.

The module `mujoco` is a copy of this package's names with MuJoCo's `__version__`; `mujoco.rollout` and its siblings are the
modules `ligament.rollout` and so on. Packages that extend `mujoco` from outside (`mujoco.mjx`) are found where they lie.
The real package, if it is installed, stays untouched: `real_mujoco` imports it beside the stand-in.
"""

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types

from . import _compat

NAME = "mujoco"
# Submodules of MuJoCo that Ligament does not have, and what to use instead.
INSTEAD = {
    "cgl": "pictures are drawn without a window system: ligament.Renderer",
    "mjrf": "pictures come from ligament.Renderer",
    "plugin": "there are no plugin libraries; callbacks (set_mjcb_…) take Python functions",
    "rendering": "pictures come from ligament.Renderer",
    "studio": "models are inspected with `ligament info` and `ligament check`",
    "sysid": "ligament.minimize.least_squares fits parameters",
    "usd": "scenes are not exported to USD; models are written with mj_saveLastXML or `ligament compile`",
}


# Further modules of MuJoCo's own wheel: they are never taken from there.
_MUJOCOS = frozenset(("egl", "gl_context", "glfw", "osmesa", "renderer", "simulate", "viewer"))


class _Loader(importlib.abc.Loader):
    """Gives a module that exists already."""

    def __init__(self, make):
        self._make = make
        self._spec = None

    def create_module(self, spec):
        module = self._make()
        self._spec = getattr(module, "__spec__", None)
        return module

    def exec_module(self, module):
        if self._spec is not None:
            module.__spec__ = self._spec


class _Finder(importlib.abc.MetaPathFinder):
    """Answers for `mujoco` and everything below it."""

    def __init__(self, compat):
        self.compat = compat

    def find_spec(self, fullname, path=None, target=None):
        if fullname == NAME:
            return importlib.util.spec_from_loader(NAME, _Loader(lambda: _module(self.compat)), is_package=True)
        if not fullname.startswith(NAME + "."):
            return None
        rest = fullname[len(NAME) + 1 :]
        own = f"{__package__}.{rest}"
        first = rest.partition(".")[0]
        if first in INSTEAD and not _is_ours(first):
            raise ImportError(f"Ligament has no module {fullname}: {INSTEAD[first]}", name=fullname)
        if rest in _PRIVATE:
            return importlib.util.spec_from_loader(fullname, _Loader(lambda: _private(fullname, _PRIVATE[rest])))
        if _is_ours(first):
            try:
                found = importlib.util.find_spec(own)
            except ModuleNotFoundError:
                found = None
            if found is None:
                return None
            return importlib.util.spec_from_loader(fullname, _Loader(lambda: importlib.import_module(own)))
        if first in _MUJOCOS:
            return None
        if "." in rest or (first.startswith("_") and first != "__main__"):
            return None if path is None else importlib.machinery.PathFinder.find_spec(fullname, path)
        return importlib.machinery.PathFinder.find_spec(fullname, _extensions())


# MuJoCo's private modules that other packages import, and which names they have.
_PRIVATE = {
    "_callbacks": lambda name: "mjcb_" in name or "mju_user_" in name,
    "_constants": lambda name: name.startswith("mj") and not name.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "mjt")),
    "_enums": lambda name: name.startswith("mjt"),
    "_errors": lambda name: name.endswith("Error"),
    "_functions": lambda name: name.startswith(("mj_", "mju_", "mjd_", "mjv_", "_realloc")),
    "_render": lambda name: name.startswith(("Mjr", "mjr_")),
    "_specs": lambda name: name.startswith(("MjSpec", "Mjs")) or name.endswith("Vec") or name == "MjVfs",
    "_structs": lambda name: name.startswith(("Mj", "_Mj")) and not name.startswith(("MjSpec", "Mjs", "Mjr")),
}


def _private(fullname, belongs):
    """A module with some of the names of this package."""
    package = sys.modules[__package__]
    module = types.ModuleType(fullname)
    lists = [package._ligament._MjContactList, *(vars(package.MjData)[name].fget for name in package._data.STATS)]
    lists = {cls.__name__: cls for cls in lists}
    sources = [package._functions, package._named.CLASSES, package._data.CLASSES, lists, package]
    for source in sources:
        members = source if isinstance(source, dict) else vars(source)
        for name, value in members.items():
            name = value.__name__ if isinstance(source, dict) else name
            if belongs(name):
                setattr(module, name, value)
    return module


def _is_ours(name):
    return f"{__package__}.{name}" in sys.modules or importlib.util.find_spec(f"{__package__}.{name}") is not None


def _extensions():
    """Folders called `mujoco` on the path: other packages put their modules there."""
    folders = (os.path.join(entry or os.curdir, NAME) for entry in sys.path if isinstance(entry, str))
    return [folder for folder in folders if os.path.isdir(folder)]


def _module(compat):
    """A module called `mujoco` with the names of this package."""
    package = sys.modules[__package__]
    module = types.ModuleType(NAME, package.__doc__)
    own = {key: value for key, value in vars(package).items() if not (key.startswith("__") and key.endswith("__"))}
    module.__dict__.update(own)
    module.__version__ = package.mj_versionString()
    module.__file__ = package.__file__
    module.__path__ = list(package.__path__)
    module.__all__ = list(package.__all__)
    for name in _PRIVATE:
        module.__dict__.pop(name, None)
    if compat == "3":
        module.__dict__.update(_compat.names(package))
        _compat.install(package)
    return module


def _installed():
    return next((finder for finder in sys.meta_path if isinstance(finder, _Finder)), None)


def _modules():
    """Takes all modules of `mujoco` out of the table of modules."""
    names = [name for name in sys.modules if name == NAME or name.startswith(NAME + ".")]
    return {name: sys.modules.pop(name) for name in names}


def install_as_mujoco(compat="3"):
    """Lets `import mujoco` find Ligament, for all code that imports it from now on.

    With `compat="3"`, names, fields and values that MuJoCo 4.0.0 removed and that code for 3.x asks for are there as well
    (docs/coming-from-mujoco.md lists them); with `compat="4.0"` there is nothing that 4.0.0 does not have. Modules of the
    real package that were imported before keep working for those who hold them.
    """
    if compat not in ("3", "4.0"):
        raise ValueError(f'compat must be "3" or "4.0", not {compat!r}')
    finder = _installed()
    if finder is not None and finder.compat == compat:
        return
    uninstall_as_mujoco()
    _modules()
    sys.meta_path.insert(0, _Finder(compat))
    importlib.import_module(NAME)
    for name in _PRIVATE:
        importlib.import_module(f"{NAME}.{name}")


def uninstall_as_mujoco():
    """Takes the stand-in away: `import mujoco` finds the real package again, if there is one."""
    finder = _installed()
    if finder is None:
        return
    sys.meta_path.remove(finder)
    _modules()
    _compat.uninstall(sys.modules[__package__])


@contextlib.contextmanager
def real_mujoco():
    """`with ligament.real_mujoco() as mujoco:` imports the real package while Ligament stands in for it."""
    finder = _installed()
    if finder is None:
        yield importlib.import_module(NAME)
        return
    aside = _modules()
    sys.meta_path.remove(finder)
    sys.modules.update(_REAL)
    try:
        yield importlib.import_module(NAME)
    finally:
        _REAL.update(_modules())
        sys.modules.update(aside)
        sys.meta_path.insert(0, finder)


_REAL = {}
