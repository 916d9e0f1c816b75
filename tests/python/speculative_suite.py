"""Speculative contacts of pairs of shapes against MuJoCo, with random fast motions.

    speculative_suite.py [--poses 2000] [--pairs box-mesh,…]

For each pair of convex geom types, shapes of random sizes are put apart in random orientations with velocities that
bring them together within a step, or nearly so. A third geom sometimes stands between them. Printed per pair: the share of
poses in which all contacts agree (number, order, distance, position, frame, whether they act), and the share of poses with
contacts.
"""

import argparse
import itertools

import ligament
import mujoco
import numpy as np
import pair_suite

TYPES = ["plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
TOLERANCE = 1e-7
POSES_PER_MODEL = 25
STEP = 0.01
# options that change what a contact ahead looks like
OPTIONS = ["", "integrator='discrete'", "integrator='implicitfast'"]
FLAGS = [
    "",
    "multiccd='disable'",
    "refsafe='disable'",
    "override='enable'",
    "midphase='disable'",
    "filterparent='disable'",
]
SOFTNESS = ["", "solref='0.005 1.3'", "solref='-900 -30'", "solref='0 -60'", "solimp='.5 .8 .02'", "gap='.02'"]

SHAPES = ["mesh_vert", "mesh_polynormal", "mesh_extrema", "geom_pos", "geom_quat", "geom_aabb", "geom_rbound"]


def pairs():
    """All pairs that have speculative contacts, the lower type first."""
    every = itertools.combinations_with_replacement(TYPES, 2)
    return [pair for pair in every if pair != ("plane", "plane")]


def model_text(pair, rng):
    """A model with one shape of each type on free bodies, and a disc that may hide one from the other."""
    soft, option, flag = rng.choice(SOFTNESS), rng.choice(OPTIONS), rng.choice(FLAGS)
    assets = "".join(pair_suite.asset(kind, f"s{i}", rng) for i, kind in enumerate(pair))
    inertial = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
    margin = f"margin='{rng.choice([0, 0.01])}' {soft}"
    first, second = (
        pair_suite.geom(kind, f"s{i}", rng).replace("margin='0.01'", margin) for i, kind in enumerate(pair)
    )
    # a plane on its own, two bodies, or bodies with another geom each, whose contacts are listed differently
    more = "<geom size='.01' pos='0 .3 0'/>" if rng.random() < 0.3 else ""
    if pair[0] != "plane":
        first = f"<body><freejoint/>{first}{more}{inertial}</body>"
    second = f"<body><freejoint/>{second}{more}{inertial}</body>"
    disc = "<geom name='disc' type='cylinder' size='.1 .004'/>"
    disc = f"<body mocap='true' pos='9 9 9'>{disc}</body>" if rng.random() < 0.3 else ""
    flags = f"<flag speculative='enable' {flag}/>"
    return (
        f"<mujoco><option timestep='{STEP}' {option}>{flags}</option><asset>{assets}</asset>"
        f"<worldbody>{first}{second}{disc}</worldbody></mujoco>"
    )


def scatter(model, data, rng):
    """Puts the shapes apart and makes them fly towards each other: coordinates, velocities, the disc between them."""
    free = model.njnt
    for j in range(free):
        data.qpos[7 * j : 7 * j + 3] = 0
        data.qpos[7 * j + 3 : 7 * j + 7] = pair_suite.quaternion(rng)
    direction = rng.standard_normal(3)
    if free == 1:
        direction[2] = 1 + abs(direction[2])
    direction /= np.linalg.norm(direction)
    data.qpos[7 * (free - 1) : 7 * (free - 1) + 3] = direction * rng.uniform(0.3, 1.2)
    data.qvel[:] = 0
    for j in range(free):
        toward = -direction if j == free - 1 else direction
        speed = rng.uniform(0.1, 1.2) / STEP * (rng.random() < 0.8)
        data.qvel[6 * j : 6 * j + 3] = speed * toward + 0.1 / STEP * rng.standard_normal(3)
        data.qvel[6 * j + 3 : 6 * j + 6] = rng.standard_normal(3) * rng.choice([0, 10, 60])
    if model.nmocap:
        data.mocap_pos[0] = direction * rng.uniform(0.2, 0.8) + 0.05 * rng.standard_normal(3)
        data.mocap_quat[0] = pair_suite.quaternion(rng)
    return data.qpos.copy(), data.qvel.copy(), data.mocap_pos.copy(), data.mocap_quat.copy()


def contacts(module, model, data, state):
    """All contacts in a state, as rows of numbers."""
    data.qpos[:], data.qvel[:], data.mocap_pos[:], data.mocap_quat[:] = state
    module.mj_kinematics(model, data)
    module.mj_comPos(model, data)
    module.mj_collision(model, data)
    rows = [
        np.concatenate([[*c.geom, c.dim, c.exclude, c.dist], c.pos, c.frame])
        for c in (data.contact[i] for i in range(data.ncon))
    ]
    return np.array(rows).reshape(len(rows), 17)


def share_shapes(reference, own):
    """Gives both models the same bits: searches that stop at a tolerance magnify differences of rounding in meshes."""
    for name in SHAPES:
        getattr(own, name)[:] = getattr(reference, name)


def compare(pair, poses, seed=5):
    """Shares of poses whose contacts agree, and of those that have some."""
    rng = np.random.default_rng([seed, *map(TYPES.index, pair)])
    same = found = total = 0
    while total < poses:
        text = model_text(pair, rng)
        reference, own = mujoco.MjModel.from_xml_string(text), ligament.MjModel.from_xml_string(text)
        share_shapes(reference, own)
        data = mujoco.MjData(reference), ligament.MjData(own)
        for _ in range(POSES_PER_MODEL):
            state = scatter(reference, data[0], rng)
            a, b = contacts(mujoco, reference, data[0], state), contacts(ligament, own, data[1], state)
            found += len(a) > 0
            agree = len(a) == len(b) and np.all(np.abs(a - b) <= TOLERANCE * (1 + np.abs(a)))
            same += agree
            total += 1
            if VERBOSE and not agree:
                print(text, [x.tolist() for x in state], a[:, :8], b[:, :8], sep="\n", flush=True)
    return same / total, found / total


VERBOSE = False


def main():
    global VERBOSE
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=2000)
    parser.add_argument("--pairs", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    VERBOSE = arguments.verbose
    wanted = [tuple(p.split("-")) for p in arguments.pairs.split(",") if p] or pairs()
    print(f"{'pair':22s} {'all contacts':>12s} {'with contacts':>13s}")
    for pair in wanted:
        same, found = compare(pair, arguments.poses)
        print(f"{'-'.join(pair):22s} {same:12.2%} {found:13.1%}", flush=True)


if __name__ == "__main__":
    main()
