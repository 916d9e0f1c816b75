//! Every stage against numbers recorded from MuJoCo (`tests/python/record_golden.py`), without Python: the first field that
//! differs names the stage that broke.

mod common;

use std::collections::HashMap;

use ligament::engine::forward;
use ligament::model::Column;
use ligament::prelude::*;

/// Largest difference, relative to the sum of absolute values.
const TOLERANCE: f64 = 1e-8;

/// What a line says about an array.
#[derive(Debug, Default)]
struct Sums {
    count: usize,
    absolute: f64,
    weighted: f64,
}

impl Sums {
    fn of(column: &dyn Column) -> Self {
        let values = column.to_f64();
        let weighted = |(i, x): (usize, &f64)| (1 + i % 17) as f64 * x;
        Self {
            count: values.len(),
            absolute: values.iter().map(|x| x.abs()).sum(),
            weighted: values.iter().enumerate().map(weighted).sum(),
        }
    }

    fn agrees(&self, other: &Self) -> bool {
        let close = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * self.absolute.max(1.0) * 17.0;
        self.count == other.count
            && close(self.absolute, other.absolute)
            && close(self.weighted, other.weighted)
    }
}

/// Recorded lines, by model, in the order of stages.
fn recorded() -> Vec<(String, String, Sums)> {
    let text = std::fs::read_to_string(common::repository("tests/golden/stages.txt")).unwrap();
    text.lines()
        .map(|line| {
            let parts: Vec<&str> = line.split(' ').collect();
            let number = |i: usize| parts[i].parse().unwrap();
            let sums = Sums {
                count: parts[2].parse().unwrap(),
                absolute: number(3),
                weighted: number(4),
            };
            (parts[0].to_owned(), parts[1].to_owned(), sums)
        })
        .collect()
}

/// Sums of all arrays after a forward pass from the state that was recorded, with the stages that compute them.
fn computed(name: &str) -> HashMap<&'static str, (&'static str, Sums)> {
    let m = common::own(name);
    let mut d = Data::new(&m);
    for (i, v) in d.state.qvel.iter_mut().enumerate() {
        *v = 0.1 * (i as f64).cos();
    }
    for (i, u) in d.input.ctrl.iter_mut().enumerate() {
        *u = 0.2 * (1.0 + i as f64).sin();
    }
    forward::forward(&m, &mut d);
    let mut all = HashMap::new();
    d.visit(&m, &mut |field, column| {
        all.insert(field.name, (field.stage.name(), Sums::of(column)));
    });
    all
}

#[test]
fn stages_agree_with_recorded_numbers() {
    let mut models: HashMap<String, _> = HashMap::new();
    let (mut compared, mut wrong) = (0, Vec::new());
    for (model, field, expected) in recorded() {
        let known = models
            .entry(model.clone())
            .or_insert_with(|| computed(&model));
        let Some((stage, found)) = known.get(field.as_str()) else {
            wrong.push(format!("{model}: there is no {field}"));
            continue;
        };
        compared += 1;
        if !expected.agrees(found) {
            wrong.push(format!(
                "{model}: {field}, which {stage} computes: recorded {expected:?}, found {found:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 400, "{compared}");
}
