"""Contacts and distances of strange pairs against MuJoCo: huge, tiny and thin shapes, the same place, aligned faces, deep
penetration, wide margins.

    pair_strange.py [--models 30] [--pairs box-mesh,…]
"""

import argparse
import itertools

import ligament
import mujoco
import numpy as np
import pair_suite

FORMS = {"ordinary": (0.1, 0.5), "slender": (1e-3, 1.0), "wild": (1e-5, 1e5)}
MARGINS = [0.0, 0.01, 0.1, 1.0]
POSES_PER_MODEL = 10
TOLERANCE = 1e-6


def quarter_turns():
    """The 24 turns that map axes to axes."""
    for order in itertools.permutations(range(3)):
        for signs in itertools.product([1.0, -1.0], repeat=3):
            mat = np.zeros((3, 3))
            mat[range(3), order] = signs
            if np.linalg.det(mat) > 0:
                quat = np.zeros(4)
                mujoco.mju_mat2Quat(quat, mat.ravel())
                yield quat


TURNS = list(quarter_turns())


def geom(kind, name, rng, form, margin):
    low, high = np.log(FORMS[form])
    count = {"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3)
    sizes = " ".join(repr(float(x)) for x in np.exp(rng.uniform(low, high, count)))
    shape = f"size='{sizes}'" if kind not in ("mesh", "hfield", "plane") else f"{kind}='{name}'"
    if kind == "plane":
        shape = "size='0 0 1'"
    return f"<geom name='{name}' type='{kind}' {shape} margin='{margin / 2!r}'/>"


def model_text(pair, rng, form, margin):
    """The first shape on a mocap body, or fixed; the second one free."""
    assets = "".join(pair_suite.asset(kind, f"s{i}", rng) for i, kind in enumerate(pair))
    first, second = (geom(kind, f"s{i}", rng, form, margin) for i, kind in enumerate(pair))
    if pair[0] not in ("plane", "hfield"):
        first = f"<body mocap='true'>{first}</body>"
    second = f"<body><freejoint/>{second}<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
    return f"<mujoco><asset>{assets}</asset><worldbody>{first}{second}</worldbody></mujoco>"


def place(model, data, rng):
    """A pose of the second shape: anywhere, at the same place, deep inside, or around contact."""
    size = min(float(sum(model.geom_rbound)), 1e6) or 1.0
    aligned = rng.random() < 0.3

    def turn():
        return TURNS[rng.integers(24)] if aligned else pair_suite.quaternion(rng)

    if model.nmocap:
        data.mocap_quat[0] = turn()
    qpos = np.zeros(7)
    qpos[3:] = turn()
    way = rng.integers(5)
    if way == 0:
        qpos[:3] = rng.uniform(-size, size, 3)
    elif way == 2:
        qpos[:3] = rng.uniform(-0.1, 0.1, 3) * size
    elif way > 2:
        direction = np.eye(3)[rng.integers(3)] if aligned else rng.standard_normal(3)
        direction /= np.linalg.norm(direction)
        qpos[:3] = 1.5 * size * direction
        for _ in range(10):
            data.qpos[:] = qpos
            mujoco.mj_kinematics(model, data)
            distance = mujoco.mj_geomDistance(model, data, 0, 1, 100 * size, None)
            if distance < 1e-4 * size or distance > 50 * size:
                break
            qpos[:3] -= 0.9 * distance * direction
        qpos[:3] -= rng.choice([0, 1e-3, -1e-3, 0.1, 1e-6]) * size * direction
    return qpos, size


def compare(pair, form, models, seed=0):
    """Shares of poses in which all contacts agree, and in which the distance does."""
    rng = np.random.default_rng([seed, *map(pair_suite.TYPES.index, pair)])
    contacts = distances = total = 0
    for _ in range(models):
        text = model_text(pair, rng, form, float(rng.choice(MARGINS)))
        try:
            reference = mujoco.MjModel.from_xml_string(text)
        except ValueError:
            # thin meshes and the like: the same refusal is all there is to see
            try:
                ligament.MjModel.from_xml_string(text)
            except ValueError:
                continue
            raise
        own = ligament.MjModel.from_xml_string(text)
        one, two = mujoco.MjData(reference), ligament.MjData(own)
        for _ in range(POSES_PER_MODEL):
            qpos, size = place(reference, one, rng)
            two.mocap_quat[:] = one.mocap_quat
            a, b = pair_suite.contacts(mujoco, reference, one, qpos), pair_suite.contacts(ligament, own, two, qpos)
            assert np.isfinite(b).all(), (text, qpos)
            total += 1
            scale = max(1.0, np.abs(a).max(initial=0))
            contacts += len(a) == len(b) and np.abs(a - b).max(initial=0) <= TOLERANCE * scale
            limit = float(rng.choice([0.1, 1.0, 10.0])) * size
            first, second = (int(i) for i in rng.permutation(2))
            x = mujoco.mj_geomDistance(reference, one, first, second, limit, None)
            y = ligament.mj_geomDistance(own, two, first, second, limit, None)
            distances += abs(x - y) <= TOLERANCE * max(1.0, size)
    total = max(total, 1)
    return contacts / total, distances / total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=30)
    parser.add_argument("--pairs", default="")
    arguments = parser.parse_args()
    wanted = [tuple(p.split("-")) for p in arguments.pairs.split(",") if p] or pair_suite.pairs()
    for pair in wanted:
        for form in FORMS:
            contacts, distances = compare(pair, form, arguments.models)
            print(f"{'-'.join(pair):22s} {form:9s} contacts {contacts:8.2%} distances {distances:8.2%}", flush=True)


if __name__ == "__main__":
    main()
