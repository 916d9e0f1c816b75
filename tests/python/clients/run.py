"""Runs packages that use MuJoCo, first on MuJoCo itself and then with Ligament in its place, and compares.

    python run.py [--short] [--folder FOLDER] [--jobs 2] [CLIENT...]

Makes an environment per run of this script in FOLDER, with the packages from PyPI (version pins are ignored), and prints a
table: what each client did on MuJoCo 4.0.0, what on Ligament, and the largest difference of the numbers that both reported.
A client that fails on MuJoCo and runs on Ligament is counted as a success. A package that cannot be installed is left out,
and said so.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
REFERENCE = "mujoco==4.0.0"
JAX = ["jax", "etils[epath]"]
# Client: its packages (installed without their dependencies), what they need besides, and whether the short form has it.
CLIENTS = {
    "gymnasium": (["gymnasium"], ["cloudpickle", "farama-notifications", "typing_extensions"], True),
    "dm_control": (
        ["dm_control"],
        ["absl-py", "dm-env", "dm-tree", "lxml", "labmaze", "pyparsing", "requests", "protobuf", "scipy", "tqdm", "glfw", "pyopengl"],
        True,
    ),
    "mink": (["mink"], ["qpsolvers", "daqp", "scipy", "typing_extensions"], True),
    "gymnasium_robotics": (["gymnasium", "gymnasium-robotics"], ["PettingZoo", "jinja2", "imageio", "cloudpickle"], False),
    "metaworld": (["gymnasium", "metaworld"], ["scipy", "imageio", "cloudpickle"], False),
    "robosuite": (["robosuite"], ["numba", "scipy", "termcolor", "tqdm", "pyyaml", "opencv-python-headless", "pillow", "h5py"], False),
    "myosuite": (
        ["gymnasium", "myosuite", "myo_sim"],
        ["cloudpickle", "farama-notifications", "colorednoise", "scipy", "h5py", "termcolor", "click", "pyyaml", "imageio", "gitpython"],
        False,
    ),
    "loco_mujoco": (
        ["loco-mujoco", "mujoco-mjx"],
        [*JAX, "gymnasium", "scipy", "omegaconf", "flax", "trimesh", "warp-lang", "opencv-python-headless", "gitpython", "pyyaml", "tqdm"],
        False,
    ),
    "playground": (["playground", "mujoco-mjx"], [*JAX, "ml_collections", "brax", "flax", "lxml", "tqdm", "mediapy", "warp-lang"], False),
    "mjlab": (["mjlab"], ["tyro", "prettytable", "trimesh", "scipy", "imageio-ffmpeg", "mediapy", "warp-lang"], False),
    "mjx": (["mujoco-mjx"], [*JAX, "scipy", "trimesh", "warp-lang"], False),
}


def environment(folder):
    """The interpreter of an environment with MuJoCo and Ligament."""
    python = folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        install(python, [REFERENCE, "numpy"])
    return python


def install(python, packages, *options):
    """Installs packages; what pip said, if it could not."""
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *options, *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["pip failed"])[-1]


def run(python, client, engine, short, path):
    """Runs a client on an engine: its report, or what went wrong."""
    script = str(HERE / f"client_{client}.py")
    program = [script] if engine == "mujoco" else ["-m", "ligament.as_mujoco", script]
    variables = dict(os.environ, PYTHONPATH=path, MUJOCO_GL="disable", PYTHONWARNINGS="ignore", JAX_PLATFORMS="cpu")
    start = time.perf_counter()
    arguments = ["--short"] if short else []
    try:
        done = subprocess.run(
            [str(python), *program, *arguments], capture_output=True, text=True, env=variables, timeout=900, check=False
        )
    except subprocess.TimeoutExpired:
        return None, "more than 900 s", 900.0
    seconds = time.perf_counter() - start
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        said = done.stderr.strip().splitlines() or [f"ended with {done.returncode}"]
        return None, said[-1][:200], seconds
    return json.loads(lines[-1]), "", seconds


def compare(ours, theirs):
    """Cases that ran, cases that failed, and the largest difference of numbers that both reported."""
    failed = {name: case["error"] for name, case in ours.items() if "error" in case}
    worst, where = 0.0, ""
    for name, case in ours.items():
        other = theirs.get(name, {})
        for a, b in zip(case.get("numbers", []), other.get("numbers", [])):
            difference = abs(a - b) / max(1.0, abs(a), abs(b))
            if difference > worst:
                worst, where = difference, name
    return failed, worst, where


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clients", nargs="*", help="which clients; all by default")
    parser.add_argument("--short", action="store_true", help="fewer clients, fewer steps")
    parser.add_argument("--folder", default="target/clients", help="where environments are made")
    parser.add_argument("--module", default="", help="folder with the ligament module, if it is not to be installed")
    options = parser.parse_args()
    folder = pathlib.Path(options.folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder)
    if not options.module:
        problem = install(python, [str(HERE.parents[2])], "--no-deps", "--force-reinstall")
        if problem:
            print(f"clients: ligament cannot be installed: {problem}")
            return 1
    chosen = options.clients or [name for name, row in CLIENTS.items() if row[2] or not options.short]
    print(f"{'client':20} {'on MuJoCo 4.0.0':>24} {'on Ligament':>20}  largest difference")
    bad = 0
    for client in chosen:
        packages, needs, _ = CLIENTS[client]
        problem = install(python, packages, "--no-deps") or install(python, needs)
        if problem:
            print(f"{client:20} left out: {problem}")
            continue
        theirs, trouble, _ = run(python, client, "mujoco", options.short, options.module)
        ours, failure, seconds = run(python, client, "ligament", options.short, options.module)
        control = f"{sum('error' not in c for c in theirs.values())} of {len(theirs)} ran" if theirs else "fails"
        if ours is None:
            bad += 1
            print(f"{client:20} {control:>24} {'fails':>20}  {failure}")
            continue
        failed, worst, where = compare(ours, theirs or {})
        bad += bool(failed)
        result = f"{len(ours) - len(failed)} of {len(ours)} ran"
        note = f"{worst:.1e} ({where})" if theirs and where else "0" if theirs else f"MuJoCo: {trouble[:90]}"
        print(f"{client:20} {control:>24} {result:>20}  {note}  {seconds:.0f} s")
        for name, why in failed.items():
            print(f"    {name}: {why[:160]}")
    print(f"clients: {len(chosen) - bad} of {len(chosen)} ran")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
