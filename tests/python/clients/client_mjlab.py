"""mjlab: the code that builds the models of its robots. Torch, which only its training uses, is left out."""

import sys
from unittest import mock

from report import Report

if "torch" not in sys.modules:
    for name in ("torch", "torch.nn", "torch.nn.functional", "torch.utils", "torch.utils.dlpack", "tensordict", "mujoco_warp"):
        sys.modules[name] = mock.MagicMock(name=name)


def robot(module, get):
    import importlib

    constants = importlib.import_module(f"mjlab.asset_zoo.robots.{module}")
    spec = getattr(constants, get)()
    model = spec.compile()
    return [model.nq, model.nv, model.nbody, model.body_mass.sum(), model.body_inertia.sum(), abs(model.body_pos).sum()]


report = Report()
report.case("g1", lambda: robot("unitree_g1.g1_constants", "get_spec"))
report.case("go1", lambda: robot("unitree_go1.go1_constants", "get_spec"))
report.case("yam", lambda: robot("i2rt_yam.yam_constants", "get_spec"))
report.done()
