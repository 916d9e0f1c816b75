//! Working memory of the integrators.

use ligament_model::Model;

/// Working memory of the integrators.
#[derive(Clone, Debug, Default)]
pub struct IntegrateScratch {
    /// Accelerations that velocities are advanced with.
    pub qacc: Vec<f64>,
    /// All forces.
    pub qfrc: Vec<f64>,
    /// Diagonal terms of joints.
    pub diagonal: Vec<f64>,
    /// Stiffness of joints times the step.
    pub stiffness: Vec<f64>,
    /// Velocities that positions are advanced with, where they are not the new velocities.
    pub qvel: Vec<f64>,
    /// Rates of change of activations, where they are not those of the last evaluation.
    pub act_dot: Vec<f64>,
    /// Present readings of sensors with delays.
    pub readings: Vec<f64>,
    /// Of Runge–Kutta.
    pub runge_kutta: RungeKuttaScratch,
}

impl IntegrateScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        let size = &m.size;
        let numbers = |dim: &i32| usize::try_from(*dim).unwrap_or(0);
        Self {
            qacc: vec![0.0; size.nv],
            qfrc: vec![0.0; size.nv],
            diagonal: vec![0.0; size.nv],
            stiffness: vec![0.0; size.nv],
            qvel: vec![0.0; size.nv],
            act_dot: vec![0.0; size.na],
            readings: vec![0.0; m.sensor.dim.iter().map(numbers).sum()],
            runge_kutta: RungeKuttaScratch::new(m),
        }
    }
}

/// State at the start of a step, and rates of change.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case, reason = "the names of the arrays it keeps")]
pub struct RungeKuttaScratch {
    /// Positions at the start.
    pub qpos: Vec<f64>,
    /// Velocities at the start.
    pub qvel: Vec<f64>,
    /// Activations at the start.
    pub act: Vec<f64>,
    /// Rate of change of the displacement at the last stage.
    pub rate: Vec<f64>,
    /// Displacement of a stage.
    pub moved: Vec<f64>,
    /// Tendon lengths at the start.
    pub ten_length: Vec<f64>,
    /// Tendon Jacobians at the start.
    pub ten_J: Vec<f64>,
    /// Lengths of actuators at the start.
    pub actuator_length: Vec<f64>,
}

impl RungeKuttaScratch {
    fn new(m: &Model) -> Self {
        let size = &m.size;
        let tendons = size.nplastic > 0;
        Self {
            qpos: vec![0.0; size.nq],
            qvel: vec![0.0; size.nv],
            act: vec![0.0; size.na],
            rate: vec![0.0; size.nv],
            moved: vec![0.0; size.nv],
            ten_length: vec![0.0; if tendons { size.ntendon } else { 0 }],
            ten_J: vec![0.0; if tendons { size.nJten } else { 0 }],
            actuator_length: vec![0.0; size.nout],
        }
    }
}
