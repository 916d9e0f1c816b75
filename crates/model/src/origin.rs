//! Who computes a field.

macro_rules! origins {
    ($($variant:ident $name:literal $doc:literal;)*) => {
        /// Where the values of a field come from: the stage of the pipeline that computes them, or the user.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Origin {
            #[default]
            $(#[doc = $doc] $variant,)*
        }

        impl Origin {
            /// All of them, in the order of the pipeline.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name of the stage.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

origins! {
    Model "model" "The compiler: part of the model.";
    State "state" "What evolves by itself, or is kept for the next step.";
    Input "input" "The user.";
    Check "check" "Checks of the state before and within a step, warnings, timers.";
    Kinematics "kinematics" "Poses of bodies, joints, geoms and sites.";
    ComPos "com_pos" "Centres of mass, motion axes and inertias about them.";
    CamLight "camlight" "Cameras and lights.";
    Flex "flex" "Deformable objects.";
    Tendon "tendon" "Tendon paths.";
    MakeM "make_m" "The inertia matrix.";
    FactorM "factor_m" "The factor of the inertia matrix.";
    Collision "collision" "Contacts.";
    MakeConstraint "make_constraint" "Constraint rows.";
    Island "island" "Constraint islands.";
    Project "project" "Inverse inertia between constraint rows.";
    Transmission "transmission" "Lengths and moments of actuators.";
    Velocity "velocity" "Velocities of tendons, actuators and edges.";
    ComVel "com_vel" "Velocities of bodies.";
    Passive "passive" "Springs, dampers, media, gravity compensation.";
    Reference "reference" "Velocities and reference accelerations of constraints.";
    Bias "bias" "Coriolis, centrifugal and gravitational forces.";
    Actuation "actuation" "Forces and activations of actuators.";
    Acceleration "acceleration" "Acceleration without constraints.";
    Solve "solve" "Constraint forces and the acceleration they leave.";
    Sensor "sensor" "Sensors.";
    Energy "energy" "Energies.";
    SubtreeVel "subtree_vel" "Momenta of subtrees, when somebody wants them.";
    RnePost "rne_post" "Forces between bodies, when somebody wants them.";
    Metric "metric" "The effective metric of the discrete integrator.";
    Integrate "integrate" "Matrices of implicit integration.";
    Inverse "inverse" "Inverse dynamics.";
    Sleep "sleep" "Who sleeps.";
}
