"""Vector environments for Gymnasium: many worlds, with observations, rewards and ends of episodes computed by threads.

    import gymnasium, ligament.gym

    envs = gymnasium.make_vec("Ligament/CartPoleSwingUp-v0", num_envs=1024, vectorization_mode="vector_entry_point")
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

A task of your own is a declaration (`Task`) of terms (`read`), rewards (`Reward`) and bounds (`End`); nothing of it runs in
Python. Actions lie in [-1, 1]. World `i` of `reset(seed=s)` draws all its noise from `s + i`: it can be played again alone.
"""

import dataclasses
import math
import pathlib

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from . import MjModel, _ligament

__all__ = ["End", "Reward", "TASKS", "Task", "VectorEnv", "read"]

_FOLDER = pathlib.Path(__file__).parent / "tasks"


def read(kind, *names, parts=None, scale=1.0, clip=math.inf, noise=0.0):
    """A term: numbers of a world.

    Args:
      kind: `qpos`, `qvel`, `angle` (cosine and sine) of joints; `position`, `up`, `velocity`, `turning`, `drift` of bodies;
        `between` and `turn` from one body to another; `site`, `sensor`; `touch` of geoms; `act`, `force`, `action`, `command`,
        `time`.
      names: Of the objects it is about; without names all joints.
      parts: Which of the numbers; all by default.
      scale: Factor.
      clip: Largest size.
      noise: Size of uniform noise where it is observed.
    """
    return (kind, list(names), None if parts is None else list(parts), (float(scale), float(clip), float(noise)))


@dataclasses.dataclass
class Reward:
    """A part of the reward: a weight times what is made of a term, or of its difference to a target, times other factors.

    Shapes: `sum`, `square` and `size` (absolute values) add up; `near` is exp(-x²/scale²); `within` is one between `low` and
    `high` and falls to 0.1 at `margin` outside.
    """

    weight: float
    term: tuple
    shape: str = "sum"
    target: tuple = None
    scale: float = 1.0
    low: float = 0.0
    high: float = 0.0
    margin: float = 0.0
    times: tuple = ()

    def _factors(self):
        numbers = (self.scale, 0.0, 0.0) if self.shape == "near" else (self.low, self.high, self.margin)
        own = (self.term, self.target, self.shape, tuple(float(x) for x in numbers))
        return [own, *(factor for other in self.times for factor in other._factors())]


@dataclasses.dataclass
class End:
    """An episode ends when a number of the term is outside of bounds."""

    term: tuple
    low: float = -math.inf
    high: float = math.inf


@dataclasses.dataclass
class Task:
    """What an environment is.

    Attributes:
      model: An MjModel, the path of a file, or MJCF.
      observation: Terms that are seen.
      reward: Parts of the reward.
      ends: What terminates an episode.
      substeps: Steps of the simulation per action.
      limit: Actions after which an episode is truncated; 0 for never.
      keyframe: Index or name of the keyframe that episodes begin at; None for the reference configuration.
      position_noise: Positions at the beginning, up to this much either way.
      velocity_noise: The same for velocities.
      command: Bounds (low, high) of numbers that are drawn for each episode: the term `command`.
      action_scale: None for actions over the whole range of controls, or how far they move controls from the keyframe's.
      stack: How many observations are seen at a time.
    """

    model: object
    observation: list
    reward: list
    ends: list = dataclasses.field(default_factory=list)
    substeps: int = 1
    limit: int = 1000
    keyframe: object = None
    position_noise: float = 0.0
    velocity_noise: float = 0.0
    command: list = dataclasses.field(default_factory=list)
    action_scale: float = None
    stack: int = 1

    def load(self):
        """The model."""
        if isinstance(self.model, MjModel):
            return self.model
        text = str(self.model)
        return MjModel.from_xml_string(text) if "<" in text else MjModel.from_xml_path(text)


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many worlds of a task (`Task`, or the name of one of `TASKS`)."""

    def __init__(self, task, num_envs=1, *, num_threads=0, autoreset_mode=AutoresetMode.NEXT_STEP, **changes):
        """Makes worlds, all of which must be reset before the first step.

        Args:
          task: A `Task`, or a name.
          num_envs: How many worlds.
          num_threads: How many threads; as many as there are processors with 0.
          autoreset_mode: When worlds whose episodes have ended begin new ones: a mode of Gymnasium or its value.
          changes: Attributes of the task that are to be different.
        """
        task = TASKS[task]() if isinstance(task, str) else task
        self.task = task = dataclasses.replace(task, **changes)
        self.model = model = task.load()
        mode = AutoresetMode(autoreset_mode)
        key = task.keyframe if not isinstance(task.keyframe, str) else model.key(task.keyframe).id
        center = np.zeros(model.nu) if key is None else np.array(model.key_ctrl[key])
        action = None if task.action_scale is None else (center.tolist(), float(task.action_scale))
        self._native = _ligament.Env(
            model,
            (int(num_envs), int(num_threads)),
            (int(task.substeps), int(task.limit), int(task.stack), mode.value),
            (key, float(task.position_noise), float(task.velocity_noise)),
            action,
            (list(task.observation), [tuple(map(float, bounds)) for bounds in task.command]),
            (
                [(float(part.weight), part._factors()) for part in task.reward],
                [(end.term, float(end.low), float(end.high)) for end in task.ends],
            ),
        )
        self.num_envs = int(num_envs)
        self.metadata = {"autoreset_mode": mode, "render_modes": [], "render_fps": round(1 / self.dt)}
        width = self._native.width()
        box = gymnasium.spaces.Box
        self.single_observation_space = box(-np.inf, np.inf, (width,), np.float32)
        self.single_action_space = box(-1.0, 1.0, (model.nu,), np.float32)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, self.num_envs)
        self.action_space = batch(self.single_action_space, self.num_envs)
        self._mode = mode
        self._started = np.zeros(self.num_envs, bool)

    @property
    def dt(self):
        """Time between actions."""
        return self.model.opt.timestep * self.task.substeps

    def _results(self):
        observation = np.empty(self.observation_space.shape, np.float32)
        reward, ended = np.empty(self.num_envs), np.empty((4, self.num_envs), np.uint8)
        self._native.results(observation, reward, ended)
        return observation, reward, ended.view(bool)

    def reset(self, *, seed=None, options=None):
        """Begins new episodes in all worlds, or in those of `options["reset_mask"]`. `seed` is one number or one per world."""
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = np.asarray(chosen)
            if chosen.dtype != bool or chosen.shape != (self.num_envs,) or not chosen.any():
                raise ValueError(f"reset_mask must have shape ({self.num_envs},), truth values, and one that is set")
        seeds = self._seeds(seed)
        if seeds is None and not self._started.any():
            seeds = np.random.SeedSequence().generate_state(self.num_envs, np.uint64).tolist()
        self._native.reset(None if chosen is None else chosen.tolist(), seeds)
        self._started[slice(None) if chosen is None else chosen] = True
        return self._results()[0], {}

    def _seeds(self, seed):
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            seed = [seed + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} worlds, got {len(seed)} seeds")
        if any(s is None for s in seed):
            raise ValueError("a list of seeds needs one for each world")
        return [int(s) % 2**64 for s in seed]

    def step(self, actions):
        """Takes an action in every world."""
        actions = np.asarray(actions, dtype=np.float64)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions must have shape {self.action_space.shape}, got {actions.shape}")
        if not self._started.all():
            raise gymnasium.error.ResetNeeded(f"world {np.flatnonzero(~self._started)[0]} was never reset")
        self._native.step(np.ascontiguousarray(actions))
        observation, reward, (terminated, truncated, fault, began) = self._results()
        infos = {}
        if fault.any():
            infos = {"fault": fault, "_fault": fault.copy()}
        if self._mode is AutoresetMode.SAME_STEP and began.any():
            final = np.empty_like(observation)
            self._native.last_observation(final)
            final[~began] = 0.0
            infos |= {"final_obs": final, "_final_obs": began, "final_info": {}, "_final_info": began.copy()}
        return observation, reward, terminated, truncated, infos

    @property
    def state(self):
        """The states of all worlds (mjSTATE_INTEGRATION), as a copy."""
        return np.array(self._native.rows()).reshape(self.num_envs, -1)

    @property
    def faults(self):
        """How often the numbers of each world went bad."""
        return np.array(self._native.faults())

    @property
    def episodes(self):
        """How many episodes each world has begun."""
        return np.array(self._native.episodes())

    def close_extras(self, **kwargs):
        """Nothing is left open."""


def _cart_pole():
    up = read("angle", "hinge", parts=[0])
    centered = Reward(1.0, read("qpos", "slide"), "within", margin=2.0)
    calm = Reward(1.0, read("qvel", "hinge"), "within", margin=8.0)
    return Task(
        model=_FOLDER / "cart_pole.xml",
        observation=[read("qpos", "slide"), read("angle", "hinge"), read("qvel", scale=0.2)],
        # (1 + cos θ) / 2, in the middle of the rail and without haste
        reward=[
            Reward(0.5, up, "sum", times=(centered, calm)),
            Reward(0.5, read("qpos", "slide"), "within", margin=2.0, times=(calm,)),
        ],
        substeps=2,
        limit=500,
        keyframe="hanging",
        position_noise=0.05,
        velocity_noise=0.05,
    )


def _hopper():
    return Task(
        model=_FOLDER / "hopper.xml",
        observation=[
            read("qpos", "height", "pitch", "hip", "knee", "ankle"),
            read("qvel", scale=0.1, clip=10.0),
            read("touch", "sole"),
        ],
        reward=[
            Reward(1.0, read("qvel", "forward"), "within", low=1.5, high=100.0, margin=1.5),
            Reward(0.2, read("qpos", "pitch"), "near", scale=0.5),
            Reward(-0.01, read("action"), "square"),
        ],
        ends=[End(read("qpos", "height"), low=-0.5), End(read("qpos", "pitch"), -0.8, 0.8)],
        substeps=4,
        keyframe="standing",
        position_noise=0.01,
        velocity_noise=0.01,
    )


def _quadruped():
    joints = [f"{leg}_{joint}" for leg in ("fl", "fr", "rl", "rr") for joint in ("roll", "pitch", "knee")]
    return Task(
        model=_FOLDER / "quadruped.xml",
        observation=[
            read("velocity", "trunk"),
            read("turning", "trunk", scale=0.3),
            read("up", "trunk"),
            read("command"),
            read("qpos", *joints),
            read("qvel", *joints, scale=0.05, clip=5.0),
            read("action"),
            read("touch", "fl_foot", "fr_foot", "rl_foot", "rr_foot"),
        ],
        reward=[
            Reward(1.5, read("velocity", "trunk", parts=[0, 1]), "near", read("command", parts=[0, 1]), scale=0.35),
            Reward(0.5, read("turning", "trunk", parts=[2]), "near", read("command", parts=[2]), scale=0.5),
            Reward(0.3, read("up", "trunk", parts=[2]), "within", low=0.95, high=1.1, margin=0.3),
            Reward(-0.3, read("velocity", "trunk", parts=[2]), "square"),
            Reward(-0.01, read("turning", "trunk", parts=[0, 1]), "square"),
            Reward(-0.01, read("action"), "square"),
        ],
        ends=[End(read("up", "trunk", parts=[2]), low=0.4), End(read("position", "trunk", parts=[2]), low=0.12)],
        substeps=5,
        keyframe="standing",
        position_noise=0.03,
        velocity_noise=0.05,
        command=[(0.0, 1.0), (-0.2, 0.2), (-0.3, 0.3)],
        action_scale=0.5,
    )


def _humanoid():
    model = MjModel.from_xml_string(_ligament.FIGURE)
    return Task(
        model=model,
        observation=[
            read("qpos", parts=range(2, model.nq)),
            read("up", "pelvis"),
            read("velocity", "pelvis"),
            read("turning", "pelvis", scale=0.3),
            read("qvel", scale=0.1, clip=10.0),
            read("action"),
        ],
        reward=[
            Reward(1.0, read("position", "pelvis", parts=[2]), "within", low=0.5, high=1.0, margin=0.3),
            Reward(0.5, read("up", "pelvis", parts=[2]), "within", low=0.9, high=1.1, margin=0.5),
            Reward(0.2, read("drift", "pelvis"), "near", scale=1.0),
            Reward(-0.01, read("action"), "square"),
        ],
        ends=[End(read("position", "pelvis", parts=[2]), low=0.25)],
        substeps=5,
        position_noise=0.02,
        velocity_noise=0.05,
    )


# Ready tasks, by name.
TASKS = {
    "CartPoleSwingUp": _cart_pole,
    "Hopper": _hopper,
    "QuadrupedVelocity": _quadruped,
    "HumanoidStand": _humanoid,
}


def _make(task):
    def make(num_envs=1, max_episode_steps=None, **settings):
        if max_episode_steps is not None:
            settings["limit"] = max_episode_steps
        return VectorEnv(task, num_envs, **settings)

    make.__name__ = f"make_{task}"
    return make


for _name in TASKS:
    _identifier = f"Ligament/{_name}-v0"
    if _identifier not in gymnasium.registry:
        gymnasium.register(_identifier, vector_entry_point=_make(_name))
