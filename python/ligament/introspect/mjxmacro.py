"""`MJMODEL` and `MJDATA`: for every array, what counts its rows, and how many numbers a row has."""

from . import structs


def _arrays(name):
    fields = (field for field in structs.STRUCTS[name].fields if isinstance(field, structs.StructFieldDecl))
    extents = {field.name: field.array_extent for field in fields if field.array_extent is not None}
    return {name: (extent[0], str(extent[1]) if len(extent) > 1 else "1") for name, extent in extents.items()}


MJMODEL = _arrays("mjModel")
MJDATA = _arrays("mjData")
