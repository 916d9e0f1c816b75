//! Reading: from text to a tree of elements, from there to an editable model.
//!
//! The document is parsed, included files are put in place, everything is checked against the grammar, and then the
//! sections are read in a fixed order whatever their order in the file: settings, default classes, custom fields,
//! assets, everything that refers to the tree, and the tree last.

mod actuator;
mod asset;
mod check;
mod custom;
mod defaults;
mod fill;
mod lower;
mod motor;
mod relation;
mod sensor;
mod settings;
mod source;
mod tree;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use ligament_spec::asset::archive::Archive;
use ligament_spec::asset::vfs::{Assets, Source};
use ligament_spec::asset::{AssetError, path};
use ligament_spec::{Class, Id, Problem, Problems, Spec};

pub(crate) use defaults::prepare;
pub(crate) use source::relative;

use crate::schema::Node;
use crate::schema::document::{HEADER_ROWS, Header, MUJOCO, URDF_EXTENSION};
use crate::urdf::{self, UrdfOptions};
use crate::xml::Element;
use lower::Form;

/// How to read a model.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Files in memory: included files, models and assets are looked for here first.
    pub assets: Assets,
    /// True to read nothing from disk but the file that is asked for. Otherwise what is not in memory is looked for on disk,
    /// beside the model file, or from the working directory on if the model is a text.
    pub memory_only: bool,
    /// How URDF files are read.
    pub urdf: UrdfOptions,
}

/// A model that was read, with the warnings that came up.
#[derive(Clone, Debug)]
pub struct Read {
    /// The model.
    pub spec: Spec,
    /// Warnings.
    pub warnings: Vec<Problem>,
}

/// Reads a model file: MJCF, URDF, or an archive (`.zip`, `.mjz`) that holds one of them with its files.
pub fn read_path(
    file: impl AsRef<std::path::Path>,
    options: &ReadOptions,
) -> Result<Read, Problems> {
    let Some(file) = file.as_ref().to_str() else {
        let message = format!(
            "the file name '{}' is not Unicode text",
            file.as_ref().display()
        );
        return Err(Problem::model(message).into());
    };
    let source = source_of(options);
    // The file that was asked for may lie on disk even where what it refers to may not.
    let place = if options.memory_only && !source.serves_from_memory(file) {
        Source::disk()
    } else {
        source.clone()
    };
    let main = source::open(file, &place)?;
    if path::is_archive(file) {
        return read_archive(file, main.bytes, options);
    }
    let root = source::parse_file(&main, file, &source)?;
    read_model(root, path::directory(file), &source, options)
}

/// Reads the model in an archive that is known as the file `name`. What the model refers to is looked for in the archive, then
/// where the options say.
pub fn read_archive(
    name: &str,
    bytes: impl Into<Arc<[u8]>>,
    options: &ReadOptions,
) -> Result<Read, Problems> {
    let trouble = |e: AssetError| source::trouble(name, e);
    let archive = Archive::new(name, bytes).map_err(trouble)?;
    let file = archive.root_model().map_err(trouble)?;
    let source = source_of(options).before(archive);
    let main = source::open(&file, &source)?;
    let root = source::parse_file(&main, &file, &source)?;
    read_model(root, path::directory(&file), &source, options)
}

/// Reads a model from a text.
pub fn read_str(text: &str, options: &ReadOptions) -> Result<Read, Problems> {
    let source = source_of(options);
    let root = source::parse_main(text, "", &source)?;
    read_model(root, "", &source, options)
}

fn source_of(options: &ReadOptions) -> Source {
    let source = Source::memory(options.assets.clone());
    if options.memory_only {
        source
    } else {
        source.with_disk()
    }
}

/// Reads a model in either format.
fn read_model(
    root: Element,
    directory: &str,
    source: &Source,
    options: &ReadOptions,
) -> Result<Read, Problems> {
    if root.tag == "robot" {
        read_robot(&root, directory, source, &options.urdf)
    } else {
        read_document(root, directory, source, 0)
    }
}

/// Reads a URDF document. Its `mujoco` extension may hold the sections that do not concern the tree.
fn read_robot(
    root: &Element,
    directory: &str,
    source: &Source,
    options: &UrdfOptions,
) -> Result<Read, Problems> {
    let mut problems = Problems::default();
    let extensions: Vec<&Element> = root
        .children
        .iter()
        .filter(|c| c.tag == MUJOCO.tag)
        .collect();
    if let [_, second, ..] = extensions.as_slice() {
        let message = "<robot> can have only one <mujoco>";
        problems.push(Problem::error(&second.at, MUJOCO.tag, "", message));
    }
    for extension in &extensions {
        check::check(extension, &URDF_EXTENSION, &mut problems);
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let mut reader = Reader::new(directory, source, 0, problems);
    urdf::prepare(&mut reader.spec);
    for extension in extensions {
        reader.document(extension);
    }
    let read = urdf::read(root, options, &mut reader.spec);
    reader.problems.keep(read);
    let (spec, problems) = (reader.spec, reader.problems);
    problems.check().map(|warnings| Read { spec, warnings })
}

/// Deepest nesting of models that attach models.
const MAX_MODELS: usize = 50;

/// Reads a document whose included files are in place.
fn read_document(
    root: Element,
    directory: &str,
    source: &Source,
    depth: usize,
) -> Result<Read, Problems> {
    if root.tag != MUJOCO.tag {
        let message = format!(
            "the outermost element is <{}>; a model starts with <mujoco>",
            root.tag
        );
        return Err(Problem::error(&root.at, &root.tag, "", message).into());
    }
    let mut problems = Problems::default();
    check::check(&root, &MUJOCO, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    let mut reader = Reader::new(directory, source, depth, problems);
    reader.document(&root);
    let (spec, problems) = (reader.spec, reader.problems);
    problems.check().map(|warnings| Read { spec, warnings })
}

/// What is known while a document is read.
struct Reader<'a> {
    spec: Spec,
    problems: Problems,
    source: &'a Source,
    /// Models that can be attached, by name.
    models: HashMap<String, Spec>,
    /// The element with which the actuator prototype of each class is written.
    forms: HashMap<Id<Class>, Form>,
    /// How many models this one is nested in.
    depth: usize,
}

impl<'a> Reader<'a> {
    fn new(directory: &str, source: &'a Source, depth: usize, problems: Problems) -> Self {
        let mut spec = Spec::new();
        spec.source = source.clone();
        directory.clone_into(&mut spec.scopes[0].modeldir);
        prepare(&mut spec);
        Self {
            spec,
            problems,
            source,
            models: HashMap::new(),
            forms: HashMap::new(),
            depth,
        }
    }

    fn document(&mut self, root: &Element) {
        let mut header = Header::default();
        self.fill(root, HEADER_ROWS, &mut header);
        if root.has("model") {
            self.spec.name = header.model;
        }
        type Section<'a> = (&'static str, fn(&mut Reader<'a>, &Element));
        let order: [Section<'a>; 17] = [
            ("compiler", Self::compiler),
            ("option", Self::option),
            ("size", Self::size),
            ("visual", Self::visual),
            ("statistic", Self::statistic),
            ("default", Self::outer_class),
            ("extension", Self::extension),
            ("custom", Self::custom),
            ("asset", Self::assets),
            ("contact", Self::contact),
            ("deformable", Self::deformable),
            ("equality", Self::equality),
            ("tendon", Self::tendons),
            ("actuator", Self::actuators),
            ("sensor", Self::sensors),
            ("keyframe", Self::keyframe),
            ("worldbody", Self::world),
        ];
        for (tag, read) in order {
            for section in root.children.iter().filter(|c| c.tag == tag) {
                read(self, section);
            }
        }
    }

    /// Collects an error in an element.
    fn error(&mut self, xml: &Element, message: impl Into<String>) {
        self.problems
            .push(Problem::error(&xml.at, &xml.tag, xml.label(), message));
    }

    /// Records an element that cannot be compiled yet.
    fn unsupported(&mut self, xml: &Element) {
        self.spec.unsupported.push(ligament_spec::Unsupported {
            at: xml.at.clone(),
            element: xml.tag.clone(),
            name: xml.label().to_owned(),
        });
    }

    /// Checks the values of an element that is recorded only, and of everything inside.
    fn check_values(&mut self, xml: &Element, node: &'static Node) {
        check::values(xml, node, &mut self.problems);
    }
}
