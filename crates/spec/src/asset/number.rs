//! Numbers at the beginning of a piece of text, read as the C library does: as far as the text is a number.

use ligament_math::func;

/// Digits at the beginning of `text`.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|c| c.is_ascii_digit()).count()
}

fn trim_start(text: &[u8]) -> &[u8] {
    let blank = |c: &&u8| c.is_ascii_whitespace() || **c == 0x0b;
    text.get(text.iter().take_while(blank).count()..)
        .unwrap_or(&[])
}

/// Splits an optional sign off; `-1.0` for a minus.
fn sign(text: &[u8]) -> (f64, &[u8]) {
    match text {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, text),
    }
}

fn starts_with_word(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(word))
}

/// The real number that `text` begins with, correctly rounded; `None` if it does not begin with one.
pub(super) fn leading_f64(text: &[u8]) -> Option<f64> {
    let (sign, text) = sign(trim_start(text));
    if starts_with_word(text, b"inf") {
        return Some(sign * f64::INFINITY);
    }
    if starts_with_word(text, b"nan") {
        return Some(f64::NAN);
    }
    if starts_with_word(text, b"0x") {
        return Some(sign * hexadecimal(text.get(2..).unwrap_or(&[])));
    }
    let whole = digits(text);
    let mut end = whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(text.get(end + 1..).unwrap_or(&[]));
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let signed = matches!(text.get(end + 1), Some(b'+' | b'-'));
        let start = end + 1 + usize::from(signed);
        let exponent = digits(text.get(start..).unwrap_or(&[]));
        if exponent > 0 {
            end = start + exponent;
        }
    }
    let number = std::str::from_utf8(text.get(..end)?).ok()?;
    Some(sign * number.parse::<f64>().ok()?)
}

/// A hexadecimal number `h.hhh`, with an optional binary exponent `p±d`.
fn hexadecimal(text: &[u8]) -> f64 {
    let (mut value, mut scale, mut point, mut at) = (0.0, 1.0, false, 0);
    for c in text {
        match (*c as char).to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                scale *= if point { 16.0 } else { 1.0 };
            }
            None if *c == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    let exponent = match text.get(at) {
        Some(b'p' | b'P') => leading_i32(text.get(at + 1..).unwrap_or(&[])),
        _ => 0,
    };
    value / scale * func::exp2(f64::from(exponent))
}

/// The integer that `text` begins with; 0 if it does not begin with one, the nearest if it is out of range.
pub(super) fn leading_i32(text: &[u8]) -> i32 {
    let (sign, text) = sign(trim_start(text));
    let sign = sign as i32;
    text.iter()
        .take_while(|c| c.is_ascii_digit())
        .fold(0i32, |n, c| {
            n.saturating_mul(10)
                .saturating_add(sign * i32::from(*c - b'0'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_the_text_stops_being_one() {
        for (text, expected) in [
            ("1.5x", 1.5),
            ("-.25", -0.25),
            ("+5.", 5.0),
            ("1e", 1.0),
            ("1e+", 1.0),
            ("1e-3,", 1e-3),
            ("  7", 7.0),
            ("1e400", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("0x10", 16.0),
            ("-0x1.8p2", -6.0),
            ("1d5", 1.0),
            ("0.1", 0.1),
        ] {
            assert_eq!(leading_f64(text.as_bytes()), Some(expected), "{text}");
        }
        assert!(leading_f64(b"NaN(1)").unwrap().is_nan());
        for text in ["", "a", ".", "-", "+-1", ".e5", "in"] {
            assert_eq!(leading_f64(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn integers() {
        assert_eq!(leading_i32(b" 12/3"), 12);
        assert_eq!(leading_i32(b"-7 "), -7);
        assert_eq!(leading_i32(b"x"), 0);
        assert_eq!(leading_i32(b"99999999999999"), i32::MAX);
        assert_eq!(leading_i32(b"-99999999999999"), i32::MIN);
    }
}
