"""Vector environments against Gymnasium's own, against single worlds, and under bad use."""

import math
import multiprocessing
import time

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from ligament import MjData, mj_comPos, mj_comVel, mj_kinematics, mj_setState, mj_step, mjtState  # noqa: E402
from ligament import gym  # noqa: E402

INTEGRATION = int(mjtState.mjSTATE_INTEGRATION)


def short(name, **changes):
    """A ready task whose episodes soon end."""
    return {"task": name, "limit": 12, **changes}


class Single(gymnasium.Env):
    """One world as an ordinary environment."""

    def __init__(self, settings):
        self.envs = gym.VectorEnv(num_envs=1, autoreset_mode="Disabled", **settings)
        self.observation_space = self.envs.single_observation_space
        self.action_space = self.envs.single_action_space

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observation, info = self.envs.reset(seed=seed)
        return observation[0], info

    def step(self, action):
        observation, reward, terminated, truncated, _ = self.envs.step(action[None])
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), {}


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", gym.TASKS)
def test_gymnasium_gives_the_same(name, mode):
    settings = short(name)
    count = 5
    ours = gym.VectorEnv(num_envs=count, num_threads=2, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv([lambda: Single(settings)] * count, autoreset_mode=mode)
    a, _ = ours.reset(seed=9)
    b, _ = theirs.reset(seed=9)
    np.testing.assert_array_equal(a, b)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        action = rng.uniform(-1, 1, ours.action_space.shape).astype(np.float32)
        a, b = ours.step(action), theirs.step(action)
        for x, y in zip(a[:4], b[:4]):
            np.testing.assert_array_equal(x, y)
        assert ("final_obs" in a[4]) == ("final_obs" in b[4])
        if "final_obs" in a[4]:
            np.testing.assert_array_equal(a[4]["_final_obs"], b[4]["_final_obs"])
            for i in np.flatnonzero(a[4]["_final_obs"]):
                np.testing.assert_array_equal(a[4]["final_obs"][i], b[4]["final_obs"][i])
        ended += int((a[2] | a[3]).sum())
    assert ended >= 2 * count


@pytest.mark.parametrize("name", gym.TASKS)
def test_made_by_gymnasium(name):
    envs = gymnasium.make_vec(f"Ligament/{name}-v0", num_envs=3, vectorization_mode="vector_entry_point")
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    observation, _ = envs.reset(seed=1)
    assert observation in envs.observation_space
    assert envs.unwrapped.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    for _ in range(5):
        observation, reward, terminated, truncated, _ = envs.step(envs.action_space.sample())
        assert observation in envs.observation_space
        assert reward.shape == terminated.shape == truncated.shape == (3,)
        assert terminated.dtype == truncated.dtype == bool
    envs.close()


def play(settings, count, threads, steps, seed):
    envs = gym.VectorEnv(num_envs=count, num_threads=threads, autoreset_mode="SameStep", **settings)
    found = [envs.reset(seed=seed)[0]]
    for k in range(steps):
        action = np.stack([np.random.default_rng((seed + i, k)).uniform(-1, 1, envs.model.nu) for i in range(count)])
        found.append(envs.step(action)[0])
    return np.array(found), envs


def test_threads_and_neighbours_do_not_show():
    settings = short("QuadrupedVelocity", stack=3)
    settings["observation"] = [gym.read("qpos", noise=0.1), gym.read("velocity", "trunk"), gym.read("command")]
    one, _ = play(settings, 70, 1, 30, 5)
    two, envs = play(settings, 70, 2, 30, 5)
    np.testing.assert_array_equal(one, two)
    assert envs.episodes.min() >= 3
    # a world plays again alone with its own seed
    for world in (0, 33, 69):
        alone, _ = play(settings, 1, 1, 30, 5 + world)
        np.testing.assert_array_equal(alone[:, 0], one[:, world])


def test_observations_and_rewards_are_what_they_say():
    task = gym.TASKS["QuadrupedVelocity"]()
    envs = gym.VectorEnv(task, 4, limit=0, ends=[])
    envs.reset(seed=2)
    model, data = envs.model, MjData(envs.model)
    rng = np.random.default_rng(1)
    for _ in range(20):
        before, action = envs.state, rng.uniform(-1, 1, (4, model.nu))
        observation, reward, *_ = envs.step(action)
        for world in range(4):
            mj_setState(model, data, before[world], INTEGRATION)
            data.ctrl[:] = np.clip(model.key_ctrl[0] + 0.5 * action[world], *model.actuator_ctrlrange.T)
            mj_step(model, data, nstep=task.substeps)
            np.testing.assert_array_equal(data.qpos, envs.state[world, 1 : 1 + model.nq])
            mj_kinematics(model, data)
            mj_comPos(model, data)
            mj_comVel(model, data)
            trunk = model.body("trunk").id
            rot = data.xmat[trunk].reshape(3, 3)
            local = rot.T @ data.qvel[:3]
            turning = data.qvel[3:6]
            seen = observation[world]
            np.testing.assert_allclose(seen[:3], local, atol=1e-6)
            np.testing.assert_allclose(seen[3:6], 0.3 * turning, atol=1e-6)
            np.testing.assert_allclose(seen[6:9], rot[2], atol=1e-6)
            command = seen[9:12].astype(float)
            outside = max(0.95 - rot[2, 2], 0.0)
            expected = (
                1.5 * math.exp(-np.sum((local[:2] - command[:2]) ** 2) / 0.35**2)
                + 0.5 * math.exp(-((turning[2] - command[2]) ** 2) / 0.25)
                + 0.3 * math.exp(-math.log(10) * (outside / 0.3) ** 2)
                - 0.3 * local[2] ** 2
                - 0.01 * np.sum(turning[:2] ** 2)
                - 0.01 * np.sum(action[world] ** 2)
            )
            assert reward[world] == pytest.approx(expected, abs=1e-6)


def test_bad_use_is_refused():
    envs = gym.VectorEnv("CartPoleSwingUp", 6, autoreset_mode="Disabled", limit=3)
    action = np.zeros((6, 1))
    with pytest.raises(gymnasium.error.ResetNeeded, match="world 0"):
        envs.step(action)
    envs.reset(seed=list(range(6)))
    action[4] = np.nan
    with pytest.raises(ValueError, match="action 0 of world 4"):
        envs.step(action)
    with pytest.raises(ValueError, match=r"shape \(6, 1\), got \(5, 1\)"):
        envs.step(action[:5])
    action[4] = 0
    for _ in range(3):
        *_, truncated, _ = envs.step(action)
    assert truncated.all()
    with pytest.raises(ValueError, match="world 0 has ended"):
        envs.step(action)
    envs.reset(options={"reset_mask": np.arange(6) != 5})
    with pytest.raises(ValueError, match="world 5 has ended"):
        envs.step(action)
    envs.reset(options={"reset_mask": np.arange(6) == 5})
    envs.step(action)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.ones(5, bool)})
    for bad, message in (
        ({"observation": [gym.read("nothing")]}, "no term 'nothing'"),
        ({"observation": [gym.read("qpos", "nobody")]}, "no joint 'nobody'"),
        ({"observation": [gym.read("qpos", parts=[2])]}, "2 numbers, got part 2"),
        ({"reward": [gym.Reward(1.0, gym.read("qpos"), "odd")]}, "no shape 'odd'"),
        ({"reward": [gym.Reward(1.0, gym.read("qpos"), "sum", gym.read("time"))]}, "2 numbers cannot be compared"),
        ({"command": [(1.0, 0.0)]}, "bounds"),
        ({"substeps": 0}, "positive"),
    ):
        with pytest.raises(ValueError, match=message):
            gym.VectorEnv("CartPoleSwingUp", 2, **bad)


def test_faults_end_episodes_and_are_counted():
    fragile = """<mujoco><option timestep="0.1" gravity="0 0 0"/><worldbody><body><joint name="j" type="slide" stiffness="1e9"/>
      <geom size=".1"/></body></worldbody><actuator><motor joint="j" gear="1e9"/></actuator></mujoco>"""
    task = gym.Task(fragile, [gym.read("qpos")], [gym.Reward(1.0, gym.read("qpos"))], substeps=20, limit=0)
    envs = gym.VectorEnv(task, 3)
    envs.reset(seed=0)
    action, faults = np.zeros((3, 1)), 0
    action[1] = 1.0
    for _ in range(20):
        observation, reward, terminated, _, infos = envs.step(action)
        assert np.isfinite(reward).all()
        np.testing.assert_array_equal(terminated, infos.get("fault", np.zeros(3, bool)))
        faults += int(terminated.sum())
        assert not terminated[[0, 2]].any()
    assert faults > 0
    np.testing.assert_array_equal(envs.faults, [0, faults, 0])


def _in_child(queue):
    envs = gym.VectorEnv("Hopper", 64, num_threads=2)
    envs.reset(seed=4)
    for _ in range(3):
        observation, *_ = envs.step(np.zeros((64, 3)))
    queue.put(observation)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_have_threads_of_their_own(method):
    envs = gym.VectorEnv("Hopper", 64, num_threads=2)
    envs.reset(seed=4)
    for _ in range(3):
        expected, *_ = envs.step(np.zeros((64, 3)))
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue,))
    child.start()
    np.testing.assert_array_equal(queue.get(timeout=60), expected)
    child.join()


def test_wild_actions_leave_nothing_behind():
    envs = gym.VectorEnv("HumanoidStand", 32, autoreset_mode="SameStep", limit=20)
    envs.reset(seed=0)
    rng = np.random.default_rng(0)
    start = time.process_time()
    while time.process_time() - start < 2.0:
        observation, reward, *_ = envs.step(rng.choice([-1e300, -1.0, 0.0, 1.0, 1e300], envs.action_space.shape))
        assert np.isfinite(reward).all()
    assert np.isfinite(envs.state).all()
