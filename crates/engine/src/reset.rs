//! Resets: the reference configuration and keyframes.

use ligament_model::Model;
use ligament_model::enums::{EnableFlags, SleepPolicy};

use crate::actuator::servo;
use crate::data::{Data, Unslept, history};
use crate::hooks::Hooks;
use crate::workspace::{self, Workspace};
use crate::{forward, joint, sleep};

impl Data {
    /// Storage for a model, reset to its reference configuration.
    pub fn new(m: &Model) -> Self {
        let mut data = Self::blank(m);
        data.reset(m);
        data
    }

    /// Back to the reference configuration at time zero, with all inputs cleared.
    pub fn reset(&mut self, m: &Model) {
        self.clear(m);
        if m.opt.enables(EnableFlags::SLEEP) {
            workspace::with(m, |w| reset_sleep(m, self, w));
        }
    }

    /// As [`reset`](Self::reset), with everything awake.
    fn clear(&mut self, m: &Model) {
        self.time = 0.0;
        self.visit_fixed_mut(m, &mut |_, column| column.zero());
        self.contact.clear();
        self.efc.clear();
        self.island.clear();
        self.stats.reset();
        self.memory.clear();
        self.state.qpos.copy_from_slice(&m.qpos.reference);
        self.input.eq_active.copy_from_slice(&m.eq.active0);
        history::reset(m, &mut self.state.history);
        self.reset_ctrl(m);
        self.reset_plastic(m);
        for body in 0..m.size.nbody {
            if let Ok(mocap) = usize::try_from(m.body.mocapid[body]) {
                self.input.mocap_pos[mocap] = m.body.pos[body];
                self.input.mocap_quat[mocap] = m.body.quat[body].normalized();
            }
        }
        self.sleep.tree_asleep.fill(sleep::FULLY_AWAKE);
        sleep::update_lists(m, &mut self.sleep, &mut self.stats, false);
    }

    /// Zero controls; the identity where a control is a quaternion.
    pub fn reset_ctrl(&mut self, m: &Model) {
        self.input.ctrl.fill(0.0);
        for i in 0..m.size.nactuator {
            let quaternion = servo::takes_quaternion(m, i);
            let slot = usize::try_from(m.actuator.ctrladr[i]).unwrap_or(usize::MAX);
            if let Some(ctrl) = self.input.ctrl.get_mut(slot).filter(|_| quaternion) {
                *ctrl = 1.0;
            }
        }
    }

    /// Plastic springs at the rest positions the model gives them.
    fn reset_plastic(&mut self, m: &Model) {
        let plastic = &mut self.state.plastic;
        for joint in 0..m.size.njnt {
            let rest = &m.qpos.spring[joint::positions(m, joint)];
            copy_to(plastic, m.jnt.plasticadr[joint], rest);
        }
        for tendon in 0..m.size.ntendon {
            let rest = &m.tendon.lengthspring[tendon];
            copy_to(plastic, m.tendon.plasticadr[tendon], rest);
        }
    }

    /// A reset, followed by the values of a keyframe. False, with a plain reset, when there is no such keyframe.
    pub fn reset_key(&mut self, m: &Model, key: usize) -> bool {
        self.reset(m);
        if key >= m.size.nkey {
            return false;
        }
        self.time = m.key.time[key];
        copy_row(&mut self.state.qpos, &m.key.qpos, key);
        copy_row(&mut self.state.qvel, &m.key.qvel, key);
        copy_row(&mut self.state.act, &m.key.act, key);
        copy_row(&mut self.state.plastic, &m.key.plastic, key);
        copy_row(&mut self.input.mocap_pos, &m.key.mpos, key);
        copy_row(&mut self.input.mocap_quat, &m.key.mquat, key);
        copy_row(&mut self.input.ctrl, &m.key.ctrl, key);
        true
    }
}

/// Back to the reference configuration, in given working memory.
pub fn reset_in(m: &Model, d: &mut Data, w: &mut Workspace) {
    d.clear(m);
    if m.opt.enables(EnableFlags::SLEEP) {
        reset_sleep(m, d, w);
    }
}

/// Puts all that never moves in its place, since steps leave it out, and puts trees to sleep that start asleep. A tree
/// that cannot sleep, because something acts on it, starts awake and is noted in the statistics.
fn reset_sleep(m: &Model, d: &mut Data, w: &mut Workspace) {
    sleep::update_lists(m, &mut d.sleep, &mut d.stats, true);
    let starts_asleep = |tree: usize| m.tree.sleep_policy[tree].is(SleepPolicy::Init);
    if !(0..m.size.ntree).any(starts_asleep) {
        forward::fwd_kinematics(m, d, w);
    } else {
        forward::forward_in(m, d, w, &mut Hooks::default());
        for tree in (0..m.size.ntree).filter(|&tree| starts_asleep(tree)) {
            d.sleep.tree_asleep[tree] = -1;
        }
        sleep::fall_asleep(
            m,
            &d.input,
            &d.efc,
            &d.island,
            &mut d.sleep,
            &mut d.state,
            &mut d.acc,
        );
        let (mut wanted, mut slept, mut first) = (0, 0, None);
        for tree in (0..m.size.ntree).filter(|&tree| starts_asleep(tree)) {
            let entry = &mut d.sleep.tree_asleep[tree];
            wanted += 1;
            if *entry < 0 {
                *entry = sleep::FULLY_AWAKE;
                first = first.or(usize::try_from(m.tree.bodyadr[tree]).ok());
            } else {
                slept += 1;
            }
        }
        d.stats.unslept = first.map(|body| Unslept {
            wanted,
            slept,
            body,
        });
        d.acc.qacc_smooth.fill(0.0);
        d.force.qfrc_smooth.fill(0.0);
        d.efc.clear();
        d.island.clear();
    }
    sleep::update_lists(m, &mut d.sleep, &mut d.stats, false);
}

/// Copies `from` to the place `address`, if there is one.
fn copy_to(to: &mut [f64], address: i32, from: &[f64]) {
    let place = usize::try_from(address).ok().and_then(|a| to.get_mut(a..));
    for (x, y) in place.into_iter().flatten().zip(from) {
        *x = *y;
    }
}

/// Copies row `row` of a table with rows as long as `to`.
fn copy_row<T: Copy>(to: &mut [T], table: &[T], row: usize) {
    let start = row * to.len();
    to.copy_from_slice(&table[start..start + to.len()]);
}
