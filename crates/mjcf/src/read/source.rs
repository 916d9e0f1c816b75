//! From files to one document: parsing, and putting included files in place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use ligament_spec::asset::vfs::{Resource, Source};
use ligament_spec::asset::{AssetError, path};
use ligament_spec::{Problem, Problems};

use crate::xml::{self, Element};

/// What an asset error says about a file.
pub fn trouble(file: &str, error: AssetError) -> Problem {
    let mut problem = Problem::model(error.message).help(error.help.unwrap_or_default());
    problem.at.file = Arc::from(file);
    problem
}

/// Finds a model file.
pub fn open(file: &str, source: &Source) -> Result<Resource, Problem> {
    source.read(file).map_err(|e| trouble(file, e))
}

/// Parses a model file and puts in everything that it includes.
pub fn parse_file(main: &Resource, file: &str, source: &Source) -> Result<Element, Problems> {
    let text = decode(main).map_err(|message| trouble(file, AssetError::new(message)))?;
    parse_main(&text, file, source)
}

/// Loads a model file with everything that it includes.
pub fn load(file: &str, source: &Source) -> Result<Element, Problems> {
    parse_file(&open(file, source)?, file, source)
}

/// Parses the text of a model and puts in everything that it includes. `file` is empty for a text without a file.
pub fn parse_main(text: &str, file: &str, source: &Source) -> Result<Element, Problems> {
    let mut root = parse(text, file, 0)?;
    let mut loader = Loader {
        source,
        model_dir: path::directory(file).to_owned(),
        included: HashSet::from([path::normalize(file)]),
    };
    if root.tag == "mujoco" {
        loader.expand(&mut root, None, 1)?;
    }
    Ok(root)
}

fn parse(text: &str, file: &str, depth: usize) -> Result<Element, Problem> {
    let name: Arc<str> = Arc::from(file);
    xml::parse(text, &name, 0, depth).map_err(|fault| {
        let mut problem = Problem::model(fault.message);
        problem.at.file = name;
        problem.at.line = fault.line;
        problem.at.column = fault.column;
        problem
    })
}

/// The text of a file. Bytes that are not UTF-8 become replacement characters: they may stand in comments, and where they matter,
/// in names, no other name is meant.
fn decode(resource: &Resource) -> Result<Cow<'_, str>, String> {
    if resource.bytes.is_empty() {
        return Err(format!("the file '{}' is empty", resource.path));
    }
    Ok(String::from_utf8_lossy(&resource.bytes))
}

struct Loader<'a> {
    source: &'a Source,
    model_dir: String,
    included: HashSet<String>,
}

impl Loader<'_> {
    /// Replaces the include elements among the children of `parent`, at every depth. `dir` is the directory of the
    /// included file that the children come from.
    fn expand(
        &mut self,
        parent: &mut Element,
        dir: Option<&Arc<str>>,
        depth: usize,
    ) -> Result<(), Problem> {
        if !parent
            .children
            .iter()
            .any(|c| c.tag == "include" || !c.children.is_empty())
        {
            if let Some(dir) = dir {
                for child in &mut parent.children {
                    child.dir = Some(Arc::clone(dir));
                }
            }
            return Ok(());
        }
        let mut children = Vec::with_capacity(parent.children.len());
        for mut child in std::mem::take(&mut parent.children) {
            child.dir = dir.cloned();
            if child.tag == "include" {
                children.append(&mut self.include(&child, dir, depth)?);
            } else {
                self.expand(&mut child, dir, depth + 1)?;
                children.push(child);
            }
        }
        parent.children = children;
        Ok(())
    }

    /// The elements that an include element stands for.
    fn include(
        &mut self,
        xml: &Element,
        dir: Option<&Arc<str>>,
        depth: usize,
    ) -> Result<Vec<Element>, Problem> {
        let error = |message: String| Problem::error(&xml.at, "include", "", message);
        if !xml.children.is_empty() {
            return Err(error("an include element has nothing inside".into()));
        }
        let file = xml
            .get("file")
            .ok_or_else(|| error("attribute 'file' is missing".into()))?;
        let resource = self
            .find(file, dir.map(|d| &**d))
            .map_err(|e| error(e.message).help(e.help.unwrap_or_default()))?;
        if !self.included.insert(resource.path.clone()) {
            return Err(error(format!(
                "the file '{}' is already part of the model",
                resource.path
            ))
            .help("a file can be included once; use attach to repeat a part"));
        }
        let text = decode(&resource).map_err(error)?;
        let mut root = parse(&text, &resource.path, depth)?;
        if root.children.is_empty() {
            return Err(error(format!(
                "the included file '{}' has no elements",
                resource.path
            )));
        }
        let dir: Arc<str> = Arc::from(path::directory(&resource.path));
        self.expand(&mut root, Some(&dir), depth)?;
        Ok(root.children)
    }

    /// Finds an included file: beside the model file, then beside the file that includes it.
    fn find(&self, file: &str, dir: Option<&str>) -> ligament_spec::asset::Result<Resource> {
        let first = self.source.read(&path::join(&self.model_dir, file));
        match (first, dir) {
            (Err(first), Some(dir)) if !path::is_absolute(file) => {
                self.source.read(&path::join(dir, file)).map_err(|_| first)
            }
            (first, _) => first,
        }
    }
}

/// True if there is such a file.
pub fn exists(source: &Source, name: &str) -> bool {
    source.serves_from_memory(name)
        || (source.uses_disk() && std::path::Path::new(&path::normalize(name)).is_file())
}

/// `target` seen from the directory `base`, if there is a way that does not need names of unknown directories.
pub fn relative(base: &str, target: &str) -> Option<String> {
    let (base, target) = (path::normalize(base), path::normalize(target));
    if path::is_absolute(&base) != path::is_absolute(&target) {
        return path::is_absolute(&target).then_some(target);
    }
    let from: Vec<&str> = base.split('/').filter(|p| !p.is_empty()).collect();
    let to: Vec<&str> = target.split('/').filter(|p| !p.is_empty()).collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let rest = from.get(shared..)?;
    if rest.contains(&"..") {
        return None;
    }
    let up = rest.iter().map(|_| "..");
    Some(
        up.chain(to.get(shared..)?.iter().copied())
            .collect::<Vec<_>>()
            .join("/"),
    )
}
