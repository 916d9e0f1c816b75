"""Shortcuts that set the parameters of an actuator to those of a common kind."""

import math

from ._ligament import Spec
from ._spec_element import Element
from ._spec_rows import Array, enumeration, number

_SIZE = 10


def _parameters(*first):
    return [float(x) for x in first] + [0.0] * (_SIZE - len(first))


def _fixed(name, value, count):
    return Array(name, name, "", "real", count).numbers(value, False)


def _refuse_negative(value, what):
    if value < 0:
        raise ValueError(f"{what} cannot be negative")
    return number(value)


class Actuator(Element):
    """An actuator."""

    __slots__ = ()
    __module__ = "ligament"

    def _become(self, type, gain, bias, dyn, ctrlspec=None):
        """Sets the kinds of gain, bias and dynamics, and the inputs."""
        self._write("+type", int(enumeration("mjtActuator")[f"mjACTUATOR_{type}"]))
        self.gaintype = enumeration("mjtGain")[f"mjGAIN_{gain}"]
        self.biastype = enumeration("mjtBias")[f"mjBIAS_{bias}"]
        self.dyntype = enumeration("mjtDyn")[f"mjDYN_{dyn}"]
        if ctrlspec is not None:
            self.ctrlspec = ctrlspec

    def _damping(self, kv, dampratio):
        """The parameter that holds the velocity gain (negative) or the damping ratio (positive)."""
        if kv >= 0 and dampratio >= 0:
            raise ValueError("kv and dampratio cannot both be defined")
        return -number(kv) if kv >= 0 else number(dampratio) if dampratio >= 0 else None

    def _servo(self, kp, kv, dampratio, timeconst, inheritrange):
        """What position and integrated-velocity servos share."""
        damping = self._damping(kv, dampratio)
        self.gainprm[0] = kp
        self.biasprm[1] = -kp
        if damping is not None:
            self.biasprm[2] = damping
        if timeconst >= 0:
            self.dynprm[0] = timeconst
        self.inheritrange = float(bool(inheritrange))

    def set_to_motor(self):
        """Direct drive: force is the control times the gear."""
        self._become("MOTOR", "FIXED", "NONE", "NONE")
        self.gainprm = _parameters(1)

    def set_to_position(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
        """A position servo, with a filter if `timeconst` is positive."""
        self._servo(kp, kv, dampratio, timeconst, inheritrange)
        self._become("POSITION", "FIXED", "AFFINE", "FILTEREXACT" if timeconst > 0 else "NONE", 1)

    def set_to_intvelocity(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
        """A position servo whose reference is the integral of the control."""
        self._servo(kp, kv, dampratio, timeconst, inheritrange)
        self._become("INTVELOCITY", "FIXED", "AFFINE", "INTEGRATOR", 2)

    def set_to_velocity(self, kv):
        """A velocity servo."""
        self.gainprm[0] = kv
        self.biasprm = _parameters(0, 0, -kv)
        self._become("VELOCITY", "FIXED", "AFFINE", "NONE", 2)

    def set_to_damper(self, kv):
        """A damper whose coefficient the control scales."""
        kv = _refuse_negative(kv, "damping coefficient")
        self.gainprm = _parameters(0, 0, -kv)
        self._become("DAMPER", "AFFINE", "NONE", "NONE")
        self.ctrllimited = 1

    def set_to_cylinder(self, timeconst, bias, area, diameter=-1):
        """A pneumatic or hydraulic cylinder."""
        self.dynprm[0] = timeconst
        self.biasprm[0] = bias
        self.gainprm[0] = math.pi / 4 * diameter * diameter if diameter >= 0 else area
        self._become("CYLINDER", "FIXED", "AFFINE", "FILTER", 32)

    def set_to_adhesion(self, gain):
        """An adhesive body."""
        self.gainprm[0] = _refuse_negative(gain, "adhesion gain")
        self._become("ADHESION", "FIXED", "NONE", "NONE")
        self.ctrllimited = 1

    def set_to_muscle(
        self, timeconst=(-1, -1), tausmooth=0, range=(-1, -1), force=-1, scale=-1,
        lmin=-1, lmax=-1, vmax=-1, fpmax=-1, fvmax=-1,
    ):  # fmt: skip
        """A muscle; negative numbers leave what is there, or stand for the usual values."""
        tausmooth = _refuse_negative(tausmooth, "muscle tausmooth")
        fresh = self.dynprm[0] == 1 and self.gainprm[0] == 1
        usual_times, usual = (0.01, 0.04), (0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2)
        if fresh:
            self.dynprm[:2] = usual_times
            self.gainprm[:9] = usual
        for place, value in enumerate(_fixed("timeconst", timeconst, 2)):
            if value >= 0:
                self.dynprm[place] = value
        self.dynprm[2] = tausmooth
        given = (*_fixed("range", range, 2), force, scale, lmin, lmax, vmax, fpmax, fvmax)
        for place, value in enumerate(given):
            if value >= 0:
                self.gainprm[place] = value
        self.biasprm = list(self.gainprm)
        self._become("MUSCLE", "MUSCLE", "MUSCLE", "MUSCLE")

    def set_to_orientation(self, kp, kv=-1, dampratio=-1, ctrlspec=0):
        """An orientation servo."""
        damping = self._damping(kv, dampratio)
        self.gainprm[0] = kp
        self.biasprm = _parameters(0, -kp, 0 if damping is None else damping)
        self._become("ORIENTATION", "SO3", "SO3", "NONE", ctrlspec)

    def set_to_pid(self, kp, kv=-1, dampratio=-1, ki=-1, imax=-1, slewmax=-1, inheritrange=0, ctrlspec=0):
        """A servo with an integral term."""
        damping = self._damping(kv, dampratio)
        self.biasprm = _parameters(0, -kp, 0 if damping is None else damping)
        self.gainprm = _parameters(max(ki, 0))
        self.dynprm = _parameters(max(imax, 0), max(slewmax, 0))
        self.inheritrange = inheritrange
        self._become("PID", "PID", "AFFINE", "PID" if ki > 0 or slewmax > 0 else "NONE", ctrlspec)

    def set_to_dcmotor(
        self, motorconst, resistance, nominal=(0, 0, 0), saturation=(0, 0, 0), inductance=(0, 0), cogging=(0, 0, 0),
        controller=(0,) * 6, thermal=(0,) * 6, lugre=(0,) * 5, ctrlspec=0,
    ):  # fmt: skip
        """A direct-current motor, from its constants or from its nominal voltage, torque and speed."""
        given = {
            "motorconst": _fixed("motorconst", motorconst, 2),
            "nominal": _fixed("nominal", nominal, 3),
            "saturation": _fixed("saturation", saturation, 3),
            "inductance": _fixed("inductance", inductance, 2),
            "cogging": _fixed("cogging", cogging, 3),
            "controller": _fixed("controller", controller, 6),
            "thermal": _fixed("thermal", thermal, 6),
            "lugre": _fixed("lugre", lugre, 5),
        }
        given = {name: values for name, values in given.items() if any(values)}
        if resistance:
            given["resistance"] = [number(resistance)]
        elif not any(nominal):
            raise ValueError("DC motor: resistance R must be positive")
        self._lower("dcmotor", given)
        self._become("DCMOTOR", "DCMOTOR", "DCMOTOR", "DCMOTOR", ctrlspec)

    def _lower(self, tag, given):
        """Takes the parameters over that the reader of MJCF finds for a shortcut."""
        attributes = "".join(f' {name}="{" ".join(map(repr, values))}"' for name, values in given.items())
        joint = '<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>'
        model = f'<mujoco>{joint}<actuator><{tag} joint="j"{attributes}/></actuator></mujoco>'
        native, problems = Spec.read_text(model, {})
        if native is None:
            raise ValueError(problems[0][3])
        place = native.list(self._number)[0]
        for row in ("gainprm", "biasprm", "dynprm", "actdim", "actearly", "actlimited", "forcelimited", "forcerange"):
            self._write(row, native.get(place, row))
        self._live.clear()
