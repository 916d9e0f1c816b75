//! Functions computed in single precision throughout, as the C library does it: the compiler of models has to give the very
//! bits that a MuJoCo on Linux gives.

/// Arctangents of 1/2, 1, 3/2 and infinity, each as a sum of two numbers.
const KNOWN: [[f32; 2]; 4] = [
    [4.636_476e-1, 5.012_158_2e-9],
    [7.853_981_3e-1, 3.774_894_7e-8],
    [9.827_937e-1, 3.447_321_7e-8],
    [f32::from_bits(0x3fc9_0fda), 7.549_789_4e-8],
];

/// Minimax coefficients of 1 − atan(t) / t in powers of t², from the first.
const SERIES: [f32; 11] = [
    3.333_333_4e-1,
    -2.0e-1,
    1.428_571_5e-1,
    -1.111_111_04e-1,
    9.090_887e-2,
    -7.691_876e-2,
    6.661_073e-2,
    -5.833_570_3e-2,
    4.976_878e-2,
    -3.653_157e-2,
    1.628_582e-2,
];

/// π minus its nearest number in single precision.
const REST_OF_PI: f32 = -8.742_278e-8;

/// The angle of the point (`x`, `y`), in [-π, π], with an error below 1.5 units in the last place.
pub fn atan2(y: f32, x: f32) -> f32 {
    let slope = if y == 0.0 && x == 0.0 {
        0.0
    } else {
        (y / x).abs()
    };
    let acute = atan(slope);
    let angle = if x.is_sign_negative() {
        core::f32::consts::PI - (acute - REST_OF_PI)
    } else {
        acute
    };
    angle.copysign(y)
}

/// Arctangent of a number that is not negative, through its difference from the nearest known angle:
/// atan(x) = atan(c) + atan((x − c) / (1 + c x)).
fn atan(x: f32) -> f32 {
    let (known, t) = match x {
        x if x < 0.4375 => (None, x),
        x if x < 0.6875 => (Some(0), (2.0 * x - 1.0) / (2.0 + x)),
        x if x < 1.1875 => (Some(1), (x - 1.0) / (x + 1.0)),
        x if x < 2.4375 => (Some(2), (x - 1.5) / (1.0 + 1.5 * x)),
        x => (Some(3), -1.0 / x),
    };
    let square = t * t;
    let fourth = square * square;
    // terms at even and odd places are added up apart
    let sum = |first: usize| {
        let terms = SERIES.iter().skip(first).step_by(2).rev();
        terms.fold(0.0, |sum, c| c + fourth * sum)
    };
    let bend = t * (square * sum(0) + fourth * sum(1));
    match known {
        None => t - bend,
        Some(i) => KNOWN[i][0] - ((bend - KNOWN[i][1]) - t),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of the C library.
    const ANGLES: [(f32, f32, u32); 23] = [
        (0.0, 1.0, 0x0000_0000),
        (0.0, -1.0, 0x4049_0fdb),
        (0.0, 0.0, 0x0000_0000),
        (1.0, 0.0, 0x3fc9_0fdb),
        (-1.0, 0.0, 0xbfc9_0fdb),
        (1.0, 1.0, 0x3f49_0fdb),
        (-1.0, 1.0, 0xbf49_0fdb),
        (1.0, -1.0, 0x4016_cbe4),
        (-1.0, -1.0, 0xc016_cbe4),
        (1e-30, 1e10, 0x0001_16c2),
        (1e30, 1e-10, 0x3fc9_0fdb),
        (1.220_011_7, 1.231_763_1, 0x3f47_d5be),
        (0.061_302_245, -0.856_794_5, 0x4044_7d9a),
        (-1.784_277_2, -0.466_524_48, 0xbfe9_cbe9),
        (-0.366_107_17, -1.818_899_3, 0xc03c_5993),
        (-1.804_969_2, 1.996_704_5, 0xbf3c_2961),
        (0.609_476_45, -1.061_959_1, 0x4027_b776),
        (-0.260_209_8, 1.896_744_7, 0xbe0b_9bcd),
        (1.590_710_4, 1.376_924_2, 0x3f5b_78e1),
        (-0.430_381_33, -0.027_907_925, 0xbfd1_59b6),
        (0.706_757_43, -1.756_789_2, 0x4030_952b),
        (0.222_384_47, -0.914_193_57, 0x4039_ca42),
        (1.518_604_6, -1.743_142_2, 0x401b_31fc),
    ];

    #[test]
    fn has_the_bits_of_the_c_library() {
        for (y, x, bits) in ANGLES {
            let found = atan2(y, x);
            assert_eq!(found.to_bits(), bits, "atan2({y}, {x}) = {found}");
        }
    }

    #[test]
    fn is_near_the_angle() {
        let mut largest: f64 = 0.0;
        for i in 0..100_000_u32 {
            let [y, x] = [i % 317, i / 317].map(|k| (f64::from(k) * 0.013 - 2.03) as f32);
            let exact = super::super::atan2(f64::from(y), f64::from(x));
            let unit = f64::from((exact as f32).abs().next_up()) - f64::from((exact as f32).abs());
            largest = largest.max((f64::from(atan2(y, x)) - exact).abs() / unit);
        }
        assert!(largest < 1.5, "off by {largest} units");
        assert!(atan2(f32::NAN, 1.0).is_nan() && atan2(1.0, f32::NAN).is_nan());
    }
}
