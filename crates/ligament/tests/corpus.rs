//! The public model collection, where it lies beside the repository: every model compiles or is refused by name, and
//! writing a model as MJCF and reading it back compiles to the same arrays.
//!
//! `LIGAMENT_CORPUS_LIST=models.txt` selects another list than the daily one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ligament::mjcf::{ReadOptions, WriteOptions, read_path, read_str, write_string};
use ligament::model::{Model, Sizes};
use ligament::spec::Spec;

/// Arrays agree if they differ by less than this, relative to their largest value.
const TOLERANCE: f64 = 1e-9;

fn corpus() -> Option<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let list = std::env::var("LIGAMENT_CORPUS_LIST").unwrap_or_else(|_| "core.txt".into());
    let text = std::fs::read_to_string(root.join(list)).ok()?;
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    Some(lines.map(|l| root.join(l)).collect())
}

/// Runs `check` on every model, on all cores, and gives what it found by model.
fn on_every_model(
    models: &[PathBuf],
    check: impl Fn(&Path) -> Result<(), String> + Sync,
) -> BTreeMap<PathBuf, String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(path) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result =
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(path)));
                    if let Err(message) = result.unwrap_or_else(|_| Err("panicked".into())) {
                        found.lock().unwrap().insert(path.clone(), message);
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// The first array in which two models differ.
fn difference(a: &Model, b: &Model) -> Option<String> {
    let counts = |model: &Model| Sizes {
        npaths: 0,
        ..model.size.clone()
    };
    if counts(a) != counts(b) {
        return Some("sizes".into());
    }
    let arrays = |model: &Model| {
        let mut all = Vec::new();
        // the paths of assets depend on where the model file lies; pixels can take gigabytes
        model.visit(&mut |field, column| {
            if !field.name.contains("path") && field.name != "tex_data" {
                all.push((field.name, column.to_f64()));
            }
        });
        model
            .opt
            .visit(&mut |field, column| all.push((field.name, column.to_f64())));
        model
            .stat
            .visit(&mut |field, column| all.push((field.name, column.to_f64())));
        all
    };
    arrays(a)
        .into_iter()
        .zip(arrays(b))
        .find_map(|((name, x), (_, y))| {
            let scale = x.iter().fold(1e-3_f64, |s, v| s.max(v.abs()));
            let same = |(p, q): (&f64, &f64)| {
                p == q || (p.is_nan() && q.is_nan()) || (p - q).abs() <= TOLERANCE * scale
            };
            (x.len() != y.len() || !x.iter().zip(&y).all(same)).then(|| name.to_owned())
        })
}

fn read(path: &Path) -> Result<Spec, String> {
    read_path(path, &ReadOptions::default())
        .map(|r| r.spec)
        .map_err(|p| p.to_string())
}

/// True if a model is refused because of something that is named as not supported.
fn is_refused_by_name(message: &str) -> bool {
    message.contains("not supported")
}

/// The model of a file; none if it is refused by name.
fn compiled(path: &Path) -> Result<Option<Model>, String> {
    let spec = match read(path) {
        Err(message) if is_refused_by_name(&message) => return Ok(None),
        other => other?,
    };
    match spec.compile() {
        Err(problems) if is_refused_by_name(&problems.to_string()) => Ok(None),
        other => other.map(|c| Some(c.model)).map_err(|p| p.to_string()),
    }
}

#[test]
fn models_survive_their_binary_form() {
    let Some(models) = corpus() else { return };
    let found = on_every_model(&models, |path| {
        let Some(model) = compiled(path)? else {
            return Ok(());
        };
        let again = Model::from_bytes(&model.to_bytes()).map_err(|e| e.to_string())?;
        if again.to_bytes() != model.to_bytes() {
            return Err("differs after being read back".into());
        }
        Ok(())
    });
    for (path, message) in &found {
        println!("{}: {message}", path.display());
    }
    assert!(
        found.is_empty(),
        "{} of {} models",
        found.len(),
        models.len()
    );
}

#[test]
fn models_survive_being_written_and_read_back() {
    let Some(models) = corpus() else { return };
    let found = on_every_model(&models, |path| {
        let spec = match read(path) {
            Err(message) if is_refused_by_name(&message) => return Ok(()),
            other => other?,
        };
        let model = match spec.compile() {
            Err(problems) if is_refused_by_name(&problems.to_string()) => return Ok(()),
            other => other.map_err(|p| p.to_string())?.model,
        };
        let here = WriteOptions {
            directory: Some(String::new()),
        };
        let text = write_string(&spec, &here).map_err(|p| p.to_string())?;
        let again = read_str(&text, &ReadOptions::default());
        let again = again.map_err(|p| format!("written model: {p}"))?.spec;
        let again = again
            .compile()
            .map_err(|p| format!("written model: {p}"))?
            .model;
        difference(&model, &again).map_or(Ok(()), |name| {
            Err(format!("differs in {name} after writing"))
        })
    });
    for (path, message) in &found {
        println!("{}: {message}", path.display());
    }
    assert!(
        found.is_empty(),
        "{} of {} models",
        found.len(),
        models.len()
    );
}
