//! The binary form of a model: every value by name, so that files outlive changes of the field table.
//!
//! Layout, little-endian: the magic word, the format version (`u32`), the number of entries (`u32`), the checksum of
//! everything after it (`u64`, FNV-1a), then the entries. An entry is a name (`u16` length and UTF-8), a letter for the
//! number type, a count (`u64`) and that many numbers. Sizes come as `size.nq`, options as `opt.timestep`, visual options
//! as `vis.global.fovy`, statistics as `stat.extent`; arrays carry their flat name, `body_mass`.
//!
//! Reading trusts nothing: arrays are allocated only after the file has shown to hold all of their numbers, and indices
//! into other arrays are checked before the model is handed out.

mod check;
mod mjb;

pub use mjb::is_mjb;

use std::collections::HashMap;

use crate::column::{Column, Field, Scalar};
use crate::{Model, Sizes};

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"LIGAMENT";
/// The version this program writes and the newest it reads.
const VERSION: u32 = 1;
/// Bytes before the first entry.
const HEADER: usize = 24;

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinaryError {
    /// The magic word is missing.
    NotAModel,
    /// The file was written by a newer version of the format.
    Newer {
        /// The version found.
        found: u32,
    },
    /// The file was written by another version of MuJoCo than the one this engine follows.
    OtherMujoco {
        /// The version found, as a number.
        found: i32,
    },
    /// The file ends in the middle of something.
    Truncated,
    /// The bytes were changed after they had been written.
    Corrupt,
    /// An entry that the model needs is not there.
    Missing {
        /// Its name.
        name: String,
    },
    /// An entry has another number type or count than the model needs.
    Shape {
        /// Its name.
        name: String,
    },
    /// A value points outside the array it refers to.
    Range {
        /// The array that holds the value.
        name: &'static str,
        /// Which row.
        row: usize,
    },
    /// A size is not what the arrays make of it.
    Size {
        /// Its name.
        name: &'static str,
    },
}

impl std::fmt::Display for BinaryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotAModel => write!(f, "not a binary Ligament model"),
            Self::Newer { found } => write!(
                f,
                "written in format version {found}, newer than {VERSION}, the newest that this program reads"
            ),
            Self::OtherMujoco { found } => write!(
                f,
                "written by MuJoCo {}.{}.{}; binary files can be read only of version 4.0.0: load the XML instead",
                found / 1_000_000,
                found / 1_000 % 1_000,
                found % 1_000
            ),
            Self::Truncated => write!(f, "the binary model ends too early"),
            Self::Corrupt => write!(f, "the binary model is damaged: its checksum does not fit"),
            Self::Missing { name } => write!(f, "the binary model has no entry '{name}'"),
            Self::Shape { name } => {
                write!(
                    f,
                    "entry '{name}' of the binary model has the wrong type or length"
                )
            }
            Self::Range { name, row } => {
                write!(
                    f,
                    "row {row} of '{name}' has a number that points to nothing or contradicts other arrays"
                )
            }
            Self::Size { name } => {
                write!(f, "size '{name}' does not fit the arrays of the model")
            }
        }
    }
}

impl std::error::Error for BinaryError {}

impl Model {
    /// The model as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.written().finish()
    }

    /// The model as bytes, with the text it was compiled from, which [`source_text`] finds.
    pub fn to_bytes_with_source(&self, text: &str) -> Vec<u8> {
        let mut writer = self.written();
        writer.entry(SOURCE, &text.as_bytes().to_vec());
        writer.finish()
    }

    /// All entries of the model.
    fn written(&self) -> Writer {
        let mut writer = Writer::default();
        self.size.visit(&mut |name, _, value| {
            let value = i64::try_from(value).unwrap_or(-1);
            writer.entry(&format!("size.{name}"), &vec![value]);
        });
        self.visit_records(&mut |group, field, column| {
            writer.entry(&format!("{group}.{}", field.name), column);
        });
        self.visit(&mut |field, column| writer.entry(field.name, column));
        writer
    }

    /// The model that [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BinaryError> {
        let entries = read_entries(bytes)?;
        let size = read_sizes(&entries)?;
        check_shapes(&size, &entries)?;
        let mut model = Self::new(size);
        let mut result = Ok(());
        model.visit_records_mut(&mut |group, field, column| {
            // A record that an older program did not know keeps its default.
            if let Some(entry) = entries.get(format!("{group}.{}", field.name).as_str()) {
                entry.load(&field, column, &mut result);
            }
        });
        model.visit_mut(&mut |field, column| {
            if let Some(entry) = entries.get(field.name) {
                entry.load(&field, column, &mut result);
            }
        });
        result?;
        check::references(&model)?;
        Ok(model)
    }

    /// Checks that every index points into the array it refers to, every enumeration has a number that is listed, and
    /// sizes are what the arrays make of them.
    ///
    /// Compiled and loaded models are sound. Stages trust that, and panic where an index leads outside: whoever writes
    /// indices into a model asks here before it is used.
    pub fn validate(&self) -> Result<(), BinaryError> {
        check::references(self)
    }

    /// A number that two models share only if all their sizes agree: a state of one then fits the other.
    pub fn layout(&self) -> u64 {
        let mut bytes = Vec::new();
        self.size
            .visit(&mut |_, _, value| bytes.extend_from_slice(&(value as u64).to_le_bytes()));
        fnv1a(&bytes)
    }
}

/// The text that a binary model was compiled from, if it was written with it.
pub fn source_text(bytes: &[u8]) -> Result<Option<String>, BinaryError> {
    let entries = read_entries(bytes)?;
    let Some(entry) = entries.get(SOURCE) else {
        return Ok(None);
    };
    let text = std::str::from_utf8(entry.bytes).map_err(|_| BinaryError::Corrupt)?;
    Ok(Some(text.to_owned()))
}

/// The entry that holds the text a model was compiled from.
const SOURCE: &str = "source.mjcf";

/// The letter that stands for a number type in files.
fn letter(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::F64 => b'd',
        Scalar::F32 => b'f',
        Scalar::I32 => b'i',
        Scalar::I64 => b'l',
        Scalar::U8 => b'B',
        Scalar::Bool => b'?',
    }
}

/// Bytes per number for a letter.
fn width_of(letter: u8) -> Option<usize> {
    Some(match letter {
        b'd' | b'l' => 8,
        b'f' | b'i' => 4,
        b'B' | b'?' => 1,
        _ => return None,
    })
}

/// FNV-1a over 64 bits: h ← (h ⊕ byte) · p.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Collects entries.
#[derive(Default)]
struct Writer {
    entries: u32,
    out: Vec<u8>,
}

impl Writer {
    fn entry(&mut self, name: &str, column: &dyn Column) {
        let count = column.rows() * column.width();
        self.entries += 1;
        self.out
            .extend_from_slice(&u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(letter(column.scalar()));
        self.out.extend_from_slice(&(count as u64).to_le_bytes());
        column.put(&mut self.out);
    }

    fn finish(self) -> Vec<u8> {
        let mut file = Vec::with_capacity(HEADER + self.out.len());
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&self.entries.to_le_bytes());
        file.extend_from_slice(&fnv1a(&self.out).to_le_bytes());
        file.extend_from_slice(&self.out);
        file
    }
}

/// One entry of a file, still in its bytes.
struct Entry<'a> {
    letter: u8,
    bytes: &'a [u8],
}

impl Entry<'_> {
    /// Copies the numbers into a column of the same type and length.
    fn load(&self, field: &Field, column: &mut dyn Column, result: &mut Result<(), BinaryError>) {
        if self.letter != letter(column.scalar()) || !column.take(self.bytes) {
            *result = Err(BinaryError::Shape {
                name: field.name.into(),
            });
        }
    }
}

/// Takes `count` bytes off the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], BinaryError> {
    let (head, tail) = rest.split_at_checked(count).ok_or(BinaryError::Truncated)?;
    *rest = tail;
    Ok(head)
}

/// Takes a little-endian number off the front.
fn number(rest: &mut &[u8], bytes: usize) -> Result<u64, BinaryError> {
    Ok(take(rest, bytes)?
        .iter()
        .rev()
        .fold(0, |n, &b| n << 8 | u64::from(b)))
}

/// Finds the entries of a file; nothing is copied.
fn read_entries(bytes: &[u8]) -> Result<HashMap<&str, Entry<'_>>, BinaryError> {
    let mut rest = bytes;
    if take(&mut rest, MAGIC.len()) != Ok(MAGIC) {
        return Err(BinaryError::NotAModel);
    }
    let version = number(&mut rest, 4)? as u32;
    if version > VERSION {
        return Err(BinaryError::Newer { found: version });
    }
    let count = number(&mut rest, 4)?;
    if number(&mut rest, 8)? != fnv1a(rest) {
        return Err(BinaryError::Corrupt);
    }
    let mut entries = HashMap::new();
    for _ in 0..count {
        let length = number(&mut rest, 2)? as usize;
        let name =
            std::str::from_utf8(take(&mut rest, length)?).map_err(|_| BinaryError::Corrupt)?;
        let letter = number(&mut rest, 1)? as u8;
        let width = width_of(letter).ok_or(BinaryError::Corrupt)?;
        let count = usize::try_from(number(&mut rest, 8)?).ok();
        let length = count
            .and_then(|n| n.checked_mul(width))
            .ok_or(BinaryError::Truncated)?;
        entries.insert(
            name,
            Entry {
                letter,
                bytes: take(&mut rest, length)?,
            },
        );
    }
    Ok(entries)
}

/// Reads all sizes.
fn read_sizes(entries: &HashMap<&str, Entry<'_>>) -> Result<Sizes, BinaryError> {
    let mut size = Sizes::default();
    let mut result = Ok(());
    size.visit_mut(&mut |name, value| {
        let name = format!("size.{name}");
        let bytes = entries
            .get(name.as_str())
            .filter(|e| e.letter == b'l')
            .map(|e| e.bytes);
        match bytes.map(<[u8; 8]>::try_from) {
            Some(Ok(bytes)) => *value = i64::from_le_bytes(bytes) as usize,
            Some(Err(_)) => result = Err(BinaryError::Shape { name }),
            None => result = Err(BinaryError::Missing { name }),
        }
    });
    result.map(|()| size)
}

/// Checks, before anything is allocated, that the file holds every array that the sizes promise.
fn check_shapes(size: &Sizes, entries: &HashMap<&str, Entry<'_>>) -> Result<(), BinaryError> {
    let empty = Model {
        size: size.clone(),
        ..Model::default()
    };
    let mut result = Ok(());
    empty.visit(&mut |field, column| {
        let bytes = field
            .rows
            .checked_mul(field.columns)
            .and_then(|count| count.checked_mul(column.scalar().bytes()));
        match entries.get(field.name) {
            Some(entry) if bytes == Some(entry.bytes.len()) => {}
            Some(_) => {
                result = Err(BinaryError::Shape {
                    name: field.name.into(),
                })
            }
            None if bytes == Some(0) => {}
            None => {
                result = Err(BinaryError::Missing {
                    name: field.name.into(),
                })
            }
        }
    });
    result
}

#[cfg(test)]
mod tests;
