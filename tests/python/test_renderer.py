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
    context.free()
    context.free()


def test_texts_overlays_labels_and_figures_are_drawn(made):
    model, _ = made
    context = mujoco.MjrContext(model, 100)
    mujoco.mjr_setBuffer(1, context)
    rect = mujoco.mjr_maxViewport(context)
    image = np.empty((200, 200, 3), np.uint8)

    def drawn(draw, *args):
        mujoco.mjr_rectangle(rect, 0, 0, 0, 1)
        draw(*args)
        mujoco.mjr_readPixels(image, None, rect, context)
        return image.max(-1) > 0

    seen = drawn(mujoco.mjr_text, 0, "text", context, 0.5, 0.5, 1, 0, 0)
    assert seen[100:120, 100:160].any() and not seen[:100].any() and image[..., 1].max() == 0
    wide = drawn(mujoco.mjr_text, 2, "text", context, 0.5, 0.5, 1, 0, 0)
    assert wide.sum() > 2 * seen.sum()
    for place, part in ((0, np.s_[150:, :100]), (3, np.s_[:50, 100:])):
        seen = drawn(mujoco.mjr_overlay, 0, place, rect, "name", "1.5", context)
        assert seen[part].any() and seen[part].sum() == seen.sum()
    box = mujoco.MjrRect(20, 30, 100, 40)
    drawn(mujoco.mjr_label, box, 0, "label", 0, 0, 1, 1, 1, 1, 1, context)
    assert (image[30:70, 20:120, 2] > 0).all() and image[..., 0].any() and not image[:30].any()
    figure = mujoco.MjvFigure()
    figure.title, figure.linepnt[0], figure.range[1] = "title", 2, (0, -1)
    figure.linedata[0][:4] = 0, -1, 10, 7
    drawn(mujoco.mjr_figure, rect, figure, context)
    assert list(figure.xaxisdata) == [0, 10] and list(figure.yaxisdata) == [-1, 7]
    assert 0 < figure.xaxispixel[0] < figure.xaxispixel[1] < 200
    mujoco.mjr_changeFont(200, context)
    assert context.charHeight == 37 and context.charWidth[ord("m")] > context.charWidth[ord("i")] > 0
    # bad input: errors, or nothing is drawn
    figure.linedata[:], figure.range[:], figure.linepnt[:] = np.nan, np.inf, 2**31 - 1
    figure.legendoffset, figure.gridsize[:] = -(2**31), 2**31 - 1
    mujoco.mjr_figure(mujoco.MjrRect(-(2**31), 2**31 - 1, 2**31 - 1, 5), figure, context)
    mujoco.mjr_figure(rect, figure, context)
    mujoco.mjr_text(0, "äöü" * 10000, context, np.nan, np.inf, np.nan, 0, 0)
    for call in (lambda: mujoco.mjr_text(9, "a", context, 0, 0, 1, 1, 1), lambda: mujoco.mjr_overlay(0, 9, rect, "", "", context)):
        with pytest.raises(ValueError):
            call()


def test_lines_and_labels_of_scenes_are_drawn(made):
    model, data = made
    with mujoco.Renderer(model, 200, 200) as renderer:
        renderer.update_scene(data, "top")
        plain = renderer.render().copy()
        scene = renderer.scene
        line = scene.geoms[scene.ngeom]
        mujoco.mjv_initGeom(line, mujoco.mjtGeom.mjGEOM_LINE, None, None, None, [0, 1, 0, 1])
        mujoco.mjv_connector(line, mujoco.mjtGeom.mjGEOM_LINE, 3, np.array([-1, 0.75, 0]), np.array([1, 0.75, 0.0]))
        line.label, line.segid = "", scene.ngeom
        scene.ngeom += 1
        green = (renderer.render() == (0, 255, 0)).all(-1)
        rows, columns = np.nonzero(green)
        assert 36 <= rows.min() and rows.max() <= 43 and np.ptp(columns) > 100 and len(rows) < 4 * np.ptp(columns)
        renderer.enable_segmentation_rendering()
        assert (renderer.render()[..., 0] == line.objid)[green].all()
        renderer.disable_segmentation_rendering()
        scene.ngeom -= 1
        scene.geoms[1].label = "the box"
        labelled = (renderer.render() != plain).any(-1)
        assert 50 < labelled.sum() < 2000 and labelled[80:110, 95:].any() and not labelled[120:].any()


def test_two_eyes_are_side_by_side(made):
    model, data = made
    with mujoco.Renderer(model, 100, 200) as both, mujoco.Renderer(model, 100, 100) as one:
        for renderer in (both, one):
            renderer.update_scene(data, "top")
        both.scene.stereo = 2
        rgb, depth, objects = both.render_all()
        for eye in range(2):
            scene = one.scene
            for k in range(2):
                scene.camera[k].pos[:] = both.scene.camera[eye].pos
                scene.camera[k].forward[:] = both.scene.camera[eye].forward
                for name in "frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far".split():
                    setattr(scene.camera[k], name, getattr(both.scene.camera[eye], name))
            half = np.s_[:, 100 * eye : 100 * (eye + 1)]
            found = one.render_all()
            for whole, part in zip((rgb, depth, objects), found):
                assert np.array_equal(whole[half], part)


def test_many_worlds_in_one_call(made):
    model, _ = made
    datas = [mujoco.MjData(model) for _ in range(5)]
    for i, data in enumerate(datas):
        data.qpos[0] = 0.1 * i
        mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, 40, 60) as renderer:
        for enable, shape in (
            (renderer.disable_depth_rendering, (5, 40, 60, 3)),
            (renderer.enable_depth_rendering, (5, 40, 60)),
            (renderer.enable_segmentation_rendering, (5, 40, 60, 2)),
        ):
            enable()
            all_worlds = renderer.render_worlds(datas, "top")
            assert all_worlds.shape == shape
            for data, found in zip(datas, all_worlds):
                renderer.update_scene(data, "top")
                assert np.array_equal(found, renderer.render())
        assert renderer.render_worlds([]).shape[0] == 0
        with pytest.raises(ValueError, match="2 cameras for 5 worlds"):
            renderer.render_worlds(datas, ["top", -1])
        with pytest.raises(ValueError, match="does not exist"):
            renderer.render_worlds(datas, "nowhere")


def test_wild_scenes_give_pictures(made):
    model, data = made
    with mujoco.Renderer(model, 60, 80) as renderer:
        data.qpos[:] = np.nan
        mujoco.mj_kinematics(model, data)
        renderer.update_scene(data, "top")
        assert renderer.render().shape == (60, 80, 3)
        data.qpos[:] = 0
        mujoco.mj_forward(model, data)
        camera = mujoco.MjvCamera()
        camera.lookat[:], camera.distance = 0, 1e-9  # inside of the box
        renderer.update_scene(data, camera)
        assert all(len(x) == 60 for x in renderer.render_all())
    many = MODEL.replace("<light", "<light pos='1 0 2'/>" * 1000 + "<light", 1)
    model = mujoco.MjModel.from_xml_string(many)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, 60, 80) as renderer:
        renderer.update_scene(data, "top")
        assert renderer.render().any()
