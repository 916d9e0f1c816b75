//! Terms: numbers that observations, rewards and ends of episodes are made of.
//!
//! Positions and velocities are those of the state after a step. Sensors, contacts and actuator forces are those that the last
//! step computed, as after [`step`](ligament_engine::step()).

use ligament_engine::Data;
use ligament_engine::joint::{dofs, positions};
use ligament_engine::support::{object_frame, object_velocity};
use ligament_model::Model;
use ligament_model::enums::ObjectType;

/// What a term reads.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    /// Coordinates.
    Qpos(Vec<usize>),
    /// Velocities of degrees of freedom.
    Qvel(Vec<usize>),
    /// Cosine and sine of coordinates.
    Angle(Vec<usize>),
    /// Activations of actuators.
    Act(usize),
    /// Parts of the sensor data.
    Sensor(Vec<usize>),
    /// Forces of actuators.
    Force(usize),
    /// The last action.
    Action(usize),
    /// What was asked for in this episode.
    Command(usize),
    /// Positions of bodies.
    Position(Vec<usize>),
    /// Positions of sites.
    Site(Vec<usize>),
    /// The upward direction, seen from a body.
    Up(usize),
    /// Linear velocity of a body in its own frame.
    Velocity(usize),
    /// Angular velocity of a body in its own frame.
    Turning(usize),
    /// Velocity of a body along the axes of the world.
    Drift(usize),
    /// From one body to another, in the frame of the first.
    Between(usize, usize),
    /// The rotation that takes the orientation of one body to that of another, as a vector.
    Turn(usize, usize),
    /// Whether geoms touch something.
    Touch(Vec<usize>),
    /// How far through the episode.
    Time,
}

/// A term: what it reads, which parts of it, and what is done with them: x × scale, within ± clip, and noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    source: Source,
    /// Which numbers of the source; all without a list.
    parts: Option<Vec<usize>>,
    count: usize,
    scale: f64,
    clip: f64,
    noise: f64,
}

/// What a term can see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub action: &'a [f64],
    pub command: &'a [f64],
    /// Part of the longest episode that has passed.
    pub elapsed: f64,
}

/// Looks for the objects with some names.
fn find(m: &Model, kind: ObjectType, what: &str, names: &[String]) -> Result<Vec<usize>, String> {
    let one = |name: &String| {
        m.find(kind, name)
            .ok_or_else(|| format!("the model has no {what} '{name}'"))
    };
    names.iter().map(one).collect()
}

impl Term {
    /// The term of a kind about objects with some names; `actions` and `commands` are how many of these there are.
    pub fn new(
        m: &Model,
        kind: &str,
        names: &[String],
        actions: usize,
        commands: usize,
    ) -> Result<Self, String> {
        let joints = || {
            if names.is_empty() {
                return Ok((0..m.size.njnt).collect());
            }
            find(m, ObjectType::Joint, "joint", names)
        };
        let bodies = |count: usize| {
            let found = find(m, ObjectType::Body, "body", names)?;
            if count > 0 && found.len() != count {
                return Err(format!(
                    "'{kind}' needs {count} bodies, got {}",
                    found.len()
                ));
            }
            Ok(found)
        };
        let (source, count) = match kind {
            "qpos" => {
                let list: Vec<usize> = joints()?
                    .into_iter()
                    .flat_map(|j| positions(m, j))
                    .collect();
                let count = list.len();
                (Source::Qpos(list), count)
            }
            "angle" => {
                let list: Vec<usize> = joints()?
                    .into_iter()
                    .flat_map(|j| positions(m, j))
                    .collect();
                let count = 2 * list.len();
                (Source::Angle(list), count)
            }
            "qvel" => {
                let list: Vec<usize> = joints()?.into_iter().flat_map(|j| dofs(m, j)).collect();
                let count = list.len();
                (Source::Qvel(list), count)
            }
            "act" => (Source::Act(m.size.na), m.size.na),
            "force" => (Source::Force(m.size.nout), m.size.nout),
            "action" => (Source::Action(actions), actions),
            "command" => (Source::Command(commands), commands),
            "time" => (Source::Time, 1),
            "sensor" => {
                let found = find(m, ObjectType::Sensor, "sensor", names)?;
                let range = |s: usize| {
                    let first = usize::try_from(m.sensor.adr[s]).unwrap_or(0);
                    first..first + usize::try_from(m.sensor.dim[s]).unwrap_or(0)
                };
                let list: Vec<usize> = found.into_iter().flat_map(range).collect();
                let count = list.len();
                (Source::Sensor(list), count)
            }
            "position" => {
                let list = bodies(0)?;
                let count = 3 * list.len();
                (Source::Position(list), count)
            }
            "site" => {
                let list = find(m, ObjectType::Site, "site", names)?;
                let count = 3 * list.len();
                (Source::Site(list), count)
            }
            "touch" => {
                let list = find(m, ObjectType::Geom, "geom", names)?;
                let count = list.len();
                (Source::Touch(list), count)
            }
            "up" => (Source::Up(bodies(1)?[0]), 3),
            "velocity" => (Source::Velocity(bodies(1)?[0]), 3),
            "turning" => (Source::Turning(bodies(1)?[0]), 3),
            "drift" => (Source::Drift(bodies(1)?[0]), 3),
            "between" => {
                let pair = bodies(2)?;
                (Source::Between(pair[0], pair[1]), 3)
            }
            "turn" => {
                let pair = bodies(2)?;
                (Source::Turn(pair[0], pair[1]), 3)
            }
            _ => return Err(format!("there is no term '{kind}'")),
        };
        Ok(Self {
            source,
            parts: None,
            count,
            scale: 1.0,
            clip: f64::INFINITY,
            noise: 0.0,
        })
    }

    /// The same term with some of its numbers only.
    pub fn parts(mut self, parts: Vec<usize>) -> Result<Self, String> {
        if let Some(bad) = parts.iter().find(|part| **part >= self.count) {
            return Err(format!("a term has {} numbers, got part {bad}", self.count));
        }
        self.parts = Some(parts);
        Ok(self)
    }

    /// The same term times a factor, within ± `clip`, and with noise of up to ± `noise` where it is observed.
    pub fn shaped(mut self, scale: f64, clip: f64, noise: f64) -> Result<Self, String> {
        if !scale.is_finite() || !noise.is_finite() || clip.is_nan() || clip < 0.0 {
            return Err("scale and noise must be numbers, clip must not be negative".into());
        }
        (self.scale, self.clip, self.noise) = (scale, clip, noise);
        Ok(self)
    }

    /// Size of the noise where it is observed.
    pub(crate) fn noise(&self) -> f64 {
        self.noise
    }

    /// How many numbers it has.
    pub fn len(&self) -> usize {
        self.parts.as_ref().map_or(self.count, Vec::len)
    }

    /// Whether it has no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it reads poses or velocities of bodies.
    pub(crate) fn needs_poses(&self) -> bool {
        use Source as S;
        matches!(
            self.source,
            S::Position(_)
                | S::Site(_)
                | S::Up(_)
                | S::Velocity(_)
                | S::Turning(_)
                | S::Drift(_)
                | S::Between(..)
                | S::Turn(..)
        )
    }

    /// Whether it reads velocities of bodies.
    pub(crate) fn needs_velocities(&self) -> bool {
        use Source as S;
        matches!(self.source, S::Velocity(_) | S::Turning(_) | S::Drift(_))
    }

    /// Appends its numbers.
    pub(crate) fn read(&self, view: View<'_>, out: &mut Vec<f64>) {
        let first = out.len();
        self.read_all(view, out);
        if let Some(parts) = &self.parts {
            let end = out.len();
            for part in parts {
                out.push(out[first + part]);
            }
            out.drain(first..end);
        }
        for x in &mut out[first..] {
            *x = (*x * self.scale).clamp(-self.clip, self.clip);
        }
    }

    fn read_all(&self, view: View<'_>, out: &mut Vec<f64>) {
        let View { m, d, .. } = view;
        let motion = |body: usize, local: bool| {
            let frame = object_frame(m, &d.pose, ObjectType::XBody, body);
            frame.map_or([0.0; 6], |frame| {
                object_velocity(m, &d.pose, &d.vel, &frame, local).0
            })
        };
        match &self.source {
            Source::Qpos(list) => out.extend(list.iter().map(|i| d.state.qpos[*i])),
            Source::Qvel(list) => out.extend(list.iter().map(|i| d.state.qvel[*i])),
            Source::Angle(list) => {
                for i in list {
                    let (sine, cosine) = ligament_math::Real::sin_cos(d.state.qpos[*i]);
                    out.extend([cosine, sine]);
                }
            }
            Source::Act(_) => out.extend(&d.state.act),
            Source::Force(_) => out.extend(&d.force.actuator_force),
            Source::Sensor(list) => out.extend(list.iter().map(|i| d.sensor.sensordata[*i])),
            Source::Action(_) => out.extend(view.action),
            Source::Command(_) => out.extend(view.command),
            Source::Time => out.push(view.elapsed),
            Source::Position(list) => out.extend(list.iter().flat_map(|b| d.pose.xpos[*b].0)),
            Source::Site(list) => out.extend(list.iter().flat_map(|s| d.pose.site_xpos[*s].0)),
            Source::Up(body) => out.extend(&d.pose.xmat[*body].0[6..9]),
            Source::Velocity(body) => out.extend(&motion(*body, true)[3..]),
            Source::Turning(body) => out.extend(&motion(*body, true)[..3]),
            Source::Drift(body) => out.extend(&motion(*body, false)[3..]),
            Source::Between(a, b) => {
                let apart = d.pose.xpos[*b] - d.pose.xpos[*a];
                out.extend(d.pose.xmat[*a].tr_mul_vec(apart).0);
            }
            Source::Turn(a, b) => {
                let turn = d.pose.xquat[*a].conj().mul(d.pose.xquat[*b]);
                out.extend(turn.to_rotation_vector().0);
            }
            Source::Touch(list) => out.extend(list.iter().map(|geom| {
                let geom = i32::try_from(*geom).unwrap_or(-1);
                let touches = d
                    .contact
                    .iter()
                    .any(|c| c.dist <= 0.0 && c.geom.contains(&geom));
                f64::from(u8::from(touches))
            })),
        }
    }
}
