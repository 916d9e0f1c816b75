//! The font: every letter is a few strokes, so that it can be drawn in any size.
//!
//! A stroke is a list of points, two characters each (x and y, digits to base 36), in units of which capitals are twelve high:
//! the baseline is at 4, small letters reach to 12, capitals to 16, tails to 0.

/// Strokes of the characters from `!` to `~`.
const STROKES: [&str; 94] = [
    "0g08 0404",
    "0g0c 3g3c",
    "2g24 6g64 0c8c 0888",
    "8e6g2g0e0c2a6a8886642406 4i42",
    "048g 1g3g4f4d3c1c0d0f1g 587887857454454758",
    "842c2f3g5g6f6d0806244488",
    "0g0c",
    "3g1d0a081532",
    "0g2d3a382502",
    "3f39 0d6b 0b6d",
    "4d45 0989",
    "151402",
    "0959",
    "0404",
    "026g",
    "2g5g7d775424070d2g",
    "1d4g44",
    "0e2g5g7e7c0474",
    "0e2g5g7e7c5a2a 5a7876542406",
    "545g0888",
    "7g1g0a2b5b7976542406",
    "6g3g0b07245476785a2a08",
    "0g7g24",
    "2a0c0e2g5g7e7c5a2a0806245476785a",
    "1444797d5g2g0e0c2a5a7c",
    "0b0b 0505",
    "1b1b 151402",
    "7d0975",
    "0b7b 0777",
    "0d7905",
    "0e2g4g6e6c3938 3434",
    "957434070d3g8gbdb897888c 8b6c4b39476789",
    "044g84 1878",
    "040g5g7e7c5a0a 5a78765404",
    "8e6g3g0d07346486",
    "040g5g8d875404",
    "7g0g0474 0a6a",
    "7g0g04 0a6a",
    "8e6g3g0d073464868959",
    "0g04 8g84 0a8a",
    "0g04",
    "6g67442407",
    "0g04 8g08 3b84",
    "0g0474",
    "040g57aga4",
    "040g848g",
    "3g6g9d976434070d3g",
    "040g5g7e7b5909",
    "3g6g9d976434070d3g 5893",
    "040g5g7e7b5909 3974",
    "8e6g2g0e0c2a6a8886642406",
    "0g8g 4g44",
    "0g072464878g",
    "0g448g",
    "0g346c94cg",
    "0g84 8g04",
    "0g4a8g 4a44",
    "0g8g0484",
    "3g0g0232",
    "0g62",
    "0g3g3202",
    "0b3g6b",
    "0282",
    "0g2d",
    "0b2c4c6a64 69290706244466",
    "0g04 0a2c4c6a66442406",
    "6b4c2c0a06244465",
    "6g64 6a4c2c0a06244466",
    "08686a4c2c0a06244465",
    "5g3g2e24 0c4c",
    "6c62402001 6a4c2c0a06244466",
    "0g04 0a2c4c6a64",
    "0c04 0g0g",
    "2c2200 2g2g",
    "0g04 6c07 2964",
    "0g04",
    "0c04 0a2c3c5a54 5a7c8caaa4",
    "0c04 0a2c4c6a64",
    "2c4c6a664424060a2c",
    "0c00 0a2c4c6a66442406",
    "6c60 6a4c2c0a06244466",
    "0c04 0a2c4c",
    "6b4c2c0b0a28486665442405",
    "2f263454 0c5c",
    "0c06244466 6c64",
    "0c346c",
    "0c245a84ac",
    "0c64 6c04",
    "0c34 6c2010",
    "0c6c0464",
    "4g3g2e2b0927243242",
    "0h01",
    "0g1g2e2b4927241202",
    "081a3a58788a",
];

/// What stands for characters that the font does not have.
const UNKNOWN: &str = "040g6g6404";
/// Width of a space, and distance between characters, in units.
const SPACE: f32 = 3.0;
const APART: f32 = 3.5;
/// Height of a line against the unit, and the baseline above its lower edge.
pub(crate) const LINE: f32 = 24.0;
const RISE: f32 = 3.0;
/// Half width of strokes, in units.
const PEN: f32 = 0.75;

fn strokes(character: char) -> &'static str {
    if character == ' ' {
        return "";
    }
    let index = (character as usize).checked_sub('!' as usize);
    index
        .and_then(|i| STROKES.get(i).copied())
        .unwrap_or(UNKNOWN)
}

/// The points of a stroke.
fn points(stroke: &str) -> impl Iterator<Item = [f32; 2]> + '_ {
    let digit = |b: u8| (b as char).to_digit(36).unwrap_or(0) as f32;
    let pairs = stroke.as_bytes().chunks_exact(2);
    pairs.map(move |p| [digit(p[0]), digit(p[1])])
}

/// Width of a character, in units.
pub(crate) fn advance(character: char) -> f32 {
    let all = strokes(character).split(' ').flat_map(points);
    let wide = all.fold(0.0, |wide: f32, p| wide.max(p[0]));
    APART + if character == ' ' { SPACE } else { wide }
}

/// Gives how much of each pixel a character covers: column and row from the lower left corner of its line, and a part from 0
/// to 1. `unit` is in pixels; `grow` makes strokes wider by so many pixels on each side.
pub(crate) fn draw(character: char, unit: f32, grow: f32, mut pixel: impl FnMut(i32, i32, f32)) {
    let half = (PEN * unit).max(0.6) + grow;
    let mut lines: Vec<[[f32; 2]; 2]> = Vec::new();
    let place = |p: [f32; 2]| [(p[0] + 0.5 * APART) * unit, (p[1] + RISE - 0.5) * unit];
    for stroke in strokes(character).split(' ') {
        let mut last = None;
        for p in points(stroke).map(place) {
            lines.push([last.unwrap_or(p), p]);
            last = Some(p);
        }
    }
    let low = |k: usize| lines.iter().flatten().fold(f32::MAX, |a, p| a.min(p[k]));
    let high = |k: usize| lines.iter().flatten().fold(f32::MIN, |a, p| a.max(p[k]));
    if lines.is_empty() {
        return;
    }
    let from = [0, 1].map(|k| (low(k) - half - 1.0).floor() as i32);
    let to = [0, 1].map(|k| (high(k) + half + 1.0).ceil() as i32);
    for y in from[1]..=to[1] {
        for x in from[0]..=to[0] {
            let at = [x as f32 + 0.5, y as f32 + 0.5];
            let near = lines
                .iter()
                .fold(f32::MAX, |near, line| near.min(square(at, *line)));
            let part = (half + 0.5 - near.sqrt()).clamp(0.0, 1.0);
            if part > 0.0 {
                pixel(x, y, part);
            }
        }
    }
}

/// Squared distance of a point from a line between two points.
pub(crate) fn square(p: [f32; 2], [a, b]: [[f32; 2]; 2]) -> f32 {
    let d = [b[0] - a[0], b[1] - a[1]];
    let from = [p[0] - a[0], p[1] - a[1]];
    let length = d[0] * d[0] + d[1] * d[1];
    let along = if length > 0.0 {
        ((from[0] * d[0] + from[1] * d[1]) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let rest = [from[0] - along * d[0], from[1] - along * d[1]];
    rest[0] * rest[0] + rest[1] * rest[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_can_be_told_from_the_others() {
        let mut seen = std::collections::HashSet::new();
        for c in ' '..='~' {
            let mut pixels = Vec::new();
            draw(c, 1.2, 0.0, |x, y, part| {
                pixels.push((x, y, (part * 15.0) as u8))
            });
            assert_eq!(pixels.is_empty(), c == ' ', "{c}");
            // capital i and small l are one stroke each
            assert!(seen.insert(pixels) || c == 'l', "{c} looks like another");
            let height = pixels_range(c);
            assert!(height[0] >= -1 && height[1] <= 29, "{c} leaves its line");
        }
        assert_eq!(strokes('ä'), UNKNOWN);
    }

    fn pixels_range(c: char) -> [i32; 2] {
        let mut range = [0, 0];
        draw(c, 1.2, 0.0, |_, y, _| {
            range = [range[0].min(y), range[1].max(y)];
        });
        range
    }
}
