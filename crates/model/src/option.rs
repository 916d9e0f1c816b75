//! Physics options and model statistics.

use ligament_math::Vec3;

use crate::enums::{Code, Cone, DisableFlags, EnableFlags, Integrator, JacobianType, Solver};
use crate::table::record;

record! {
    /// Physics options.
    pub struct Options {
        timestep: f64 = 0.002, "Simulation step, in seconds.";
        impratio: f64 = 1.0, "Ratio of frictional to normal contact impedance.";
        tolerance: f64 = 1e-08, "Convergence tolerance of the constraint solver.";
        ls_tolerance: f64 = 0.01, "Tolerance of the line search.";
        noslip_tolerance: f64 = 1e-06, "Tolerance of the no-slip iterations.";
        ccd_tolerance: f64 = 1e-06, "Tolerance of the convex collision routine.";
        sleep_tolerance: f64 = 0.001, "Velocity below which a tree may fall asleep.";
        gravity: Vec3 = Vec3([0.0, 0.0, -9.81]), "Acceleration of gravity.";
        wind: Vec3 = Vec3([0.0, 0.0, 0.0]), "Velocity of the medium.";
        magnetic: Vec3 = Vec3([0.0, -0.5, 0.0]), "Magnetic flux, seen by magnetometers.";
        density: f64 = 0.0, "Density of the medium.";
        viscosity: f64 = 0.0, "Viscosity of the medium.";
        o_margin: f64 = 0.0, "Contact margin, when contacts are overridden.";
        o_solref: [f64; 2] = [0.02, 1.0], "Contact reference, when contacts are overridden.";
        o_solimp: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0], "Contact impedance, when contacts are overridden.";
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001], "Contact friction, when contacts are overridden.";
        integrator: Code<Integrator> = Integrator::Euler.into(), "Numerical integrator.";
        cone: Code<Cone> = Cone::Pyramidal.into(), "Shape of friction cones.";
        jacobian: Code<JacobianType> = JacobianType::Auto.into(), "Storage of the constraint Jacobian.";
        solver: Code<Solver> = Solver::default().into(), "Constraint solver.";
        iterations: i32 = 100, "Most iterations of the constraint solver.";
        ls_iterations: i32 = 50, "Most iterations of the line search.";
        noslip_iterations: i32 = 0, "Most no-slip iterations.";
        ccd_iterations: i32 = 35, "Most iterations of the convex collision routine.";
        disableflags: i32 = 0, "Standard features switched off.";
        enableflags: i32 = 0, "Optional features switched on.";
        disableactuator: i32 = 0, "Actuator groups switched off, one bit each.";
        sdf_initpoints: i32 = 40, "Starting points of signed-distance contact search.";
        sdf_iterations: i32 = 10, "Descent iterations of signed-distance contact search.";
        contactmemory: i32 = 0, "Whether projected Gauss-Seidel starts from the contact forces of the step before; an extension.";
    }
}

record! {
    /// Statistics of the model in its reference configuration.
    pub struct Statistics {
        meaninertia: f64 = 1.0, "Mean of the diagonal of the inertia matrix.";
        meanmass: f64 = 1.0, "Mean mass of the bodies.";
        meansize: f64 = 0.2, "Mean size of the bodies.";
        extent: f64 = 2.0, "Size of the space the model fills.";
        center: Vec3 = Vec3([0.0, 0.0, 0.0]), "Centre of the model.";
    }
}

impl Options {
    /// The constraint solver; the usual one if the number is none of a solver.
    #[inline]
    pub fn solver(&self) -> Solver {
        self.solver.get().unwrap_or_default()
    }

    /// True if a standard feature is switched off.
    #[inline(always)]
    pub fn disables(&self, feature: DisableFlags) -> bool {
        DisableFlags(self.disableflags).has(feature)
    }

    /// True if an optional feature is switched on.
    #[inline(always)]
    pub fn enables(&self, feature: EnableFlags) -> bool {
        EnableFlags(self.enableflags).has(feature)
    }
}
