//! Reading, compiling and writing.

use std::collections::HashMap;
use std::path::PathBuf;

use ligament::mjcf::{self, Read, ReadOptions, WriteOptions};
use ligament::model::Model;
use ligament::model::enums::{EqualityType, Keyword, ObjectType, SensorType};
use ligament::spec::asset::vfs::{Assets, Source};
use ligament::spec::compile::Provenance;
use ligament::spec::{AnyId, Problem, Problems, Severity};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::place::SpecPlace;
use super::{NativeSpec, element};
use crate::model::NativeModel;

/// What is said about a problem: whether it is an error, element, name, message, help, where it stands in the file, place.
type Report = (
    bool,
    String,
    String,
    String,
    String,
    String,
    Option<SpecPlace>,
);
/// Files in memory.
type Files = HashMap<String, Vec<u8>>;
/// A model that was read, or nothing, and the problems.
type Verdict<T> = (Option<T>, Vec<Report>);

/// The element that a problem is about. Problems name it as MJCF does.
fn about(problem: &Problem) -> Option<SpecPlace> {
    let kind = match problem.element.as_str() {
        "geom" => ObjectType::Geom,
        "body" => ObjectType::Body,
        "joint" | "freejoint" => ObjectType::Joint,
        "site" => ObjectType::Site,
        "camera" => ObjectType::Camera,
        "light" => ObjectType::Light,
        "frame" => ObjectType::Frame,
        "mesh" => ObjectType::Mesh,
        "hfield" => ObjectType::HeightField,
        "texture" => ObjectType::Texture,
        "material" => ObjectType::Material,
        "skin" => ObjectType::Skin,
        "sensor" => ObjectType::Sensor,
        "pair" => ObjectType::Pair,
        "exclude" => ObjectType::Exclude,
        "key" => ObjectType::Key,
        "numeric" => ObjectType::Numeric,
        "text" => ObjectType::Text,
        "tuple" => ObjectType::Tuple,
        "actuator" | "general" => ObjectType::Actuator,
        "tendon" | "spatial" | "fixed" => ObjectType::Tendon,
        "equality" => ObjectType::Equality,
        word if EqualityType::from_keyword(word).is_some() => ObjectType::Equality,
        word if SensorType::from_keyword(word).is_some() => ObjectType::Sensor,
        _ => return None,
    };
    problem.at.id.is_some().then_some(())?;
    AnyId::new(kind, problem.at.id).map(element)
}

fn report(problem: &Problem) -> Report {
    (
        problem.severity == Severity::Error,
        problem.element.clone(),
        problem.name.clone(),
        problem.message.clone(),
        problem.help.clone(),
        if problem.at.line > 0 {
            problem.at.to_string()
        } else {
            String::new()
        },
        about(problem),
    )
}

fn options(files: Files) -> ReadOptions {
    ReadOptions {
        assets: files.into_iter().collect(),
        ..ReadOptions::default()
    }
}

fn outcome(result: Result<Read, Problems>) -> Verdict<NativeSpec> {
    match result {
        Ok(mut read) => {
            read.spec.hold_all();
            (
                Some(NativeSpec::of(read.spec)),
                read.warnings.iter().map(report).collect(),
            )
        }
        Err(problems) => (None, problems.0.iter().map(report).collect()),
    }
}

impl NativeSpec {
    /// Notes where elements are in the compiled model.
    fn locate(&mut self, ids: &Provenance) {
        for kind in (0..64).filter_map(ObjectType::from_number) {
            for (i, handle) in ids.handles(kind).iter().enumerate() {
                if let Some(id) = AnyId::new(kind, *handle).filter(|_| handle.is_some()) {
                    self.index.insert(id, i);
                }
            }
        }
    }
}

#[pymethods]
impl NativeSpec {
    /// Reads a model file.
    #[staticmethod]
    fn read_file(py: Python<'_>, path: PathBuf, files: Files) -> Verdict<Self> {
        let options = options(files);
        outcome(py.detach(|| mjcf::read_path(&path, &options)))
    }

    /// Reads a model from text.
    #[staticmethod]
    fn read_text(py: Python<'_>, text: String, files: Files) -> Verdict<Self> {
        let options = options(files);
        outcome(py.detach(|| mjcf::read_str(&text, &options)))
    }

    /// What was read and is not understood: element, name, line.
    fn unsupported(&self) -> Vec<(String, String, u32)> {
        let all = self.spec.unsupported.iter();
        all.map(|u| (u.element.clone(), u.name.clone(), u.at.line))
            .collect()
    }

    /// Forgets what was read and is not understood: the caller keeps it.
    fn clear_unsupported(&mut self) {
        self.spec.unsupported.clear();
    }

    /// Sets the files in memory that come before those on disk.
    fn set_files(&mut self, files: Files) {
        let assets: Assets = files.into_iter().collect();
        self.spec.source = Source::memory(assets).with_disk();
    }

    /// Compiles the model.
    fn compile(&mut self, py: Python<'_>) -> Verdict<NativeModel> {
        let spec = &self.spec;
        match py.detach(|| spec.compile()) {
            Ok(compiled) => {
                self.index.clear();
                self.asset_time = compiled.asset_time;
                self.locate(&compiled.ids);
                let warnings = compiled.warnings.iter().map(report).collect();
                (Some(NativeModel::of(compiled.model)), warnings)
            }
            Err(problems) => (None, problems.0.iter().map(report).collect()),
        }
    }

    /// Seconds that parts of the last compilation took, in the order of `mjtCTimer` after the total.
    fn compile_times(&self) -> [f64; 2] {
        self.asset_time.map(|time| time.as_secs_f64())
    }

    /// The model as MJCF.
    fn write(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| {
            let spec = super::canonical::written(&self.spec);
            mjcf::write_string(&spec, &WriteOptions::default())
        });
        text.map_err(|problem| PyValueError::new_err(format!("Error: {}", problem.message)))
    }

    /// A model that holds the physics and visual options, for Python to show and change.
    fn options(&self) -> NativeModel {
        NativeModel::of(Model {
            opt: self.spec.option.clone(),
            vis: self.spec.visual.clone(),
            ..Model::default()
        })
    }

    /// Takes physics and visual options over.
    fn set_options(&mut self, py: Python<'_>, model: &NativeModel) {
        let model = model.cell.current(py);
        self.spec.option = model.opt.clone();
        self.spec.visual = model.vis.clone();
    }
}
