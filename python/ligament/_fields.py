"""Attributes that come from the field table of the native module."""

from ._ligament import Member

# Pools of text: MuJoCo hands these out as bytes.
TEXT = frozenset(("names", "paths", "text_data"))
# Characters that MuJoCo counts as signed.
SIGNED = frozenset(("plugin_attr",))


def model_member(name, doc):
    """An array of a model, or a pool of text."""
    return Member.model_text(name, doc) if name in TEXT else Member.model_array(name, doc)
