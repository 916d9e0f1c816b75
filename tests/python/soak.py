"""A soak: own models stepped in several threads, with resets, loads, copies, callbacks and state round trips, for a while.

Fails if memory keeps growing, if numbers go bad without a warning, or if a state that is set back does not give the same bits.
"""

import argparse
import pathlib
import threading
import time
import warnings

import ligament
import numpy as np

MODELS = sorted((pathlib.Path(__file__).parents[1] / "models").glob("*.xml"))
BITS = int(ligament.mjtState.mjSTATE_INTEGRATION)
GROWTH = 48 << 20


def resident():
    """Bytes of memory in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class Worker(threading.Thread):
    def __init__(self, seed, models, end):
        super().__init__(daemon=True)
        self.random = np.random.default_rng(seed)
        self.models, self.end = models, end
        self.steps = self.trips = self.loads = self.resets = self.warned = 0
        self.failure = None

    def run(self):
        try:
            while time.time() < self.end and self.failure is None:
                self.turn(self.models[int(self.random.integers(len(self.models)))])
        except BaseException as error:  # noqa: BLE001: a panic is no Exception
            self.failure = repr(error)

    def turn(self, m):
        if self.random.random() < 0.02:
            path = MODELS[int(self.random.integers(len(MODELS)))]
            m = ligament.MjModel.from_xml_path(path)
            self.loads += 1
        d = ligament.MjData(m)
        for _ in range(8):
            d.ctrl[:] = self.random.normal(0, 0.3, m.nu)
            d.qvel[:] += self.random.normal(0, 0.1, m.nv)
            count = int(self.random.integers(1, 60))
            self.round_trip(m, d, count)
            self.steps += 2 * count
            bad = [w.number for w in d.warning]
            self.warned += sum(bad)
            if not np.isfinite(d.qpos).all() and not any(bad):
                self.failure = f"bad numbers without a warning, {m.names[:20]}"
            if self.random.random() < 0.1:
                ligament.mj_resetData(m, d)
                self.resets += 1

    def round_trip(self, m, d, count):
        """The same steps twice from one state."""
        if m.opt.enableflags & int(ligament.mjtEnableBit.mjENBL_SLEEP):
            return ligament.mj_step(m, d, 2 * count)
        state = np.zeros(ligament.mj_stateSize(m, BITS))
        ligament.mj_getState(m, d, state, BITS)
        other = ligament.MjData(m)
        ligament.mj_setState(m, other, state, BITS)
        for data in (d, other):
            ligament.mj_step(m, data, count)
        if not np.array_equal(d.qpos, other.qpos, equal_nan=True):
            self.failure = f"another trajectory after {count} steps"
        self.trips += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    start = time.time()
    end = start + 60 * arguments.minutes
    models = [ligament.MjModel.from_xml_path(path) for path in MODELS]
    workers = [Worker(seed, models, end) for seed in range(arguments.threads)]
    for worker in workers:
        worker.start()
    calls, marks = 0, []
    while any(worker.is_alive() for worker in workers):
        # now and then all threads run with a callback
        time.sleep(min(2.0, 6 * arguments.minutes))
        calls += 1
        ligament.set_mjcb_control((lambda m, d: None) if calls % 3 == 0 else None)
        marks.append(resident())
    ligament.set_mjcb_control(None)
    steps = sum(w.steps for w in workers)
    settled = marks[len(marks) // 3 :] or [resident()]
    growth = max(settled[-3:]) - max(settled[:3])
    print(f"{steps} steps, {sum(w.trips for w in workers)} round trips, {sum(w.resets for w in workers)} resets,", end=" ")
    print(f"{sum(w.loads for w in workers)} loads in {time.time() - start:.0f} s; memory {marks[-1] >> 20} MB, growth {growth >> 10} kB")
    failures = [w.failure for w in workers if w.failure]
    if growth > GROWTH:
        failures.append("memory keeps growing")
    for failure in failures:
        print("FAILED:", failure)
    return bool(failures)


if __name__ == "__main__":
    raise SystemExit(main())
