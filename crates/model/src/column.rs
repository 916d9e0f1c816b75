//! Columns: the typed arrays a [`Model`](crate::Model) is made of, and the one trait through which
//! printing, saving, comparing and language bindings see all of them alike.

use ligament_math::{Force, Inertia10, Mat3, Motion, Quat, Vec3};

use crate::index::Index;
use crate::origin::Origin;

/// The plain number type a column is stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// 64-bit float.
    F64,
    /// 32-bit float.
    F32,
    /// 32-bit signed integer.
    I32,
    /// 64-bit signed integer.
    I64,
    /// One byte.
    U8,
    /// One byte that is 0 or 1.
    Bool,
}

impl Scalar {
    /// Bytes one number takes.
    pub fn bytes(self) -> usize {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::U8 | Self::Bool => 1,
        }
    }
}

/// A number that a column may be made of.
pub trait Number: Copy + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// Its storage type.
    const SCALAR: Scalar;
    /// The value whose bytes are all zero.
    const ZERO: Self;
    /// Appends the little-endian bytes.
    fn put(self, out: &mut Vec<u8>);
    /// Reads little-endian bytes; `bytes` has exactly the right length.
    fn take(bytes: &[u8]) -> Self;
    /// The value as a float, for printing and comparing.
    fn as_f64(self) -> f64;
    /// False for a number that an enumeration does not list.
    fn is_listed(self) -> bool {
        true
    }
}

macro_rules! number {
    ($($ty:ty = $scalar:ident),*) => {$(
        impl Number for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
            const ZERO: Self = 0 as Self;
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn take(bytes: &[u8]) -> Self {
                bytes.try_into().map(Self::from_le_bytes).unwrap_or_default()
            }
            #[allow(clippy::unnecessary_cast, reason = "one macro serves every number type")]
            fn as_f64(self) -> f64 {
                self as f64
            }
        }
    )*};
}
number!(f64 = F64, f32 = F32, i32 = I32, i64 = I64, u8 = U8);

/// A stored boolean: one byte, non-zero is true. Unlike `bool`, every bit pattern is a valid value, so that
/// views handed to other languages cannot break it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Flag(pub u8);

impl Flag {
    /// The value.
    pub fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Flag {
    fn from(value: bool) -> Self {
        Self(u8::from(value))
    }
}

impl Number for Flag {
    const SCALAR: Scalar = Scalar::Bool;
    const ZERO: Self = Self(0);
    fn put(self, out: &mut Vec<u8>) {
        out.push(self.0);
    }
    fn take(bytes: &[u8]) -> Self {
        Self(bytes.first().copied().unwrap_or_default())
    }
    fn as_f64(self) -> f64 {
        f64::from(self.0)
    }
}

/// One entry of a column: a fixed number of equal numbers without padding.
pub trait Element: Clone + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The number it is made of.
    type Part: Number;
    /// How many numbers make one element.
    const WIDTH: usize;
    /// The numbers.
    fn parts(&self) -> &[Self::Part];
    /// The numbers, to change.
    fn parts_mut(&mut self) -> &mut [Self::Part];
}

macro_rules! scalar_element {
    ($($ty:ty),*) => {$(
        impl Element for $ty {
            type Part = Self;
            const WIDTH: usize = 1;
            fn parts(&self) -> &[Self] {
                std::slice::from_ref(self)
            }
            fn parts_mut(&mut self) -> &mut [Self] {
                std::slice::from_mut(self)
            }
        }
    )*};
}
scalar_element!(f64, f32, i32, i64, u8, Flag);

impl<T: Number, const N: usize> Element for [T; N]
where
    Self: Default,
{
    type Part = T;
    const WIDTH: usize = N;
    fn parts(&self) -> &[T] {
        self
    }
    fn parts_mut(&mut self) -> &mut [T] {
        self
    }
}

macro_rules! wrapped_element {
    ($($ty:ty: $part:ty, $width:literal);* $(;)?) => {$(
        impl Element for $ty {
            type Part = $part;
            const WIDTH: usize = $width;
            fn parts(&self) -> &[$part] {
                &self.0
            }
            fn parts_mut(&mut self) -> &mut [$part] {
                &mut self.0
            }
        }
    )*};
}
wrapped_element!(Vec3: f64, 3; Quat: f64, 4; Mat3: f64, 9; Motion: f64, 6; Force: f64, 6; Inertia10: f64, 10);

/// A whole array seen without its type: what [`Model::visit`](crate::Model::visit) hands out.
pub trait Column {
    /// Number of elements.
    fn rows(&self) -> usize;
    /// Numbers per element.
    fn width(&self) -> usize;
    /// Storage type of the numbers.
    fn scalar(&self) -> Scalar;
    /// Where the numbers lie in memory (contiguous, `rows * width` of them), to be read by bindings of other languages.
    fn start(&self) -> *const u8;
    /// As [`start`](Self::start), to be written.
    fn start_mut(&mut self) -> *mut u8;
    /// Appends all numbers as little-endian bytes.
    fn put(&self, out: &mut Vec<u8>);
    /// Overwrites all numbers from little-endian bytes; false when the length does not fit.
    fn take(&mut self, bytes: &[u8]) -> bool;
    /// Sets all numbers to zero.
    fn zero(&mut self);
    /// All numbers as floats.
    fn to_f64(&self) -> Vec<f64>;
    /// The first row with a number that its enumeration does not list.
    fn unlisted(&self) -> Option<usize>;
}

macro_rules! column {
    ($($array:ty),*) => {$(
        impl<T: Element> Column for $array {
            fn rows(&self) -> usize {
                self.len()
            }
            fn width(&self) -> usize {
                T::WIDTH
            }
            fn scalar(&self) -> Scalar {
                T::Part::SCALAR
            }
            fn start(&self) -> *const u8 {
                const { assert!(size_of::<T>() == T::WIDTH * size_of::<T::Part>()) };
                self.as_ptr().cast()
            }
            fn start_mut(&mut self) -> *mut u8 {
                const { assert!(size_of::<T>() == T::WIDTH * size_of::<T::Part>()) };
                self.as_mut_ptr().cast()
            }
            fn put(&self, out: &mut Vec<u8>) {
                self.iter().flat_map(Element::parts).for_each(|x| x.put(out));
            }
            fn take(&mut self, bytes: &[u8]) -> bool {
                let size = T::Part::SCALAR.bytes();
                if bytes.len() != self.len() * T::WIDTH * size {
                    return false;
                }
                let parts = self.iter_mut().flat_map(Element::parts_mut);
                parts.zip(bytes.chunks_exact(size)).for_each(|(x, b)| *x = T::Part::take(b));
                true
            }
            fn zero(&mut self) {
                self.iter_mut().flat_map(Element::parts_mut).for_each(|x| *x = T::Part::ZERO);
            }
            fn to_f64(&self) -> Vec<f64> {
                self.iter().flat_map(Element::parts).map(|x| x.as_f64()).collect()
            }
            fn unlisted(&self) -> Option<usize> {
                self.iter().position(|row| !row.parts().iter().all(|x| x.is_listed()))
            }
        }
    )*};
}
column!(Vec<T>, [T; 1]);

/// What the table says about one field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// MuJoCo's flat name, for example `body_mass`.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Name of the size that counts the rows.
    pub size: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// Numbers per row.
    pub columns: usize,
    /// True where a row is one bare number, so that the array has one dimension.
    pub flat: bool,
    /// Who computes it.
    pub stage: Origin,
    /// What its values point to, where they are indices.
    pub index: Option<Index>,
}

impl Field {
    /// The same field, computed by `stage`.
    pub fn from(self, stage: Origin) -> Self {
        Self { stage, ..self }
    }

    /// The same field with values that point to something.
    pub fn to(self, index: Option<Index>) -> Self {
        Self { index, ..self }
    }
}

/// Bytes that a column takes.
pub fn cost<T>(rows: usize, columns: Option<usize>) -> u64 {
    let numbers = (rows as u64).saturating_mul(columns.unwrap_or(1) as u64);
    numbers.saturating_mul(size_of::<T>() as u64)
}

/// Describes a column; `columns` is the number of elements per row for matrices whose width is a size of the model.
pub fn describe<T: Element>(
    _: &[T],
    name: &'static str,
    doc: &'static str,
    size: &'static str,
    rows: usize,
    columns: Option<usize>,
) -> Field {
    Field {
        name,
        doc,
        size,
        rows,
        columns: columns.map_or(T::WIDTH, |n| n.saturating_mul(T::WIDTH)),
        flat: columns.is_none() && T::WIDTH == 1,
        stage: Origin::default(),
        index: None,
    }
}
