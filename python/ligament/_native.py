"""Picks the native module.

Wheels for Linux on x86-64 have two of them: one for every processor, and one compiled for x86-64-v3 as a whole (AVX2, FMA,
BMI). They give the same bits. `LIGAMENT_ISA=baseline` asks for the first one.
"""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

_NEEDED = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}


def _has_instructions():
    """Whether all instructions of x86-64-v3 are here, as the operating system says."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            for line in info:
                if line.startswith("flags"):
                    return _NEEDED <= set(line.split())
    except OSError:
        pass
    return False


def choose(package):
    """Loads the wide module as `ligament._ligament`, if there is one and it can run; others are found as usual."""
    wide = Path(__file__).with_name("_ligament_v3.abi3.so")
    name = f"{package}._ligament"
    if name in sys.modules or os.environ.get("LIGAMENT_ISA") == "baseline":
        return
    if not wide.exists() or not _has_instructions():
        return
    loader = importlib.machinery.ExtensionFileLoader(name, str(wide))
    spec = importlib.util.spec_from_file_location(name, wide, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    sys.modules[package]._ligament = module


choose(__package__)
