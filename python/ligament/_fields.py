"""Attributes that are live views of a model's memory. The names come from the field table of the native module."""

import operator

import numpy as np

# Pools of text: MuJoCo hands these out as bytes.
TEXT = frozenset(("names", "paths", "text_data"))
# Characters that MuJoCo counts as signed.
SIGNED = frozenset(("plugin_attr",))


class Array:
    """An array of a model: a live view, made once. Assigning writes into the array."""

    def __init__(self, name, doc):
        self.name = name
        self.__doc__ = doc

    def __get__(self, model, owner=None):
        if model is None:
            return self
        try:
            return model._arrays[self.name]
        except KeyError:
            array = np.asarray(model.view(self.name))
            if self.name in SIGNED:
                array = array.view(np.int8)
            model._arrays[self.name] = array
            return array

    def __set__(self, model, value):
        self.__get__(model)[...] = value


def text(name, doc):
    """A pool of text of a model, as bytes."""
    return property(lambda model: np.asarray(model.view(name)).tobytes(), doc=doc)


def size(name, doc):
    """A size of a model."""
    return property(lambda model: model._counts[name], doc=doc)


class Value:
    """A single number, or a short array, of a record; `record._view(name)` gives the live array behind it."""

    def __init__(self, name, doc, kind, flat):
        self.name = name
        self.flat = flat
        self.convert = {"f": float, "b": bool}.get(kind[1], operator.index)
        self.__doc__ = doc

    def __get__(self, record, owner=None):
        if record is None:
            return self
        array = record._view(self.name)
        return array.item() if self.flat else array

    def __set__(self, record, value):
        if self.flat:
            value = self.convert(value)
        record._view(self.name)[...] = value
