//! Numbers in the formats of C: `%.2f`, `%8.3g`, `%d`, with text around them.

/// A number in a format; the format itself where it is none.
pub(crate) fn number(format: &str, x: f64) -> String {
    let Some((before, rest)) = format.split_once('%') else {
        return format.to_owned();
    };
    let Some(end) = rest.find(|c: char| c.is_ascii_alphabetic()) else {
        return format.to_owned();
    };
    let (digits, kind) = (&rest[..end], rest.as_bytes()[end]);
    let (width, precision) = digits.split_once('.').unwrap_or((digits, "6"));
    let left = width.starts_with('-');
    let width: usize = width
        .trim_start_matches(['-', '+', ' ', '0'])
        .parse()
        .unwrap_or(0)
        .min(40);
    let precision = precision.parse().unwrap_or(0usize).min(17);
    let text = match kind {
        b'f' | b'F' => format!("{x:.precision$}"),
        b'e' | b'E' => scientific(x, precision),
        b'g' | b'G' => general(x, precision.max(1)),
        b'd' | b'i' => format!("{x:.0}"),
        _ => return format.to_owned(),
    };
    let text = if left {
        format!("{text:<width$}")
    } else {
        format!("{text:>width$}")
    };
    format!("{before}{text}{}", &rest[end + 1..])
}

fn scientific(x: f64, precision: usize) -> String {
    let text = format!("{x:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
        None => text,
    }
}

/// So many significant digits, without zeros at the end.
fn general(x: f64, precision: usize) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}").to_lowercase();
    }
    let long = scientific(x, precision - 1);
    let (digits, exponent) = long.split_once('e').unwrap_or((&long, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..precision as i32).contains(&power) {
        let decimals = (precision as i32 - 1 - power).max(0) as usize;
        trim(&format!("{x:.decimals$}"))
    } else {
        format!("{}e{exponent}", trim(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_those_of_c() {
        for (format, x, text) in [
            ("%.0f", 9.7, "10"),
            ("%.2g", 0.25, "0.25"),
            ("%.2g", 1234.0, "1.2e+03"),
            ("%.3g", 0.00001234, "1.23e-05"),
            ("%.1e", 1234.5, "1.2e+03"),
            ("%5.1f s", 2.25, "  2.2 s"),
            ("%-6.1f|", 2.0, "2.0   |"),
            ("%d", 3.2, "3"),
            ("%f", 0.5, "0.500000"),
            ("%s", 1.0, "%s"),
            ("plain", 1.0, "plain"),
            ("%", 1.0, "%"),
            ("%.999999999g", 1.5, "1.5"),
            ("", 1.0, ""),
        ] {
            assert_eq!(number(format, x), text, "{format}");
        }
    }
}
