"""The part of MjSpec that holds what the native model does not have: plugins and flexible bodies."""

import copy
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from ._spec_loose import MjsFlex, MjsPlugin, add


class Foreign:
    """Keeps plugins and flexible bodies, writes them, and refuses to compile them."""

    __slots__ = ()

    def _begin_foreign(self):
        self._plugins = []
        self._flexs = []
        self._activated = []
        self._prototypes = {}

    @property
    def plugins(self):
        """All instances of plugins."""
        return list(self._plugins)

    @property
    def flexes(self):
        """All flexible bodies."""
        return list(self._flexs)

    def plugin(self, name):
        """The plugin instance of a name; None if there is none."""
        return next((p for p in self._plugins if name and p.name == name), None)

    def flex(self, name):
        """The flexible body of a name; None if there is none."""
        return next((f for f in self._flexs if name and f.name == name), None)

    def activate_plugin(self, name):
        """Notes that the model needs a plugin."""
        if name not in self._activated:
            self._activated.append(name)

    def add_plugin(self, **values):
        """Adds an instance of a plugin; keyword arguments are its properties."""
        plugin = add(MjsPlugin, self, values)
        self._plugins.append(plugin)
        return plugin

    def add_flex(self, **values):
        """Adds a flexible body; keyword arguments are its properties. It can be edited and written, not compiled."""
        flex = add(MjsFlex, self, values)
        self._flexs.append(flex)
        return flex

    def _flex_prototype(self, place):
        return self._prototypes.setdefault(place, MjsFlex._make(self))

    def _make_flex(self, body, name, kind, dim, mesh, file, values):
        if mesh is not None and file is not None:
            raise ValueError("Error: cannot give both 'file' and 'mesh' of a flex")
        if mesh is not None and self.mesh(mesh) is None:
            raise ValueError(f"Error: mesh '{mesh}' not found")
        flex = add(MjsFlex, self, {"name": name, "dim": dim})
        for key, value in values.items():
            if value is not None and hasattr(MjsFlex, key):
                setattr(flex, key, value)
        self._flexs.append(flex)
        return flex

    def _delete_foreign(self, element):
        for known in (self._plugins, self._flexs):
            for i, other in enumerate(known):
                if other is element:
                    element._bury()
                    del known[i]
                    return True
        if isinstance(element, (MjsPlugin, MjsFlex)):
            raise ValueError("Error: element is not in this model")
        return False

    def _copy_foreign(self, other):
        for mine, theirs in ((self._plugins, other._plugins), (self._flexs, other._flexs)):
            for element in theirs:
                twin = type(element)._make(self)
                twin._values = copy.deepcopy(element._values)
                mine.append(twin)
        self._activated = list(other._activated)

    def _users(self):
        """Elements that use a plugin."""
        for place, extra in self._extras.items():
            plugin = extra.get("+plugin")
            if plugin is not None and plugin.active and self._native.has(place):
                yield self._wrap(place), plugin

    def _refuse_foreign(self):
        """Says by name what cannot be compiled."""
        for flex in self._flexs:
            raise ValueError(f"Error: <flex> is not supported by this version of Ligament\nElement name '{flex.name}'")
        for element, plugin in self._users():
            name = plugin.plugin_name or plugin.name
            raise ValueError(
                f"Error: plugin '{name}' is not supported by this version of Ligament\nElement name '{element.name}'"
            )
        for plugin in self._plugins:
            raise ValueError(
                f"Error: plugin '{plugin.plugin_name}' is not supported by this version of Ligament\n"
                f"Element name '{plugin.name}'"
            )

    def _read_foreign(self, source, on_disk):
        """Takes plugin instances over from the text of a model."""
        unsupported = self._native.unsupported()
        if not unsupported or any(element != "plugin" for element, _, _ in unsupported):
            return
        try:
            root = ElementTree.parse(source).getroot() if on_disk else ElementTree.fromstring(source)
        except (ElementTree.ParseError, OSError):
            return
        instances = root.findall("./extension/plugin")
        if len(instances) != len(unsupported):
            return
        for declared in instances:
            name = declared.get("plugin", "")
            self.activate_plugin(name)
            for instance in declared.findall("instance"):
                plugin = self.add_plugin(name=instance.get("name", ""), plugin_name=name, active=True)
                plugin.config = {c.get("key", ""): c.get("value", "") for c in instance.findall("config")}
        self._native.clear_unsupported()

    def _write_foreign(self, text):
        """Adds plugins and flexible bodies to the text of the model."""
        lines = []
        names = dict.fromkeys([*self._activated, *(p.plugin_name for p in self._plugins)])
        for name in names:
            lines.append(f"    <plugin plugin={quoteattr(name)}>")
            for plugin in (p for p in self._plugins if p.plugin_name == name):
                lines.append(f"      <instance name={quoteattr(plugin.name)}>")
                for key, value in plugin.config.items():
                    lines.append(f"        <config key={quoteattr(key)} value={quoteattr(value)}/>")
                lines.append("      </instance>")
            lines.append("    </plugin>")
        if lines:
            text = _inserted(text, ["  <extension>", *lines, "  </extension>"])
        if self._flexs:
            flexes = [_flex(flex) for flex in self._flexs]
            text = _inserted(text, ["  <deformable>", *flexes, "  </deformable>"])
        return text


def _inserted(text, lines):
    end = text.rindex("</mujoco>") if "</mujoco>" in text else None
    if end is None:
        head = text.rstrip().rstrip("/>").rstrip()
        return head + ">\n" + "\n".join(lines) + "\n</mujoco>\n"
    return text[:end] + "\n" + "\n".join(lines) + "\n" + text[end:]


# Attributes of <flex> that the file has under the property's name.
_LISTS = {
    "vertbody": "body",
    "nodebody": "node",
    "vert": "vertex",
    "elem": "element",
    "texcoord": "texcoord",
    "elemtexcoord": "elemtexcoord",
}
_PLAIN = ("dim", "radius", "group", "rgba")


def _flex(flex):
    """A flexible body as MJCF: what differs from the usual values."""

    def put(name, value):
        value = (
            " ".join(str(x) if isinstance(x, str) else f"{x:g}" for x in value) if not isinstance(value, str) else value
        )
        return f" {name}={quoteattr(value)}"

    parts = [put("name", flex.name)] if flex.name else []
    for name in _PLAIN:
        value = flex._values.get("+" + name)
        if value is not None:
            parts.append(put(name, value if isinstance(value, list) else [value]))
    if list(flex.material):
        parts.append(put("material", list(flex.material)))
    for row, name in _LISTS.items():
        value = flex._values.get("+" + row)
        if value:
            parts.append(put(name, value))
    return f"    <flex{''.join(parts)}/>"
