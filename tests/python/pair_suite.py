"""Contacts of pairs of shapes against MuJoCo, in random poses around contact.

    pair_suite.py [--poses 2000] [--pairs box-mesh,…]

For each pair of geom types, shapes of random sizes are brought to touch in random orientations, then moved a little
apart or into one another. Printed per pair: the share of poses in which depth and normal of the deepest contact agree,
and the share in which all contacts agree (number, order, distance, position, frame).
"""

import argparse
import itertools

import ligament
import mujoco
import numpy as np

TYPES = ["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
PRIMITIVE = {"plane", "sphere", "capsule", "cylinder", "box"}
CONVEX_PAIRS = {("capsule", "cylinder"), ("cylinder", "cylinder"), ("cylinder", "box")}
# neither engine collides these
NOT_COLLIDED = {("plane", "plane"), ("plane", "hfield"), ("hfield", "hfield")}
TOLERANCE = 1e-12
POSES_PER_MODEL = 50


def pairs():
    """All pairs that collide, the lower type first."""
    every = itertools.combinations_with_replacement(TYPES, 2)
    return [pair for pair in every if pair not in NOT_COLLIDED]


def is_primitive(pair):
    """Whether a pair has a routine of its own."""
    return set(pair) <= PRIMITIVE and pair not in CONVEX_PAIRS


def points(rng):
    """A random convex mesh as text."""
    cloud = rng.standard_normal((rng.integers(6, 24), 3))
    cloud *= rng.uniform(0.05, 0.3, 3) / np.linalg.norm(cloud, axis=1, keepdims=True)
    return " ".join(f"{x:.6g}" for x in cloud.ravel())


def asset(kind, name, rng):
    """The asset a shape needs."""
    if kind == "mesh":
        return f"<mesh name='{name}' vertex='{points(rng)}'/>"
    if kind == "hfield":
        heights = " ".join(f"{x:.4f}" for x in rng.uniform(0, 1, 49))
        return f"<hfield name='{name}' nrow='7' ncol='7' size='0.6 0.6 0.3 0.1' elevation='{heights}'/>"
    return ""


def geom(kind, name, rng):
    """A shape of random size."""
    a, b, c = rng.uniform(0.05, 0.3, 3)
    size = {
        "plane": "1 1 1",
        "sphere": f"{a}",
        "capsule": f"{a} {b}",
        "cylinder": f"{a} {b}",
        "ellipsoid": f"{a} {b} {c}",
        "box": f"{a} {b} {c}",
    }.get(kind)
    shape = f"size='{size}'" if size else f"{kind}='{name}'"
    return f"<geom name='{name}' type='{kind}' {shape} margin='0.01'/>"


def model_text(pair, rng):
    """A model with one shape of each type on mocap-like free bodies."""
    assets = "".join(asset(kind, f"s{i}", rng) for i, kind in enumerate(pair))
    first = geom(pair[0], "s0", rng)
    if pair[0] not in ("plane", "hfield"):
        first = f"<body><freejoint/>{first}<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
    second = geom(pair[1], "s1", rng)
    second = f"<body><freejoint/>{second}<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
    return f"<mujoco><asset>{assets}</asset><worldbody>{first}{second}</worldbody></mujoco>"


def quaternion(rng):
    """A random rotation."""
    q = rng.standard_normal(4)
    return q / np.linalg.norm(q)


def touching(model, data, rng):
    """Puts the shapes into a random pose around contact; the coordinates."""
    free = model.njnt
    for j in range(free):
        data.qpos[7 * j : 7 * j + 3] = 0
        data.qpos[7 * j + 3 : 7 * j + 7] = quaternion(rng)
    direction = rng.standard_normal(3)
    if free == 1:
        direction[:2] *= 0.3
        direction[2] = abs(direction[2])
    direction /= np.linalg.norm(direction)
    place = data.qpos[7 * (free - 1) : 7 * (free - 1) + 3]
    place[:] = 2 * direction
    for _ in range(30):
        mujoco.mj_kinematics(model, data)
        distance = mujoco.mj_geomDistance(model, data, 0, 1, 10.0, None)
        if distance < 1e-4:
            break
        place -= 0.9 * distance * direction
    place -= rng.uniform(-0.03, 0.04) * direction
    return data.qpos.copy()


def contacts(module, model, data, qpos):
    """Distances, positions and frames of all contacts in a pose."""
    data.qpos[:] = qpos
    module.mj_kinematics(model, data)
    module.mj_comPos(model, data)
    module.mj_collision(model, data)
    n = data.ncon
    table = [np.concatenate([[c.dist], c.pos, c.frame]) for c in (data.contact[i] for i in range(n))]
    return np.array(table).reshape(n, 13)


def compare(pair, poses, seed=3):
    """Shares of poses that agree: depth and normal, all contacts; and how many poses touched."""
    rng = np.random.default_rng([seed, *map(TYPES.index, pair)])
    depth = every = touched = 0
    for _ in range(-(-poses // POSES_PER_MODEL)):
        text = model_text(pair, rng)
        reference, own = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
        data = mujoco.MjData(reference), ligament.MjData(own)
        for _ in range(POSES_PER_MODEL):
            qpos = touching(reference, data[0], rng)
            a, b = contacts(mujoco, reference, data[0], qpos), contacts(ligament, own, data[1], qpos)
            touched += len(a) > 0
            same = len(a) == len(b) and np.abs(a - b).max(initial=0.0) <= TOLERANCE
            every += same
            if len(a) == 0 or len(b) == 0:
                depth += len(a) == len(b)
                continue
            x, y = a[a[:, 0].argmin()], b[b[:, 0].argmin()]
            depth += abs(x[0] - y[0]) <= TOLERANCE and np.abs(x[4:7] - y[4:7]).max() <= TOLERANCE
    total = POSES_PER_MODEL * -(-poses // POSES_PER_MODEL)
    return depth / total, every / total, touched / total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=2000)
    parser.add_argument("--pairs", default="")
    arguments = parser.parse_args()
    wanted = [tuple(p.split("-")) for p in arguments.pairs.split(",") if p] or pairs()
    print(f"{'pair':22s} {'depth+normal':>12s} {'all contacts':>12s} {'touching':>9s}")
    for pair in wanted:
        depth, every, touched = compare(pair, arguments.poses)
        print(f"{'-'.join(pair):22s} {depth:12.2%} {every:12.2%} {touched:9.1%}", flush=True)


if __name__ == "__main__":
    main()
