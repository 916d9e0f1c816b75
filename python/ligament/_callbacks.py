"""Functions of the user that the pipeline calls: `set_mjcb_control` and its siblings."""

import atexit

from . import _ligament

atexit.register(_ligament.close_callbacks)

NAMES = ("control", "passive", "act_dyn", "act_gain", "act_bias", "sensor", "contactfilter")
__all__ = []


def _pair(name):
    """The functions that set and get one callback."""

    def assign(function):
        _ligament.set_callback(name, function)

    def get():
        return _ligament.get_callback(name)

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
    """The clock of the timers cannot be replaced; None is accepted."""
    if function is not None:
        raise NotImplementedError("set_mjcb_time: timers always use the system's clock")


def get_mjcb_time():
    """None: timers use the system's clock."""
    return


def mj_resetCallbacks():
    """Takes all callbacks away."""
    for name in NAMES:
        _ligament.set_callback(name, None)


__all__ += ["get_mjcb_time", "mj_resetCallbacks", "set_mjcb_time"]
