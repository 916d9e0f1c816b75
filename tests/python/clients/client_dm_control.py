"""dm_control: every task of the suite, its mjcf library, a composer task, a locomotion example."""

import numpy as np
from report import SHORT, Report


def task(domain, name, steps):
    from dm_control import suite

    env = suite.load(domain, name, task_kwargs={"random": 0})
    env.reset()
    action = env.action_spec()
    rng = np.random.default_rng(0)
    numbers = []
    for step in range(steps):
        control = 0.3 * rng.uniform(np.maximum(action.minimum, -1), np.minimum(action.maximum, 1))
        found = env.step(control)
        assert np.isfinite(env.physics.data.qpos).all()
        if step < 10:
            numbers += [*env.physics.data.qpos[:5], found.reward or 0.0]
    return numbers


def mjcf_library():
    from dm_control import mjcf

    def arm(name):
        model = mjcf.RootElement(model=name)
        body = model.worldbody.add("body", name="link")
        body.add("joint", name="hinge", type="hinge", axis=[0, 1, 0])
        body.add("geom", name="rod", type="capsule", fromto=[0, 0, 0, 0, 0, -0.5], size=[0.05])
        return model

    root = mjcf.RootElement(model="two")
    for place in range(2):
        root.worldbody.add("site", pos=[place, 0, 1]).attach(arm(f"arm{place}"))
    physics = mjcf.Physics.from_mjcf_model(root)
    physics.data.qpos[:] = [0.5, -0.5]
    for _ in range(50):
        physics.step()
    return physics.data.qpos


def composer_task():
    from dm_control import composer
    from dm_control.composer.environment import Environment
    from dm_control.entities.props import primitive
    from dm_control.locomotion.arenas import floors

    class Drop(composer.Task):
        def __init__(self):
            self._arena = floors.Floor()
            self._box = primitive.Primitive(geom_type="box", size=[0.1, 0.1, 0.1])
            self._arena.add_free_entity(self._box)

        @property
        def root_entity(self):
            return self._arena

        def initialize_episode(self, physics, random_state):
            self._box.set_pose(physics, position=[0, 0, 0.5])

        def get_reward(self, physics):
            return 0.0

    env = Environment(Drop(), time_limit=2.0, random_state=0)
    env.reset()
    for _ in range(20):
        env.step(np.zeros(env.action_spec().shape))
    return env.physics.data.qpos


def locomotion():
    from dm_control.locomotion.examples import basic_cmu_2019

    env = basic_cmu_2019.cmu_humanoid_run_walls(random_state=0)
    env.reset()
    for _ in range(5):
        env.step(np.zeros(env.action_spec().shape))
    return env.physics.data.qpos[:7]


report = Report()
try:
    from dm_control import suite

    tasks = [pair for pair in suite.ALL_TASKS if pair[0] != "lqr"]
except Exception as problem:
    tasks = []
    report.cases["import"] = {"error": f"{type(problem).__name__}: {problem}".splitlines()[0]}
for domain, name in tasks[::5] if SHORT else tasks:
    report.case(f"{domain}-{name}", lambda d=domain, n=name: task(d, n, 50 if SHORT else 200))
report.case("mjcf", mjcf_library)
report.case("composer", composer_task)
report.case("locomotion", locomotion)
report.done()
