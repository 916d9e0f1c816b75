"""How many contacts a pair of geoms can have."""

import operator

from ._facts import CONSTANTS, ENUMS

_GEOMS = ENUMS["mjtGeom"]
_PLANE, _HFIELD, _SPHERE, _CAPSULE, _ELLIPSOID, _CYLINDER, _BOX, _MESH, _SDF = (
    _GEOMS["mjGEOM_" + name] for name in ("PLANE", "HFIELD", "SPHERE", "CAPSULE", "ELLIPSOID", "CYLINDER", "BOX", "MESH", "SDF")
)
_ROUND = (_SPHERE, _ELLIPSOID)
# Pairs with a method of their own, smaller type first.
_OWN = {
    (_PLANE, _SPHERE): 1,
    (_PLANE, _CAPSULE): 2,
    (_PLANE, _ELLIPSOID): 1,
    (_PLANE, _CYLINDER): 4,
    (_PLANE, _BOX): 4,
    (_PLANE, _MESH): 4,
    (_PLANE, _SDF): 4,
    (_CAPSULE, _CAPSULE): 2,
    (_CAPSULE, _BOX): 4,
    (_BOX, _BOX): 8,
    (_MESH, _SDF): CONSTANTS["mjMAXCONPAIR"],
}
# Contacts of a mesh distance with anything else.
_DISTANCE = 40


def _convex(m, pair):
    """Contacts of a pair of convex geoms without a method of its own."""
    bits = ENUMS["mjtDisableBit"]
    flags = int(m.opt.disableflags)
    if pair[0] in _ROUND or pair[1] in _ROUND or flags & bits["mjDSBL_MULTICCD"]:
        return 1
    if flags & bits["mjDSBL_NATIVECCD"]:
        return 5
    return 2 if _CAPSULE in pair else 4


def mj_maxContact(m, g1, g2, has_margin):
    """The largest number of contacts that two geoms can have. A margin makes no difference."""
    operator.index(has_margin)
    geoms = [operator.index(g1), operator.index(g2)]
    for geom in geoms:
        if not 0 <= geom < m.ngeom:
            raise IndexError(f"geom must be from 0 to {m.ngeom - 1}, not {geom}")
    pair = tuple(sorted(int(m.geom_type[geom]) for geom in geoms))
    if pair in _OWN:
        return _OWN[pair]
    if _PLANE in pair or pair == (_HFIELD, _HFIELD) or pair == (_HFIELD, _SDF):
        return 0
    if _HFIELD in pair:
        return CONSTANTS["mjMAXCONPAIR"]
    return _DISTANCE if _SDF in pair else _convex(m, pair)
