"""How well inverse dynamics explains forward dynamics, over a list of models.

    python tests/python/forward_inverse.py LIST [--every K] [--steps N] [--limit 1e-6]

Newton's method at full accuracy; the residual is the norm of the difference of constraint forces and that of generalized
forces, over the norm of all forces. Names the models whose residual is above the limit, with MuJoCo's own.
"""

import argparse
import os
import pathlib
import signal
import warnings

import ligament
import numpy as np


def prepare(module, path):
    """A model whose solver goes as far as it can, in its first keyframe."""
    m = module.MjModel.from_xml_path(str(path))
    m.opt.solver = int(module.mjtSolver.mjSOL_NEWTON)
    m.opt.tolerance, m.opt.iterations, m.opt.ls_iterations = 0.0, 200, 200
    m.opt.noslip_iterations = 0
    d = module.MjData(m)
    if m.nkey:
        module.mj_resetDataKeyframe(m, d, 0)
    d.ctrl[:] = 0.1 * np.cos(np.arange(m.nu))
    return m, d


def residual(module, m, d):
    """The residual of the present state relative to its forces."""
    module.mj_forward(m, d)
    forces = [d.qfrc_constraint, d.qfrc_passive, d.qfrc_bias, d.qfrc_actuator, d.qfrc_applied]
    scale = 1.0 + sum(np.linalg.norm(f) for f in forces)
    try:
        module.mj_compareFwdInv(m, d)
    except Exception:
        return 0.0
    return float(np.max(d.solver_fwdinv) / scale)


def follow(module, path, steps):
    """The largest residual along a trajectory."""
    m, d = prepare(module, path)
    worst = 0.0
    for k in range(steps):
        if k % 5 == 0:
            worst = max(worst, residual(module, m, d))
        module.mj_step(m, d)
    return worst


def expand(paths):
    """Models of lists and files."""
    for path in map(pathlib.Path, paths):
        if path.suffix == ".txt":
            yield from (path.parent / line for line in path.read_text().split("\n") if line.strip())
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--steps", type=int, default=31)
    parser.add_argument("--limit", type=float, default=1e-6)
    parser.add_argument("--timeout", type=int, default=20, help="seconds per model")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    models = list(expand(args.paths))[:: args.every]
    good, bad, skipped = 0, [], []

    def alarm(*_):
        raise TimeoutError

    signal.signal(signal.SIGALRM, alarm)
    for path in models:
        signal.alarm(args.timeout)
        try:
            ours = follow(ligament, path, args.steps)
            if ours < args.limit:
                good += 1
            else:
                import mujoco

                bad.append((path, ours, follow(mujoco, path, args.steps)))
        except (ValueError, TimeoutError) as why:
            skipped.append((path, type(why).__name__))
        finally:
            signal.alarm(0)
    measured = good + len(bad)
    print(f"{good} of {measured} models below {args.limit:g} ({100 * good / max(measured, 1):.1f} %)")
    for path, ours, theirs in sorted(bad, key=lambda row: -row[1]):
        print(f"  {ours:9.2e}  (MuJoCo {theirs:9.2e})  {os.path.relpath(path)}")
    for path, why in skipped:
        print(f"  not measured: {why}  {os.path.relpath(path)}")


if __name__ == "__main__":
    main()
