//! Binary models, ours and MuJoCo's: damaged, with the checksum repaired, so that the checks behind it are reached.

use std::collections::HashMap;
use std::sync::OnceLock;

use ligament::model::Model;

use crate::document::simulate;
use crate::models::models;

/// The arrays of MuJoCo's files, in their order.
const ORDER: &str = include_str!("../../model/src/io/mjb_order.txt");

/// Bytes before the sizes in MuJoCo's files.
const HEAD: usize = 20;

/// Where the checksum stands, and where what it covers begins.
const CHECKSUM: usize = 16;
const BODY: usize = 24;

/// A binary model and where the numbers of its entries are: offset, bytes per number, count.
struct Base {
    bytes: Vec<u8>,
    entries: Vec<(usize, usize, usize)>,
}

fn bases() -> &'static [Base] {
    static BASES: OnceLock<Vec<Base>> = OnceLock::new();
    BASES.get_or_init(|| models().iter().map(|m| base(m.to_bytes())).collect())
}

/// Finds the entries of a file that we wrote ourselves.
fn base(bytes: Vec<u8>) -> Base {
    let mut entries = Vec::new();
    let mut at = BODY;
    let number = |at: usize, n: usize| {
        let part = bytes[at..at + n].iter().rev();
        part.fold(0_usize, |x, &b| x << 8 | usize::from(b))
    };
    while at + 11 < bytes.len() {
        at += 2 + number(at, 2);
        let width = match bytes[at] {
            b'd' | b'l' => 8,
            b'f' | b'i' => 4,
            _ => 1,
        };
        let count = number(at + 1, 8);
        at += 9;
        entries.push((at, width, count));
        at += width * count;
    }
    Base { bytes, entries }
}

/// Writes the checksum that fits the bytes: FNV-1a.
fn repair(bytes: &mut [u8]) {
    if bytes.len() < BODY {
        return;
    }
    let (head, body) = bytes.split_at_mut(BODY);
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    });
    head[CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
}

/// One change: five bytes that say which entry, which number of it, and what becomes of it.
fn change(base: &Base, bytes: &mut [u8], edit: &[u8]) {
    let &[e0, e1, n0, n1, how] = edit else { return };
    let entry = usize::from(u16::from_le_bytes([e0, e1])) % base.entries.len();
    let (offset, width, count) = base.entries[entry];
    let Some(index) = usize::from(u16::from_le_bytes([n0, n1])).checked_rem(count) else {
        return;
    };
    let at = offset + index * width;
    let slot = &mut bytes[at..at + width];
    let mut word = [0; 8];
    word[..width].copy_from_slice(slot);
    let old = i64::from_le_bytes(word);
    let new = match how % 12 {
        0 => 0,
        1 => -1,
        2 => 1,
        3 => old.wrapping_add(1),
        4 => old.wrapping_sub(1),
        5 => i64::from(i32::MAX),
        6 => i64::MAX,
        7 => old.wrapping_mul(2),
        8 => f64::NAN.to_bits() as i64,
        9 => i64::from(f32::INFINITY.to_bits()),
        10 => i64::from(how) * 1000,
        _ => i64::from(how) - 128,
    };
    slot.copy_from_slice(&new.to_le_bytes()[..width]);
}

/// The file that an input describes: the first byte chooses a model, groups of five change it; from 240 on the rest is a file
/// by itself.
fn file(bases: &[Base], input: &[u8]) -> Option<Vec<u8>> {
    let (&first, edits) = input.split_first()?;
    if first >= 240 {
        return Some(edits.to_vec());
    }
    let base = &bases[usize::from(first) % bases.len()];
    let mut bytes = base.bytes.clone();
    for edit in edits.chunks(5) {
        change(base, &mut bytes, edit);
    }
    Some(bytes)
}

/// Our own form.
pub fn lgm(input: &[u8]) {
    let Some(mut bytes) = file(bases(), input) else {
        return;
    };
    repair(&mut bytes);
    if let Ok(model) = Model::from_bytes(&bytes) {
        simulate(&model);
    }
}

fn mujoco_bases() -> &'static [Base] {
    static BASES: OnceLock<Vec<Base>> = OnceLock::new();
    BASES.get_or_init(|| models().iter().map(mujoco_base).collect())
}

/// A file in MuJoCo's form and its numbers: the head, each size, the single values four bytes at a time, each array.
fn mujoco_base(model: &Model) -> Base {
    let bytes = model.to_mjb();
    let count = i32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    // what the file has beside the arrays of the model is made up when it is written
    let model = Model::from_mjb(&bytes).expect("own files are read");
    let mut arrays = HashMap::new();
    model.visit(&mut |field, column| {
        let numbers = column.rows() * column.width();
        arrays.insert(field.name, (column.scalar().bytes(), numbers));
    });
    let arrays: Vec<_> = ORDER.split_whitespace().map(|name| arrays[name]).collect();
    let mut entries = vec![(0, 4, HEAD / 4)];
    let mut at = HEAD;
    for _ in 0..count {
        entries.push((at, 8, 1));
        at += 8;
    }
    let first = bytes.len() - arrays.iter().map(|(width, n)| width * n).sum::<usize>();
    entries.push((at, 4, (first - at) / 4));
    at = first;
    for (width, n) in arrays {
        entries.push((at, width, n));
        at += width * n;
    }
    Base { bytes, entries }
}

/// MuJoCo's form: what is read can be written, and read again to the same bytes.
pub fn mjb(input: &[u8]) {
    let Some(bytes) = file(mujoco_bases(), input) else {
        return;
    };
    if let Ok(model) = Model::from_mjb(&bytes) {
        let written = model.to_mjb();
        let again = Model::from_mjb(&written).expect("what was read can be written and read");
        assert!(
            again.to_mjb() == written,
            "written twice, to different files"
        );
        simulate(&model);
    }
}
