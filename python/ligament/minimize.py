"""Nonlinear least squares with box bounds, by a projected Gauss–Newton method with Levenberg–Marquardt regularization.

Minimizes norm(residual(x)) for lower <= x <= upper. Every iteration solves a box-constrained quadratic program for the
step (`mju_boxQP`) and shortens it, by increasing the regularizer, until the objective goes down as promised.
"""

import abc
import dataclasses
import enum
import sys
import time
from typing import Callable, List, Optional, Sequence, TextIO, Tuple, Union

import numpy as np

from . import mju_boxQP

# Part of the reduction that the gradient promises which a step must reach (Armijo's rule).
_SUFFICIENT = 0.01
# Tolerance of checks of derivatives, against central or one-sided differences.
_CHECK_RTOL = 1e-3


class Verbosity(enum.Enum):
    """How much is printed."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the iteration ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_WHY = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol.",
    Status.G_TOL: "norm(gradient) < tol.",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration: where it began, its objective, what it gained, and its regularizer.

    With Verbosity.FULLITER also residual, Jacobian and gradient at the candidate, and the step.
    """

    candidate: np.ndarray
    objective: float
    reduction: float
    regularizer: float
    residual: Optional[np.ndarray] = None
    jacobian: Optional[np.ndarray] = None
    grad: Optional[np.ndarray] = None
    step: Optional[np.ndarray] = None


class Norm(abc.ABC):
    """A function of the residual that is minimized."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> float:
        """The value for a residual, a column of nr numbers."""

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """Gradient and Hessian with respect to x where proj = dr/dx: proj' * g and proj' * H * proj."""


class Quadratic(Norm):
    """Half of the sum of squares."""

    def value(self, r: np.ndarray) -> float:
        """r'r / 2."""
        return 0.5 * float(np.vdot(r, r))

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """proj'r and proj'proj, the Gauss–Newton Hessian."""
        return proj.T @ r, proj.T @ proj


def least_squares(
    x0: np.ndarray,
    residual: Callable[[np.ndarray], np.ndarray],
    bounds: Optional[Sequence[np.ndarray]] = None,
    jacobian: Optional[Callable[[np.ndarray, np.ndarray], np.ndarray]] = None,
    norm: Norm = Quadratic(),  # noqa: B008 (it has no state)
    eps: float = np.finfo(np.float64).eps ** 0.5,
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Union[Verbosity, int] = Verbosity.ITER,
    output: Optional[TextIO] = None,
    iter_callback: Optional[Callable[[List[IterLog]], None]] = None,
    check_derivatives: bool = False,
    x_scale: Optional[Union[float, np.ndarray, str]] = None,
) -> Tuple[np.ndarray, List[IterLog]]:
    """Minimizes the norm of a residual within bounds.

    Args:
      x0: Where to start.
      residual: Gives the residuals (nr x k) of k points (nx x k).
      bounds: Lower and upper bounds of x.
      jacobian: Gives dr/dx (nr x nx) for x and its residual; finite differences by default.
      norm: What is minimized; half the sum of squares by default.
      eps: Step of finite differences.
      mu_min, mu_max: Smallest and largest regularizer.
      mu_factor: Factor by which the regularizer grows.
      xtol: Ends when the relative step is shorter.
      gtol: Ends when the gradient that bounds leave free is smaller.
      max_iter: Most iterations.
      verbose: How much is printed.
      output: Where it is printed; standard output by default.
      iter_callback: Called after every iteration, with the iterations so far.
      check_derivatives: Compare Jacobian and norm with finite differences first.
      x_scale: Solve for z = x / x_scale; "jac" scales by the norms of the Jacobian's columns.

    Returns:
      The best x, and one IterLog per iteration.
    """
    if mu_factor <= 1:
        raise ValueError("mu_factor must be > 1.")
    problem = _Problem(residual, jacobian, norm, np.float64(eps), output, x0.size)
    problem.set_bounds(bounds)
    scale = _Scale(x_scale, x0.size)
    damping = _Damping(mu_min, mu_max, mu_factor)
    verbose = Verbosity(verbose)
    x = problem.first(x0)
    r = problem.residual(x)
    if r.dtype != np.float64:
        raise ValueError("residual function must return float64 arrays.")
    trace: List[IterLog] = []
    status, start = Status.MAX_ITER, time.perf_counter()
    for iteration in range(max_iter):
        y = norm.value(r)
        jac = problem.jacobian(x, r, iteration == 0 and check_derivatives)
        scale.adapt(jac, problem.eps)
        grad, hess = norm.grad_hess(r, jac * scale.d.T)
        free = problem.free(x, grad)
        begin = (x, y, r, jac, grad)
        if np.linalg.norm(grad[free]) < gtol:
            status = Status.G_TOL
            _log(trace, begin, 0.0, damping.mu, None, verbose)
            break
        step = _search(problem, damping, scale.d, (x, y, grad, hess))
        if isinstance(step, Status):
            status = step
            _log(trace, begin, 0.0, damping.mu, None, verbose)
            break
        dx, x, r, reduction, mu = step
        _log(trace, begin, reduction, mu, dx, verbose)
        if verbose.value >= Verbosity.ITER.value:
            _print_iteration(iteration, trace[-1], dx, grad[free], output)
        if iter_callback is not None:
            iter_callback(trace)
        if np.linalg.norm(dx) < xtol:
            status = Status.DX_TOL
            trace.append(IterLog(candidate=x.ravel().copy(), objective=norm.value(r), reduction=0.0, regularizer=damping.mu))
            break
    else:
        trace.append(IterLog(candidate=x.ravel().copy(), objective=norm.value(r), reduction=0.0, regularizer=damping.mu))
    if verbose.value >= Verbosity.FINAL.value:
        _print_end(status, trace, problem, time.perf_counter() - start, output)
    return x.reshape(x0.shape), trace


class _Problem:
    """The functions of the user, the bounds, and how often they were asked."""

    def __init__(self, residual, jacobian, norm, eps, output, size):
        self._residual = residual
        self._jacobian = jacobian
        self.norm = norm
        self.eps = eps
        self.output = output
        self.size = size
        self.bounds = None
        self.n_res = 0
        self.n_jac = 0

    def set_bounds(self, bounds):
        """Checks the bounds and keeps them as columns."""
        if bounds is None:
            return
        bounds = list(bounds)
        if len(bounds) != 2:
            raise ValueError("bounds must have 2 elements.")
        columns = [np.asarray(bound, dtype=np.float64) for bound in bounds]
        if any(column.size != self.size for column in columns):
            raise ValueError("bounds must have the same size as x0.")
        if not all(np.all(np.isfinite(column)) for column in columns):
            raise ValueError("bounds must be finite.")
        if not np.all(columns[0] < columns[1]):
            raise ValueError("bounds[0] must be smaller than bounds[1].")
        self.bounds = [column.reshape(self.size, 1) for column in columns]

    def first(self, x0):
        """The first point, within the bounds."""
        x = self.clip(x0.astype(np.float64).reshape(self.size, 1))
        if not np.all(np.isfinite(x)):
            raise ValueError("x0 must be finite.")
        return x

    def clip(self, x):
        return x if self.bounds is None else np.clip(x, *self.bounds)

    def residual(self, x):
        self.n_res += 1
        return self._residual(x)

    def jacobian(self, x, r, check):
        """The Jacobian at a point; compared with differences if asked for."""
        if self._jacobian is None:
            jac, self.n_res = jacobian_fd(self._residual, x, r, self.eps, self.n_res, self.bounds)
        else:
            jac = self._jacobian(x, r)
            self.n_jac += 1
            if check:
                arguments = (x, r, jac, self.eps, self.n_res, self.bounds, self.output)
                self.n_res = check_jacobian(self._residual, *arguments)
        if check and not isinstance(self.norm, Quadratic):
            check_norm(r, self.norm, self.eps, self.output)
        return jac

    def free(self, x, grad):
        """Entries that no bound holds back."""
        if self.bounds is None:
            return np.ones(grad.shape, dtype=bool)
        lower, upper = self.bounds
        return ~(((x == lower) & (grad > 0)) | ((x == upper) & (grad < 0)))


class _Scale:
    """The units of x: a column of positive numbers."""

    def __init__(self, given, size):
        self.adaptive = isinstance(given, str)
        if self.adaptive and given != "jac":
            raise ValueError(f"x_scale must be None, 'jac', a positive scalar, or array, got {given!r}.")
        self.d = np.ones((size, 1))
        if given is None or self.adaptive:
            return
        given = np.asarray(given, dtype=np.float64)
        if given.shape not in ((), (size,)):
            raise ValueError(f"x_scale array must have shape ({size},), got {given.shape}.")
        if not np.all(np.isfinite(given)) or np.any(given <= 0):
            raise ValueError("x_scale must be positive and finite.")
        self.d = np.broadcast_to(given, (size,)).reshape(size, 1).copy()

    def adapt(self, jac, eps):
        """Takes the inverse norms of the columns, where that was asked for."""
        if self.adaptive:
            lengths = np.linalg.norm(jac, axis=0)
            self.d = (1.0 / np.maximum(lengths, eps)).reshape(-1, 1)


class _Damping:
    """The regularizer: it begins at zero, grows by a factor, and shrinks ever faster."""

    def __init__(self, smallest, largest, factor):
        self.smallest = smallest
        self.largest = largest
        self.factor = factor
        self.mu = 0.0
        self._streak = 0

    def grow(self):
        """A larger regularizer; false if it is too large."""
        self.mu = max(self.smallest, self.factor * self.mu)
        self._streak = 0
        return self.mu <= self.largest

    def shrink(self):
        """A smaller one; the exponent doubles with every step in a row."""
        shrunk = self.mu * self.factor ** -min(2.0**self._streak, 1e3)
        self.mu = shrunk if shrunk >= self.smallest else 0.0
        self._streak += 1


def _search(problem, damping, d, at):
    """A step that reduces the objective enough: step, point, residual, reduction, regularizer; or why there is none."""
    x, y, grad, hess = at
    n = x.size
    dz, work = np.zeros(n), np.zeros((n, n + 7))
    lower = upper = None
    if problem.bounds is not None:
        lower, upper = (((bound - x) / d).ravel() for bound in problem.bounds)
    while True:
        matrix = hess + damping.mu * np.eye(n)
        rank = mju_boxQP(dz, work, None, matrix, grad.ravel(), lower, upper) if np.all(np.isfinite(matrix)) else -1
        if rank < 0:
            if not damping.grow():
                return Status.FACTORIZATION_FAILED
            continue
        xnew = problem.clip(x + d * dz.reshape(n, 1))
        rnew = problem.residual(xnew)
        reduction = -np.inf
        if np.all(np.isfinite(rnew)):
            reduction = y - problem.norm.value(rnew)
        slope = float(grad.ravel() @ dz)
        promised = -(slope + 0.5 * float(dz @ hess @ dz))
        mu = damping.mu
        if np.isfinite(reduction) and reduction > -_SUFFICIENT * slope:
            # Steps that reach what the quadratic model promises allow for longer ones.
            ratio = reduction / promised if promised > 0 else 1.0
            if ratio > 0.75:
                damping.shrink()
            elif ratio < 0.25:
                damping.grow()
            return xnew - x, xnew, rnew, reduction, mu
        if not damping.grow():
            return Status.NO_IMPROVEMENT


def _log(trace, begin, reduction, mu, dx, verbose):
    x, y, r, jac, grad = begin
    full = {}
    if verbose is Verbosity.FULLITER:
        full = {"residual": r.copy(), "jacobian": jac.copy(), "grad": grad.copy(), "step": dx}
    trace.append(IterLog(candidate=x.ravel().copy(), objective=y, reduction=reduction, regularizer=mu, **full))


def _print_iteration(number, log, dx, grad, output):
    length = np.linalg.norm(dx)
    print(
        f"iter: {number:<3d}  y: {log.objective:<9.4g}  log10mu: {np.log10(log.regularizer) if log.regularizer else -np.inf:>4.1f}"
        f"  reduction: {log.reduction:<7.2g}  dx: {length:<7.2g}  |grad|: {np.linalg.norm(grad):<7.2g}",
        file=output or sys.stdout,
    )


def _print_end(status, trace, problem, seconds, output):
    exact = " exact minimum found." if trace and trace[-1].objective == 0 else ""
    message = f"Terminated after {len(trace) - 1} iterations: {_WHY[status]}{exact}"
    first, last = trace[0].objective, trace[-1].objective
    print(message, file=output or sys.stdout)
    print(
        f"y: {first:.4g} -> {last:.4g}, {problem.n_res} residuals, {problem.n_jac} Jacobians, {seconds:.3g} s",
        file=output or sys.stdout,
    )


def jacobian_fd(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: Optional[Sequence[np.ndarray]] = None,
) -> Tuple[np.ndarray, int]:
    """The Jacobian by differences, away from the nearer bound: the matrix (nr x nx), and the count of residuals."""
    x = np.asarray(x, dtype=np.float64).reshape(-1, 1)
    n = x.size
    step = eps * np.maximum(1.0, np.abs(x))
    if bounds is not None:
        below, above = x - bounds[0], bounds[1] - x
        # Toward the farther bound, and no farther than it.
        step = np.where(below > above, -np.minimum(step, below), np.minimum(step, above))
    moved = x + step
    if bounds is not None:
        moved = np.clip(moved, *bounds)
        stuck = moved == x
        moved = np.where(stuck, np.where(x < bounds[1], bounds[1], bounds[0]), moved)
    points = np.repeat(x, n, axis=1)
    points[np.arange(n), np.arange(n)] = moved[:, 0]
    jac = (residual(points) - r.reshape(-1, 1)) / (moved - x).T
    return jac, n_res + n


def check_jacobian(
    residual: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    r: np.ndarray,
    jac: np.ndarray,
    eps: np.float64,
    n_res: int,
    bounds: Optional[Sequence[np.ndarray]] = None,
    output: Optional[TextIO] = None,
    name: str = "Jacobian",
) -> int:
    """Complains if a Jacobian differs from finite differences; the count of residuals."""
    if not np.all(np.isfinite(jac)):
        raise ValueError(f"User-provided {name} must contain only finite numbers.")
    found, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    if not np.all(np.isfinite(found)):
        raise ValueError(f"Finite-difference {name} must contain only finite numbers.")
    difference = np.linalg.norm(jac - found)
    if difference > _CHECK_RTOL * max(np.linalg.norm(found), 1e-3):
        raise ValueError(f"User-provided {name} does not match finite differences: they differ by {difference:.3g}.")
    print(f"User-provided {name} matches finite-difference Jacobian.", file=output or sys.stdout)
    return n_res


def check_norm(r: np.ndarray, norm: Norm, eps: np.float64, output: Optional[TextIO] = None) -> None:
    """Complains if gradient or Hessian of a norm differ from finite differences."""
    n = r.size
    grad, hess = norm.grad_hess(r, np.eye(n))
    if not np.all(np.isfinite(hess)):
        raise ValueError("User-provided norm Hessian must contain only finite numbers.")
    if not np.allclose(hess, hess.T, rtol=1e-8, atol=1e-12 * max(1.0, np.abs(hess).max())):
        raise ValueError("User-provided norm Hessian is not symmetric.")
    if np.linalg.eigvalsh(0.5 * (hess + hess.T)).min() <= 0:
        raise ValueError("User-provided norm Hessian is not positive definite.")

    def values(points):
        return np.array([[norm.value(column.reshape(-1, 1)) for column in points.T]])

    def gradients(points):
        return np.concatenate([norm.grad_hess(c.reshape(-1, 1), np.eye(n))[0].reshape(-1, 1) for c in points.T], axis=1)

    check_jacobian(values, r, values(r), grad.reshape(1, -1), eps, 0, None, output, "norm gradient")
    check_jacobian(gradients, r, grad, hess, eps, 0, None, output, "norm Hessian")
