"""Functions of the user that the pipeline calls: `set_mjcb_control` and its siblings."""

import atexit
import ctypes

from . import _ligament

atexit.register(_ligament.close_callbacks)

_C_FUNCTION = ctypes._CFuncPtr
# What was set, by name.
_GIVEN = {}
_CLOCK = {"function": None}


def _is_thunk(function):
    """Whether a C function of ctypes is one of Python's: it then gets null pointers in place of MuJoCo's structs."""
    kept = function._objects or {}
    return any(type(value).__name__ == "CThunkObject" for value in kept.values())


def any_set():
    """Whether there is any function of the user."""
    return any(function is not None for function in _GIVEN.values())


def python_callback():
    """The name of a callback that is a plain Python function, if there is one."""
    found = (name for name, function in _GIVEN.items() if function is not None)
    return next((name for name in found if not isinstance(_GIVEN[name], _C_FUNCTION)), None)


NAMES = ("control", "passive", "act_dyn", "act_gain", "act_bias", "sensor", "contactfilter")
__all__ = []


def _pair(name):
    """The functions that set and get one callback."""

    def assign(function):
        if function is not None and not callable(function):
            raise TypeError("callback is not an Optional[Callable]")
        called = function
        if isinstance(function, _C_FUNCTION):
            if not _is_thunk(function):
                raise TypeError(f"mjcb_{name}: functions in C expect MuJoCo's structs, which Ligament does not have")
            count = len(function.argtypes or ())
            called = lambda *_: function(*[None] * count)  # noqa: E731
        _ligament.set_callback(name, called)
        _GIVEN[name] = function

    def get():
        return _GIVEN.get(name)

    assign.__doc__ = f"Sets the '{name}' callback; None takes it away."
    get.__doc__ = f"The '{name}' callback, or None."
    return {f"set_mjcb_{name}": assign, f"get_mjcb_{name}": get}


for _name in NAMES:
    for _key, _function in _pair(_name).items():
        _function.__name__ = _function.__qualname__ = _key
        _function.__module__ = "ligament"
        globals()[_key] = _function
        __all__.append(_key)


def set_mjcb_time(function):
    """Sets the clock in whose units timers count; None for the system's clock, in seconds."""
    if function is not None and not callable(function):
        raise TypeError("callback is not an Optional[Callable]")
    _ligament.set_clock(function)
    _CLOCK["function"] = function


def get_mjcb_time():
    """The clock that was set, or None."""
    return _CLOCK["function"]


def mj_resetCallbacks():
    """Takes all callbacks away."""
    set_mjcb_time(None)
    for name in NAMES:
        _ligament.set_callback(name, None)
        _GIVEN.pop(name, None)


__all__ += ["get_mjcb_time", "mj_resetCallbacks", "set_mjcb_time"]
