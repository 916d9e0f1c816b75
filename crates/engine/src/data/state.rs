//! Reading and writing the state as one vector, by components.

use ligament_model::{Flag, Model};

use super::Data;

/// Components of the state, one bit each, with MuJoCo's numbers and in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateBits(pub u32);

impl StateBits {
    /// Time.
    pub const TIME: Self = Self(1);
    /// Positions.
    pub const QPOS: Self = Self(1 << 1);
    /// Velocities.
    pub const QVEL: Self = Self(1 << 2);
    /// Activations.
    pub const ACT: Self = Self(1 << 3);
    /// History buffers.
    pub const HISTORY: Self = Self(1 << 4);
    /// Warm start of the solver.
    pub const WARMSTART: Self = Self(1 << 5);
    /// Controls.
    pub const CTRL: Self = Self(1 << 6);
    /// Applied generalized forces.
    pub const QFRC_APPLIED: Self = Self(1 << 7);
    /// Applied Cartesian forces.
    pub const XFRC_APPLIED: Self = Self(1 << 8);
    /// Which equality constraints are active.
    pub const EQ_ACTIVE: Self = Self(1 << 9);
    /// Positions of mocap bodies.
    pub const MOCAP_POS: Self = Self(1 << 10);
    /// Orientations of mocap bodies.
    pub const MOCAP_QUAT: Self = Self(1 << 11);
    /// User data.
    pub const USERDATA: Self = Self(1 << 12);
    /// State of plugins.
    pub const PLUGIN: Self = Self(1 << 13);
    /// Plastic state.
    pub const PLASTIC: Self = Self(1 << 14);
    /// What evolves by the laws of physics.
    pub const PHYSICS: Self =
        Self(Self::QPOS.0 | Self::QVEL.0 | Self::ACT.0 | Self::HISTORY.0 | Self::PLASTIC.0);
    /// Physics, time and plugins.
    pub const FULLPHYSICS: Self = Self(Self::TIME.0 | Self::PHYSICS.0 | Self::PLUGIN.0);
    /// What the user sets.
    pub const USER: Self = Self(
        Self::CTRL.0
            | Self::QFRC_APPLIED.0
            | Self::XFRC_APPLIED.0
            | Self::EQ_ACTIVE.0
            | Self::MOCAP_POS.0
            | Self::MOCAP_QUAT.0
            | Self::USERDATA.0,
    );
    /// Everything that the next step depends on.
    pub const INTEGRATION: Self = Self(Self::FULLPHYSICS.0 | Self::USER.0 | Self::WARMSTART.0);

    /// Number of components.
    const COUNT: u32 = 15;
}

/// Why a state was not read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// There are bits that stand for no component.
    UnknownBits(u32),
    /// The vector has the wrong length.
    Length {
        /// How many numbers the components have.
        expected: usize,
        /// How many numbers there are.
        found: usize,
    },
    /// A component is asked for that the source does not have.
    NotContained(u32),
}

impl std::fmt::Display for StateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownBits(bits) => write!(
                f,
                "state signature {bits:#x} has bits beyond the {} known components",
                StateBits::COUNT
            ),
            Self::Length { expected, found } => {
                write!(
                    f,
                    "state size should equal {expected}, but the vector has {found} numbers"
                )
            }
            Self::NotContained(bits) => {
                write!(
                    f,
                    "the source state does not contain the components {bits:#x}"
                )
            }
        }
    }
}

impl std::error::Error for StateError {}

/// How many numbers a state of these components has.
pub fn state_size(m: &Model, bits: StateBits) -> Result<usize, StateError> {
    check(bits)?;
    Ok(components(bits).map(|i| part_size(m, i)).sum())
}

/// How many numbers component `i` has.
fn part_size(m: &Model, i: u32) -> usize {
    let size = &m.size;
    match StateBits(1 << i) {
        StateBits::TIME => 1,
        StateBits::QPOS => size.nq,
        StateBits::QVEL | StateBits::WARMSTART | StateBits::QFRC_APPLIED => size.nv,
        StateBits::ACT => size.na,
        StateBits::HISTORY => size.nhistory,
        StateBits::CTRL => size.nu,
        StateBits::XFRC_APPLIED => 6 * size.nbody,
        StateBits::EQ_ACTIVE => size.neq,
        StateBits::MOCAP_POS => 3 * size.nmocap,
        StateBits::MOCAP_QUAT => 4 * size.nmocap,
        StateBits::USERDATA => size.nuserdata,
        StateBits::PLUGIN => size.npluginstate,
        StateBits::PLASTIC => size.nplastic,
        _ => 0,
    }
}

fn check(bits: StateBits) -> Result<(), StateError> {
    if bits.0 >> StateBits::COUNT != 0 {
        return Err(StateError::UnknownBits(bits.0));
    }
    Ok(())
}

/// The components of a signature, in order.
fn components(bits: StateBits) -> impl Iterator<Item = u32> {
    (0..StateBits::COUNT).filter(move |i| bits.0 >> i & 1 == 1)
}

impl Data {
    /// Copies components of the state into a vector of exactly their size.
    pub fn get_state(&self, m: &Model, out: &mut [f64], bits: StateBits) -> Result<(), StateError> {
        let expected = state_size(m, bits)?;
        if out.len() != expected {
            return Err(StateError::Length {
                expected,
                found: out.len(),
            });
        }
        let mut rest = out;
        for i in components(bits) {
            let (part, tail) = rest.split_at_mut(part_size(m, i));
            self.read_part(StateBits(1 << i), part);
            rest = tail;
        }
        Ok(())
    }

    /// Copies a vector of exactly the size of some components into the state.
    pub fn set_state(
        &mut self,
        m: &Model,
        from: &[f64],
        bits: StateBits,
    ) -> Result<(), StateError> {
        let expected = state_size(m, bits)?;
        if from.len() != expected {
            return Err(StateError::Length {
                expected,
                found: from.len(),
            });
        }
        let mut rest = from;
        for i in components(bits) {
            let (part, tail) = rest.split_at(part_size(m, i));
            self.write_part(StateBits(1 << i), part);
            rest = tail;
        }
        Ok(())
    }

    /// Copies components of the state from another simulation of the same model.
    pub fn copy_state(
        &mut self,
        m: &Model,
        from: &Self,
        bits: StateBits,
    ) -> Result<(), StateError> {
        check(bits)?;
        let mut part = vec![
            0.0;
            (0..StateBits::COUNT)
                .map(|i| part_size(m, i))
                .max()
                .unwrap_or(0)
        ];
        for i in components(bits) {
            let part = &mut part[..part_size(m, i)];
            from.read_part(StateBits(1 << i), part);
            self.write_part(StateBits(1 << i), part);
        }
        Ok(())
    }

    fn read_part(&self, bit: StateBits, out: &mut [f64]) {
        let numbers: &[f64] = match bit {
            StateBits::TIME => std::slice::from_ref(&self.time),
            StateBits::QPOS => &self.state.qpos,
            StateBits::QVEL => &self.state.qvel,
            StateBits::ACT => &self.state.act,
            StateBits::HISTORY => &self.state.history,
            StateBits::WARMSTART => &self.state.qacc_warmstart,
            StateBits::CTRL => &self.input.ctrl,
            StateBits::QFRC_APPLIED => &self.input.qfrc_applied,
            StateBits::XFRC_APPLIED => self.input.xfrc_applied.as_flattened(),
            StateBits::EQ_ACTIVE => {
                for (x, flag) in out.iter_mut().zip(&self.input.eq_active) {
                    *x = f64::from(flag.0);
                }
                return;
            }
            StateBits::MOCAP_POS => {
                let rows = out.chunks_exact_mut(3).zip(&self.input.mocap_pos);
                return rows.for_each(|(row, pos)| row.copy_from_slice(&pos.0));
            }
            StateBits::MOCAP_QUAT => {
                let rows = out.chunks_exact_mut(4).zip(&self.input.mocap_quat);
                return rows.for_each(|(row, quat)| row.copy_from_slice(&quat.0));
            }
            StateBits::USERDATA => &self.input.userdata,
            StateBits::PLUGIN => &self.state.plugin_state,
            StateBits::PLASTIC => &self.state.plastic,
            _ => return,
        };
        out.copy_from_slice(numbers);
    }

    fn write_part(&mut self, bit: StateBits, from: &[f64]) {
        let numbers: &mut [f64] = match bit {
            StateBits::TIME => std::slice::from_mut(&mut self.time),
            StateBits::QPOS => &mut self.state.qpos,
            StateBits::QVEL => &mut self.state.qvel,
            StateBits::ACT => &mut self.state.act,
            StateBits::HISTORY => &mut self.state.history,
            StateBits::WARMSTART => &mut self.state.qacc_warmstart,
            StateBits::CTRL => &mut self.input.ctrl,
            StateBits::QFRC_APPLIED => &mut self.input.qfrc_applied,
            StateBits::XFRC_APPLIED => self.input.xfrc_applied.as_flattened_mut(),
            StateBits::EQ_ACTIVE => {
                for (flag, x) in self.input.eq_active.iter_mut().zip(from) {
                    *flag = Flag::from(*x != 0.0);
                }
                return;
            }
            StateBits::MOCAP_POS => {
                let rows = from.chunks_exact(3).zip(&mut self.input.mocap_pos);
                return rows.for_each(|(row, pos)| pos.0.copy_from_slice(row));
            }
            StateBits::MOCAP_QUAT => {
                let rows = from.chunks_exact(4).zip(&mut self.input.mocap_quat);
                return rows.for_each(|(row, quat)| quat.0.copy_from_slice(row));
            }
            StateBits::USERDATA => &mut self.input.userdata,
            StateBits::PLUGIN => &mut self.state.plugin_state,
            StateBits::PLASTIC => &mut self.state.plastic,
            _ => return,
        };
        numbers.copy_from_slice(from);
    }
}

/// Copies the components `wanted` out of a state vector with the components `source`.
pub fn extract_state(
    m: &Model,
    source: &[f64],
    source_bits: StateBits,
    out: &mut [f64],
    wanted: StateBits,
) -> Result<(), StateError> {
    let (have, want) = (state_size(m, source_bits)?, state_size(m, wanted)?);
    if wanted.0 & !source_bits.0 != 0 {
        return Err(StateError::NotContained(wanted.0 & !source_bits.0));
    }
    for (expected, found) in [(have, source.len()), (want, out.len())] {
        if expected != found {
            return Err(StateError::Length { expected, found });
        }
    }
    let (mut from, mut to) = (source, out);
    for i in components(source_bits) {
        let size = part_size(m, i);
        let (part, tail) = from.split_at(size);
        from = tail;
        if wanted.0 >> i & 1 == 1 {
            let (slot, tail) = to.split_at_mut(size);
            slot.copy_from_slice(part);
            to = tail;
        }
    }
    Ok(())
}
