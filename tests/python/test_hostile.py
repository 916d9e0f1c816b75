"""Small inputs that grow, files without end, archives that lie; each is refused quickly, in a process that may have three gigabytes."""

import os
import resource
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import ligament

mujoco = pytest.importorskip("mujoco")

LIMIT = 3 << 30

CHILD = """
import sys, warnings
warnings.simplefilter("ignore")
import ligament
load, name, assets = eval(sys.stdin.read())
try:
    if load == "text":
        model = ligament.MjModel.from_xml_string(name, assets)
    elif load == "path":
        model = ligament.MjModel.from_xml_path(name)
    elif load == "binary":
        model = ligament.MjModel.from_binary_path(name)
    elif load == "spec":
        model = ligament.MjSpec.from_file(name).compile()
    else:
        model = ligament.MjSpec.from_zip(name).compile()
except (ValueError, ligament.FatalError) as error:
    print("refused:", error)
else:
    print("accepted:", model.nbody, model.ngeom, model.nsensor)
"""


def outcome(load, name, assets=None):
    """What becomes of an input in a process of its own; ten seconds count as a hang."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))  # noqa: E731
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=repr((load, name, assets)),
        capture_output=True,
        text=True,
        preexec_fn=limit,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


SENSORS = ["<clock/>", "<user dim='1'/>", "<e_potential/>"]


@pytest.mark.parametrize("sensor", SENSORS)
def test_sensors_that_refer_to_nothing_are_not_repeated_with_copies(sensor):
    text = f"<mujoco><worldbody><replicate count='50'><geom size='1'/></replicate></worldbody><sensor>{sensor}</sensor></mujoco>"
    assert len(text) < 160
    assert outcome("text", text) == "accepted: 1 50 1\n"


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("inner", ["<geom size='1'/>", "<body name='b'><geom name='g' size='1'/></body>", ""])
def test_few_copies(count, inner):
    text = f"<mujoco><worldbody><replicate count='{count}'>{inner}</replicate></worldbody></mujoco>"
    found = [module.MjModel.from_xml_string(text) for module in (mujoco, ligament)]
    assert found[0].ngeom == found[1].ngeom and found[0].nbody == found[1].nbody


def test_copies_of_copies():
    inner = "<geom size='1'/>"
    for _ in range(6):
        inner = f"<replicate count='100'>{inner}</replicate>"
    assert "1000000 elements" in outcome("text", f"<mujoco><worldbody>{inner}</worldbody></mujoco>")
    assert outcome("text", "<mujoco><worldbody><replicate count='1000000'><body><geom size='1'/></body></replicate></worldbody></mujoco>").startswith("refused")


def test_models_within_models_are_counted():
    """Each model attaches the next one ten times."""
    files = {}
    for level in range(9):
        inner = "".join(f"<attach model='c' body='b' prefix='p{i}'/>" for i in range(10)) if level < 8 else "<geom size='1'/>"
        asset = f"<asset><model name='c' file='m{level + 1}.xml'/></asset>" if level < 8 else ""
        files[f"m{level}.xml"] = f"<mujoco model='m{level}'>{asset}<worldbody><body name='b'>{inner}</body></worldbody></mujoco>".encode()
    assert "at most 20000" in outcome("text", files["m0.xml"].decode(), files)


def test_parts_of_a_model_attached_to_it_are_counted():
    """Each body has two copies of the one before."""
    bodies = "<body name='b0'><geom size='1'/></body>"
    for i in range(1, 40):
        bodies += f"<body name='b{i}'><attach body='b{i - 1}' prefix='x{i}'/><attach body='b{i - 1}' prefix='y{i}'/></body>"
    assert "at most 1000000" in outcome("text", f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")


ENDLESS = [
    "<mesh name='a' file='{}' content_type='model/stl'/>",
    "<mesh name='a' file='{}' content_type='model/obj'/>",
    "<mesh name='a' file='{}' content_type='model/vnd.mujoco.msh'/>",
    "<texture name='a' type='2d' file='{}' content_type='image/png'/>",
    "<texture name='a' type='2d' file='{}' content_type='image/ktx'/>",
    "<hfield name='a' file='{}' size='1 1 1 1'/>",
    "<hfield name='a' file='{}' content_type='image/png' size='1 1 1 1'/>",
    "<skin name='a' file='{}'/>",
    "<model name='a' file='{}'/>",
    "<include file='{}'/>",
]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
def test_endless_files_are_refused_by_every_loader():
    for load in ("path", "binary", "spec", "zip"):
        assert outcome(load, "/dev/zero").startswith("refused:"), load
    for asset in ENDLESS:
        text = f"<mujoco><asset>{asset.format('/dev/zero')}</asset></mujoco>"
        assert outcome("text", text).startswith("refused:"), asset


def test_files_that_are_mostly_holes_are_refused(tmp_path):
    for ending in ("xml", "urdf", "zip", "mjz", "lgm", "mjb", "stl", "obj", "msh", "png", "skn"):
        path = tmp_path / f"hole.{ending}"
        with open(path, "wb") as file:
            file.truncate(1 << 40)
        tag = {"stl": "mesh", "obj": "mesh", "msh": "mesh", "png": "texture type='2d'", "skn": "skin"}.get(ending)
        if tag:
            found = outcome("text", f"<mujoco><asset><{tag} name='a' file='{path}'/></asset></mujoco>")
        else:
            found = outcome("binary" if ending in ("lgm", "mjb") else "path", str(path))
        assert "larger" in found, (ending, found)
    assert outcome("zip", str(tmp_path / "hole.zip")).startswith("refused:")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_archives_that_lie_are_refused_by_specs(tmp_path):
    text = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>"
    for files, message in [
        ([("a.xml", text), ("../b.stl", b"")], "leads out"),
        ([("a.xml", text), ("/b.stl", b"")], "leads out"),
        ([("a.xml", text), ("b.stl", b""), ("b.stl", b"")], "several files of one name"),
        ([("a.xml", text)] + [(f"{i}", bytes(1 << 27)) for i in range(9)], "too much"),
        ([("b.stl", b"")], "No XML file"),
    ]:
        path = tmp_path / "robot.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files:
                archive.writestr(name, data)
        found = outcome("zip", str(path))
        assert found.startswith("refused:") and message in found, found
    path.write_bytes(b"no archive")
    with pytest.raises(ValueError, match="zip"):
        ligament.MjSpec.from_zip(str(path))


def test_joints_of_the_world_are_refused_with_one_reason():
    spec = ligament.MjSpec()
    spec.worldbody.add_joint()
    with pytest.raises(ValueError) as refusal:
        spec.compile()
    assert "world cannot have joints" in str(refusal.value) and "memory" not in str(refusal.value)


def inertias():
    """Inertias at the edge of what a body can have."""
    random = np.random.default_rng(0)
    for i in range(120):
        a, b = np.abs(random.normal(size=2)) * 10.0 ** random.integers(-16, 10)
        c = (a + b) * (1 + random.choice([0, 1e-16, -1e-16, 1e-9, -1e-9, 1e-7, 1e-5]))
        if i % 2:
            yield f"diaginertia='{a:.17g} {c:.17g} {b:.17g}'"
        else:
            q, _ = np.linalg.qr(random.normal(size=(3, 3)))
            m = q @ np.diag([a, b, c]) @ q.T
            yield "fullinertia='" + " ".join(f"{m[i, j]:.17g}" for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))) + "'"


def test_inertias_that_mujoco_accepts_are_accepted():
    verdicts = {True: 0, False: 0}
    for inertia in inertias():
        text = f"<mujoco><worldbody><body><inertial pos='0 0 0' mass='1' {inertia}/><joint/></body></worldbody></mujoco>"
        found = []
        for module in (mujoco, ligament):
            try:
                module.MjModel.from_xml_string(text)
                found.append(True)
            except ValueError:
                found.append(False)
        assert found[0] == found[1], inertia
        verdicts[found[0]] += 1
    assert all(verdicts.values()), verdicts
