"""Pictures: the interface of MuJoCo's renderer, geometry that can be computed by hand, and bad input."""

import numpy as np
import pytest

import ligament as mujoco

MODEL = """
<mujoco>
  <statistic extent="1" center="0 0 0"/>
  <visual><global offwidth="200" offheight="200"/></visual>
  <worldbody>
    <light pos="0 0 2" dir="0 0 -1"/>
    <camera name="top" pos="0 0 3" xyaxes="1 0 0 0 1 0"/>
    <geom type="plane" size="5 5 .1" pos="0 0 -1"/>
    <body><joint type="slide" axis="0 0 1"/><geom name="box" type="box" size=".5 .5 .25" rgba="1 0 0 1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def made():
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def test_color_depth_and_ids_agree(made):
    model, data = made
    with mujoco.Renderer(model, 101, 121) as renderer:
        renderer.update_scene(data, "top")
        rgb, depth, objects = renderer.render_all()
        assert rgb.shape == (101, 121, 3) and rgb.dtype == np.uint8
        assert np.array_equal(renderer.render(), rgb)
        assert depth[50, 60] == pytest.approx(2.75, abs=1e-4)
        assert depth[0, 0] == pytest.approx(4.0, abs=1e-4)
        box = (objects == (1, int(mujoco.mjtObj.mjOBJ_GEOM))).all(-1)
        assert box[50, 60] and not box[0, 0]
        assert (rgb[50, 60] > 50)[0] and rgb[50, 60, 1] < rgb[50, 60, 0]
        renderer.enable_depth_rendering()
        assert np.array_equal(renderer.render(), depth)
        renderer.enable_segmentation_rendering()
        assert np.array_equal(renderer.render(), objects)
    assert rgb._repr_png_().startswith(b"\x89PNG")


def test_rows_go_from_the_top(made):
    model, data = made
    model.geom("box").pos[1] = 1.0
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, 100, 100) as renderer:
        renderer.enable_segmentation_rendering()
        renderer.update_scene(data, "top")
        rows = np.nonzero(renderer.render()[..., 0] == 1)[0]
    assert rows.mean() < 50


def test_sizes_cameras_and_closed_renderers_are_refused(made):
    model, data = made
    with pytest.raises(ValueError, match="framebuffer width"):
        mujoco.Renderer(model, 100, 201)
    with pytest.raises(ValueError, match="framebuffer height"):
        mujoco.Renderer(model, 10**5, 100)
    with pytest.raises(ValueError, match="at least one pixel"):
        mujoco.Renderer(model, 0, 100)
    renderer = mujoco.Renderer(model, 50, 50)
    with pytest.raises(ValueError, match='"b" does not exist'):
        renderer.update_scene(data, "b")
    renderer.close()
    with pytest.raises(RuntimeError):
        renderer.render()


def test_context_draws_reads_and_writes(made):
    model, data = made
    context = mujoco.MjrContext(model, 150)
    mujoco.mjr_setBuffer(1, context)
    rect = mujoco.mjr_maxViewport(context)
    assert (rect.width, rect.height) == (200, 200)
    mujoco.mjr_rectangle(mujoco.MjrRect(10, 20, 30, 40), 0, 0, 1, 1)
    image = np.empty((200, 200, 3), np.uint8)
    mujoco.mjr_readPixels(image, None, rect, context)
    assert image[20:60, 10:40, 2].min() == 255 and image.sum() == 255 * 30 * 40
    with pytest.raises(ValueError, match="too small"):
        mujoco.mjr_readPixels(np.empty(3, np.uint8), None, rect, context)
    with pytest.raises(NotImplementedError, match="mjr_overlay"):
        mujoco.mjr_overlay(0, 0, rect, "a", "b", context)
    context.free()
    context.free()
