//! The hypotenuse, with one Newton step on the exact residual (Borges, "An improved algorithm for hypot(a,b)", 2019).

/// √(x² + y²) without overflow or underflow on the way.
pub fn hypot(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    if x == f64::INFINITY || y == f64::INFINITY {
        return f64::INFINITY;
    }
    let (long, short) = if x < y { (y, x) } else { (x, y) };
    // 2⁻⁵³ of the longer side is below what shows; not a number goes through
    if short <= long * 1.1102230246251565e-16 {
        return long + short;
    }
    // powers of two that keep squares, and the tails of squares, normal
    let scale = if long > power_of_two(500) {
        power_of_two(-600)
    } else if short < power_of_two(-400) {
        power_of_two(600)
    } else {
        1.0
    };
    scaled(long * scale, short * scale) / scale
}

/// √(x² + y²) for numbers whose squares are normal, x ≥ y.
fn scaled(x: f64, y: f64) -> f64 {
    let root = (x * x + y * y).sqrt();
    let ((r, r_tail), (x, x_tail), (y, y_tail)) = (square(root), square(x), square(y));
    let excess = ((r - x) - y) + ((r_tail - x_tail) - y_tail);
    root - excess / (2.0 * root)
}

/// x² as the sum of a rounded square and its error (Dekker 1971).
fn square(x: f64) -> (f64, f64) {
    let product = x * x;
    let big = x * 134217729.0;
    let head = big - (big - x);
    let tail = x - head;
    (
        product,
        tail * tail - ((product - head * head) - 2.0 * (head * tail)),
    )
}

/// 2ⁿ for an n whose power is normal.
const fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}
