//! Damaged binary models: whatever number of an index or a size is changed, the file is refused or the model steps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ligament::engine::{Data, step};
use ligament::model::{Model, Scalar};
use ligament::{mjcf, model::io::BinaryError};

/// Our own models with few elements of every kind.
const MODELS: [&str; 7] = [
    "everything.xml",
    "actuators.xml",
    "closed_loops.xml",
    "sensors.xml",
    "tendons.xml",
    "terrain.xml",
    "pendulums.xml",
];

/// Rows of a column that are changed, spread over all of them.
const ROWS: usize = 5;

fn compiled(name: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/models")
        .join(name);
    let read = mjcf::read_path(&path, &mjcf::ReadOptions::default()).unwrap();
    read.spec.compile().unwrap().model
}

/// What becomes of a model: refused with the name of what is wrong, or steps; the panic's message otherwise.
fn outcome(model: &Model) -> Result<Option<BinaryError>, String> {
    let run = || {
        let model = match Model::from_bytes(&model.to_bytes()) {
            Ok(model) => model,
            Err(error) => return Some(error),
        };
        let mut data = Data::new(&model);
        for _ in 0..2 {
            step(&model, &mut data);
        }
        None
    };
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| "panics".into())
}

/// Numbers that are put in the place of `value`.
fn strangers(value: i64) -> Vec<i64> {
    let all = [
        value - 1,
        value + 1,
        -2,
        -1,
        0,
        1,
        3,
        1000,
        i64::from(i32::MAX),
        i64::from(i32::MIN),
    ];
    all.into_iter().filter(|&x| x != value).collect()
}

fn bytes(value: i64, scalar: Scalar) -> Option<Vec<u8>> {
    Some(match scalar {
        Scalar::I32 => i32::try_from(value).ok()?.to_le_bytes().to_vec(),
        Scalar::I64 => value.to_le_bytes().to_vec(),
        Scalar::U8 | Scalar::Bool => vec![u8::try_from(value).ok()?],
        Scalar::F64 | Scalar::F32 => return None,
    })
}

/// Changes single numbers of all columns of whole numbers; gives the cases that panic.
fn damaged_columns(name: &str, model: &Model) -> Vec<String> {
    let mut columns = Vec::new();
    let mut index = 0;
    model.visit(&mut |field, column| {
        let whole = !matches!(column.scalar(), Scalar::F64 | Scalar::F32);
        let text = matches!(
            field.name,
            "names" | "paths" | "tex_data" | "text_data" | "plugin_attr"
        );
        if whole && !text {
            columns.push((index, field, column.scalar(), column.to_f64()));
        }
        index += 1;
    });
    let mut found = Vec::new();
    for (index, field, scalar, values) in columns {
        let every = values.len().div_ceil(ROWS).max(1);
        let places = (0..values.len())
            .step_by(every)
            .chain(values.len().checked_sub(1));
        for place in places {
            for stranger in strangers(values[place] as i64) {
                let Some(fresh) = bytes(stranger, scalar) else {
                    continue;
                };
                let mut changed = model.clone();
                changed.with_column_mut(index, &mut |_, column| {
                    let mut all = Vec::new();
                    column.put(&mut all);
                    let width = fresh.len();
                    all[place * width..(place + 1) * width].copy_from_slice(&fresh);
                    assert!(column.take(&all));
                });
                if let Err(message) = outcome(&changed) {
                    found.push(format!(
                        "{name}: {}[{place}] = {stranger} {message}",
                        field.name
                    ));
                    break;
                }
            }
        }
    }
    found
}

/// Changes sizes; gives the cases that panic.
fn damaged_sizes(name: &str, model: &Model) -> Vec<String> {
    let mut sizes = Vec::new();
    model
        .size
        .visit(&mut |name, _, value| sizes.push((name, value)));
    let mut found = Vec::new();
    for (size, value) in sizes {
        for stranger in strangers(value as i64) {
            let mut changed = model.clone();
            changed.size.visit_mut(&mut |other, slot| {
                if other == size {
                    *slot = stranger as usize;
                }
            });
            if let Err(message) = outcome(&changed) {
                found.push(format!("{name}: {size} = {stranger} {message}"));
            }
        }
    }
    found
}

#[test]
fn damaged_models_are_refused_or_step() {
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut found = Vec::new();
    for name in MODELS {
        let model = compiled(name);
        assert_eq!(outcome(&model), Ok(None), "{name}");
        found.extend(damaged_columns(name, &model));
        found.extend(damaged_sizes(name, &model));
    }
    std::panic::set_hook(quiet);
    assert!(
        found.is_empty(),
        "{} cases:\n{}",
        found.len(),
        found.join("\n")
    );
}
