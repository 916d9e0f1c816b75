"""Models, data and the grammar as text."""

import os

import numpy as np

from . import _ligament
from ._facts import CONSTANTS
from ._model import MjModel

_DEFAULT = "%.4g"


def _numbers(array, form):
    if array.dtype.kind == "f":
        return " ".join(form % x for x in array.ravel().tolist())
    return " ".join(str(x) for x in array.ravel().astype(np.int64).tolist())


def _check(form):
    """Complains unless a format prints one number."""
    try:
        form % 1.0
    except (TypeError, ValueError) as problem:
        raise ValueError(f"'{form}' is not a format for one number: {problem}") from None


def _section(lines, title, rows):
    rows = list(rows)
    if rows:
        lines += [title, *(f"  {name:20} {value}" for name, value in rows), ""]


def _value(value, form):
    return _numbers(np.asarray(value), form)


def _arrays(lines, owner, names, form):
    """Arrays, one row per line."""
    for name in names:
        array = getattr(owner, name)
        if isinstance(array, bytes):
            words = [word.decode(errors="replace") for word in array.split(b"\0") if word]
            lines += [name.upper(), "  " + " ".join(words), ""] if words else []
        elif array.size:
            rows = array.reshape(len(array), -1)
            lines += [name.upper(), *(f"  {i}: {_numbers(row, form)}" for i, row in enumerate(rows)), ""]


def model_text(m, form=_DEFAULT):
    """A model as text: sizes, options, and all arrays."""
    _check(form)
    lines = [f"model name     {m.model_name()}", ""]
    _section(lines, "SIZES", ((n, getattr(m, n)) for n, _ in _ligament.sizes() if getattr(m, n)))
    for title, record in (("OPTION", m.opt), ("STATISTIC", m.stat)):
        _section(lines, title, ((n, _value(getattr(record, n), form)) for n in record._names))
    _arrays(lines, m, [row[1] for row in _ligament.fields()], form)
    return "\n".join(lines)


def data_text(m, d, form=_DEFAULT):
    """A simulation as text: counts, time, and all arrays."""
    _check(form)
    lines = []
    _section(lines, "SIZES", ((row[0], int(getattr(d, row[0]))) for row in _ligament.data_counts()))
    _section(lines, "STATE", [("time", form % d.time), ("energy", _numbers(d.energy, form))])
    _arrays(lines, d, [row[0] for row in _ligament.data_fields()], form)
    _arrays(lines, d, [row[0] for row in _ligament.data_rows()], form)
    for i, contact in enumerate(d.contact):
        names = ("dist", "pos", "frame", "friction", "dim", "geom", "exclude", "efc_address")
        _section(lines, f"CONTACT {i}", ((n, _value(getattr(contact, n), form)) for n in names))
    return "\n".join(lines)


# What is printed of a scene: its lists, and the fields of their records.
_SCENE = {
    "GEOM": (
        lambda scene: (scene.geoms[i] for i in range(scene.ngeom)),
        "type category label objtype objid pos mat size segid dataid matid texcoord rgba emission specular shininess reflectance",
    ),
    "LIGHT": (
        lambda scene: (scene.lights[i] for i in range(scene.nlight)),
        "id pos dir type castshadow headlight intensity range ambient diffuse specular texid exponent attenuation cutoff bulbradius",
    ),
    "CAMERA": (
        lambda scene: scene.camera,
        "pos forward up orthographic frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far",
    ),
}


def scene_text(scene, form=_DEFAULT):
    """A scene as text: geoms, lights, cameras, flags."""
    _check(form)
    lines = []
    for kind, (records, names) in _SCENE.items():
        for i, record in enumerate(records(scene)):
            values = ((name, getattr(record, name)) for name in names.split())
            _section(lines, f"{kind} {i}", ((n, v if isinstance(v, str) else _value(v, form)) for n, v in values))
    _section(lines, "FLAGS", ((row[0], int(flag)) for row, flag in zip(CONSTANTS["mjRNDSTRING"], scene.flags)))
    return "\n".join(lines)


def _write(filename, text):
    with open(os.fspath(filename), "w", encoding="utf-8") as file:
        file.write(text)


def mj_printModel(m, filename):
    """Writes a model as text."""
    _write(filename, model_text(m))


def mj_printFormattedModel(m, filename, float_format):
    """Writes a model as text, numbers in a format like "%.3g"."""
    _write(filename, model_text(m, float_format))


def mj_printData(m, d, filename):
    """Writes a simulation as text."""
    _write(filename, data_text(m, d))


def mj_printFormattedData(m, d, filename, float_format):
    """Writes a simulation as text, numbers in a format like "%.3g"."""
    _write(filename, data_text(m, d, float_format))


def mj_printScene(s, filename):
    """Writes a scene as text."""
    _write(filename, scene_text(s))


def mj_printFormattedScene(s, filename, float_format):
    """Writes a scene as text, numbers in a format like "%.3g"."""
    _write(filename, scene_text(s, float_format))


def mj_printSchema(flg_html=False, flg_pad=False):
    """The grammar of MJCF: elements, how often they may appear, attributes. As text or HTML."""
    return _ligament.schema_text(bool(flg_html), bool(flg_pad))


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a sparse matrix, one row per line."""
    mat, colind = np.asarray(mat).ravel(), np.asarray(colind).ravel()
    for first, count in zip(np.ravel(rowadr), np.ravel(rownnz)):
        entries = (f"{colind[i]}:{mat[i]:.3f}" for i in range(first, first + count))
        print("  ".join(entries))


def mj_saveLastXML(filename, m=None):
    """Writes the model that was read last as MJCF, as it was read: what was changed in arrays is not in it."""
    if m is not None and not isinstance(m, MjModel):
        raise TypeError(f"m must be an MjModel, not {type(m).__name__}")
    _write(filename, _ligament.last_xml())


__all__ = [
    "mj_printData",
    "mj_printFormattedData",
    "mj_printFormattedModel",
    "mj_printFormattedScene",
    "mj_printModel",
    "mj_printScene",
    "mj_printSchema",
    "mj_saveLastXML",
    "mju_printMatSparse",
]
