//! Plain records: structs of numbers and short texts, each field declared once.
//!
//! `plain!` makes the struct, its default and its description ([`PlainField`]); records can be written as bytes, packed, in
//! the order of their fields, and read back. Every pattern of bytes is a valid record.

/// The kind of number of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 32-bit integers.
    Int,
    /// Bytes.
    Byte,
    /// Single precision.
    Float,
    /// Double precision.
    Double,
    /// Text of this many bytes, the rest filled with zeros.
    Text(usize),
}

/// A field of a plain record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainField {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Kind of number.
    pub kind: Kind,
    /// Shape; empty for a single value.
    pub shape: Vec<usize>,
    /// What it means.
    pub doc: &'static str,
}

/// A value of a plain record.
pub trait Plain: Sized {
    /// Kind of number.
    const KIND: Kind;
    /// How many bytes it takes.
    const BYTES: usize;
    /// Shape; empty for a single value.
    fn shape() -> Vec<usize>;
    /// Appends its bytes.
    fn put(&self, out: &mut Vec<u8>);
    /// Takes its bytes from the front; leaves it alone if there are too few.
    fn get(&mut self, bytes: &mut &[u8]);
}

/// A struct made by `plain!`.
pub trait PlainRecord: Default {
    /// How many bytes one takes.
    const SIZE: usize;
    /// Its fields, in order.
    fn fields() -> Vec<PlainField>;
    /// Appends its bytes.
    fn put_record(&self, out: &mut Vec<u8>);
    /// Takes its bytes from the front.
    fn get_record(&mut self, bytes: &mut &[u8]);

    /// The record in these bytes; missing ones leave defaults.
    fn from_bytes(mut bytes: &[u8]) -> Self {
        let mut record = Self::default();
        record.get_record(&mut bytes);
        record
    }
}

macro_rules! number {
    ($($t:ty => $kind:ident),*) => {$(
        impl Plain for $t {
            const KIND: Kind = Kind::$kind;
            const BYTES: usize = size_of::<$t>();
            fn shape() -> Vec<usize> {
                Vec::new()
            }
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_ne_bytes());
            }
            fn get(&mut self, bytes: &mut &[u8]) {
                if let Some((first, rest)) = bytes.split_first_chunk() {
                    *self = <$t>::from_ne_bytes(*first);
                    *bytes = rest;
                }
            }
        }
    )*};
}
number!(i32 => Int, u8 => Byte, f32 => Float, f64 => Double);

impl<T: Plain, const N: usize> Plain for [T; N] {
    const KIND: Kind = T::KIND;
    const BYTES: usize = N * T::BYTES;
    fn shape() -> Vec<usize> {
        [vec![N], T::shape()].concat()
    }
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|x| x.put(out));
    }
    fn get(&mut self, bytes: &mut &[u8]) {
        self.iter_mut().for_each(|x| x.get(bytes));
    }
}

impl<T: Plain> Plain for Box<T> {
    const KIND: Kind = T::KIND;
    const BYTES: usize = T::BYTES;
    fn shape() -> Vec<usize> {
        T::shape()
    }
    fn put(&self, out: &mut Vec<u8>) {
        T::put(self, out);
    }
    fn get(&mut self, bytes: &mut &[u8]) {
        T::get(self, bytes);
    }
}

/// Text of at most `N - 1` bytes, with zeros behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<const N: usize>(pub [u8; N]);

impl<const N: usize> Text<N> {
    /// No text.
    pub const EMPTY: Self = Text([0; N]);

    /// The text, cut off at a character where it is too long.
    pub fn new(text: &str) -> Self {
        let mut bytes = [0; N];
        let mut len = text.len().min(N.saturating_sub(1));
        while !text.is_char_boundary(len) {
            len -= 1;
        }
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Text(bytes)
    }

    /// The text up to the first zero; bytes that are no text are replaced.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// The bytes up to the first zero.
    pub fn bytes(&self) -> &[u8] {
        let len = self.0.iter().position(|&b| b == 0).unwrap_or(N);
        &self.0[..len]
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.first().is_none_or(|&b| b == 0)
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> std::fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text().fmt(f)
    }
}

impl<const N: usize> Plain for Text<N> {
    const KIND: Kind = Kind::Text(N);
    const BYTES: usize = N;
    fn shape() -> Vec<usize> {
        Vec::new()
    }
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
    fn get(&mut self, bytes: &mut &[u8]) {
        self.0.get(bytes);
    }
}

/// Declares a plain record. A row reads `field: type = default, "doc";`, with `field as "name"` where MuJoCo's name is a
/// word of Rust.
macro_rules! plain {
    (
        $(#[$meta:meta])*
        pub struct $record:ident {
            $($field:ident $(as $name:literal)?: $ty:ty = $default:expr, $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        pub struct $record {
            $(#[doc = $doc] pub $field: $ty,)*
        }

        impl Default for $record {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::plain::PlainRecord for $record {
            const SIZE: usize = 0 $(+ <$ty as $crate::plain::Plain>::BYTES)*;

            fn fields() -> Vec<$crate::plain::PlainField> {
                vec![$($crate::plain::PlainField {
                    name: [stringify!($field), $($name)?].last().unwrap_or(&""),
                    kind: <$ty as $crate::plain::Plain>::KIND,
                    shape: <$ty as $crate::plain::Plain>::shape(),
                    doc: $doc,
                },)*]
            }

            fn put_record(&self, out: &mut Vec<u8>) {
                $($crate::plain::Plain::put(&self.$field, out);)*
            }

            fn get_record(&mut self, bytes: &mut &[u8]) {
                $($crate::plain::Plain::get(&mut self.$field, bytes);)*
            }
        }
    };
}
pub(crate) use plain;

#[cfg(test)]
mod tests {
    use super::{PlainRecord, Text};
    use crate::{Figure, SceneGeom};

    #[test]
    fn records_return_from_bytes() {
        let mut geom = SceneGeom {
            type_: 6,
            rgba: [0.1, 0.2, 0.3, 0.4],
            ..SceneGeom::default()
        };
        geom.label = Text::new("ä long name");
        let mut bytes = Vec::new();
        geom.put_record(&mut bytes);
        assert_eq!(bytes.len(), SceneGeom::SIZE);
        assert_eq!(SceneGeom::from_bytes(&bytes), geom);
        assert_eq!(SceneGeom::from_bytes(&bytes[..7]).type_, 6);
        let mut bytes = Vec::new();
        Figure::default().put_record(&mut bytes);
        assert_eq!(bytes.len(), Figure::SIZE);
    }

    #[test]
    fn text_is_cut_at_characters() {
        assert_eq!(Text::<4>::new("aäö").text(), "aä");
        assert_eq!(Text::<4>::new("").text(), "");
        assert_eq!(Text([255, 0]).text(), "\u{fffd}");
    }
}
