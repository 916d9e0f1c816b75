//! What the values of a column point to. A row of a room says it after `->`:
//!
//! | row | meaning of a value |
//! |---|---|
//! | `-> nbody` | a position among what the size counts |
//! | `-> nmocap or none` | the same, or -1 |
//! | `-> nactuator or several` | the same, -1 for none, -2 for several |
//! | `-> nbody earlier` | a position before the own row (the first row points to itself) |
//! | `-> nv earlier or none` | a position before the own row, or -1 |
//! | `-> nbody owner` | the one whose range in its own room holds this row; `or none` if no range does |
//! | `-> njnt by jntnum` | the first of as many as the column `jntnum` beside says; all such ranges cover what the size counts once |
//! | `-> local vertnum` | a position below `vertnum` of the same row |
//! | `-> local vertnum of faceadr` | a position below `vertnum` of the row whose range `faceadr` holds this one |
//! | `-> object objtype or none` | an object of the kind that the column `objtype` beside names, or -1 |
//! | `-> kind` | what it is depends on the kind of the element; `io/check` knows |
//!
//! Enumerations need no mark: their type knows their numbers.

/// What the values of a column point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// Positions among what a size counts.
    Into {
        /// Name of the size.
        size: &'static str,
        /// Its value.
        limit: usize,
        /// The smallest value: 0, -1 for none, -2 for several.
        least: i32,
        /// Which positions.
        order: Order,
    },
    /// First positions of ranges, which cover everything that the size counts once.
    Range {
        /// Name of the size.
        size: &'static str,
        /// Its value.
        limit: usize,
        /// The column with the lengths.
        count: &'static str,
    },
    /// Positions within a part of another array.
    Local {
        /// The column that says how long the parts are.
        count: &'static str,
        /// The column of ranges that this one is cut into, a part each; none if every row is one.
        ranges: Option<&'static str>,
        /// The smallest value: 0, or -1 for none.
        least: i32,
    },
    /// Objects of the kinds in another column, or -1 for none.
    Object {
        /// The column of kinds.
        kinds: &'static str,
    },
    /// Depends on the kind of the element.
    Kind,
}

/// Which positions an index may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All.
    Any,
    /// Those before the own row.
    Earlier,
    /// The one whose range holds the own row.
    Owner,
}

/// The flat name of a field of the same room; refused at compile time if there is none.
pub const fn sibling(
    names: &'static [(&'static str, &'static str)],
    field: &'static str,
) -> &'static str {
    let mut i = 0;
    while i < names.len() {
        if same(names[i].0.as_bytes(), field.as_bytes()) {
            return names[i].1;
        }
        i += 1;
    }
    panic!("a row refers to a field that its room does not have")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The [`Index`] that the words after `->` stand for; the sizes of the model and the room come first.
#[macro_export]
#[doc(hidden)]
macro_rules! index {
    ($size:ident $room:ident) => { None };
    ($size:ident $room:ident kind) => { Some($crate::Index::Kind) };
    ($size:ident $room:ident object $kinds:ident or none) => {
        Some($crate::Index::Object { kinds: $crate::index!(@ $room $kinds) })
    };
    ($size:ident $room:ident local $count:ident $(of $ranges:ident)?) => {
        $crate::index!(@local $room $count [$($ranges)?] 0)
    };
    ($size:ident $room:ident local $count:ident $(of $ranges:ident)? or none) => {
        $crate::index!(@local $room $count [$($ranges)?] -1)
    };
    (@local $room:ident $count:ident [$($ranges:ident)?] $least:expr) => {
        Some($crate::Index::Local {
            count: $crate::index!(@ $room $count),
            ranges: None$(.or(Some($crate::index!(@ $room $ranges))))?,
            least: $least,
        })
    };
    ($size:ident $room:ident $target:ident by $count:ident) => {
        Some($crate::Index::Range {
            size: stringify!($target),
            limit: $size.$target,
            count: $crate::index!(@ $room $count),
        })
    };
    ($size:ident $room:ident $target:ident) => { $crate::index!(@into $size $target 0, Any) };
    ($size:ident $room:ident $target:ident or none) => { $crate::index!(@into $size $target -1, Any) };
    ($size:ident $room:ident $target:ident or several) => { $crate::index!(@into $size $target -2, Any) };
    ($size:ident $room:ident $target:ident earlier) => { $crate::index!(@into $size $target 0, Earlier) };
    ($size:ident $room:ident $target:ident earlier or none) => { $crate::index!(@into $size $target -1, Earlier) };
    ($size:ident $room:ident $target:ident owner) => { $crate::index!(@into $size $target 0, Owner) };
    ($size:ident $room:ident $target:ident owner or none) => { $crate::index!(@into $size $target -1, Owner) };
    (@into $size:ident $target:ident $least:expr, $order:ident) => {
        Some($crate::Index::Into {
            size: stringify!($target),
            limit: $size.$target,
            least: $least,
            order: $crate::index::Order::$order,
        })
    };
    (@ $room:ident $field:ident) => {
        const { $crate::index::sibling(<$room>::NAMES, stringify!($field)) }
    };
}
