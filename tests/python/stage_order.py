"""Random orders of the public functions of the pipeline: against MuJoCo, and alone against rules.

As a program it is a campaign: `stage_order.py --sequences 10000 --seed 1`. `test_stage_order.py` runs a short form.

Functions that are called before what they need have defined results, as long as what they read has been computed once for
rows of the same number and place: MuJoCo leaves old numbers in its memory, Ligament keeps them. Where rows have changed since, or
a reset lies between, MuJoCo shows what happens to lie in its memory: `Order.stale` follows that, and what depends on it is
computed anew in both engines before it is used.
"""

import argparse
import warnings

import ligament
import numpy as np

BODY = '<body pos="{x} {y} {z}" {more}><freejoint/><geom type="{kind}" size=".1 .1 .1"/></body>'
SENSORS = """<sensor><clock/><subtreelinvel body="p"/><subtreecom body="p"/><accelerometer site="s"/><gyro site="s"/>
  <force site="s"/><torque site="s"/><framelinacc objtype="site" objname="s"/><touch site="s"/><actuatorfrc actuator="a"/>
  <jointpos joint="h"/><jointvel joint="h"/><jointlimitfrc joint="h"/><tendonpos tendon="t"/><tendonlimitfrc tendon="t"/>
  <e_potential/><e_kinetic/></sensor>"""
PENDULUM = """<body name="p" pos="-1 0 1"><joint name="h" axis="0 1 0" range="-10 10" limited="true" frictionloss=".01"
    stiffness="2" damping=".1" springref="30"/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04"/>
    <body pos="0 0 -.4"><joint name="g" axis="0 1 0" armature=".01"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
    <site name="s" pos=".3 0 0" size=".1"/></body></body>"""
PARTS = f"""<worldbody><geom type="plane" size="5 5 .1"/>
  {BODY.format(x=0, y=0, z=.095, kind="sphere", more='name="b0"')}{BODY.format(x=.15, y=.02, z=.095, kind="sphere", more='name="b1"')}
  {BODY.format(x=1, y=0, z=.099, kind="box", more='name="b2"')}{BODY.format(x=2, y=0, z=.5, kind="sphere", more='name="b3"')}
  {PENDULUM}<site name="w" pos="-1 .2 1.1"/></worldbody>
  <tendon><spatial name="t" limited="true" range="0 .95" frictionloss=".01" stiffness="1"><site site="w"/><site site="s"/></spatial></tendon>
  <equality>{{equality}}</equality>
  <actuator><motor name="a" joint="g" gear="2"/><position joint="h" kp="3"/><general tendon="t" dyntype="filter" dynprm=".1"/>
  </actuator>{SENSORS}<keyframe><key time="1" qvel="{' '.join(['.1'] * 26)}"/></keyframe>"""
WELD = '<weld body1="b2" body2="b3" active="false"/><connect body1="b0" body2="p" anchor="0 0 .1" active="false"/>'


def model_text(option="", flags="", equality=WELD):
    return f'<mujoco><option {option}><flag energy="enable" {flags}/></option>{PARTS.format(equality=equality)}</mujoco>'


MODELS = {
    "newton": model_text(),
    "elliptic": model_text('cone="elliptic" integrator="implicitfast"'),
    "cg": model_text('solver="CG" tolerance="1e-12" iterations="500" integrator="implicit" jacobian="sparse"'),
    "pgs": model_text('solver="PGS" noslip_iterations="2"'),
    "rk4": model_text('integrator="RK4"'),
    "discrete": model_text('integrator="discrete"'),
    "sleep": model_text(flags='sleep="enable"'),
    "whole": model_text(flags='island="disable"'),
    "loop": model_text(equality='<connect body1="b3" body2="p" anchor="0 0 .2"/>'),
}

POSITION = "kinematics comPos camlight tendon fwdKinematics transmission crb makeM factorM collision makeConstraint island"
POSITION += " projectConstraint fwdPosition invPosition sensorPos energyPos"
VELOCITY = "comVel passive referenceConstraint fwdVelocity invVelocity sensorVel energyVel subtreeVel"
FORCE = "fwdActuation fwdAcceleration fwdConstraint invConstraint sensorAcc rnePostConstraint compareFwdInv"
DRIVERS = "forward inverse step step1 step2 resetData resetCtrl Euler RungeKutta implicit checkPos checkVel checkAcc"
OTHERS = "forwardSkip inverseSkip resetKey setState write rne"
OPERATIONS = " ".join((POSITION, VELOCITY, FORCE, DRIVERS, OTHERS)).split()

READS_AREF = {"fwdConstraint", "invConstraint", "step2", "compareFwdInv", "forwardSkip", "inverseSkip"}
DISCRETE = "forward step inverse kinematics fwdKinematics transmission makeM factorM fwdActuation sensorPos resetData resetKey".split()
DISCRETE += "write setState passive comVel checkPos checkVel energyPos subtreeVel rne".split()
READS_VELOCITY = {"referenceConstraint", "implicit", "step2", "makeConstraint"}
READS_FORCE = {"sensorAcc", "rnePostConstraint", "compareFwdInv"}
MAKES_ROWS = {"makeConstraint", "fwdPosition", "invPosition", "forward", "inverse", "step", "step1", "collision", "RungeKutta"}
MAKES_AREF = {"referenceConstraint", "fwdVelocity", "invVelocity", "forward", "inverse", "step", "step1", "RungeKutta"}
MAKES_FORCE = {"fwdConstraint", "invConstraint", "forward", "inverse", "step", "step2", "RungeKutta"}

FIELDS = """time qpos qvel act qacc qacc_warmstart ctrl xpos xquat xmat xipos ximat geom_xpos site_xpos subtree_com cinert cdof
ten_length ten_velocity actuator_length actuator_velocity crb M qLD qLDiagInv cvel cdof_dot qfrc_bias qfrc_passive qfrc_spring
qfrc_damper subtree_linvel subtree_angmom actuator_force qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint qfrc_inverse cacc
cfrc_int cfrc_ext sensordata energy act_dot efc_type efc_id efc_pos efc_margin efc_D efc_R efc_KBIP efc_vel efc_aref efc_b
efc_force nefc ncon ne nf nl nisland nidof tree_island dof_island tree_asleep body_awake solver_fwdinv""".split()
LAG = {"efc_vel": "aref", "efc_aref": "aref", "efc_b": "b", "efc_force": "force"}


class Order:
    """A random sequence of calls on one model, with what has happened so far."""

    def __init__(self, text, seed, with_mujoco):
        self.random = np.random.default_rng(seed)
        self.engines = [ligament]
        if with_mujoco:
            import mujoco

            self.engines.insert(0, mujoco)
        self.models = [engine.MjModel.from_xml_string(text) for engine in self.engines]
        self.data = [engine.MjData(m) for engine, m in zip(self.engines, self.models)]
        self.done = []
        self.stale = dict.fromkeys(("aref", "b", "force", "dual"), False)
        self.layout = (0, 0, 0)
        if with_mujoco:
            self.both("step", None)

    def run(self, length):
        for _ in range(length):
            self.step()
        return self

    def step(self):
        name = str(self.random.choice(OPERATIONS))
        reference, m = self.data[0], self.models[0]
        if name in ("Euler", "implicit"):
            implicit = m.opt.integrator in (2, 3)
            name = "implicit" if implicit else "Euler"
        if len(self.engines) == 2:
            if m.opt.integrator == 4 and name not in DISCRETE:
                return  # between stages its rows are made differently
            if self.stale["dual"] and name in READS_AREF | READS_FORCE:
                self.both("projectConstraint", None)  # MuJoCo's PGS crashes without
            if name in READS_VELOCITY | READS_AREF | READS_FORCE and (reference.ne or m.opt.integrator in (2, 3)):
                self.both("comVel", None)  # rates and slopes of forces mix velocities of joints and of bodies
            if self.stale["aref"] and name in READS_AREF | READS_FORCE:
                self.both("referenceConstraint", None)
            if self.stale["force"] and name in READS_FORCE:
                self.both("fwdConstraint", None)
        argument = None
        if name in ("forwardSkip", "inverseSkip"):
            argument = (int(self.random.integers(0, 3)), int(self.random.integers(0, 2)))
        elif name == "setState":
            argument = self.random.normal(0, 1, m.nv)
        elif name == "write":
            argument = (self.random.normal(0, .3, m.nu), int(self.random.integers(0, max(m.neq, 1))), self.random.normal(0, 1, m.nv))
        self.both(name, argument)

    def both(self, name, argument):
        before = self.layout
        for engine, m, d in zip(self.engines, self.models, self.data):
            call(engine, m, d, name, argument)
        self.done.append((name, argument) if name in ("forwardSkip", "inverseSkip") else name)
        self.follow(name, argument, before)
        if name == "makeConstraint" and (self.layout != before or len(self.engines) == 2 and self.models[0].opt.solver == 0):
            # MuJoCo's islands would be those of other rows, or lie where PGS has written
            return self.both("island", None)
        if len(self.engines) == 2 and name in ("resetData", "resetKey"):
            # before anything is known, inertias and frames are zero: what follows from them means nothing
            return self.both("forward", None)
        if len(self.engines) == 2:
            self.compare()
            self.synchronize()

    def follow(self, name, argument, before):
        """Which rows' numbers are left over from other rows."""
        d = self.data[0]
        skip = argument[0] if name in ("forwardSkip", "inverseSkip") else None
        if name in MAKES_ROWS or skip == 0 or name in ("resetData", "resetKey", "checkPos", "checkVel", "checkAcc", "write"):
            now = (d.ncon, d.nefc, len(d.efc_J))
            reset = name in ("resetData", "resetKey") or d.time == 0 and name.startswith("check")
            if reset or (d.nefc and now != before):
                self.stale = dict.fromkeys(self.stale, True)
            if d.nefc:
                self.layout = now
        if name in ("makeConstraint", "invPosition", "inverse") or (name == "inverseSkip" and skip == 0):
            self.stale["dual"] = True
        if name == "projectConstraint" or name in ("forward", "step", "step1", "fwdPosition") or (name == "forwardSkip" and skip == 0):
            self.stale["dual"] = False
        if d.nefc == 0:
            return
        if name in MAKES_AREF or skip in (0, 1):
            self.stale["aref"] = False
        if name in MAKES_FORCE or skip is not None:
            self.stale["force"] = False
        if name in MAKES_FORCE - {"invConstraint", "inverse"} or name == "forwardSkip":
            self.stale["b"] = False

    def compare(self):
        a, b = self.data
        for field in FIELDS:
            if d_stale(self.stale, field):
                continue
            x, y = np.array(getattr(a, field), float), np.array(getattr(b, field), float)
            assert x.shape == y.shape, (field, x.shape, y.shape, self.done)
            scale = max(1.0, np.abs(x).max(initial=0.0))
            if not np.allclose(x, y, rtol=0, atol=1e-6 * scale, equal_nan=True):
                raise AssertionError(f"{field} differs by {np.abs(x - y).max():.3g} of {scale:.3g} after {self.done}")
        assert [w.number for w in a.warning][:7] == [w.number for w in b.warning][:7], self.done

    def synchronize(self):
        """Keeps rounding from growing over long sequences."""
        mujoco, (m, n), (a, b) = self.engines[0], self.models, self.data
        bits = int(mujoco.mjtState.mjSTATE_INTEGRATION)
        state = np.zeros(mujoco.mj_stateSize(m, bits))
        mujoco.mj_getState(m, a, state, bits)
        ligament.mj_setState(n, b, state, bits)
        b.qacc[:] = a.qacc

    def check_rules(self):
        """No bad numbers without a warning; a state and a forward pass give the bits of fresh data."""
        m, d = self.models[-1], self.data[-1]
        warned = any(w.number for w in d.warning)
        assert warned or (np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all() and np.isfinite(d.qacc).all()), self.done
        if m.opt.enableflags & int(ligament.mjtEnableBit.mjENBL_SLEEP):
            return
        bits = int(ligament.mjtState.mjSTATE_INTEGRATION)
        state = np.zeros(ligament.mj_stateSize(m, bits))
        ligament.mj_getState(m, d, state, bits)
        fresh = ligament.MjData(m)
        for data in (d, fresh):
            ligament.mj_setState(m, data, state, bits)
            # twice: the sensor of kinetic energy reads that of the pass before, as in MuJoCo
            ligament.mj_forward(m, data)
            ligament.mj_forward(m, data)
        for field in FIELDS:
            if field in ("qfrc_inverse", "solver_fwdinv", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"):
                continue  # computed on demand only
            assert np.array_equal(getattr(d, field), getattr(fresh, field), equal_nan=True), (field, self.done)


def d_stale(stale, field):
    return field in LAG and stale[LAG[field]]


def call(engine, m, d, name, argument):
    """One call of one engine."""
    if name in ("forwardSkip", "inverseSkip"):
        getattr(engine, "mj_" + name)(m, d, *argument)
    elif name == "RungeKutta":
        engine.mj_RungeKutta(m, d, 4)
    elif name == "rne":
        engine.mj_rne(m, d, 1, np.zeros(m.nv))
    elif name == "resetKey":
        engine.mj_resetDataKeyframe(m, d, 0)
    elif name == "setState":
        engine.mj_setState(m, d, argument, int(engine.mjtState.mjSTATE_QVEL))
    elif name == "write":
        ctrl, equality, force = argument
        d.ctrl[:] = ctrl
        d.qfrc_applied[:] = force
        if m.neq:
            d.eq_active[equality] = 1 - d.eq_active[equality]
    else:
        getattr(engine, "mj_" + name)(m, d)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sequences", type=int, default=1000)
    parser.add_argument("--length", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alone", action="store_true", help="Ligament alone, against rules")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    names, failures, calls = list(MODELS), 0, 0
    for k in range(arguments.sequences):
        name, seed = names[k % len(names)], arguments.seed + k
        order = Order(MODELS[name], seed, not arguments.alone)
        try:
            order.run(arguments.length)
            if arguments.alone:
                order.check_rules()
        except BaseException as error:  # noqa: BLE001: a panic is no Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            if type(error).__module__.startswith("mujoco"):
                continue  # MuJoCo refuses frames without an axis
            failures += 1
            print(f"{name} seed {seed}: {type(error).__name__} {error} (calls {order.done})"[:1500], flush=True)
        calls += len(order.done)
    print(f"{arguments.sequences} sequences, {calls} calls, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    raise SystemExit(main())
