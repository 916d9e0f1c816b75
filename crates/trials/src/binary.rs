//! Binary models: damaged, with the checksum repaired, so that the checks behind it are reached.

use std::sync::OnceLock;

use ligament::model::Model;

use crate::document::simulate;
use crate::models::models;

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

/// The first byte chooses a model, groups of five change it; from 240 on the rest is a file by itself.
pub fn lgm(input: &[u8]) {
    let Some((&first, edits)) = input.split_first() else {
        return;
    };
    let mut bytes = if first >= 240 {
        edits.to_vec()
    } else {
        let base = &bases()[usize::from(first) % bases().len()];
        let mut bytes = base.bytes.clone();
        for edit in edits.chunks(5) {
            change(base, &mut bytes, edit);
        }
        bytes
    };
    repair(&mut bytes);
    if let Ok(model) = Model::from_bytes(&bytes) {
        simulate(&model);
    }
}
