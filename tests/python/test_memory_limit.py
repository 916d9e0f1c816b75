"""Memory that cannot be had: refused or left out with a warning, never an abort. Each case runs under an address-space limit."""

import os
import subprocess
import sys
import textwrap

import pytest

resource = pytest.importorskip("resource")

LIMIT = """
import resource, warnings, ligament
warnings.simplefilter("ignore")
def limit(megabytes):
    # what is mapped now, and some more
    pages = int(open("/proc/self/statm").read().split()[0])
    now = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (now, now))
def pile(count, option=""):
    body = "<body><freejoint/><geom size='.1'/></body>"
    return ligament.MjModel.from_xml_string(f"<mujoco><option {option}/><worldbody>{body * count}</worldbody></mujoco>")
"""


def program(text):
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc")
    return subprocess.run(
        [sys.executable, "-c", LIMIT + textwrap.dedent(text)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"},
    )


@pytest.mark.parametrize("solver", ["Newton", "CG", "PGS"])
def test_contacts_that_do_not_fit_are_left_out(solver):
    done = program(
        f"""
        m = pile(250, 'solver="{solver}" iterations="3"')
        d = ligament.MjData(m)
        assert d.memory_limit == 2 << 30
        d.memory_limit = 16 << 20
        limit(600)
        ligament.mj_step(m, d)
        numbers = [w.number for w in d.warning]
        print("contacts", d.ncon, "rows", d.nefc, "warnings", numbers[1] > 0, numbers[2] > 0, "time", d.time > 0)
        """
    )
    assert done.returncode == 0, done.stderr[-2000:]
    words = done.stdout.split()
    assert 0 < int(words[1]) < 31125 and 0 < int(words[3]) < 4 * int(words[1])
    assert words[5:7] == ["True", "True"] and words[8] == "True"


def test_pairs_that_fit_are_all_there():
    done = program(
        """
        m = pile(60)
        d = ligament.MjData(m)
        ligament.mj_step(m, d)
        print(d.ncon, d.nefc, sum(w.number for w in d.warning))
        """
    )
    assert done.stdout.split() == ["1770", "7080", "0"], (done.stdout, done.stderr[-500:])


def test_warning_reaches_python():
    done = program(
        """
        warnings.simplefilter("error")
        m = pile(100, 'iterations="1"')
        d = ligament.MjData(m)
        d.memory_limit = 1 << 20
        try:
            ligament.mj_step(m, d)
        except UserWarning as warning:
            print(warning)
        """
    )
    assert "too many contacts" in done.stdout, done.stderr[-500:]


def test_data_that_does_not_fit_is_refused():
    done = program(
        """
        m = ligament.MjModel.from_xml_string("<mujoco><size nuserdata='60000000'/></mujoco>")
        limit(200)
        try:
            ligament.MjData(m)
        except ligament.FatalError as error:
            print(error)
        """
    )
    assert "no memory" in done.stdout and "MB" in done.stdout, done.stderr[-500:]
