//! MuJoCo's binary form (`.mjb`) of the version that this engine follows.
//!
//! Layout, little-endian: five `i32` (a magic number, bytes of a real number, how many sizes, the version of MuJoCo, how many
//! arrays), the sizes as `i64`, the options, visual options and statistics as C lays out their structs, one byte per flag, and
//! then all arrays without gaps, in the order of `mjb_order.txt`. The form has no names and no checksum: it can be read only
//! by the version that wrote it. The durable form is that of [`Model::to_bytes`].
//!
//! A file of MuJoCo that is read and written again has the same bytes. What only MuJoCo needs and a model of ours lacks is
//! made up when it is written: the hash table of names, the sizes of its buffers.

use std::collections::HashMap;

use super::{BinaryError, check, number, take};
use crate::column::{Column, Number};
use crate::{Model, Sizes};

/// The first number of a file.
const MAGIC: i32 = 54321;
/// The version whose files are read and written.
const VERSION: i32 = 4_000_000;
/// Bytes of a real number.
const REAL: i32 = 8;
/// The arrays, in the order of the file.
const ORDER: &str = include_str!("mjb_order.txt");
/// Groups of single values, in the order of the file, with the bytes that follow each.
const RECORDS: &[(&str, usize)] = &[
    ("opt", 4),
    ("vis.global", 0),
    ("vis.quality", 0),
    ("vis.headlight", 0),
    ("vis.map", 0),
    ("vis.scale", 0),
    ("vis.rgba", 0),
    ("stat", 0),
    ("model", 0),
];
/// Single values that MuJoCo does not have.
const OWN: &[&str] = &["contactmemory", "memory"];
/// Slots in the hash table of names, per object.
const SLOTS: usize = 2;
/// Bytes that arrays are aligned to in MuJoCo's memory.
const ALIGNMENT: usize = 64;
/// Working memory of models that do not say how much they need.
const ARENA: usize = 16 << 20;
/// Kinds of objects, in the order of the hash table of names.
const NAMED: &[&str] = &[
    "body", "jnt", "geom", "site", "cam", "light", "flex", "mesh", "skin", "hfield", "tex", "mat",
    "pair", "exclude", "eq", "tendon", "actuator", "sensor", "numeric", "text", "tuple", "key",
    "plugin",
];

/// True if bytes begin as such a file does.
pub fn is_mjb(bytes: &[u8]) -> bool {
    bytes.get(..4) == Some(&MAGIC.to_le_bytes())
}

impl Model {
    /// The model in MuJoCo's binary form.
    pub fn to_mjb(&self) -> Vec<u8> {
        let mut completed;
        let model = if self.size.nnames_map == 0 {
            completed = self.clone();
            completed.complete_for_mjb();
            &completed
        } else {
            self
        };
        let mut sizes = Vec::new();
        model.size.visit(&mut |name, _, value| {
            let open = matches!(name, "njmax" | "nconmax") && value == 0;
            let value = i64::try_from(value).ok().filter(|_| !open);
            sizes.push(value.unwrap_or(-1));
        });
        let arrays: Vec<&str> = ORDER.split_whitespace().collect();
        let head = [
            MAGIC,
            REAL,
            i32::try_from(sizes.len()).unwrap_or(0),
            VERSION,
            i32::try_from(arrays.len()).unwrap_or(0),
        ];
        let mut out = Vec::new();
        head.iter()
            .for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        sizes
            .iter()
            .for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
        for (group, gap) in RECORDS {
            model.visit_records(&mut |own, field, column| {
                if own == *group && !OWN.contains(&field.name) {
                    column.put(&mut out);
                }
            });
            out.resize(out.len() + gap, 0);
        }
        let mut found: HashMap<&str, Vec<u8>> = HashMap::new();
        model.visit(&mut |field, column| {
            let mut bytes = Vec::new();
            column.put(&mut bytes);
            found.insert(field.name, bytes);
        });
        for name in arrays {
            out.extend_from_slice(found.get(name).map_or(&[], Vec::as_slice));
        }
        out
    }

    /// The model that a file in MuJoCo's binary form holds.
    pub fn from_mjb(bytes: &[u8]) -> Result<Self, BinaryError> {
        let mut rest = bytes;
        let size = read_head(&mut rest)?;
        let empty = Self {
            size: size.clone(),
            ..Self::default()
        };
        check_length(&empty, rest.len())?;
        let mut model = Self::new(size);
        let mut result = Ok(());
        for (group, gap) in RECORDS {
            model.visit_records_mut(&mut |own, field, column| {
                if own == *group && !OWN.contains(&field.name) {
                    load(field.name, column, &mut rest, &mut result);
                }
            });
            take(&mut rest, *gap)?;
        }
        let mut parts = HashMap::new();
        let mut lengths = HashMap::new();
        model.visit(&mut |field, column| {
            let count = column.rows() * column.width();
            lengths.insert(field.name, count * column.scalar().bytes());
        });
        for name in ORDER.split_whitespace() {
            let length = lengths.get(name).copied().unwrap_or(0);
            parts.insert(name, take(&mut rest, length)?);
        }
        model.visit_mut(&mut |field, column| {
            let mut part = parts.get(field.name).copied().unwrap_or(&[]);
            load(field.name, column, &mut part, &mut result);
        });
        result?;
        check::references(&model)?;
        Ok(model)
    }

    /// Adds what only MuJoCo needs: the hash table of names, and how much memory it takes.
    fn complete_for_mjb(&mut self) {
        let table = self.name_table();
        self.size.nnames_map = table.len();
        self.name.names_map = table;
        if self.size.narena == 0 {
            self.size.narena = usize::try_from(self.memory).map_or(ARENA, |m| m.max(1));
        }
        let mut lengths = HashMap::new();
        self.visit(&mut |field, column| {
            let count = column.rows() * column.width();
            lengths.insert(field.name, count * column.scalar().bytes());
        });
        let mut total = 0_usize;
        for name in ORDER.split_whitespace() {
            total = total.next_multiple_of(ALIGNMENT) + lengths.get(name).copied().unwrap_or(0);
        }
        self.size.nbuffer = total + ALIGNMENT - 1;
    }

    /// Per kind of object, a table of twice as many slots as objects: open addressing, linear probing.
    fn name_table(&self) -> Vec<i32> {
        let mut starts: HashMap<String, Vec<i32>> = HashMap::new();
        let mut names = Vec::new();
        self.visit(&mut |field, column| {
            let mut bytes = Vec::new();
            if field.name == "names" {
                column.put(&mut names);
            } else if field.name.starts_with("name_") {
                column.put(&mut bytes);
                let list = bytes.chunks_exact(4).map(<i32 as Number>::take).collect();
                starts.insert(field.name.to_owned(), list);
            }
        });
        let mut table = Vec::new();
        for kind in NAMED {
            let list = starts.get(&format!("name_{kind}adr"));
            let list = list.map_or(&[][..], Vec::as_slice);
            let mut slots = vec![-1_i32; SLOTS * list.len()];
            for (id, start) in list.iter().enumerate() {
                let rest = usize::try_from(*start).ok().and_then(|s| names.get(s..));
                let name = rest.and_then(|r| r.split(|b| *b == 0).next());
                let name = name.unwrap_or(&[]);
                if name.is_empty() {
                    continue;
                }
                let mut slot = (hash(name) % slots.len() as u64) as usize;
                while slots[slot] >= 0 {
                    slot = (slot + 1) % slots.len();
                }
                slots[slot] = i32::try_from(id).unwrap_or(-1);
            }
            table.extend(slots);
        }
        table
    }
}

/// Bernstein's hash with exclusive or: h ← 33 h ⊕ byte.
fn hash(name: &[u8]) -> u64 {
    name.iter()
        .fold(5381, |h: u64, b| (h << 5).wrapping_add(h) ^ u64::from(*b))
}

/// Reads numbers of the head and the sizes.
fn read_head(rest: &mut &[u8]) -> Result<Sizes, BinaryError> {
    let mut int = || number(rest, 4).map(|x| x as u32 as i32);
    let head = [int()?, int()?, int()?, int()?, int()?];
    if head[0] != MAGIC {
        return Err(BinaryError::NotAModel);
    }
    if head[3] != VERSION {
        return Err(BinaryError::OtherMujoco { found: head[3] });
    }
    let mut size = Sizes::default();
    let mut count = 0;
    size.visit(&mut |_, _, _| count += 1);
    let arrays = i32::try_from(ORDER.split_whitespace().count());
    if head[1] != REAL || head[2] != count || Ok(head[4]) != arrays {
        return Err(BinaryError::Corrupt);
    }
    let mut result = Ok(());
    size.visit_mut(&mut |name, value| match number(rest, 8) {
        // Sizes that were left open are -1.
        Ok(found) if matches!(name, "njmax" | "nconmax") || found >> 40 == 0 => {
            *value = found as usize;
        }
        Ok(_) => result = Err(BinaryError::Size { name }),
        Err(error) => result = Err(error),
    });
    result.map(|()| size)
}

/// Checks, before anything is allocated, that a file has as many bytes as its sizes promise.
fn check_length(empty: &Model, found: usize) -> Result<(), BinaryError> {
    let mut total = Some(RECORDS.iter().map(|(_, gap)| gap).sum::<usize>());
    empty.visit_records(&mut |_, field, column| {
        if !OWN.contains(&field.name) {
            let bytes = column.rows() * column.width() * column.scalar().bytes();
            total = total.and_then(|t| t.checked_add(bytes));
        }
    });
    empty.visit(&mut |field, column| {
        let bytes = field.rows.checked_mul(field.columns);
        let bytes = bytes.and_then(|n| n.checked_mul(column.scalar().bytes()));
        total = total.zip(bytes).and_then(|(t, b)| t.checked_add(b));
    });
    match total {
        Some(expected) if expected == found => Ok(()),
        Some(expected) if expected < found => Err(BinaryError::Corrupt),
        _ => Err(BinaryError::Truncated),
    }
}

/// Fills a column from the front of bytes.
fn load(
    name: &str,
    column: &mut dyn Column,
    rest: &mut &[u8],
    result: &mut Result<(), BinaryError>,
) {
    let length = column.rows() * column.width() * column.scalar().bytes();
    let done = take(rest, length).map(|bytes| column.take(bytes));
    if done != Ok(true) {
        *result = Err(BinaryError::Shape { name: name.into() });
    }
}
