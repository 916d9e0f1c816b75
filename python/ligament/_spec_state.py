"""Recompiling a model that is being simulated: the state of what is still there is kept."""

from . import _spec_tables as tables

_QPOS = (7, 4, 1, 1)
_DOFS = (6, 3, 1, 1)


def places(native):
    """Where joints, actuators and bodies were in the model that was compiled last."""
    found = {}
    for kind in ("joint", "actuator", "body"):
        for place in native.list(tables.OBJECTS[kind]):
            index = native.index_of(place)
            if index is not None:
                found[place] = (kind, index)
    return found


def _copy(into, start, source, begin, count):
    if 0 <= begin and begin + count <= len(source) and start + count <= len(into):
        into[start : start + count] = source[begin : begin + count]


def carry(before, old, old_data, after, new, new_data):
    """Copies the state of joints, actuators and mocap bodies from one simulation to another."""
    new_data.time = old_data.time
    for place, (kind, j) in after.items():
        _, i = before.get(place, (None, None))
        if i is None:
            continue
        if kind == "joint" and i < old.njnt and old.jnt_type[i] == new.jnt_type[j]:
            width = int(new.jnt_type[j])
            _copy(new_data.qpos, new.jnt_qposadr[j], old_data.qpos, old.jnt_qposadr[i], _QPOS[width])
            for name in ("qvel", "qacc_warmstart", "qfrc_applied"):
                _copy(
                    getattr(new_data, name), new.jnt_dofadr[j], getattr(old_data, name), old.jnt_dofadr[i], _DOFS[width]
                )
        elif kind == "actuator" and i < old.nactuator:
            if new.actuator_actnum[j] == old.actuator_actnum[i] and new.actuator_actnum[j] > 0:
                count = new.actuator_actnum[j]
                _copy(new_data.act, new.actuator_actadr[j], old_data.act, old.actuator_actadr[i], count)
            count = min(new.actuator_ctrlnum[j], old.actuator_ctrlnum[i])
            _copy(new_data.ctrl, new.actuator_ctrladr[j], old_data.ctrl, old.actuator_ctrladr[i], count)
        elif kind == "body" and i < old.nbody:
            a, b = old.body_mocapid[i], new.body_mocapid[j]
            if a >= 0 and b >= 0:
                new_data.mocap_pos[b] = old_data.mocap_pos[a]
                new_data.mocap_quat[b] = old_data.mocap_quat[a]
            new_data.xfrc_applied[j] = old_data.xfrc_applied[i]
