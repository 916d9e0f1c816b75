"""Exact derivatives of a step, through contacts, limits and friction.

States are positions in tangent space, velocities and activations: 2 nv + na numbers. No function changes the data that it is
given. What has no exact derivatives yet is refused with a `NotImplementedError` that names it.
"""

import copy
import dataclasses
from typing import Optional, Tuple

import numpy as np

from . import _ligament, mjd_transitionFD

# Largest residual of the equations of motion, relative to the forces in them, at which a step counts as solved.
_TOLERANCE = 1e-3


def _sizes(m):
    return 2 * m.nv + m.na, m.nu


def _numbers(x, shape, name):
    x = np.ascontiguousarray(x, dtype=np.float64)
    if x.shape != shape:
        raise ValueError(f"{name} should have the shape {shape}, it has {x.shape}")
    return x


def transition(
    m,
    d,
    method: str = "exact",
    smooth=None,
    *,
    eps: float = 1e-6,
    centered: bool = True,
    tolerance: float = _TOLERANCE,
    report: Optional[dict] = None,
) -> Tuple[np.ndarray, np.ndarray, Optional[np.ndarray], Optional[np.ndarray]]:
    """The matrices A, B of the next state and C, D of sensors, by state and control.

    Args:
      method: "exact", or "difference" for finite differences with the nudge `eps`.
      smooth: Smoothing of the onset of contacts; only None is supported.
      tolerance: Residual at which "exact" takes the step as solved.
      report: A dictionary to be told about the residual of the solver and the number of contacts whose geometry was
        differentiated by differences of the narrow phase.

    "exact" has no sensors yet: C and D are None in models with sensors.
    """
    if smooth is not None:
        raise NotImplementedError("smoothing of the onset of contacts")
    nx, nu = _sizes(m)
    a, b = np.zeros((nx, nx)), np.zeros((nx, nu))
    sensors = m.nsensordata
    c, e = np.zeros((sensors, nx)), np.zeros((sensors, nu))
    if method == "difference":
        mjd_transitionFD(m, copy.copy(d), eps, centered, a, b, c if sensors else None, e if sensors else None)
        return a, b, c, e
    if method == "hybrid":
        raise NotImplementedError("the method hybrid")
    if method != "exact":
        raise ValueError(f'the method is "exact" or "difference", not {method!r}')
    known = np.zeros(2)
    _ligament.derivative_transition(m, d, tolerance, a, b, known)
    if report is not None:
        report.update(residual=float(known[0]), differenced_contacts=int(known[1]))
    return (a, b, None, None) if sensors else (a, b, c, e)


def jvp(m, d, x, u=None, **options) -> np.ndarray:
    """A x + B u: how the next state changes along a change of the state and of the controls."""
    nx, nu = _sizes(m)
    a, b, _, _ = transition(m, d, **options)
    out = a @ _numbers(x, (nx,), "x")
    return out if u is None else out + b @ _numbers(u, (nu,), "u")


def vjp(m, d, lam, **options) -> Tuple[np.ndarray, np.ndarray]:
    """Aᵀ λ and Bᵀ λ: the gradient by state and controls of a number with gradient λ by the next state."""
    nx, _ = _sizes(m)
    lam = _numbers(lam, (nx,), "lam")
    a, b, _, _ = transition(m, d, **options)
    return a.T @ lam, b.T @ lam


def rollout(m, d, controls, cost, *, tolerance: float = _TOLERANCE) -> Tuple[np.ndarray, np.ndarray]:
    """Gradients of a sum over a rollout from the present state, by its start and by its controls.

    Args:
      controls: One row of controls per step.
      cost: One row more: gradients of the parts of the sum that depend on the state before the first step and after each.

    States are stored and steps linearized again on the way back: memory grows with the states alone.
    """
    nx, nu = _sizes(m)
    controls = np.ascontiguousarray(controls, dtype=np.float64)
    steps = len(controls)
    controls = _numbers(controls, (steps, nu), "controls")
    cost = _numbers(cost, (steps + 1, nx), "cost")
    start, by_control = np.zeros(nx), np.zeros(steps * nu)
    _ligament.derivative_rollout(m, d, tolerance, controls.ravel(), cost.ravel(), start, by_control)
    return start, by_control.reshape(steps, nu)


# Arrays of the model that steps can be differentiated by, with the number of their indices.
_PARAMETERS = {
    "opt.gravity": (0, 1),
    "body_mass": (1, 1),
    "body_ipos": (2, 2),
    "body_inertia": (3, 2),
    "dof_armature": (4, 1),
    "dof_damping": (5, 1),
    "dof_frictionloss": (6, 1),
    "jnt_stiffness": (7, 1),
}


def parameters(m, d, names, *, tolerance: float = _TOLERANCE) -> np.ndarray:
    """The next state by parameters of the model: one row per number of the state, one column per parameter.

    Args:
      names: Parameters as tuples of an array and indices: `("body_mass", 3)`, `("body_ipos", 3, 0)`, `("opt.gravity", 2)`.
        Arrays are `opt.gravity`, `body_mass`, `body_ipos`, `body_inertia`, `dof_armature`, `dof_damping`, `dof_frictionloss` and
        `jnt_stiffness`; of the last ones the linear part. Constants that the compiler derives from them are held fixed.
    """
    nx, _ = _sizes(m)
    rows = []
    for name, *indices in names:
        if name not in _PARAMETERS:
            raise NotImplementedError(f"derivatives by {name}")
        kind, count = _PARAMETERS[name]
        if len(indices) != count:
            raise ValueError(f"{name} has {count} indices, not {len(indices)}")
        rows.append([kind, *indices, 0][:3])
    out = np.zeros(nx * len(rows))
    _ligament.derivative_parameters(m, d, tolerance, np.array(rows, dtype=np.float64).ravel(), out)
    return out.reshape(nx, len(rows))


def inverse(m, d) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Derivatives of `qfrc_inverse` by positions (in tangent space), velocities and accelerations, at the present `qacc`: one row
    per force."""
    out = tuple(np.zeros((m.nv, m.nv)) for _ in range(3))
    _ligament.derivative_inverse(m, d, *out)
    return out


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Exact derivatives against Ridders' differences; errors are relative to the largest entry of A and B."""

    entries: int
    flagged: int
    within_1e_8: int
    within_1e_6: int
    error: float
    row: int
    column: int
    exact: float
    difference: float
    uncertainty: float
    scale: float


def validate(m, d, *, tolerance: float = _TOLERANCE) -> Comparison:
    """Compares exact derivatives of a step with a ladder of differences. Entries for which differences do not converge, since a
    kink is near, are flagged and not compared. The entry with the largest error is named."""
    out = np.zeros(11)
    _ligament.derivative_validate(m, d, tolerance, out)
    whole = {0, 1, 2, 3, 5, 6}
    return Comparison(*(int(x) if k in whole else float(x) for k, x in enumerate(out)))
