"""Standing in for MuJoCo: imports, submodules, both side by side, the names of 3.x."""

import subprocess
import sys
import textwrap

import pytest


def run(program, *arguments):
    """Runs a program in a process of its own, with Ligament in place of MuJoCo."""
    command = [sys.executable, "-c", textwrap.dedent(program)]
    if arguments:
        command = [sys.executable, "-m", "ligament.as_mujoco", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_imports_give_ligament():
    run("""
        import ligament
        ligament.install_as_mujoco()
        import mujoco, mujoco.rollout
        from mujoco import MjModel, minimize
        from mujoco._structs import MjData
        from mujoco._functions import mj_step, _realloc_con_efc
        from mujoco._enums import mjtObj
        assert MjModel is ligament.MjModel and MjData is ligament.MjData and mj_step is ligament.mj_step
        assert mujoco.rollout is ligament.rollout and mujoco.rollout.__name__ == "ligament.rollout"
        assert mujoco.__version__ == ligament.mj_versionString() and mujoco is not ligament
        """)


def test_modules_without_equivalent_say_so():
    run("""
        import ligament
        ligament.install_as_mujoco()
        try:
            import mujoco.usd
        except ImportError as problem:
            assert "Ligament has no module mujoco.usd" in str(problem)
        else:
            raise AssertionError
        """)


def test_programs_and_modules_run(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys, mujoco\nprint(mujoco.MjModel.__module__, sys.argv[1:], __name__)\n")
    assert run("", str(script), "a", "b").split() == ["ligament", "['a',", "'b']", "__main__"]
    assert "Runs a program" in run("", "--help")


def test_both_side_by_side():
    pytest.importorskip("mujoco")
    run("""
        import ligament
        ligament.install_as_mujoco()
        import mujoco
        with ligament.real_mujoco() as real:
            assert real.MjModel is not ligament.MjModel
            model = real.MjModel.from_xml_string("<mujoco/>")
        import mujoco.rollout as again
        assert again is ligament.rollout
        ligament.uninstall_as_mujoco()
        import mujoco as real_again
        assert real_again.MjModel is not ligament.MjModel
        """)


def test_what_4_0_removed_is_there_unless_strict():
    run("""
        import ligament, numpy as np
        text = "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body></worldbody>" \\
               "<equality><weld body1='a'/></equality></mujoco>"
        assert not hasattr(ligament.MjModel, "flex_vertedge")
        ligament.install_as_mujoco()
        model = ligament.MjModel.from_xml_string(text)
        assert model.flex_vertedge.shape == (0, 2)
        model.eq_data[0] = np.arange(11.0)
        model.eq_data[0, :7] = 5
        assert model.eq_data[0].tolist() == [5.0] * 7 + [7.0, 8.0, 9.0, 10.0, 1.0]
        ligament.install_as_mujoco(compat="4.0")
        assert not hasattr(ligament.MjModel, "flex_vertedge")
        try:
            ligament.install_as_mujoco(compat="5")
        except ValueError:
            pass
        else:
            raise AssertionError
        """)
