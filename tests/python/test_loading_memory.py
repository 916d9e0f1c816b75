"""Inputs that ask for more memory than there is are refused: in a process that may have three gigabytes, none of them aborts."""

import resource
import subprocess
import sys

import pytest

LIMIT = 3 << 30

CHILD = """
import sys, warnings
warnings.simplefilter("ignore")
import numpy
import ligament
try:
    ligament.MjModel.from_xml_string(sys.stdin.read())
except Exception as error:
    print("refused:", error)
else:
    print("accepted")
"""

WORLD = "<worldbody><body><joint/><geom size='.1'/></body></worldbody>"

ASKS = {
    "user numbers": f"<mujoco><size nuser_geom='2000000000'/>{WORLD}</mujoco>",
    "user numbers of sensors": f"<mujoco><size nuser_sensor='1900000000'/>{WORLD}<sensor><clock/></sensor></mujoco>",
    "user data": f"<mujoco><size nuserdata='2000000000'/>{WORLD}</mujoco>",
    "keyframes": f"<mujoco><size nkey='2000000000'/>{WORLD}</mujoco>",
    "custom numbers": "<mujoco><custom><numeric name='n' size='2000000000'/></custom></mujoco>",
    "texture": "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='30000' height='30000'/></asset></mujoco>",
    "cube": "<mujoco><asset><texture name='t' type='cube' builtin='flat' width='30000'/></asset></mujoco>",
    "textures together": "<mujoco><asset>"
    + "".join(f"<texture name='t{i}' type='2d' builtin='flat' width='14000' height='14000'/>" for i in range(6))
    + "</asset></mujoco>",
    "height field": "<mujoco><asset><hfield name='h' nrow='60000' ncol='60000' size='1 1 1 1'/></asset></mujoco>",
    "height fields together": "<mujoco><asset>"
    + "".join(f"<hfield name='h{i}' nrow='8000' ncol='8000' size='1 1 1 1'/>" for i in range(16))
    + "</asset></mujoco>",
    "sensor": f"<mujoco>{WORLD}<sensor><user dim='2000000000'/></sensor></mujoco>",
    "mesh": "<mujoco><asset><mesh name='m' builtin='sphere' params='30'/></asset></mujoco>",
    "deep tree": "<robot name='r'><link name='l0'/>"
    + "".join(
        f"<link name='l{i}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        f"<joint name='j{i}' type='revolute'><parent link='l{i - 1}'/><child link='l{i}'/></joint>"
        for i in range(1, 30000)
    )
    + "</robot>",
}


def load(text):
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))  # noqa: E731
    return subprocess.run([sys.executable, "-c", CHILD], input=text, capture_output=True, text=True, preexec_fn=limit, timeout=120)


@pytest.mark.parametrize("what", ASKS)
def test_refused_under_a_limit(what):
    done = load(ASKS[what])
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("refused:"), done.stdout


def test_the_refusal_names_size_element_and_cure():
    message = load(ASKS["user numbers"]).stdout
    for word in ("GB", "<size>", "geom_user", "nuser_"):
        assert word in message
    message = load(ASKS["texture"]).stdout
    for word in ("2.7 GB", "<texture>", "smaller"):
        assert word in message


def test_an_ordinary_model_is_accepted_under_the_limit():
    assert load(f"<mujoco>{WORLD}</mujoco>").stdout == "accepted\n"
