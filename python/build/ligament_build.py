"""Builds wheels: maturin, and for Linux on x86-64 a second copy of the native module for processors from about 2013 on.

The copy is compiled for x86-64-v3 (AVX2, FMA, BMI) as a whole, with one unit of code generation and full link-time
optimization; `ligament/_native.py` picks it at import where the processor has these instructions. Both copies give the same
bits. `LIGAMENT_WHEEL=baseline` leaves it out. `python ligament_build.py WHEEL` adds it to a wheel that was built without.
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import zipfile
from pathlib import Path

import maturin
from maturin import *  # noqa: F403 the other functions of a build backend

_ROOT = Path(__file__).resolve().parents[2]
_TRIPLE = "x86_64-unknown-linux-gnu"
_PLACE = "ligament/_ligament_v3.abi3.so"


def _is_wanted():
    if os.environ.get("LIGAMENT_WHEEL") == "baseline":
        return False
    here = sys.platform == "linux" and platform.machine() == "x86_64" and platform.libc_ver()[0] == "glibc"
    return here and os.environ.get("CARGO_BUILD_TARGET", _TRIPLE) == _TRIPLE


def _build():
    """Compiles the copy and returns where it is."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", _ROOT / "target")) / "x86-64-v3"
    env = dict(os.environ)
    env["RUSTFLAGS"] = f"{env.get('RUSTFLAGS', '')} -C target-cpu=x86-64-v3".strip()
    env.setdefault("PYO3_PYTHON", sys.executable)
    env["PYO3_BUILD_EXTENSION_MODULE"] = "1"
    command = ["cargo", "build", "--locked", "--profile", "wheel", "--package", "ligament-py"]
    command += ["--target", _TRIPLE, "--target-dir", str(target)]
    subprocess.run(command, cwd=_ROOT, env=env, check=True)
    return target / _TRIPLE / "wheel" / "lib_ligament.so"


def add(wheel, library):
    """Adds the copy to a wheel and to its list of files."""
    content = Path(library).read_bytes()
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    wheel = Path(wheel)
    fresh = wheel.with_suffix(".part")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as new:
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        for entry in old.infolist():
            if entry.filename not in (record, _PLACE):
                new.writestr(entry, old.read(entry), zipfile.ZIP_DEFLATED)
        entry = zipfile.ZipInfo(_PLACE)
        entry.external_attr = 0o100755 << 16
        new.writestr(entry, content, zipfile.ZIP_DEFLATED)
        lines = [line for line in old.read(record).decode().splitlines() if not line.startswith(_PLACE)]
        lines.append(f"{_PLACE},sha256={digest},{len(content)}")
        entry = zipfile.ZipInfo(record)
        entry.external_attr = 0o100644 << 16
        new.writestr(entry, "\n".join(lines) + "\n", zipfile.ZIP_DEFLATED)
    fresh.replace(wheel)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel; returns its file name."""
    name = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    if _is_wanted():
        add(Path(wheel_directory) / name, _build())
    return name


if __name__ == "__main__":
    add(sys.argv[1], _build())
