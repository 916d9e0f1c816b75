"""MuJoCo's `MjrContext` and `mjr_*`: buffers of pixels in NumPy arrays, which the native renderer fills.

Rows of buffers go from the bottom up. Depth is 1 at the near plane and 0 at the far plane, and turned round where it is read
so. After a picture in colour, depth is computed when it is first read.
"""

import numpy as np

from . import _ligament
from ._functions import FatalError
from ._visual import MjrRect, MjvFigure, MjvScene
from ._visual_functions import warn

_AUX = 10
_SEGMENT, _IDCOLOR = 8, 9
_MAX_SIDE = 8192


class MjrRendererInfo:
    """Which renderer there is."""

    __slots__ = ("backend", "renderer")

    def __init__(self):
        self.renderer = self.backend = ""


class _Buffer:
    """Colour and depth of one framebuffer."""

    def __init__(self, width, height):
        self.rgb = np.zeros((height, width, 3), np.uint8)
        self.depth = np.zeros((height, width), np.float32)
        self.pending = None

    def part(self, rect):
        """The rectangle of the buffer, and the same in coordinates of the rectangle."""
        height, width = self.depth.shape
        x0, y0 = max(0, rect.left), max(0, rect.bottom)
        x1, y1 = min(width, rect.left + rect.width), min(height, rect.bottom + rect.height)
        x1, y1 = max(x0, x1), max(y0, y1)
        mine = (slice(y0, y1), slice(x0, x1))
        other = (slice(y0 - rect.bottom, y1 - rect.bottom), slice(x0 - rect.left, x1 - rect.left))
        return mine, other

    def settle(self):
        """Computes the depth of the last picture."""
        if self.pending is not None:
            draw, self.pending = self.pending, None
            draw()


_current = None


class MjrContext:
    """What pictures of a model are drawn with."""

    def __init__(self, model=None, fontscale=150):
        self.currentBuffer = 0
        self.readPixelFormat = 0x1907
        self.readDepthMap = 0
        self.glInitialized = 0 if model is None else 1
        self.windowAvailable = self.windowSamples = self.windowStereo = self.windowDoublebuffer = 0
        self.fontScale = int(getattr(fontscale, "value", fontscale))
        self.auxWidth = np.zeros(_AUX, np.int32)
        self.auxHeight = np.zeros(_AUX, np.int32)
        self.auxSamples = np.zeros(_AUX, np.int32)
        self._aux = [None] * _AUX
        self._chosen_aux = None
        self._viewport = None
        self._model = model
        self._native = None
        self._buffers = {}
        if model is None:
            self.offWidth = self.offHeight = self.offSamples = self.shadowSize = 0
            return
        vis, extent = model.vis, model.stat.extent
        self.lineWidth = vis.global_.linewidth
        self.shadowClip, self.shadowScale = vis.map.shadowclip * extent, vis.map.shadowscale
        self.fogStart, self.fogEnd = vis.map.fogstart * extent, vis.map.fogend * extent
        self.fogRGBA = np.array(vis.rgba.fog, np.float32)
        self.shadowSize = vis.quality.shadowsize
        self.offSamples = vis.quality.offsamples
        self.offWidth, self.offHeight = vis.global_.offwidth, vis.global_.offheight
        _check_size(self.offWidth, self.offHeight)
        self._native = _ligament.NativeRenderer(model)
        self._set_font()
        for texture in np.flatnonzero(np.asarray(model.tex_adr) < 0):
            _read_texture(model, self, int(texture))
        _make_current(self)

    def _set_font(self):
        """Takes over the scale of texts."""
        self.charWidth, self.charHeight = _font(0, self.fontScale)
        self.charWidthBig, self.charHeightBig = _font(2, self.fontScale)
        if self._native is not None:
            self._native.set_font_scale(self.fontScale)

    def free(self):
        """Lets go of all buffers; may be called several times."""
        global _current
        self._native = self._model = None
        self._buffers = {}
        self._aux = [None] * _AUX
        self.glInitialized = 0
        if _current is self:
            _current = None

    def _buffer(self):
        if self._native is None:
            raise FatalError("the MjrContext has been freed or has no model")
        if self._chosen_aux is not None:
            return self._aux[self._chosen_aux]
        if self.currentBuffer not in self._buffers:
            self._buffers[self.currentBuffer] = _Buffer(self.offWidth, self.offHeight)
        return self._buffers[self.currentBuffer]


def _font(font, scale):
    """Widths of characters and the height of a line."""
    widths, height = _ligament.canvas_font(font, scale)
    return np.array(widths, np.int32), height


def _check_size(width, height):
    if not (0 <= width <= _MAX_SIDE and 0 <= height <= _MAX_SIDE):
        raise FatalError(f"a buffer can have at most {_MAX_SIDE} pixels along each side, not {width} x {height}")


def _make_current(con):
    global _current
    _current = con


def _checked(rect, con):
    if not isinstance(rect, MjrRect):
        raise TypeError(f"the viewport must be MjrRect, not {type(rect).__name__}")
    if not isinstance(con, MjrContext):
        raise TypeError(f"con must be MjrContext, not {type(con).__name__}")
    if rect.width < 0 or rect.height < 0:
        raise ValueError("width and height of the viewport must be non-negative")
    return con._buffer()


def _pixels(array, name, count, dtype):
    """A flat view of an array that can hold the pixels."""
    if array is None:
        return None
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        raise TypeError(f"{name} must be an array of {np.dtype(dtype).name}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} buffer must be C-contiguous")
    if array.size < count:
        raise ValueError(f"{name} buffer is too small: {array.size} numbers for {count}")
    return array.reshape(-1)[:count]


def mjr_defaultContext(con):
    """Sets default values."""
    con.__init__()


def mjr_getRendererInfo(info):
    """Tells which renderer there is."""
    info.renderer, info.backend = "classic", ""


def mjr_defaultRendererInfo(info):
    """Clears the information."""
    info.renderer = info.backend = ""


def mjr_makeContext(m, con, fontscale):
    """Prepares a context for a model."""
    con.__init__(m, fontscale)


def mjr_freeContext(con):
    """Frees a context."""
    con.free()


def mjr_changeFont(fontscale, con):
    """Sets the size of texts."""
    con.fontScale = _number(fontscale)
    con._set_font()


def mjr_setBuffer(framebuffer, con):
    """Chooses the buffer that is drawn to."""
    framebuffer = int(getattr(framebuffer, "value", framebuffer))
    if framebuffer not in (0, 1):
        raise FatalError(f"mjr_setBuffer: there is no buffer {framebuffer}")
    con.currentBuffer, con._chosen_aux, con._viewport = framebuffer, None, None
    _make_current(con)


def mjr_restoreBuffer(con):
    """Goes back from an auxiliary buffer."""
    con._chosen_aux = con._viewport = None
    _make_current(con)


def mjr_resizeOffscreen(width, height, con):
    """Changes the size of the buffers."""
    _check_size(width, height)
    con.offWidth, con.offHeight = int(width), int(height)
    con._buffers = {}


def _aux_index(index):
    if not 0 <= index < _AUX:
        raise FatalError(f"there is no auxiliary buffer {index}; there are {_AUX}")
    return index


def mjr_addAux(index, width, height, samples, con):
    """Makes an auxiliary buffer."""
    _aux_index(index)
    _check_size(width, height)
    con.auxWidth[index], con.auxHeight[index], con.auxSamples[index] = width, height, samples
    con._aux[index] = _Buffer(width, height)


def mjr_setAux(index, con):
    """Draws to an auxiliary buffer from now on."""
    if con._aux[_aux_index(index)] is None:
        raise FatalError(f"mjr_setAux: auxiliary buffer {index} has not been added")
    con._chosen_aux, con._viewport = index, None
    _make_current(con)


def mjr_blitAux(index, src, left, bottom, con):
    """Copies from an auxiliary buffer."""
    buffer = con._aux[_aux_index(index)]
    if buffer is None:
        raise FatalError(f"mjr_blitAux: auxiliary buffer {index} has not been added")
    mine, _ = buffer.part(src)
    pixels = buffer.rgb[mine]
    rect = MjrRect(left, bottom, pixels.shape[1], pixels.shape[0])
    target = _checked(rect, con)
    to, source = target.part(rect)
    target.rgb[to] = pixels[source]


def mjr_maxViewport(con):
    """The whole buffer that is drawn to."""
    height, width = con._buffer().depth.shape
    return MjrRect(0, 0, width, height)


def mjr_uploadTexture(m, con, texid):
    """Takes a texture from the model anew."""
    _upload(m, con, "texture", texid, m.ntex)


def mjr_uploadMesh(m, con, meshid):
    """Takes a mesh from the model anew."""
    _upload(m, con, "mesh", meshid, m.nmesh)


def mjr_uploadHField(m, con, hfieldid):
    """Takes a height field from the model anew."""
    _upload(m, con, "hfield", hfieldid, m.nhfield)


def _upload(m, con, kind, index, count):
    con._buffer()
    if not 0 <= index < count:
        raise FatalError(f"there is no {kind} {index}; the model has {count}")
    con._native.upload(m, kind, index)
    if kind == "texture" and m.tex_adr[index] < 0:
        _read_texture(m, con, index)


def _read_texture(m, con, index):
    """Reads a texture that the model has by the name of its file only."""
    from xml.sax.saxutils import quoteattr

    start = int(m.tex_pathadr[index])
    path = bytes(m.paths)[start:].partition(b"\0")[0].decode(errors="replace") if start >= 0 else ""
    kind = int(m.tex_type[index])
    element = f'<texture name="t" type="{("2d", "cube", "skybox")[kind]}" file={quoteattr(path)}/>'
    try:
        if not path:
            raise ValueError("it has neither pixels nor a file")
        read = type(m).from_xml_string(f"<mujoco><asset>{element}</asset></mujoco>")
    except (ValueError, OSError) as error:
        warn(f"texture {index}: not uploaded: {error}")
        return
    shape = int(read.tex_width[0]), int(read.tex_height[0]), int(read.tex_nchannel[0])
    con._native.set_texture(index, kind, shape, bytes(read.tex_data))


def _id_colors(scn, geom, by_id):
    """Colours that stand for ids."""
    segid = np.append(scn._geoms["segid"][: scn.ngeom], -1)[geom].astype(np.int64)
    if by_id:
        number = segid + 1
    else:
        # any colours that differ
        number = ((segid + 1) * 2654435761) % (1 << 24)
    number = np.where(segid >= 0, number, 0)
    return np.stack([number & 255, (number >> 8) & 255, (number >> 16) & 255], -1).astype(np.uint8)


def mjr_render(viewport, scn, con):
    """Draws a scene."""
    buffer = _checked(viewport, con)
    if not isinstance(scn, MjvScene):
        raise TypeError(f"scn must be MjvScene, not {type(scn).__name__}")
    size = (viewport.width, viewport.height)
    if min(size) == 0:
        return
    shape = size[::-1]
    mine, other = buffer.part(viewport)
    model, native, packed = con._model, con._native, scn._packed(geoms=True)
    buffer.settle()
    con._viewport = _sides(viewport)

    def depth():
        geom, reversed_depth = native.exact(model, packed, size)
        buffer.depth[mine] = np.frombuffer(reversed_depth, np.float32).reshape(shape)[other]
        return np.frombuffer(geom, np.int32).reshape(shape)

    if scn.flags[_SEGMENT]:
        buffer.rgb[mine] = _id_colors(scn, depth(), scn.flags[_IDCOLOR])[other]
    else:
        rgb = native.color(model, packed, size, int(con.offSamples))
        buffer.rgb[mine] = rgb[::-1][other]
        buffer.pending = depth


def mjr_readPixels(rgb, depth, viewport, con):
    """Copies colour and depth from a buffer; rows go from the bottom up."""
    buffer = _checked(viewport, con)
    count = viewport.width * viewport.height
    rgb = _pixels(rgb, "rgb", 3 * count, np.uint8)
    depth = _pixels(depth, "depth", count, np.float32)
    mine, other = buffer.part(viewport)
    shape = (viewport.height, viewport.width)
    if rgb is not None:
        rgb.reshape(*shape, 3)[other] = buffer.rgb[mine]
    if depth is not None:
        buffer.settle()
        found = buffer.depth[mine]
        depth.reshape(shape)[other] = found if con.readDepthMap else 1 - found


def mjr_drawPixels(rgb, depth, viewport, con):
    """Copies colour and depth to a buffer."""
    buffer = _checked(viewport, con)
    count = viewport.width * viewport.height
    rgb = _pixels(rgb, "rgb", 3 * count, np.uint8)
    depth = _pixels(depth, "depth", count, np.float32)
    mine, other = buffer.part(viewport)
    shape = (viewport.height, viewport.width)
    if rgb is not None:
        buffer.rgb[mine] = rgb.reshape(*shape, 3)[other]
    if depth is not None:
        buffer.settle()
        found = depth.reshape(shape)[other]
        buffer.depth[mine] = found if con.readDepthMap else 1 - found


def mjr_blitBuffer(src, dst, flg_color, flg_depth, con):
    """Copies from the offscreen to the window buffer, or back; the nearest pixels are taken."""
    target = _checked(dst, con)
    other = con._buffers.setdefault(1 - con.currentBuffer, _Buffer(con.offWidth, con.offHeight))
    mine, inner = target.part(dst)
    if min(src.width, src.height, dst.width, dst.height) <= 0:
        return
    height, width = other.depth.shape
    rows = src.bottom + np.arange(dst.height) * src.height // dst.height
    columns = src.left + np.arange(dst.width) * src.width // dst.width
    where = np.ix_(np.clip(rows, 0, height - 1)[inner[0]], np.clip(columns, 0, width - 1)[inner[1]])
    if flg_color:
        target.rgb[mine] = other.rgb[where]
    if flg_depth:
        target.settle()
        other.settle()
        target.depth[mine] = other.depth[where]


def _sides(rect):
    return [int(v) for v in (rect.left, rect.bottom, rect.width, rect.height)]


def _number(value):
    return int(getattr(value, "value", value))


def _active(name):
    if _current is None:
        raise FatalError(f"{name}: there is no MjrContext")
    return _current


def mjr_rectangle(viewport, r, g, b, a):
    """Fills a rectangle of the buffer that was chosen last."""
    con = _active("mjr_rectangle")
    buffer = _checked(viewport, con)
    _ligament.canvas_fill(buffer.rgb, _sides(viewport), (r, g, b, a))
    con._viewport = _sides(viewport)


def mjr_text(font, txt, con, x, y, r, g, b):
    """Writes a line; x and y are parts of the viewport that was drawn to last."""
    buffer = con._buffer()
    height, width = buffer.depth.shape
    left, bottom, wide, high = con._viewport or (0, 0, width, height)
    place = [v if np.isfinite(v) else 0.0 for v in (left + x * wide, bottom + y * high)]
    at = [int(min(max(v, -1e6), 1e6)) for v in place]
    _ligament.canvas_text(buffer.rgb, (_number(font), con.fontScale), str(txt), at, (r, g, b))


def mjr_overlay(font, gridpos, viewport, overlay, overlay2, con):
    """Writes one or two columns of lines into a corner or at an edge of the viewport."""
    buffer = _checked(viewport, con)
    texts = (str(overlay or ""), str(overlay2 or ""))
    fonts = (_number(font), con.fontScale)
    _ligament.canvas_overlay(buffer.rgb, fonts, _number(gridpos), _sides(viewport), texts)
    con._viewport = _sides(viewport)


def mjr_label(viewport, font, txt, r, g, b, a, rt, gt, bt, con):
    """Fills the viewport with the first colour and writes into its middle with the second."""
    buffer = _checked(viewport, con)
    fonts = (_number(font), con.fontScale)
    _ligament.canvas_label(buffer.rgb, fonts, _sides(viewport), str(txt), (r, g, b, a), (rt, gt, bt))
    con._viewport = _sides(viewport)


def mjr_figure(viewport, fig, con):
    """Draws a figure, and sets where its axes are."""
    buffer = _checked(viewport, con)
    if not isinstance(fig, MjvFigure):
        raise TypeError(f"fig must be MjvFigure, not {type(fig).__name__}")
    pixels, data = _ligament.canvas_figure(buffer.rgb, con.fontScale, _sides(viewport), fig._bytes())
    fig.xaxispixel[:], fig.yaxispixel[:] = pixels
    fig.xaxisdata[:], fig.yaxisdata[:] = data
    con._viewport = _sides(viewport)


def mjr_finish():
    """Everything is drawn at once: does nothing."""


def mjr_getError():
    """0: there are no errors of a driver."""
    return 0


def mjr_findRect(x, y, nrect, rect):
    """The rectangle that has a point inside; -1 for none."""
    rects = [rect] if isinstance(rect, MjrRect) else list(rect)[:nrect]
    for i, r in enumerate(rects):
        if r.left <= x < r.left + r.width and r.bottom <= y < r.bottom + r.height:
            return i
    return -1


__all__ = ["MjrContext", "MjrRendererInfo", *(name for name in dir() if name.startswith("mjr_"))]
