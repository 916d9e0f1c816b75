"""Messages: where they go, and functions of the user that get warnings."""

import contextlib
import datetime
import sys
import time

from . import _facts, _ligament
from ._plain import PlainStruct, struct

_TOPICS = _facts.ENUMS["mjtLogTopic"]


class MjLogConfig(PlainStruct):
    """Where messages go, and which topics are written. `MjLogConfig.get()` gives the settings in force, `set` sets them."""

    __slots__ = ("logfile", "logto_console", "logto_file", "topics")
    __module__ = "ligament"
    _names = __slots__

    def __init__(self):
        self.logfile = "MUJOCO_LOG.TXT"
        self.logto_console = True
        self.logto_file = True
        self.topics = 0

    @staticmethod
    def get():
        """A copy of the settings in force."""
        return _current.__copy__()

    def set(self):
        """Puts these settings in force."""
        global _current
        _current = self.__copy__()


MjLogMessage = struct(
    "MjLogMessage",
    "A message: level, topic, text, and where it comes from.",
    {
        "level": 0,
        "topic": 0,
        "timestamp": False,
        "subject": "",
        "body": None,
        "func": None,
        "file": None,
        "line": 0,
    },
)

_current = MjLogConfig()
_memory = {"malloc": None, "free": None}


def mju_writeLog(type, msg):
    """Appends a line with date, kind and text to the log file."""
    with open(_current.logfile, "a", encoding="utf-8") as file:
        now = datetime.datetime.now().strftime("%a %b %d %H:%M:%S %Y")
        file.write(f"{now}\n{type}: {msg}\n\n")


def mju_warningText(warning, info):
    """The text of a warning with a number of mjtWarning."""
    return _ligament.warning_text(int(warning), int(info))


def set_mju_user_warning(function):
    """Sets a function that gets the text of every warning of the pipeline; None takes it away."""
    _ligament.set_warning_handler(function)


def get_mju_user_warning():
    """The function that gets warnings, or None."""
    return _ligament.get_warning_handler()


def _memory_pair(kind):
    def assign(function):
        if function is not None and not callable(function):
            raise TypeError("callback is not an Optional[Callable]")
        _memory[kind] = function

    def get():
        return _memory[kind]

    assign.__doc__ = "Kept for programs that set it: Ligament takes memory from the system alone."
    get.__doc__ = "What was set."
    assign.__name__ = assign.__qualname__ = f"set_mju_user_{kind}"
    get.__name__ = get.__qualname__ = f"get_mju_user_{kind}"
    return assign, get


set_mju_user_malloc, get_mju_user_malloc = _memory_pair("malloc")
set_mju_user_free, get_mju_user_free = _memory_pair("free")


@contextlib.contextmanager
def timed(what, topic):
    """Writes how long something took, if that topic is asked for."""
    start = time.perf_counter()
    yield
    if not _current.topics >> (_TOPICS[topic] - 1) & 1:
        return
    text = f"{what} time: {1e3 * (time.perf_counter() - start):.3f} ms"
    if _current.logto_console:
        print(text, file=sys.stderr)
    if _current.logto_file:
        mju_writeLog("INFO", text)


__all__ = [
    "MjLogConfig",
    "MjLogMessage",
    "get_mju_user_free",
    "get_mju_user_malloc",
    "get_mju_user_warning",
    "mju_warningText",
    "mju_writeLog",
    "set_mju_user_free",
    "set_mju_user_malloc",
    "set_mju_user_warning",
]
