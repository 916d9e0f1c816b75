//! Recordings: tables that grow by a row per recorded step.

use std::path::{Path, PathBuf};

use ligament::engine::support::contact_force;
use ligament::model::enums::ObjectType;
use ligament::{Data, Model, Problems};

use super::{csv, npz, refuse};

/// A table of numbers with named columns.
pub struct Table {
    /// Name of the array.
    pub name: &'static str,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Numbers, row by row.
    pub values: Vec<f64>,
}

impl Table {
    fn new(name: &'static str, columns: Vec<String>) -> Self {
        Self {
            name,
            columns,
            values: Vec::new(),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.values
            .len()
            .checked_div(self.columns.len())
            .unwrap_or(0)
    }
}

/// How a recording is stored.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Npz,
    Csv,
}

/// Collects rows and writes them at the end.
pub struct Recorder {
    path: PathBuf,
    form: Form,
    every: u64,
    /// One row per recorded step.
    steps: Vec<Table>,
    /// One row per contact of a recorded step, with the number of the row in `steps`.
    contacts: Table,
}

impl Recorder {
    /// Prepares a recording; says at once if it cannot be written.
    pub fn create(m: &Model, path: &Path, every: u64) -> Result<Self, Problems> {
        let form = match path.extension().and_then(|e| e.to_str()) {
            Some("npz") => Form::Npz,
            Some("csv") => Form::Csv,
            _ => {
                return refuse(format!(
                    "cannot tell how to record to {}: the name should end in .npz or .csv",
                    path.display()
                ));
            }
        };
        if let Err(e) = std::fs::File::create(path) {
            return refuse(format!("cannot write {}: {e}", path.display()));
        }
        let numbered = |name: &str, count: usize| -> Vec<String> {
            (0..count).map(|i| format!("{name}[{i}]")).collect()
        };
        let size = &m.size;
        let steps = vec![
            Table::new("time", vec!["time".into()]),
            Table::new("qpos", numbered("qpos", size.nq)),
            Table::new("qvel", numbered("qvel", size.nv)),
            Table::new("act", numbered("act", size.na)),
            Table::new("ctrl", numbered("ctrl", size.nu)),
            Table::new("sensordata", sensor_columns(m)),
            Table::new("ncon", vec!["ncon".into()]),
        ];
        let mut columns: Vec<String> = ["row", "geom1", "geom2", "dim", "dist"]
            .map(String::from)
            .to_vec();
        for (name, count) in [("pos", 3), ("frame", 9), ("force", 6)] {
            columns.extend(numbered(name, count));
        }
        let contacts = Table::new("contact", columns);
        Ok(Self {
            path: path.to_owned(),
            form,
            every,
            steps,
            contacts,
        })
    }

    /// Keeps a step, if it is its turn.
    pub fn note(&mut self, m: &Model, d: &Data, step: u64) {
        if step % self.every != 0 {
            return;
        }
        let row = self.steps.first().map_or(0, Table::rows);
        let count = d.contact.len() as f64;
        let sources: [&[f64]; 7] = [
            std::slice::from_ref(&d.time),
            &d.state.qpos,
            &d.state.qvel,
            &d.state.act,
            &d.input.ctrl,
            &d.sensor.sensordata,
            std::slice::from_ref(&count),
        ];
        for (table, source) in self.steps.iter_mut().zip(sources) {
            table.values.extend_from_slice(source);
        }
        for contact in &d.contact {
            let values = &mut self.contacts.values;
            let whole = [contact.geom[0], contact.geom[1], contact.dim];
            values.push(row as f64);
            values.extend(whole.map(f64::from));
            values.push(contact.dist);
            values.extend_from_slice(&contact.pos.0);
            values.extend_from_slice(&contact.frame);
            values.extend(contact_force(m, contact, &d.efc));
        }
    }

    /// Writes the files and says which.
    pub fn finish(self) -> Result<String, Problems> {
        let rows = self.steps.first().map_or(0, Table::rows);
        let written = match self.form {
            Form::Npz => npz::write(&self.path, self.steps.iter().chain([&self.contacts])),
            Form::Csv => csv::write(&self.path, &self.steps, &self.contacts),
        };
        match written {
            Ok(files) => {
                let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
                Ok(format!("recorded {rows} rows to {}\n", names.join(" and ")))
            }
            Err(e) => refuse(format!("cannot write {}: {e}", self.path.display())),
        }
    }
}

/// Names of all numbers that sensors deliver.
fn sensor_columns(m: &Model) -> Vec<String> {
    let mut columns = Vec::new();
    for i in 0..m.size.nsensor {
        let name = match m.name_of(ObjectType::Sensor, i) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("sensor{i}"),
        };
        let count = usize::try_from(m.sensor.dim[i]).unwrap_or(0);
        if count == 1 {
            columns.push(name);
        } else {
            columns.extend((0..count).map(|k| format!("{name}[{k}]")));
        }
    }
    columns
}
