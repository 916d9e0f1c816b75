"""Arrays are live views that keep the model's memory alive."""

import copy
import gc
import pickle
import weakref

import ligament
import numpy as np
import pytest


def test_writes_go_through(model):
    model.body_mass[1] = 7.5
    assert model.body(1).mass[0] == 7.5
    model.body(1).pos = [1, 2, 3]
    assert model.body_pos[1].tolist() == [1, 2, 3]
    model.geom_rgba = 0.25
    assert (model.geom_rgba == 0.25).all()
    with pytest.raises(ValueError):
        model.body_mass = np.zeros(model.nbody + 1)


def test_arrays_outlive_the_model(model):
    other = copy.copy(model)
    masses = other.body_mass
    expected = masses.copy()
    gone = weakref.ref(masses)
    del other
    gc.collect()
    assert np.array_equal(masses, expected)
    masses[:] = 3.0
    del masses
    assert gone() is None


def test_a_model_is_freed_without_the_collector(model):
    watched = copy.copy(model)
    assert watched.body_mass.size and watched.opt.timestep and watched.vis.map.force
    gone = weakref.ref(watched)
    gc.disable()
    try:
        del watched
        assert gone() is None
    finally:
        gc.enable()


def test_sizes_and_text_are_read_only(model):
    for name in ("nq", "nbody", "names", "paths", "text_data", "signature"):
        with pytest.raises(AttributeError):
            setattr(model, name, 1)
    assert not hasattr(model, "no_such_field")
    with pytest.raises(AttributeError):
        model.no_such_field = 1
    with pytest.raises(TypeError):
        ligament.MjModel()


def test_records_are_live(model):
    option = model.opt
    option.timestep = 0.25
    option.gravity[2] = -1.5
    option.iterations = np.int64(7)
    option.cone = ligament.mjtCone.mjCONE_ELLIPTIC
    option.disableflags |= ligament.mjtDisableBit.mjDSBL_CONTACT
    assert model.opt.timestep == 0.25 and model.opt.gravity.tolist() == [0, 0, -1.5]
    assert (option.iterations, option.cone, option.disableflags) == (7, 1, 16)
    with pytest.raises(TypeError):
        option.iterations = 1.5
    with pytest.raises(ValueError):
        option.gravity = [1, 2]
    with pytest.raises(AttributeError):
        option.no_such_option = 1
    model.vis.global_.fovy = 30
    model.vis.rgba.fog[3] = 0.5
    assert model.vis.global_.fovy == 30 and model.vis.rgba.fog[3] == 0.5
    model.stat.center = 1
    assert model.stat.center.tolist() == [1, 1, 1]
    model.flg_gravcomp = True
    assert model.flg_gravcomp is True


def test_records_copy_and_compare(model):
    model.opt.timestep = 0.125
    other = copy.copy(model.opt)
    assert other == model.opt
    other.timestep = 1.0
    assert model.opt.timestep == 0.125 and other != model.opt
    model.opt = other
    assert model.opt.timestep == 1.0
    with pytest.raises(TypeError):
        model.opt = 3
    assert pickle.loads(pickle.dumps(other)) == other
    assert ligament.MjOption().gravity[2] == -9.81
    assert copy.deepcopy(model.vis) == model.vis


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_are_equal_and_independent(model, duplicate):
    model.body_mass[1] = 11.0
    other = duplicate(model)
    assert other.to_bytes() == model.to_bytes()
    other.body_mass[1] = 0.0
    assert model.body_mass[1] == 11.0
    assert other.signature == model.signature


def test_binary_files(model, tmp_path):
    path = tmp_path / "model.lgm"
    ligament.mj_saveModel(model, path)
    assert ligament.MjModel.from_binary_path(path).to_bytes() == model.to_bytes()
    buffer = np.zeros(ligament.mj_sizeModel(model), np.uint8)
    ligament.mj_saveModel(model, None, buffer)
    ligament.mj_saveModel(model, tmp_path / "model.mjb")
    assert buffer.tobytes() == (tmp_path / "model.mjb").read_bytes()
    with pytest.raises(ligament.FatalError):
        ligament.mj_saveModel(model, None, buffer[:-1])
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ValueError):
        ligament.MjModel.from_binary_path(path)
    with pytest.raises(ValueError):
        ligament.MjModel.from_binary_path(tmp_path / "absent.lgm")
