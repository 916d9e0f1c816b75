"""Runs MuJoCo's own Python tests, from its installed wheel, with Ligament standing in for it.

    python mujoco_tests.py [FILE...]      e.g. bindings rollout

Prints how many cases of each file passed, against the number required, and every case that failed. Every file runs in
a process of its own, from a temporary folder. Known failures and their reasons are in docs/mujoco-tests.md.
"""

import argparse
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# Test file, and how many of its cases must pass: what passes today, so that none is lost unseen.
REQUIRED = {
    "bindings": 148,
    "specs": 83,
    "rollout": 69,
    "renderer": 14,
    "render": 8,
    "batch": 54,
    "minimize": 22,
    "vfs": 20,
    "thread_safety": 6,
    "msh2obj": 5,
    "memory_leak": 1,
    "gil": 0,
}
# Files of the wheel that tests look for lie beside the real package.
CONFTEST = """
import pathlib
try:
    from etils import epath
    epath.resource_path = lambda package: pathlib.Path({folder!r})
except ImportError:
    pass
"""
REASONS = pathlib.Path(__file__).parents[2] / "docs" / "mujoco-tests.md"


def wheel():
    """The folder of the real package."""
    for entry in sys.path:
        folder = pathlib.Path(entry or ".") / "mujoco"
        if (folder / "bindings_test.py").exists():
            return folder
    return None


def run(name, folder, timeout):
    """Runs one file: the outcome of each case, by name, and the output."""
    with tempfile.TemporaryDirectory() as room:
        room = pathlib.Path(room)
        (room / "conftest.py").write_text(CONFTEST.format(folder=str(folder)))
        (room / f"{name}_test.py").write_text((folder / f"{name}_test.py").read_text(encoding="utf-8"), encoding="utf-8")
        command = [sys.executable, "-m", "ligament.as_mujoco", "--compat=4.0", "-m", "pytest", "-q"]
        command += ["-p", "no:cacheprovider", "--junitxml", "result.xml", f"{name}_test.py"]
        try:
            done = subprocess.run(command, cwd=room, capture_output=True, text=True, timeout=timeout, check=False)
            output, status = done.stdout + done.stderr, done.returncode
        except subprocess.TimeoutExpired as problem:
            output, status = f"{problem}", "timeout"
        cases = {}
        if (room / "result.xml").exists():
            for case in xml.etree.ElementTree.parse(room / "result.xml").iter("testcase"):
                bad = next((child for child in case if child.tag in ("failure", "error", "skipped")), None)
                said = "" if bad is None else (bad.get("message") or "").strip().partition("\n")[0]
                if said == "collection failure":
                    said = (bad.text or "").strip().rpartition("\n")[2]
                cases[case.get("name")] = (bad.tag if bad is not None else "passed", said)
        return cases, output, status


def known():
    """Cases that docs/mujoco-tests.md gives a reason for."""
    if not REASONS.exists():
        return set()
    return set(re.findall(r"^\| `(\w+)` ", REASONS.read_text(encoding="utf-8"), re.MULTILINE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files to run; all by default")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds per file")
    parser.add_argument("--verbose", action="store_true", help="print what pytest printed")
    options = parser.parse_args()
    folder = wheel()
    if folder is None or importlib.util.find_spec("ligament") is None:
        print("mujoco tests: left out, MuJoCo's wheel is not installed")
        return 0
    reasons = known()
    total, wanted, unexplained, short = 0, 0, [], []
    print(f"{'file':15} {'passed':>6} {'failed':>6} {'skipped':>7} {'required':>8}")
    for name in options.files or REQUIRED:
        cases, output, status = run(name, folder, options.timeout)
        count = {kind: sum(outcome == kind for outcome, _ in cases.values()) for kind in ("passed", "skipped")}
        failed = {case: said for case, (outcome, said) in cases.items() if outcome in ("failure", "error")}
        note = "" if status in (0, 1) else f"  pytest ended with {status}"
        print(f"{name:15} {count['passed']:6} {len(failed):6} {count['skipped']:7} {REQUIRED[name]:8}{note}")
        for case, said in failed.items():
            print(f"    {'known ' if case in reasons else ''}{case}: {said[:150]}")
        if options.verbose or not cases:
            print(output[-20000:])
        total += count["passed"]
        wanted += REQUIRED[name]
        unexplained += [case for case in failed if case not in reasons]
        if count["passed"] < REQUIRED[name] or status not in (0, 1):
            short.append(name)
    for name in short:
        print(f"{name}: fewer cases passed than required")
    for case in unexplained:
        print(f"{case}: no reason in docs/mujoco-tests.md")
    print(f"mujoco tests: {total} passed, {wanted} required")
    return 1 if short or unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
