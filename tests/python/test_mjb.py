"""MuJoCo's binary files: read, written, refused."""

import struct

import ligament
import numpy as np
import pytest
from conftest import MODELS_BY_NAME

mujoco = pytest.importorskip("mujoco")


def of_mujoco(model, folder):
    path = folder / "reference.mjb"
    mujoco.mj_saveModel(model, str(path))
    return path


def test_mujocos_file_is_read_and_written_again(models, tmp_path):
    reference, own = models
    path = of_mujoco(reference, tmp_path)
    read = ligament.MjModel.from_binary_path(path)
    assert read.to_mjb() == path.read_bytes()
    for _, name, *_ in ligament._ligament.fields():
        expected, found = getattr(reference, name), getattr(read, name)
        assert found == expected if isinstance(expected, bytes) else np.array_equal(found, expected, equal_nan=True), name
    data, other = ligament.MjData(read), ligament.MjData(own)
    ligament.mj_step(read, data, 5)
    ligament.mj_step(own, other, 5)
    np.testing.assert_allclose(data.qpos, other.qpos, atol=1e-9)


def test_mujoco_reads_our_file(models, tmp_path):
    _, own = models
    path = tmp_path / "own.mjb"
    ligament.mj_saveModel(own, str(path))
    read = mujoco.MjModel.from_binary_path(str(path))
    for _, name, *_ in ligament._ligament.fields():
        if name == "names_map":
            continue
        expected, found = getattr(own, name), getattr(read, name)
        assert found == expected if isinstance(expected, bytes) else np.array_equal(found, expected, equal_nan=True), name
    for body in range(own.nbody):
        name = own.body(body).name
        assert not name or mujoco.mj_name2id(read, mujoco.mjtObj.mjOBJ_BODY, name) == body
    data = mujoco.MjData(read)
    mujoco.mj_forward(read, data)


def test_what_is_not_such_a_file_is_refused(tmp_path):
    model = mujoco.MjModel.from_xml_path(str(MODELS_BY_NAME["everything"]))
    good = of_mujoco(model, tmp_path).read_bytes()
    path = tmp_path / "bad.mjb"

    def refused(data, message):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=message):
            ligament.MjModel.from_binary_path(path)

    refused(good[:-1], "too early")
    refused(good + b"\0", "damaged")
    refused(good[:12] + struct.pack("<i", 3003007) + good[16:], "MuJoCo 3.3.7")
    refused(good[:4] + struct.pack("<i", 4) + good[8:], "damaged")
    for place in range(20, 20 + 8 * 98, 8):
        for size in (1 << 62, (1 << 38) + 1, 2**64 - 1):
            path.write_bytes(good[:place] + struct.pack("<Q", size) + good[place + 8 :])
            try:
                ligament.MjModel.from_binary_path(path)
            except ValueError:
                pass
    rng = np.random.default_rng(0)
    for _ in range(300):
        broken = bytearray(good)
        for place in rng.integers(804, len(good), 8):
            broken[place] = rng.integers(256)
        path.write_bytes(broken)
        try:
            read = ligament.MjModel.from_binary_path(path)
        except ValueError:
            continue
        ligament.mj_step(read, ligament.MjData(read))
