"""Inputs that MuJoCo refuses are refused, those that it accepts are accepted; archives; files from memory alone."""

import struct
import zipfile
import zlib

import mujoco
import pytest

import ligament


def verdict(module, text, assets=None):
    try:
        module.MjModel.from_xml_string(text, assets or {})
    except Exception:
        return "refused"
    return "accepted"


def chunk(kind, data, wrong=0):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) ^ wrong)


def image(wrong):
    """A PNG file of four pixels; the checksum of one chunk may be wrong."""
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0),
        b"sRGB": b"\0",
        b"tEXt": b"a\0b",
        b"IDAT": zlib.compress(b"\0\1\2\0\3\4"),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(k, d, k == wrong) for k, d in chunks.items())


@pytest.mark.parametrize("wrong", [b"", b"IHDR", b"sRGB", b"tEXt", b"IDAT", b"IEND"])
def test_png_checksums(wrong):
    text = "<mujoco><asset><texture name='t' type='2d' file='a.png'/></asset></mujoco>"
    assets = {"a.png": image(wrong)}
    expected = verdict(mujoco, text, assets)
    assert expected == ("refused" if wrong else "accepted")
    assert verdict(ligament, text, assets) == expected


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast", "discrete"])
def test_ipc_needs_the_discrete_integrator(integrator):
    text = f"<mujoco><option integrator='{integrator}'><flag ipc='enable'/></option></mujoco>"
    assert verdict(ligament, text) == verdict(mujoco, text)


STRAY = ["<geom size='1'/>", "<foo/>", "<geom foo='1'/>", "<body><zap/></body>", "<joint type='bar'/>", "<inertial pos='0 0 0'/>"]


@pytest.mark.parametrize("inner", STRAY)
@pytest.mark.parametrize("tag", ["body", "frame", "geom"])
@pytest.mark.filterwarnings("ignore")
def test_stray_elements(tag, inner):
    text = f"<mujoco><{tag}>{inner}</{tag}></mujoco>"
    assert verdict(ligament, text) == verdict(mujoco, text)


INERTIAL = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
ROBOT = (
    "<robot name='r'><material name='m'><color rgba='1 0 0 1'/></material><link name='a'/><link name='b'>" + INERTIAL + "<collision>"
    "<origin xyz='0 0 0'/><geometry><box size='1 1 1'/></geometry></collision></link><joint name='j' type='revolute'>"
    "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='0' upper='1' effort='1' velocity='1'/>"
    "<dynamics damping='1'/><calibration rising='0'/></joint><mujoco><compiler/></mujoco></robot>"
)
PARTS = [
    "",
    "<mass value='1'/>",
    INERTIAL,
    "<origin xyz='0 0 0'/>",
    "<box size='1 1 1'/>",
    "<axis xyz='0 0 1'/>",
    "<limit lower='0' upper='1' effort='1' velocity='1'/>",
    "<dynamics damping='1'/>",
    "<calibration rising='0'/>",
    "<parent link='a'/>",
    "<child link='b'/>",
    "<color rgba='1 0 0 1'/>",
    "<compiler/>",
    "<mujoco><compiler/></mujoco>",
]


@pytest.mark.parametrize("part", PARTS)
def test_repeated_elements_of_urdf(part):
    text = ROBOT.replace(part, part + part) if part else ROBOT
    assert verdict(ligament, text) == verdict(mujoco, text)


@pytest.mark.parametrize("module", [mujoco, ligament])
def test_text_in_other_encodings_in_comments(module, tmp_path):
    path = tmp_path / "model.xml"
    path.write_bytes(b"<mujoco><!-- caf\xe9 --><worldbody><geom size='1'/></worldbody></mujoco>")
    assert module.MjModel.from_xml_path(str(path)).ngeom == 1


def tetrahedron():
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    records = b"".join(struct.pack("<12f2x", 0, 0, 0, *(x for i in face for x in corners[i])) for face in faces)
    return bytes(80) + struct.pack("<I", len(faces)) + records


MODEL = "<mujoco><asset><mesh file='a.stl'/></asset><worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>"


def pack(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("ending", ["zip", "mjz"])
@pytest.mark.parametrize("memory_only", [False, True])
def test_archives(tmp_path, ending, memory_only):
    path = pack(tmp_path / f"robot.{ending}", [("robot.xml", MODEL), ("a.stl", tetrahedron())])
    assert ligament.MjModel.from_xml_path(path, memory_only=memory_only).nmesh == 1


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_bad_archives_are_refused(tmp_path):
    mesh = tetrahedron()
    for files, message in [
        ([("robot.xml", MODEL), ("../a.stl", mesh)], "leads out"),
        ([("robot.xml", MODEL), ("/a.stl", mesh)], "leads out"),
        ([("robot.xml", MODEL), ("a.stl", mesh), ("a.stl", mesh)], "several files of one name"),
        ([("robot.xml", MODEL), ("a.stl", mesh), ("x/../a.stl", mesh)], "has the name of another"),
        ([("robot.xml", MODEL)] + [(f"{i}", bytes(1 << 27)) for i in range(9)], "too much"),
        ([("other.xml", MODEL)], "holds no model"),
    ]:
        path = pack(tmp_path / "robot.zip", files)
        with pytest.raises(ValueError, match=message):
            ligament.MjModel.from_xml_path(path)


def test_memory_only_reads_nothing_from_disk(tmp_path):
    mesh = tmp_path / "a.stl"
    mesh.write_bytes(tetrahedron())
    text = MODEL.replace("a.stl", str(mesh))
    assert ligament.MjModel.from_xml_string(text).nmesh == 1
    with pytest.raises(ValueError, match="disk"):
        ligament.MjModel.from_xml_string(text, memory_only=True)
    assert ligament.MjModel.from_xml_string(text, {"a.stl": tetrahedron()}, memory_only=True).nmesh == 1
    model = tmp_path / "model.xml"
    model.write_text(MODEL)
    assert ligament.MjModel.from_xml_path(model).nmesh == 1
    with pytest.raises(ValueError, match="disk"):
        ligament.MjModel.from_xml_path(model, memory_only=True)


def test_many_attributes_take_time_in_proportion():
    import time

    def seconds(count):
        text = "<mujoco><worldbody><geom " + " ".join(f"a{i}='1'" for i in range(count)) + "/></worldbody></mujoco>"
        start = time.perf_counter()
        assert verdict(ligament, text) == "refused"
        return time.perf_counter() - start

    seconds(100)
    assert min(seconds(64000) for _ in range(3)) < 0.5
