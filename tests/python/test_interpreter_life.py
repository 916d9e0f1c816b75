"""The life of an interpreter: its end with running threads, forks, subinterpreters; and arguments with a will of their own."""

import os
import subprocess
import sys
import textwrap

import ligament
import numpy as np
import pytest

MODEL = "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>"
BEGIN = f"import ligament, threading, time, os, sys\nXML = {MODEL!r}\nm = ligament.MjModel.from_xml_string(XML)\n"


def program(text, limit=60):
    return subprocess.run(
        [sys.executable, "-c", BEGIN + textwrap.dedent(text)],
        capture_output=True,
        text=True,
        timeout=limit,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.parametrize("callback", ["lambda m, d: None", "lambda m, d: sum(range(1000))", "None"])
@pytest.mark.parametrize("steps", [1, 10**9])
def test_exit_while_daemon_threads_step(callback, steps):
    done = program(
        f"""
        ligament.set_mjcb_control({callback})
        def work():
            d = ligament.MjData(m)
            while True:
                ligament.mj_step(m, d, {steps})
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.1)
        print("end")
        """
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "end" in done.stdout


def test_callbacks_run_in_functions_of_the_end():
    done = program(
        """
        import atexit
        ligament.set_mjcb_control(lambda m, d: print("called"))
        d = ligament.MjData(m)
        atexit.register(lambda: ligament.mj_step(m, d))
        """
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "called" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore")
def test_children_of_a_fork_step_and_roll_out():
    done = program(
        """
        import numpy as np, warnings
        from ligament import rollout
        warnings.simplefilter("ignore")
        def roll():
            data = [ligament.MjData(m) for _ in range(2)]
            state = np.zeros((4, ligament.mj_stateSize(m, int(ligament.mjtState.mjSTATE_FULLPHYSICS))))
            return rollout.rollout(m, data, state, nstep=5)[0]
        before = roll()
        d = ligament.MjData(m)
        ligament.mj_step(m, d)
        child = os.fork()
        if child == 0:
            ligament.mj_step(m, d, 10)
            os._exit(0 if np.array_equal(roll(), before) else 3)
        ligament.mj_step(m, d, 10)
        print("child", os.waitpid(child, 0)[1])
        """
    )
    assert done.returncode == 0 and "child 0" in done.stdout, (done.stdout, done.stderr[-2000:])


def test_subinterpreters_are_refused():
    interpreters = pytest.importorskip("_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters")
    other = interpreters.create()
    code = "import sys; sys.path[:] = %r\nimport ligament" % (sys.path,)
    try:
        with pytest.raises(Exception, match="(?i)subinterpreter|import"):
            failure = interpreters.run_string(other, code)
            if failure is not None:
                raise RuntimeError(str(failure))
    finally:
        interpreters.destroy(other)


@pytest.mark.parametrize("length", [0, 1, 2, 100_000])
def test_output_that_changes_while_arguments_are_read(length):
    out = np.zeros(3)

    class Evil:
        def __array__(self, dtype=None, copy=None):
            out.resize(length, refcheck=False)
            return np.ones(3)

    with pytest.raises((ValueError, TypeError)):
        ligament.mju_add(out, np.ones(3), Evil())


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/urandom"])
def test_endless_files_are_refused(path):
    if not os.path.exists(path):
        pytest.skip("no such device")
    with pytest.raises(ValueError, match="regular file"):
        ligament.MjModel.from_binary_path(path)


def test_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "model.lgm")
    with pytest.raises(ValueError, match="regular file"):
        ligament.MjModel.from_binary_path(str(tmp_path / "model.lgm"))


def test_data_of_another_model_is_named():
    m = ligament.MjModel.from_xml_string(MODEL)
    other = ligament.MjModel.from_xml_string(MODEL.replace("<joint/>", "<freejoint/>"))
    with pytest.raises(ValueError, match="made for a model with other sizes"):
        ligament.mj_step(other, ligament.MjData(m))
