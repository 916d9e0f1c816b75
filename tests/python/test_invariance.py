"""What must not change results: islands, and whether the Jacobian counts as sparse."""

import pathlib
import warnings

import ligament
import numpy as np
import pytest
from conftest import MODELS

SHARED = pathlib.Path(__file__).parents[3] / "shared" / "corpus"
LIMIT = 1e-9


def variants():
    """How a model is changed: whole or by islands, dense or sparse."""
    island = int(ligament.mjtDisableBit.mjDSBL_ISLAND)
    for kind in (ligament.mjtJacobian.mjJAC_DENSE, ligament.mjtJacobian.mjJAC_SPARSE):
        for flag in (0, island):
            yield int(kind), flag


def follow(m, jacobian, flag, states):
    """Accelerations in all states."""
    before = m.opt.jacobian, m.opt.disableflags, m.opt.enableflags
    m.opt.jacobian = jacobian
    m.opt.disableflags |= flag
    # sleep needs islands
    m.opt.enableflags &= ~int(ligament.mjtEnableBit.mjENBL_SLEEP)
    d = ligament.MjData(m)
    out = []
    for state in states:
        ligament.mj_setState(m, d, state, int(ligament.mjtState.mjSTATE_INTEGRATION))
        ligament.mj_forward(m, d)
        out.append((d.qacc.copy(), d.qfrc_constraint.copy()))
    m.opt.jacobian, m.opt.disableflags, m.opt.enableflags = before
    return out


def spread(path, steps=30, each=10):
    """The largest relative difference between variants along a trajectory."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        m = ligament.MjModel.from_xml_path(str(path))
    m.opt.solver = int(ligament.mjtSolver.mjSOL_NEWTON)
    m.opt.tolerance, m.opt.iterations, m.opt.ls_iterations = 0.0, 200, 200
    d = ligament.MjData(m)
    if m.nkey:
        ligament.mj_resetDataKeyframe(m, d, 0)
    bits = int(ligament.mjtState.mjSTATE_INTEGRATION)
    states = []
    for k in range(steps):
        if k % each == 0:
            states.append(np.empty(ligament.mj_stateSize(m, bits)))
            ligament.mj_getState(m, d, states[-1], bits)
        ligament.mj_step(m, d)
    runs = [follow(m, jacobian, flag, states) for jacobian, flag in variants()]
    worst = 0.0
    for run in runs[1:]:
        for one, other in zip(runs[0], run):
            for a, b in zip(one, other):
                scale = 1.0 + np.abs(a).max(initial=0.0)
                worst = max(worst, np.abs(a - b).max(initial=0.0) / scale)
    return worst


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_own_models(path):
    assert spread(path) < LIMIT


@pytest.mark.skipif(not SHARED.is_dir(), reason="there are no shared models beside the repository")
def test_shared_models():
    bad = {}
    for line in (SHARED / "core.txt").read_text().split():
        try:
            found = spread(SHARED / line, steps=11)
        except ValueError:
            continue
        if not found < LIMIT:
            bad[line] = found
    assert not bad


if __name__ == "__main__":
    import sys

    count, bad = 0, []
    for argument in sys.argv[1:]:
        root = pathlib.Path(argument)
        for line in root.read_text().split():
            try:
                found = spread(root.parent / line, steps=11)
            except ValueError:
                continue
            count += 1
            if not found < LIMIT:
                bad.append((found, line))
    print(f"{count - len(bad)} of {count} models below {LIMIT:g}")
    for found, line in sorted(bad, reverse=True):
        print(f"  {found:9.2e}  {line}")
