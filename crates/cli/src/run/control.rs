//! Where controls come from: constants, noise, or a table.

use ligament::math::func;
use ligament::model::enums::ObjectType;
use ligament::{Data, Model, Problems};

use super::refuse;

/// A source of controls.
pub enum Controls {
    /// Whatever the data has.
    Fixed,
    /// Noise around the controls at the start.
    Noise {
        scale: f64,
        centre: Vec<f64>,
        random: Random,
    },
    /// Rows of a table.
    Table { rows: Vec<Vec<f64>> },
}

impl Controls {
    /// Reads what the user asked for; `NAME=VALUE` pairs take effect at once.
    pub fn parse(m: &Model, d: &Data, text: Option<&str>) -> Result<Self, Problems> {
        let Some(text) = text else {
            return Ok(Self::Fixed);
        };
        if let Some(rest) = text.strip_prefix("noise:") {
            return noise(d, rest);
        }
        if text.contains('=') {
            return constants(m, d, text);
        }
        table(m, text)
    }

    /// Sets the controls of a step.
    pub fn apply(&mut self, m: &Model, d: &mut Data, step: u64) {
        match self {
            Self::Fixed => {}
            Self::Noise {
                scale,
                centre,
                random,
            } => {
                // a first-order process with a time constant of a tenth of a second
                let keep = func::exp(-m.opt.timestep / 0.1);
                let fresh = *scale * (1.0 - keep * keep).sqrt();
                for (x, mean) in d.input.ctrl.iter_mut().zip(centre) {
                    *x = *mean + keep * (*x - *mean) + fresh * random.normal();
                }
            }
            Self::Table { rows } => {
                let row = usize::try_from(step).unwrap_or(usize::MAX);
                if let Some(row) = rows.get(row.min(rows.len().saturating_sub(1))) {
                    d.input.ctrl.copy_from_slice(row);
                }
            }
        }
    }
}

fn noise(d: &Data, text: &str) -> Result<Controls, Problems> {
    let (scale, seed) = text.split_once(':').unwrap_or((text, "1"));
    match (scale.parse::<f64>(), seed.parse::<u64>()) {
        (Ok(scale), Ok(seed)) if scale.is_finite() => Ok(Controls::Noise {
            scale,
            centre: d.input.ctrl.clone(),
            random: Random(seed),
        }),
        _ => refuse(format!(
            "'noise:{text}' is not a scale and a seed, for example noise:0.1 or noise:0.1:7"
        )),
    }
}

fn constants(m: &Model, d: &Data, text: &str) -> Result<Controls, Problems> {
    let mut row = d.input.ctrl.clone();
    for pair in text.split(',') {
        let Some((name, value)) = pair.split_once('=') else {
            return refuse(format!("'{pair}' is not NAME=VALUE"));
        };
        let Ok(value) = value.trim().parse::<f64>() else {
            return refuse(format!("'{value}' is not a number for control '{name}'"));
        };
        let slot = match m.find(ObjectType::Actuator, name.trim()) {
            Some(actuator) => usize::try_from(m.actuator.ctrladr[actuator]).ok(),
            None => name.trim().parse().ok(),
        };
        match slot.and_then(|slot| row.get_mut(slot)) {
            Some(slot) => *slot = value,
            None => return refuse(format!("there is no actuator or control '{}'", name.trim())),
        }
    }
    Ok(Controls::Table { rows: vec![row] })
}

/// Reads a table: one row of `nu` numbers per line; a first line that is not numbers is a heading.
fn table(m: &Model, path: &str) -> Result<Controls, Problems> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) => return refuse(format!("cannot read controls from {path}: {e}")),
    };
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let row: Result<Vec<f64>, _> = line.split(',').map(|x| x.trim().parse::<f64>()).collect();
        match row {
            Ok(row) if row.len() == m.size.nu => rows.push(row),
            Ok(row) => {
                return refuse(format!(
                    "{path}:{}: {} numbers, but the model has {} controls",
                    number + 1,
                    row.len(),
                    m.size.nu
                ));
            }
            Err(_) if number == 0 => {}
            Err(e) => return refuse(format!("{path}:{}: {e}", number + 1)),
        }
    }
    if rows.is_empty() {
        return refuse(format!("{path} has no rows of numbers"));
    }
    Ok(Controls::Table { rows })
}

/// A small generator of random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform above zero and up to one.
    fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Standard normal, by the method of Box and Muller.
    fn normal(&mut self) -> f64 {
        let (radius, turn) = (self.uniform(), self.uniform());
        (-2.0 * func::ln(radius)).sqrt() * func::cos(std::f64::consts::TAU * turn)
    }
}
