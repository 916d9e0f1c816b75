"""Attaching parts of other models. By default the part is handed over: its elements then belong to the model it is attached to."""

import copy
import os

from . import _spec_tables as tables

_FILES = tuple(tables.OBJECTS[kind] for kind in ("mesh", "texture", "hfield", "skin"))


def renamed(name, prefix, suffix):
    """The name of a file in memory of an attached model."""
    folder, last = os.path.split(name)
    stem, dot, extension = last.rpartition(".")
    if not dot:
        stem, extension = last, ""
    start = (folder if folder.endswith("/") or not folder else folder + "/") + (prefix or "/")
    return start + stem + suffix + dot + extension


class Attaching:
    """The part of MjSpec that attaches."""

    __slots__ = ()

    def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
        """Attaches all that is in the world of another model, at a site or in a frame; returns the new frame."""
        prefix, suffix = prefix or "", suffix or ""
        if site is None and frame is None:
            raise ValueError("One of frame or site must be specified.")
        if site is not None and frame is not None:
            raise ValueError("Only one of frame or site can be specified.")
        if site is not None:
            site = self.site(site) if isinstance(site, str) else site
            if site is None:
                raise ValueError("Site not found.")
        else:
            frame = self.frame(frame) if isinstance(frame, str) else frame
            if frame is None:
                raise ValueError("Frame not found.")
        if child is self:
            raise ValueError("Error: cannot attach a spec to itself")
        if child._parent is not None and not self._copies:
            raise ValueError(
                "Error: Child spec is already attached by reference; enable deep copy to attach a spec more than once."
            )
        files = {name: renamed(name, prefix, suffix) for name in child.assets}
        if not self.override_assets:
            for name, new in files.items():
                if new in self.assets:
                    raise ValueError(f"Asset {name} already exists in parent spec.")
        made = self._frame_at(site) if site is not None else None
        try:
            place, pairs = self._attach(made or frame, child, None, prefix, suffix)
        except BaseException:
            if made is not None:
                self._discard(made)
            raise
        self._name_files(files, pairs)
        self.assets.update((new, child.assets[name]) for name, new in files.items())
        child._parent = self
        return self._wrap(place)

    def _attach_part(self, inside, part, prefix, suffix):
        """Attaches a body or frame; returns it, or its copy."""
        inside = self._wrap(inside)
        child, prefix, suffix = part._spec, prefix or "", suffix or ""
        if child is self and not self._copies:
            raise ValueError("Error: Child element is in the parent spec; enable deep copy to attach a copy of it.")
        place, _ = self._attach(inside, child, part, prefix, suffix)
        return self._wrap(place)

    def _attach(self, inside, child, part, prefix, suffix):
        source = None if part is None else part._place
        if child is self:
            place, pairs = self._native.attach_own(inside._place, source, prefix, suffix)
        else:
            self._push()
            child._push()
            place, pairs = self._native.attach(inside._place, child._native, source, prefix, suffix)
            self._pull()
        self._edits += 1
        if not prefix and not suffix:
            self._unsaved = True
        for old, new in pairs:
            if old in child._extras:
                self._extras[new] = copy.deepcopy(child._extras[old])
        if child is not self and not self._copies:
            child._hand_over(self, pairs)
        return place, pairs

    def _hand_over(self, parent, pairs):
        """From now on, elements of this model are those of the model they were attached to."""
        for old, new in pairs:
            element = self._wrappers.pop(old, None)
            if element is not None:
                element._spec, element._place = parent, new
                parent._wrappers[new] = element
            self._moved[old] = (parent, new)

    def _name_files(self, files, pairs):
        """Lets assets of an attached model find their files under the new names."""
        for _, place in pairs:
            if place.kind in _FILES:
                name = self._native.get(place, "file")
                if name in files:
                    self._native.set(place, "file", files[name])

    def _frame_at(self, site):
        """A new frame at the pose of a site."""
        spec = site._spec
        frame = site.parent.add_frame(pos=list(site.pos))
        frame._write("orientation", site._read("orientation"))
        if site.frame is not None:
            spec._native.set_frame(frame._place, site.frame._place)
        return frame

    def _to_frame(self, body):
        """Turns a body into a frame of its parent."""
        native = self._native
        if body.parent is None:
            raise ValueError("Error: the world cannot become a frame")
        inside = body.frame or body.parent
        frame = inside.add_frame(pos=list(body.pos))
        frame._write("orientation", body._read("orientation"))
        for place in native.children(body._place):
            if native.frame_of(place) is None:
                native.move_to(place, frame._place)
        self._discard(body)
        return frame
