"""Attributes that come from the field table of the native module."""

from ._ligament import Member

# Pools of text: MuJoCo hands these out as bytes.
TEXT = frozenset(("names", "paths", "text_data"))
# Characters that MuJoCo counts as signed.
SIGNED = frozenset(("plugin_attr",))


def model_member(name, doc):
    """An array of a model, or a pool of text."""
    return _text(name, doc) if name in TEXT else Member.model_array(name, doc)


def _text(name, doc):
    """A pool of text, which does not change: the same object at every access."""
    member = Member.model_text(name, doc)

    def get(self):
        known = self._texts.get(name)
        if known is None:
            known = self._texts[name] = member.__get__(self, type(self))
        return known

    return property(get, doc=doc)
