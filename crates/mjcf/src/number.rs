//! Numbers in attributes: read as the C library reads them, written in the shortest form that reads back exactly.

use ligament_math::func;

/// A kind of number that attributes hold.
pub trait Number: Copy + PartialEq + 'static {
    /// True for whole numbers.
    const INTEGER: bool;
    /// Reads one number.
    fn parse(word: &str) -> Result<Self, String>;
    /// Writes it so that it reads back exactly.
    fn format(self) -> String;
    /// True if both are the same number; not-a-number equals itself.
    fn same(self, other: Self) -> bool;
}

/// Splits a value into numbers. An empty value has none.
pub fn parse_list<S: Number>(text: &str) -> Result<Vec<S>, String> {
    text.split_ascii_whitespace().map(S::parse).collect()
}

/// Joins numbers with blanks.
pub fn format_list<S: Number>(values: &[S]) -> String {
    let words: Vec<String> = values.iter().map(|v| v.format()).collect();
    words.join(" ")
}

impl Number for f64 {
    const INTEGER: bool = false;
    fn parse(word: &str) -> Result<Self, String> {
        let value = real(word).ok_or_else(|| format!("'{word}' is not a number"))?;
        if value.is_infinite() && !word.contains(['i', 'I']) {
            return Err(format!("the number '{word}' is too large"));
        }
        Ok(value)
    }
    fn format(self) -> String {
        shortest(format!("{self}"), format!("{self:e}"))
    }
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Number for f32 {
    const INTEGER: bool = false;
    fn parse(word: &str) -> Result<Self, String> {
        // Decimal text goes to single precision directly: rounding twice could differ.
        let decimal: Option<Self> = word.parse().ok();
        let value = match decimal {
            Some(value) => value,
            None => <f64 as Number>::parse(word)? as Self,
        };
        if value.is_infinite() && !word.contains(['i', 'I']) {
            return Err(format!("the number '{word}' is too large"));
        }
        Ok(value)
    }
    fn format(self) -> String {
        shortest(format!("{self}"), format!("{self:e}"))
    }
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

macro_rules! whole {
    ($ty:ty) => {
        impl Number for $ty {
            const INTEGER: bool = true;
            fn parse(word: &str) -> Result<Self, String> {
                word.parse().map_err(|_| {
                    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
                    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                        format!("the number '{word}' is too large")
                    } else {
                        format!("'{word}' is not a whole number")
                    }
                })
            }
            fn format(self) -> String {
                self.to_string()
            }
            fn same(self, other: Self) -> bool {
                self == other
            }
        }
    };
}
whole!(i32);
whole!(i64);

/// The plain spelling, unless the scientific one is much shorter.
fn shortest(plain: String, scientific: String) -> String {
    if scientific.len() + 3 < plain.len() {
        scientific
    } else {
        plain
    }
}

/// A real number: decimal, hexadecimal, infinite, or not a number.
fn real(word: &str) -> Option<f64> {
    let (negative, magnitude) = match word.as_bytes().first()? {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    let lower = magnitude.to_ascii_lowercase();
    let value = if let Some(digits) = lower.strip_prefix("0x") {
        hexadecimal(digits)?
    } else if lower == "nan" || (lower.starts_with("nan(") && lower.ends_with(')')) {
        f64::NAN
    } else if lower == "inf" || lower == "infinity" {
        f64::INFINITY
    } else if lower.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        lower.parse().ok()?
    } else {
        return None;
    };
    Some(if negative { -value } else { value })
}

/// The digits of a hexadecimal number, with an optional fraction and power of two.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let places = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let power = exponent.checked_sub(places)?;
    // Two steps, so that neither factor leaves the range before the product does.
    Some(value * func::powi(2.0, power / 2) * func::powi(2.0, power - power / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_as_the_c_library_reads_them() {
        let good: [(&str, f64); 12] = [
            ("1", 1.0),
            ("+1", 1.0),
            ("1.", 1.0),
            (".5", 0.5),
            ("-1e-3", -1e-3),
            ("0x10", 16.0),
            ("0x1p3", 8.0),
            ("0x1.8", 1.5),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("1e-400", 0.0),
            ("1E2", 100.0),
        ];
        for (word, value) in good {
            assert_eq!(<f64 as Number>::parse(word), Ok(value), "{word}");
        }
        for word in [
            "1e400", "1,2", "a", "1e", "1d", "1;", "", "-", "0x", "--1", "+-1", "e5",
        ] {
            assert!(<f64 as Number>::parse(word).is_err(), "{word}");
        }
        assert!(<f64 as Number>::parse("nan").is_ok_and(f64::is_nan));
        assert!(<f32 as Number>::parse("1e39").is_err());
        assert!(<f32 as Number>::parse("inf").is_ok_and(f32::is_infinite));
    }

    #[test]
    fn integers_take_no_fraction() {
        assert_eq!(<i32 as Number>::parse("+3"), Ok(3));
        assert_eq!(<i32 as Number>::parse("010"), Ok(10));
        for word in ["1.5", "1e2", "3000000000", "0x1F"] {
            assert!(<i32 as Number>::parse(word).is_err(), "{word}");
        }
    }

    #[test]
    fn written_numbers_read_back_exactly() {
        for value in [
            0.1,
            -0.0,
            1e300,
            5e-324,
            1.0 / 3.0,
            123_456_789.0,
            1e-7,
            f64::INFINITY,
        ] {
            let text = value.format();
            assert!(
                <f64 as Number>::parse(&text).is_ok_and(|v| v.same(value)),
                "{text}"
            );
            assert!(text.len() < 26, "{text}");
        }
    }
}
