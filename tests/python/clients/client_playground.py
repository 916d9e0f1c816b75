"""MuJoCo Playground: the code that builds models, for all tasks of the control suite that need no files from elsewhere."""

from report import SHORT, Report


def build(name):
    from mujoco_playground import registry

    env = registry.load(name)
    model = env.mj_model
    return [model.nq, model.nv, model.nu, model.body_mass.sum(), model.body_inertia.sum(), float(env.mjx_model.geom_size.sum())]


NAMES = "AcrobotSwingup BallInCup CartpoleBalance CheetahRun FishSwim HopperStand PendulumSwingup ReacherEasy SwimmerSwimmer6 WalkerRun"
report = Report()
for name in NAMES.split()[:: 3 if SHORT else 1]:
    report.case(name, lambda name=name: build(name))
report.done()
