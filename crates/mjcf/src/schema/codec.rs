//! Codecs: how the text of an attribute becomes a value, and back.

use std::marker::PhantomData;

use ligament_math::Vec3;
use ligament_model::enums::{BitSet, Code, Keyword};
use ligament_spec::element::Auto;

use super::Kind;
use crate::number::{Number, format_list, parse_list};
use crate::words::{choose, from_words};

/// How the text of an attribute becomes a value, and back.
pub trait Codec {
    /// The value.
    type Value;
    /// What the text looks like.
    const KIND: Kind;
    /// Puts the text's value into the field; an empty list of numbers leaves the field as it is.
    fn read(text: &str, value: &mut Self::Value) -> Result<(), String>;
    /// The text of a value; empty if it has none.
    fn show(value: &Self::Value) -> String;
    /// True if both values are the same.
    fn same(a: &Self::Value, b: &Self::Value) -> bool;
    /// The text of a value that differs from `base`.
    fn write(value: &Self::Value, base: &Self::Value) -> Option<String> {
        (!Self::same(value, base)).then(|| Self::show(value))
    }
}

/// Any text.
pub struct Text;

impl Codec for Text {
    type Value = String;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut String) -> Result<(), String> {
        text.clone_into(value);
        Ok(())
    }
    fn show(value: &String) -> String {
        value.clone()
    }
    fn same(a: &String, b: &String) -> bool {
        a == b
    }
}

/// The name of a file.
pub struct File;

impl Codec for File {
    type Value = String;
    const KIND: Kind = Kind::File;
    fn read(text: &str, value: &mut String) -> Result<(), String> {
        Text::read(text, value)
    }
    fn show(value: &String) -> String {
        value.clone()
    }
    fn same(a: &String, b: &String) -> bool {
        a == b
    }
}

/// One number.
pub struct One<S>(PhantomData<S>);

impl<S: Number> Codec for One<S> {
    type Value = S;
    const KIND: Kind = numbers::<S>(1, Some(1));
    fn read(text: &str, value: &mut S) -> Result<(), String> {
        let list = parse_list::<S>(text)?;
        match list.as_slice() {
            [] => Ok(()),
            [one] => {
                *value = *one;
                Ok(())
            }
            more => Err(expected(1, 1, more.len())),
        }
    }
    fn show(value: &S) -> String {
        value.format()
    }
    fn same(a: &S, b: &S) -> bool {
        a.same(*b)
    }
}

/// Exactly `N` numbers.
pub struct Exact<S, const N: usize>(PhantomData<S>);

impl<S: Number, const N: usize> Codec for Exact<S, N> {
    type Value = [S; N];
    const KIND: Kind = numbers::<S>(N, Some(N));
    fn read(text: &str, value: &mut [S; N]) -> Result<(), String> {
        read_array(text, value, N)
    }
    fn show(value: &[S; N]) -> String {
        format_list(value)
    }
    fn same(a: &[S; N], b: &[S; N]) -> bool {
        a.iter().zip(b).all(|(x, y)| x.same(*y))
    }
}

/// One to `N` numbers; those not given stay as they are.
pub struct Prefix<S, const N: usize>(PhantomData<S>);

impl<S: Number, const N: usize> Codec for Prefix<S, N> {
    type Value = [S; N];
    const KIND: Kind = numbers::<S>(1, Some(N));
    fn read(text: &str, value: &mut [S; N]) -> Result<(), String> {
        read_array(text, value, 1)
    }
    fn show(value: &[S; N]) -> String {
        format_list(value)
    }
    fn same(a: &[S; N], b: &[S; N]) -> bool {
        a.iter().zip(b).all(|(x, y)| x.same(*y))
    }
    fn write(value: &[S; N], base: &[S; N]) -> Option<String> {
        let differs = value.iter().zip(base).rposition(|(x, y)| !x.same(*y))?;
        Some(format_list(value.get(..=differs)?))
    }
}

/// Reads `least` to `N` numbers into the start of an array.
fn read_array<S: Number, const N: usize>(
    text: &str,
    value: &mut [S; N],
    least: usize,
) -> Result<(), String> {
    let list = parse_list::<S>(text)?;
    if list.is_empty() {
        return Ok(());
    }
    if list.len() < least || list.len() > N {
        return Err(expected(least, N, list.len()));
    }
    for (to, from) in value.iter_mut().zip(list) {
        *to = from;
    }
    Ok(())
}

/// Any number of numbers.
pub struct List<S>(PhantomData<S>);

impl<S: Number> Codec for List<S> {
    type Value = Vec<S>;
    const KIND: Kind = numbers::<S>(0, None);
    fn read(text: &str, value: &mut Vec<S>) -> Result<(), String> {
        let list = parse_list::<S>(text)?;
        if !list.is_empty() {
            *value = list;
        }
        Ok(())
    }
    fn show(value: &Vec<S>) -> String {
        format_list(value)
    }
    fn same(a: &Vec<S>, b: &Vec<S>) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.same(*y))
    }
}

/// Three numbers that make a vector.
pub struct Vector;

impl Codec for Vector {
    type Value = Vec3;
    const KIND: Kind = numbers::<f64>(3, Some(3));
    fn read(text: &str, value: &mut Vec3) -> Result<(), String> {
        Exact::<f64, 3>::read(text, &mut value.0)
    }
    fn show(value: &Vec3) -> String {
        format_list(&value.0)
    }
    fn same(a: &Vec3, b: &Vec3) -> bool {
        Exact::<f64, 3>::same(&a.0, &b.0)
    }
}

/// A value that may be absent; a value that is partly given starts from the default.
pub struct Maybe<C>(PhantomData<C>);

impl<C: Codec> Codec for Maybe<C>
where
    C::Value: Default,
{
    type Value = Option<C::Value>;
    const KIND: Kind = C::KIND;
    fn read(text: &str, value: &mut Option<C::Value>) -> Result<(), String> {
        if text.trim().is_empty() {
            return Ok(());
        }
        C::read(text, value.get_or_insert_with(C::Value::default))
    }
    fn show(value: &Option<C::Value>) -> String {
        value.as_ref().map(C::show).unwrap_or_default()
    }
    fn same(a: &Option<C::Value>, b: &Option<C::Value>) -> bool {
        match (a, b) {
            (None, _) => true,
            (Some(a), Some(b)) => C::same(a, b),
            (Some(_), None) => false,
        }
    }
}

/// One word of an enumeration.
pub struct Key<E>(PhantomData<E>);

impl<E: Keyword> Codec for Key<E> {
    type Value = E;
    const KIND: Kind = Kind::Word(keywords::<E>);
    fn read(text: &str, value: &mut E) -> Result<(), String> {
        *value = keyword(text)?;
        Ok(())
    }
    fn show(value: &E) -> String {
        value.keyword().to_owned()
    }
    fn same(a: &E, b: &E) -> bool {
        a == b
    }
}

/// One word of an enumeration that is stored by number.
pub struct Stored<E>(PhantomData<E>);

impl<E: Keyword> Codec for Stored<E> {
    type Value = Code<E>;
    const KIND: Kind = Kind::Word(keywords::<E>);
    fn read(text: &str, value: &mut Code<E>) -> Result<(), String> {
        *value = keyword::<E>(text)?.into();
        Ok(())
    }
    fn show(value: &Code<E>) -> String {
        value.get().map_or("", Keyword::keyword).to_owned()
    }
    fn same(a: &Code<E>, b: &Code<E>) -> bool {
        a == b
    }
}

/// The words of an enumeration.
pub fn keywords<E: Keyword>() -> Vec<&'static str> {
    let words = E::ALL.iter().map(|e| e.keyword());
    words.filter(|w| !w.is_empty()).collect()
}

/// The value that goes by a word.
pub fn keyword<E: Keyword>(word: &str) -> Result<E, String> {
    E::from_keyword(word).ok_or_else(|| choose(word, &keywords::<E>()))
}

/// Some words of a set of bits, in any order.
pub struct Bits<B>(PhantomData<B>);

/// A set of bits that is a plain number inside.
pub trait RawBits: BitSet {
    /// The bits.
    fn raw(&self) -> i32;
    /// The bits, to change.
    fn raw_mut(&mut self) -> &mut i32;
}

impl RawBits for ligament_model::enums::CameraOutput {
    fn raw(&self) -> i32 {
        self.0
    }
    fn raw_mut(&mut self) -> &mut i32 {
        &mut self.0
    }
}

impl<B: RawBits> Codec for Bits<B> {
    type Value = B;
    const KIND: Kind = Kind::Words(|| B::BITS.iter().map(|b| b.2).collect());
    fn read(text: &str, value: &mut B) -> Result<(), String> {
        let words: Vec<&'static str> = B::BITS.iter().map(|b| b.2).collect();
        let mut bits = 0;
        for word in text.split_ascii_whitespace() {
            let bit = B::bit(word).ok_or_else(|| choose(word, &words))?;
            if bits & bit != 0 {
                return Err(format!("'{word}' is given twice"));
            }
            bits |= bit;
        }
        if bits != 0 {
            *value.raw_mut() = bits;
        }
        Ok(())
    }
    fn show(value: &B) -> String {
        let set = B::BITS.iter().filter(|b| value.raw() & b.0 != 0);
        set.map(|b| b.2).collect::<Vec<_>>().join(" ")
    }
    fn same(a: &B, b: &B) -> bool {
        a.raw() == b.raw()
    }
}

/// Words for the values of a type that is not an enumeration of the model.
macro_rules! word_codec {
    ($(#[$meta:meta])* $codec:ident: $value:ty { $($word:literal = $is:expr),* $(,)? }) => {
        $(#[$meta])*
        pub struct $codec;

        impl $codec {
            fn words() -> Vec<&'static str> {
                vec![$($word),*]
            }
        }

        impl Codec for $codec {
            type Value = $value;
            const KIND: Kind = Kind::Word(Self::words);
            fn read(text: &str, value: &mut $value) -> Result<(), String> {
                *value = from_words(text, &[$(($word, $is)),*])?;
                Ok(())
            }
            fn show(value: &$value) -> String {
                $(if *value == $is { return $word.to_owned(); })*
                String::new()
            }
            fn same(a: &$value, b: &$value) -> bool {
                a == b
            }
        }
    };
}

word_codec!(/// Yes or no.
    Flag: bool { "false" = false, "true" = true });
word_codec!(/// Yes or no, stored as a number.
    FlagNumber: i32 { "false" = 0, "true" = 1 });
word_codec!(/// Yes, no, or inferred.
    Tri: Auto { "false" = Auto::False, "true" = Auto::True, "auto" = Auto::Auto });
word_codec!(/// No, or found by the compiler.
    UnlessFalse: bool { "false" = false, "auto" = true });
word_codec!(/// Units of angles; true for degrees.
    Angle: bool { "radian" = false, "degree" = true });
word_codec!(/// Fluid model of a geom; true for the ellipsoid model.
    FluidShape: bool { "none" = false, "ellipsoid" = true });
word_codec!(/// Interpolation of delayed values.
    Interpolation: i32 { "zoh" = 0, "linear" = 1, "cubic" = 2 });
word_codec!(/// Assets left by reference.
    Passthrough: i32 { "none" = 0, "textures" = 1 });
word_codec!(/// How a contact sensor chooses among contacts.
    Reduction: i32 { "none" = 0, "mindist" = 1, "maxforce" = 2, "netforce" = 3 });

/// The kind of a list of numbers.
const fn numbers<S: Number>(least: usize, most: Option<usize>) -> Kind {
    Kind::Numbers {
        integer: S::INTEGER,
        least,
        most,
    }
}

/// Says how many numbers were expected.
fn expected(least: usize, most: usize, found: usize) -> String {
    match (least, most) {
        (1, 1) => format!("one number is expected, {found} are given"),
        (least, most) if least == most => format!("{most} numbers are expected, {found} given"),
        (least, most) => format!("{least} to {most} numbers are expected, {found} are given"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_model::enums::{CameraOutput, GeomType};

    #[test]
    fn arity_is_checked() {
        let mut v = [0.0; 3];
        assert!(Exact::<f64, 3>::read("1 2", &mut v).is_err());
        assert!(Exact::<f64, 3>::read("1 2 3 4", &mut v).is_err());
        assert!(Exact::<f64, 3>::read("", &mut v).is_ok());
        assert!(Prefix::<f64, 3>::read("1 2", &mut v).is_ok());
        assert_eq!(v, [1.0, 2.0, 0.0]);
    }

    #[test]
    fn only_what_differs_is_written() {
        assert_eq!(
            Prefix::<f64, 3>::write(&[1.0, 2.0, 3.0], &[1.0, 0.0, 3.0]).as_deref(),
            Some("1 2")
        );
        assert_eq!(One::<f64>::write(&1.0, &1.0), None);
        assert_eq!(
            Key::<GeomType>::write(&GeomType::Box, &GeomType::Sphere).as_deref(),
            Some("box")
        );
    }

    #[test]
    fn words_suggest_the_nearest() {
        let mut kind = GeomType::Box;
        let error = Key::<GeomType>::read("spher", &mut kind).unwrap_err();
        assert!(error.contains("sphere"), "{error}");
        let mut bits = CameraOutput::RGB;
        assert!(Bits::<CameraOutput>::read("depth rgb", &mut bits).is_ok());
        assert_eq!(bits.0, 3);
        assert!(Bits::<CameraOutput>::read("depth depth", &mut bits).is_err());
    }
}
