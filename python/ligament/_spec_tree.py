"""Bodies and frames: adding to them, going through them, attaching to them."""

from . import _spec_inertial as inertial
from . import _spec_orientation as orientation
from . import _spec_tables as tables
from ._ligament import Spec
from ._spec_element import InTree, keywords
from ._spec_rows import text

_FINDABLE = ("body", "frame", "geom", "site", "joint", "light", "camera")


def add_to(place, kind, default, values):
    """Adds an element to a body or frame and assigns keyword arguments; if one is wrong nothing is added."""
    from ._spec_class import MjsDefault

    if default is not None and not isinstance(default, MjsDefault):
        raise TypeError(f"add_{kind}(): the default must be an MjsDefault, not {type(default).__name__}")
    spec = place._spec
    element = spec._add(kind, place._place, default)
    try:
        if kind in ("body", "frame", "geom", "site", "camera"):
            orientation.take_keywords(element, values, orientation.Kept)
        if kind == "body":
            orientation.take_keywords(element, values, inertial.Orientation, "i")
        keywords(element, values)
    except BaseException:
        spec._discard(element)
        raise
    return element


def _adder(kind):
    def add(self, default=None, **values):
        if kind == "body" and default is not None:
            values.setdefault("childclass", default.name)
            return add_to(self, kind, None, values)
        return add_to(self, kind, default, values)

    add.__name__ = f"add_{kind}"
    add.__doc__ = (
        f"Adds a {kind}; keyword arguments are its properties. It starts from the default class given or in force."
    )
    return add


def _add_frame(self, default=None, **values):
    """Adds a frame, inside another if one is given; keyword arguments are its properties."""
    frame = add_to(self, "frame", None, values)
    if default is not None:
        frame.set_frame(default)
    return frame


def _add_freejoint(self, **values):
    """Adds a free joint, which takes no values from default classes."""
    for name in values:
        if name not in ("align", "group", "name"):
            raise TypeError(f"Invalid {name} keyword argument. Valid options are: align, group, name.")
    joint = add_to(self, "joint", None, {})
    joint._write("free_element", True)
    fresh = Spec()
    blank = fresh.add(joint._number, fresh.world())
    for row in joint._rows:
        if row not in ("free_element", "kind"):
            joint._write(row, fresh.get(blank, row))
    joint.type = 0
    if "align" in values:
        values["align"] = int(values["align"])
    keywords(joint, values)
    return joint


class Container(InTree):
    """What other elements can be put into."""

    __slots__ = ()
    __module__ = "ligament"

    @property
    def childclass(self):
        """Default class of what is inside; empty to inherit."""
        return self._read("childclass")

    @childclass.setter
    def childclass(self, value):
        self._write("childclass", text(value))


for _kind in tables.TREE:
    setattr(Container, f"add_{_kind}", _adder(_kind) if _kind != "frame" else _add_frame)


def _children(kind):
    def get(self):
        native, wrap = self._spec._native, self._spec._wrap
        if self._dead is not None:
            return []
        number = tables.OBJECTS[kind]
        return [wrap(place) for place in native.children(self._place) if place.kind == number]

    return property(get, doc=f"All of the kind '{kind}' that belong to the body.")


def _first(kind):
    def first(self):
        return next(iter(getattr(self, tables.KINDS[kind][1])), None)

    first.__name__, first.__doc__ = f"first_{kind}", f"The first {kind} of the body."
    return first


def _next(kind):
    def after(self, element):
        found = getattr(self, tables.KINDS[kind][1])
        place = next((i for i, other in enumerate(found) if other is element), None)
        return None if place is None or place + 1 >= len(found) else found[place + 1]

    after.__name__, after.__doc__ = f"next_{kind}", f"The {kind} of the body that comes after another."
    return after


class Body(Container):
    """A rigid body."""

    __slots__ = ()
    __module__ = "ligament"

    add_freejoint = _add_freejoint

    @property
    def childclass(self):
        """Default class of what is inside."""
        return self.classname.name

    @childclass.setter
    def childclass(self, value):
        self._write("childclass", text(value))

    @property
    def classname(self):
        """The default class in force for what is inside."""
        spec, body = self._spec, self
        if self._dead is not None:
            return spec.default
        while body is not None:
            around = body
            while around is not None:
                found = spec.find_default(around._read("childclass")) if around._read("childclass") else None
                if found is not None:
                    return found
                around = around.frame
            body = body.parent
        return spec.default

    @classname.setter
    def classname(self, value):
        self._write("childclass", value.name)

    def find_all(self, kind):
        """All elements of a kind in this body and the bodies inside, in the order of the compiled model."""
        from ._spec_rows import enumeration

        if isinstance(kind, enumeration("mjtObj")):
            word = tables.KIND_OF.get(int(kind))
        elif isinstance(kind, str):
            word = kind
        else:
            raise TypeError(f"find_all(): expected a name or a value of mjtObj, got {type(kind).__name__}")
        if word not in _FINDABLE:
            raise ValueError(f"body.find_all supports the types: {', '.join(_FINDABLE)}.")
        number, own = tables.OBJECTS[word], self._place
        places = self._spec._native.walk(own)
        return [self._spec._wrap(place) for place in places if place.kind == number and place != own]

    def find_child(self, name):
        """The body inside of this one, at any depth, that goes by a name."""
        return next((body for body in self.find_all("body") if body.name == name), None)

    def to_frame(self):
        """Turns the body into a frame of its parent, which takes over what is inside."""
        return self._spec._to_frame(self)

    def attach_frame(self, frame, prefix=None, suffix=None):
        """Attaches a frame with its contents, of another model or as a copy."""
        return self._spec._attach_part(self._place, frame, prefix, suffix)

    def make_flex(self, name, type=None, dim=3, mesh=None, file=None, **values):
        """Makes a flexible body. It can be edited and written, not compiled."""
        return self._spec._make_flex(self, name, type, dim, mesh, file, values)


for _kind in tables.TREE:
    setattr(Body, tables.KINDS[_kind][1], _children(_kind))
    setattr(Body, f"first_{_kind}", _first(_kind))
    setattr(Body, f"next_{_kind}", _next(_kind))


class Frame(Container):
    """A coordinate frame."""

    __slots__ = ()
    __module__ = "ligament"

    def attach_body(self, body, prefix=None, suffix=None):
        """Attaches a body with its contents, of another model or as a copy."""
        return self._spec._attach_part(self._place, body, prefix, suffix)


class Site(InTree):
    """A marked frame on a body."""

    __slots__ = ()
    __module__ = "ligament"

    def attach_body(self, body, prefix=None, suffix=None):
        """Attaches a body with its contents at the pose of the site."""
        return self._spec._attach_part(self._spec._frame_at(self)._place, body, prefix, suffix)
