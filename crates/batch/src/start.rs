//! How an episode begins: a configuration, and noise that follows from seed, world and episode alone.

use ligament_engine::Data;
use ligament_engine::joint::integrate_pos;
use ligament_model::Model;

use crate::noise::Noise;

/// Where in a stream of noise the beginning of an episode takes its numbers.
const PLACE: u32 = 0;

/// How an episode begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// The keyframe to begin at; the reference configuration without one.
    pub keyframe: Option<usize>,
    /// Positions are moved along each degree of freedom by up to this much either way: metres or radians.
    pub position: f64,
    /// Velocities are changed by up to this much either way.
    pub velocity: f64,
}

impl Start {
    /// Puts a world at the beginning of an episode.
    pub fn apply(&self, m: &Model, d: &mut Data, mut noise: Noise) {
        noise = noise.at(PLACE);
        match self.keyframe {
            Some(key) => {
                d.reset_key(m, key);
            }
            None => d.reset(m),
        }
        if self.position != 0.0 {
            let along: Vec<f64> = (0..m.size.nv).map(|_| noise.both()).collect();
            integrate_pos(m, &mut d.state.qpos, &along, self.position);
        }
        if self.velocity != 0.0 {
            for v in &mut d.state.qvel {
                *v += self.velocity * noise.both();
            }
        }
    }
}
