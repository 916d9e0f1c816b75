//! The tree core over rooms of any number: from coordinates and forces to the next state.

use ligament::engine::awake::Awake;
use ligament::engine::data::{Acceleration, Data, Forces, Inertia, Input, Pose, State, Velocity};
use ligament::engine::{integrate, stage};
use ligament::math::{Force, Motion, Quat, Real, Vec3};
use ligament::model::Model;

/// Arrays by name, flattened.
pub type Numbers<T> = Vec<(&'static str, Vec<T>)>;

/// The rooms of the core. Forces that are not its own and the tendon Jacobian are given.
pub struct Core<T: Real> {
    state: State<T>,
    input: Input<T>,
    pose: Pose<T>,
    inertia: Inertia<T>,
    vel: Velocity<T>,
    force: Forces<T>,
    acc: Acceleration<T>,
    ten_jacobian: Vec<T>,
}

impl<T: Real> Core<T> {
    /// State, input and given forces of some worlds, each number made of theirs.
    pub fn new(m: &Model, worlds: &[Data], lift: impl Fn(&[f64]) -> T) -> Self {
        let size = &m.size;
        let mut core = Self {
            state: State::new(size),
            input: Input::new(size),
            pose: Pose::new(size),
            inertia: Inertia::new(size),
            vel: Velocity::new(size),
            force: Forces::new(size),
            acc: Acceleration::new(size),
            ten_jacobian: vec![T::ZERO; size.nJten],
        };
        let number = |of: &dyn Fn(&Data) -> f64| lift(&worlds.iter().map(of).collect::<Vec<_>>());
        for (i, x) in core.state.qpos.iter_mut().enumerate() {
            *x = number(&|d| d.state.qpos[i]);
        }
        for i in 0..size.nv {
            core.state.qvel[i] = number(&|d| d.state.qvel[i]);
            core.input.qfrc_applied[i] = number(&|d| d.input.qfrc_applied[i]);
            core.force.qfrc_passive[i] = number(&|d| d.force.qfrc_passive[i]);
            core.force.qfrc_actuator[i] = number(&|d| d.force.qfrc_actuator[i]);
        }
        for i in 0..size.nbody {
            core.input.xfrc_applied[i] =
                std::array::from_fn(|k| number(&|d| d.input.xfrc_applied[i][k]));
        }
        for i in 0..size.nmocap {
            let pos = |k: usize| number(&|d| d.input.mocap_pos[i].0[k]);
            let quat = |k: usize| number(&|d| d.input.mocap_quat[i].0[k]);
            core.input.mocap_pos[i] = Vec3(std::array::from_fn(pos));
            core.input.mocap_quat[i] = Quat(std::array::from_fn(quat));
        }
        for (i, x) in core.ten_jacobian.iter_mut().enumerate() {
            *x = number(&|d| d.path.ten_J[i]);
        }
        core
    }

    /// Runs the stages, and advances the state with the acceleration that follows. What is awake is said by a world.
    pub fn advance(&mut self, m: &Model, d: &Data) {
        let awake = Awake::new(&d.sleep, &d.stats);
        let Self {
            state,
            input,
            pose,
            inertia,
            vel,
            force,
            acc,
            ten_jacobian,
        } = self;
        stage::place_bodies(m, state, input, &awake, false, pose);
        stage::place_frames(m, &awake, pose);
        stage::com_pos(m, &awake, pose);
        stage::make_m(m, &awake, pose, ten_jacobian, inertia);
        stage::factor_m(m, &awake, inertia);
        stage::com_vel(m, &awake, state, pose, vel);
        let moving = stage::Moving { state, pose, vel };
        let scratch = stage::BodyScratch {
            motion: &mut vec![Motion::default(); m.size.nbody],
            wrench: &mut vec![Force::default(); m.size.nbody],
        };
        stage::rne(m, &awake, moving, None, &mut force.qfrc_bias, scratch);
        stage::tendon_bias(m, &awake, moving, ten_jacobian, &mut force.qfrc_bias);
        stage::acceleration(m, awake, input, pose, inertia, force, acc);
        let dt = T::from_f64(m.opt.timestep);
        integrate::velocities(awake, &mut state.qvel, &acc.qacc_smooth, dt);
        integrate::positions(m, awake, &mut state.qpos, &state.qvel, dt);
        stage::solve_m(m, inertia, &mut force.qfrc_passive);
    }

    /// Everything that was computed.
    pub fn numbers(&self) -> Numbers<T> {
        fn flat<const N: usize, E, T: Copy>(rows: &[E], parts: impl Fn(&E) -> [T; N]) -> Vec<T> {
            rows.iter().flat_map(parts).collect()
        }
        let pose = &self.pose;
        vec![
            ("xpos", flat(&pose.xpos, |x| x.0)),
            ("xquat", flat(&pose.xquat, |x| x.0)),
            ("xmat", flat(&pose.xmat, |x| x.0)),
            ("xipos", flat(&pose.xipos, |x| x.0)),
            ("ximat", flat(&pose.ximat, |x| x.0)),
            ("xanchor", flat(&pose.xanchor, |x| x.0)),
            ("xaxis", flat(&pose.xaxis, |x| x.0)),
            ("geom_xpos", flat(&pose.geom_xpos, |x| x.0)),
            ("geom_xmat", flat(&pose.geom_xmat, |x| x.0)),
            ("site_xpos", flat(&pose.site_xpos, |x| x.0)),
            ("subtree_com", flat(&pose.subtree_com, |x| x.0)),
            ("cdof", flat(&pose.cdof, |x| x.0)),
            ("cinert", flat(&pose.cinert, |x| x.0)),
            ("M", self.inertia.M.clone()),
            ("qLD", self.inertia.qLD.clone()),
            ("qLDiagInv", self.inertia.qLDiagInv.clone()),
            ("cvel", flat(&self.vel.cvel, |x| x.0)),
            ("cdof_dot", flat(&self.vel.cdof_dot, |x| x.0)),
            ("qfrc_bias", self.force.qfrc_bias.clone()),
            ("qfrc_smooth", self.force.qfrc_smooth.clone()),
            ("qacc_smooth", self.acc.qacc_smooth.clone()),
            ("solved", self.force.qfrc_passive.clone()),
            ("qvel", self.state.qvel.clone()),
            ("qpos", self.state.qpos.clone()),
        ]
    }
}
