"""`Renderer`: pictures, depth and segmentation of a model as NumPy arrays."""

import numpy as np

from . import _ligament
from ._functions import mj_name2id
from ._render import MjrContext, mjr_setBuffer
from ._visual import MjrRect, MjvCamera, MjvOption, MjvScene
from ._visual_functions import mjv_defaultFreeCamera, mjv_updateScene
from .gl_context import GLContext

_CAMERA = 7
_ALL = 7


def _too_large(what, size, limit):
    return ValueError(
        f"Image {what} {size} > framebuffer {what} {limit}. Take a smaller picture, or put\n"
        f'<visual><global off{what}="{size}"/></visual> into the model.'
    )


class Picture(np.ndarray):
    """An array of pixels that notebooks show as a picture."""

    def _repr_png_(self):
        if self.ndim != 3 or self.shape[2] != 3 or self.dtype != np.uint8:
            return None
        height, width = self.shape[:2]
        return _ligament.NativeRenderer.png(self[::-1].tobytes(), (width, height))


class Renderer:
    """Draws pictures of a model."""

    def __init__(self, model, height=240, width=320, max_geom=10000, font_scale=150):
        self._gl_context = self._mjr_context = None
        if width > model.vis.global_.offwidth:
            raise _too_large("width", width, model.vis.global_.offwidth)
        if height > model.vis.global_.offheight:
            raise _too_large("height", height, model.vis.global_.offheight)
        if min(width, height) < 1:
            raise ValueError(f"a picture needs at least one pixel, not {width} x {height}")
        self._model, self._width, self._height = model, width, height
        self._scene = MjvScene(model=model, maxgeom=max_geom)
        self._scene_option = MjvOption()
        self._rect = MjrRect(0, 0, width, height)
        self._gl_context = GLContext(width, height)
        self._mjr_context = MjrContext(model, font_scale)
        mjr_setBuffer(1, self._mjr_context)
        self._mjr_context.readDepthMap = 1
        self._depth_rendering = self._segmentation_rendering = False

    model = property(lambda self: self._model, doc="The model.")
    scene = property(lambda self: self._scene, doc="The scene that is drawn.")
    height = property(lambda self: self._height, doc="Height of pictures.")
    width = property(lambda self: self._width, doc="Width of pictures.")

    def enable_depth_rendering(self):
        """`render` gives distances along the line of sight."""
        self._segmentation_rendering, self._depth_rendering = False, True

    def disable_depth_rendering(self):
        """`render` gives no distances."""
        self._depth_rendering = False

    def enable_segmentation_rendering(self):
        """`render` gives id and type of the object at every pixel."""
        self._segmentation_rendering, self._depth_rendering = True, False

    def disable_segmentation_rendering(self):
        """`render` gives no ids."""
        self._segmentation_rendering = False

    def update_scene(self, data, camera=-1, scene_option=None):
        """Takes the scene from the data; `camera` is a name, an id (-1 for the free camera) or an `MjvCamera`."""
        if not isinstance(camera, MjvCamera):
            camera = self._camera(camera)
        mjv_updateScene(self._model, data, scene_option or self._scene_option, None, camera, _ALL, self._scene)

    def _camera(self, which):
        index = which
        if isinstance(which, str):
            index = mj_name2id(self._model, _CAMERA, which)
            if index == -1:
                raise ValueError(f'The camera "{which}" does not exist.')
        if not -1 <= index < self._model.ncam:
            raise ValueError(f"The camera id {index} is out of range [-1, {self._model.ncam}).")
        camera = MjvCamera()
        camera.fixedcamid = index
        if index == -1:
            camera.type = 0
            mjv_defaultFreeCamera(self._model, camera)
        else:
            camera.type = 2
        return camera

    def _native(self):
        if self._mjr_context is None:
            raise RuntimeError("render cannot be called after close.")
        return self._mjr_context._native

    def _sights(self, depth, objects):
        """Distance, and id and type of objects, of one pass, as far as they are asked for."""
        size = (self._width, self._height)
        return self._native().sights(self._model, self._scene._packed(geoms=True), size, (depth, objects))

    def _color(self):
        size = (self._width, self._height)
        samples = int(self._mjr_context.offSamples) if self._mjr_context else 0
        rgb = self._native().color(self._model, self._scene._packed(geoms=True), size, samples)
        return rgb.view(Picture)

    def render(self, *, out=None):
        """The picture, or distances or ids if these have been asked for; into `out` if it is given."""
        self._native()
        tail = () if self._depth_rendering else (2,) if self._segmentation_rendering else (3,)
        shape = (self._height, self._width, *tail)
        if out is not None and out.shape != shape:
            raise ValueError(f"Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead.")
        if self._depth_rendering:
            found = self._sights(True, False)[0]
        elif self._segmentation_rendering:
            found = self._sights(False, True)[1]
        else:
            found = self._color()
        if out is not None:
            np.copyto(out, found, casting="unsafe")
            return out
        return found

    def render_all(self):
        """Picture, distances and ids: `(rgb, depth, segmentation)`."""
        depth, objects = self._sights(True, True)
        return self._color(), depth, objects

    def render_worlds(self, datas, camera=-1, scene_option=None):
        """Pictures of many worlds of the model, drawn on all processors: one array with a first axis for the worlds.

        As with `render` it holds distances or ids if these have been asked for. `camera` is as for `update_scene`, or a
        list with one for each world. The scene of this renderer gives flags and stereo; its geoms stay as they are.
        """
        native, datas = self._native(), list(datas)
        cameras = camera if isinstance(camera, (list, tuple)) else [camera] * len(datas)
        if len(cameras) != len(datas):
            raise ValueError(f"there are {len(cameras)} cameras for {len(datas)} worlds")
        scene = MjvScene(model=self._model, maxgeom=self._scene.maxgeom)
        scene.flags[:], scene.stereo = self._scene.flags, self._scene.stereo
        packed = []
        for data, which in zip(datas, cameras):
            view = which if isinstance(which, MjvCamera) else self._camera(which)
            mjv_updateScene(self._model, data, scene_option or self._scene_option, None, view, _ALL, scene)
            packed.append(scene._packed(geoms=True))
        size = (self._width, self._height)
        if self._depth_rendering:
            return native.sights_many(self._model, packed, size, (True, False))[0]
        if self._segmentation_rendering:
            return native.sights_many(self._model, packed, size, (False, True))[1]
        return native.color_many(self._model, packed, size, int(self._mjr_context.offSamples))

    def close(self):
        """Lets go of all memory; may be called several times."""
        if self._mjr_context is not None:
            self._mjr_context.free()
        self._mjr_context = None
        if self._gl_context is not None:
            self._gl_context.free()
        self._gl_context = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __del__(self):
        self.close()
