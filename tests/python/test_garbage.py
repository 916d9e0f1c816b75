"""Garbage in the arrays of a model: an ordinary exception that names the array, or it steps; never a panic."""

import ligament
import numpy as np
import pytest
from conftest import MODELS

GARBAGE = (10**9, -(10**9), 1000, -2, -1, 1, 0)
TEXT = {"names", "paths", "text_data", "tex_data"}


def whole_arrays(m):
    for name in dir(type(m)):
        if name.startswith("_") or name in TEXT:
            continue
        value = getattr(m, name, None)
        if isinstance(value, np.ndarray) and value.dtype in (np.int32, np.int64) and value.size:
            yield name


def test_error_names_array_and_row(model):
    d = ligament.MjData(model)
    before = model.jnt_dofadr[1]
    model.jnt_dofadr[1] = 10**9
    for call in (ligament.mj_step, ligament.mj_forward, ligament.mj_kinematics):
        with pytest.raises(ligament.FatalError, match="row 1 of 'jnt_dofadr'"):
            call(model, d)
    with pytest.raises(Exception, match="jnt_dofadr"):
        ligament.MjData(model)
    model.jnt_dofadr[1] = before
    ligament.mj_step(model, d)


def test_numbers_that_lead_nowhere_are_free(model):
    d = ligament.MjData(model)
    model.geom_contype[:] = 5
    model.geom_group[:] = -7
    ligament.mj_step(model, d)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_every_whole_number(path):
    m = ligament.MjModel.from_xml_path(path)
    d = ligament.MjData(m)
    refused = set()
    for name in list(whole_arrays(m)):
        array = getattr(m, name)
        for place in {0, array.size // 2, array.size - 1}:
            kept = array.flat[place]
            for value in GARBAGE:
                array.flat[place] = value
                try:
                    ligament.mj_resetData(m, d)
                    ligament.mj_step(m, d, 2)
                except ligament.FatalError as error:
                    assert "inside of Ligament" not in str(error), (name, place, value, str(error))
                    refused.add(name)
                except ValueError:
                    pass
            array.flat[place] = kept
    ligament.mj_resetData(m, d)
    ligament.mj_step(m, d)
    assert len(refused) > 3 or m.nv == 0
