//! Checks that a model is what its tables say, so that a file cannot lead a reader astray: every index points into the
//! array it refers to, by the [`Index`] in its row, and every enumeration has a number that is listed.
//!
//! What a row cannot say is code, by subject: [`kinds`] (what an id is of depends on a kind), [`sensors`], [`tree`] (what follows from
//! bodies and joints), [`sparse`] (patterns of matrices), [`shapes`] (meshes, height fields and textures), [`storage`]
//! (sizes that count numbers of a simulation).

mod kinds;
mod sensors;
mod shapes;
mod sparse;
mod storage;
mod tree;

use std::collections::HashMap;

use super::BinaryError;
use crate::column::{Field, Scalar};
use crate::enums::{Keyword, ObjectType};
use crate::index::{Index, Order};
use crate::{Model, Sizes};

/// Says that a row of an array cannot be right.
fn wrong<T>(name: &'static str, row: usize) -> Result<T, BinaryError> {
    Err(BinaryError::Range { name, row })
}

/// Checks all references of a model.
pub(super) fn references(model: &Model) -> Result<(), BinaryError> {
    storage::limits(&model.size)?;
    let tables = Tables::new(model)?;
    for column in &tables.columns {
        tables.check(model, column)?;
    }
    kinds::check(model)?;
    sensors::check(model)?;
    tree::check(model)?;
    sparse::check(model)?;
    shapes::check(model)?;
    storage::check(model)
}

/// A column of whole numbers.
struct Integers {
    field: Field,
    values: Vec<i64>,
}

impl Integers {
    /// Every value with its row.
    fn each(&self) -> impl Iterator<Item = (usize, i64)> {
        let width = self.field.columns.max(1);
        let values = self.values.iter().copied().enumerate();
        values.map(move |(i, value)| (i / width, value))
    }
}

/// All columns of whole numbers.
struct Tables {
    columns: Vec<Integers>,
    place: HashMap<&'static str, usize>,
}

impl Tables {
    fn new(model: &Model) -> Result<Self, BinaryError> {
        let (mut columns, mut place) = (Vec::new(), HashMap::new());
        let mut result = Ok(());
        model.visit(&mut |field, column| {
            if let Some(row) = column.unlisted() {
                result = wrong(field.name, row);
            }
            if matches!(column.scalar(), Scalar::I32 | Scalar::I64) {
                let values = column.to_f64().iter().map(|&x| x as i64).collect();
                place.insert(field.name, columns.len());
                columns.push(Integers { field, values });
            }
        });
        result.map(|()| Self { columns, place })
    }

    fn named(&self, name: &str) -> Option<&Integers> {
        self.columns.get(*self.place.get(name)?)
    }

    /// The first column of ranges into what `size` counts, among those of elements that `of` counts, if given.
    fn ranges(&self, size: &str, of: Option<&str>) -> Option<&Integers> {
        self.columns.iter().find(|c| {
            let into =
                matches!(c.field.index, Some(Index::Range { size: target, .. }) if target == size);
            into && of.is_none_or(|of| of == c.field.size)
        })
    }

    /// The row whose range holds each position; -1 where there is none. Refuses ranges that leave their target, overlap
    /// or, where they should, do not hold all of it: those that do not overlap do if their lengths add up to it.
    fn owners(&self, starts: &Integers) -> Result<Vec<i64>, BinaryError> {
        let Some(Index::Range {
            size,
            limit,
            count,
            whole,
        }) = starts.field.index
        else {
            return Ok(Vec::new());
        };
        let name = starts.field.name;
        let counts = self.named(count).map_or(&[][..], |c| &c.values);
        let total = |sum: i64, &count: &i64| sum.checked_add(count).filter(|_| count >= 0);
        if whole && counts.iter().try_fold(0, total) != i64::try_from(limit).ok() {
            return Err(BinaryError::Size { name: size });
        }
        let mut owners = vec![-1; limit];
        for (row, (&start, &count)) in starts.values.iter().zip(counts).enumerate() {
            let end = start
                .checked_add(count)
                .and_then(|end| usize::try_from(end).ok());
            let range = usize::try_from(start)
                .ok()
                .zip(end)
                .map(|(start, end)| start..end);
            match range.and_then(|range| owners.get_mut(range)) {
                // an empty range may begin nowhere, but not beyond the end
                _ if count == 0 && start <= limit as i64 => {}
                Some(held) if count > 0 && held.iter().all(|&owner| owner < 0) => {
                    held.fill(row as i64);
                }
                _ => return wrong(name, row),
            }
        }
        Ok(owners)
    }

    fn check(&self, model: &Model, column: &Integers) -> Result<(), BinaryError> {
        let field = &column.field;
        let refuse = |fits: &dyn Fn(usize, i64) -> bool| {
            let bad = column.each().find(|&(row, value)| !fits(row, value));
            bad.map_or(Ok(()), |(row, _)| wrong(field.name, row))
        };
        match field.index {
            None | Some(Index::Kind) => Ok(()),
            Some(Index::Range { .. }) => self.owners(column).map(drop),
            Some(Index::Into {
                size,
                limit,
                least,
                order,
            }) => {
                let (limit, least) = (limit as i64, i64::from(least));
                refuse(&|_, value| (least..limit).contains(&value))?;
                match order {
                    Order::Any => Ok(()),
                    // the first of those that have no -1 is its own
                    Order::Earlier => {
                        refuse(&|row, value| value < row.max(usize::from(least == 0)) as i64)
                    }
                    Order::Owner => {
                        let ranges = self.ranges(field.size, Some(size));
                        let owners = ranges.map_or(Ok(Vec::new()), |ranges| self.owners(ranges))?;
                        refuse(&|row, value| owners.get(row) == Some(&value))
                    }
                    Order::Each => {
                        let mut taken: Vec<i64> =
                            column.values.iter().copied().filter(|&x| x >= 0).collect();
                        taken.sort_unstable();
                        let all = taken.iter().copied().eq(0..limit);
                        if all { Ok(()) } else { wrong(field.name, 0) }
                    }
                }
            }
            Some(Index::Local { count, least }) => {
                let Some(counts) = self.named(count) else {
                    return Ok(());
                };
                let elements = self.elements(field, counts)?;
                refuse(&|row, value| {
                    let element = elements
                        .as_ref()
                        .map_or(Some(row as i64), |e| e.get(row).copied());
                    let count = element.and_then(|e| counts.values.get(usize::try_from(e).ok()?));
                    // where an element has nothing to point to, zeros stand
                    count.is_some_and(|&count| (i64::from(least)..count.max(1)).contains(&value))
                })
            }
            Some(Index::Object { kinds }) => {
                let kinds = self.named(kinds).map_or(&[][..], |c| &c.values);
                refuse(&|row, value| {
                    let kind = kinds
                        .get(row)
                        .and_then(|&k| ObjectType::from_number(i32::try_from(k).ok()?));
                    value < kind.map_or(0, |kind| count(model, kind)) as i64 && value >= -1
                })
            }
        }
    }

    /// The element that each row of a column belongs to, among the elements that another column has as rows; none if
    /// both have the same rows.
    fn elements(&self, field: &Field, of: &Integers) -> Result<Option<Vec<i64>>, BinaryError> {
        let mut size = field.size;
        let mut elements: Option<Vec<i64>> = None;
        // each room on the way is entered once
        for _ in 0..self.columns.len() {
            if size == of.field.size {
                break;
            }
            let Some(ranges) = self.ranges(size, None) else {
                break;
            };
            let owners = self.owners(ranges)?;
            elements = Some(match elements {
                None => owners,
                Some(inner) => inner
                    .iter()
                    .map(|&i| {
                        usize::try_from(i)
                            .ok()
                            .and_then(|i| owners.get(i))
                            .copied()
                            .unwrap_or(-1)
                    })
                    .collect(),
            });
            size = ranges.field.size;
        }
        Ok(elements)
    }
}

/// How many objects of a kind there are.
fn count(model: &Model, kind: ObjectType) -> usize {
    match kind {
        ObjectType::Dof => model.size.nv,
        _ => model.name_addresses(kind).map_or(0, <[i32]>::len),
    }
}

/// A size that arrays imply.
fn implied(size: &Sizes, name: &'static str, value: usize) -> Result<(), BinaryError> {
    let mut found = None;
    size.visit(&mut |other, _, value| found = found.or((other == name).then_some(value)));
    if found == Some(value) {
        return Ok(());
    }
    Err(BinaryError::Size { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_that_a_row_refers_to_is_found() {
        let tables = Tables::new(&Model::default()).unwrap();
        for column in &tables.columns {
            let (name, size) = (column.field.name, column.field.size);
            match column.field.index {
                Some(Index::Range { count, .. } | Index::Local { count, .. }) => {
                    assert!(tables.named(count).is_some(), "{name}");
                }
                Some(Index::Object { kinds }) => assert!(tables.named(kinds).is_some(), "{name}"),
                Some(Index::Into {
                    size: target,
                    order: Order::Owner,
                    ..
                }) => {
                    assert!(tables.ranges(size, Some(target)).is_some(), "{name}");
                }
                _ => {}
            }
            if let Some(Index::Local { count, .. }) = column.field.index {
                let mut at = size;
                while at != tables.named(count).unwrap().field.size {
                    at = tables.ranges(at, None).unwrap().field.size;
                }
            }
        }
    }

    /// Columns whose names end like those of indices say what they point to.
    #[test]
    fn every_column_that_looks_like_an_index_has_a_target() {
        let tables = Tables::new(&Model::default()).unwrap();
        let later = [
            "flex_elemdataadr",
            "flex_stiffnessadr",
            "flex_elemedgeadr",
            "flex_bendingadr",
            "flex_shelldataadr",
        ];
        for column in &tables.columns {
            let name = column.field.name;
            let looks = ["adr", "id", "colind"]
                .iter()
                .any(|end| name.ends_with(end));
            assert!(
                !looks || column.field.index.is_some() || later.contains(&name),
                "{name}"
            );
        }
    }
}
