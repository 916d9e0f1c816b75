//! The field macros: each field of the model is declared in one line, and the struct, its constructor and its
//! visitor come from that line.

/// Declares a room: a struct of columns.
///
/// A row reads `field: type [size] "flat_name" "doc";`, or `field: f64 [size, columns] …` for a matrix whose number
/// of columns is itself a size of the model. After the sizes may stand, in this order:
///
/// - `-> target …`, if the values are indices: what they point to, in the words of [`Index`](crate::Index);
/// - `@Stage`: the [`Origin`](crate::Origin) that computes the field, if it is not part of the model.
///
/// `pub struct Room<T>` declares a room for every scalar `T`; its visitors are those of `Room<f64>`.
#[macro_export]
macro_rules! room {
    (
        $(#[$meta:meta])*
        pub struct $room:ident $(<$t:ident>)? {
            $($field:ident: $ty:ty [$rows:ident $(, $cols:ident)?] $(-> $($target:ident)+)? $(@ $stage:ident)?
                $name:literal $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[allow(non_snake_case, reason = "matrices keep the letters they have in formulas and in MuJoCo")]
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $room $(<$t = f64>)? {
            $(#[doc = $doc] pub $field: Vec<$ty>,)*
        }

        impl $(<$t: $crate::Real>)? $room $(<$t>)? {
            /// All columns at their sizes, filled with each type's default value.
            pub fn new(size: &$crate::Sizes) -> Self {
                Self {
                    $($field: vec![<$ty>::default(); size.$rows $(* size.$cols)?],)*
                }
            }

            /// Brings all columns to their sizes: new rows are filled with default values.
            pub fn resize(&mut self, size: &$crate::Sizes) {
                $(self.$field.resize(size.$rows $(* size.$cols)?, <$ty>::default());)*
                let _ = size;
            }

            /// Calls `f` with the flat name of every column and the bytes that it takes at some sizes.
            pub fn costs(size: &$crate::Sizes, f: &mut dyn FnMut(&'static str, u64)) {
                $(f($name, $crate::column::cost::<$ty>(size.$rows, None::<usize>$(.or(Some(size.$cols)))?));)*
                let _ = (size, f);
            }
        }

        impl $room {
            /// How many columns there are.
            pub const COLUMNS: usize = Self::NAMES.len();
            /// The fields and their flat names.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $name)),*];

            /// Calls `f` with every column.
            pub fn visit(&self, size: &$crate::Sizes, f: &mut dyn FnMut($crate::Field, &dyn $crate::Column)) {
                $(f($crate::column::describe(
                    &self.$field, $name, $doc, stringify!($rows), size.$rows, None::<usize>$(.or(Some(size.$cols)))?,
                )$(.from($crate::Origin::$stage))?.to($crate::index!(size $room $($($target)+)?)), &self.$field);)*
                let _ = (size, f);
            }

            /// Calls `f` with every column, to change.
            pub fn visit_mut(&mut self, size: &$crate::Sizes, f: &mut dyn FnMut($crate::Field, &mut dyn $crate::Column)) {
                $(f($crate::column::describe(
                    &self.$field, $name, $doc, stringify!($rows), size.$rows, None::<usize>$(.or(Some(size.$cols)))?,
                )$(.from($crate::Origin::$stage))?.to($crate::index!(size $room $($($target)+)?)), &mut self.$field);)*
                let _ = (size, f);
            }

            /// Calls `f` with one column: the one at position `index` in the order of [`visit`](Self::visit).
            pub fn with_column(
                &self,
                size: &$crate::Sizes,
                index: usize,
                f: &mut dyn FnMut($crate::Field, &dyn $crate::Column),
            ) {
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($crate::column::describe(
                        &self.$field, $name, $doc, stringify!($rows), size.$rows, None::<usize>$(.or(Some(size.$cols)))?,
                    )$(.from($crate::Origin::$stage))?.to($crate::index!(size $room $($($target)+)?)), &self.$field);
                })*
            }

            /// Calls `f` with one column, to change: the one at position `index` in the order of [`visit`](Self::visit).
            pub fn with_column_mut(
                &mut self,
                size: &$crate::Sizes,
                index: usize,
                f: &mut dyn FnMut($crate::Field, &mut dyn $crate::Column),
            ) {
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($crate::column::describe(
                        &self.$field, $name, $doc, stringify!($rows), size.$rows, None::<usize>$(.or(Some(size.$cols)))?,
                    )$(.from($crate::Origin::$stage))?.to($crate::index!(size $room $($($target)+)?)), &mut self.$field);
                })*
            }
        }
    };
}
pub(crate) use room;

/// Declares a record: a struct of single values, each with its default.
///
/// A row reads `field: type = default, "doc";`.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $record:ident {
            $($field:ident: $ty:ty = $default:expr, $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $record {
            $(#[doc = $doc] pub $field: $ty,)*
        }

        impl Default for $record {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $record {
            /// How many values there are.
            pub const VALUES: usize = [$(stringify!($field)),*].len();

            /// Calls `f` with every value as a column of one row.
            pub fn visit(&self, f: &mut dyn FnMut($crate::Field, &dyn $crate::Column)) {
                $(f($crate::column::describe(std::slice::from_ref(&self.$field), stringify!($field), $doc, "1", 1, None),
                    std::array::from_ref(&self.$field));)*
            }

            /// Calls `f` with every value as a column of one row, to change.
            pub fn visit_mut(&mut self, f: &mut dyn FnMut($crate::Field, &mut dyn $crate::Column)) {
                $(f($crate::column::describe(std::slice::from_ref(&self.$field), stringify!($field), $doc, "1", 1, None),
                    std::array::from_mut(&mut self.$field));)*
            }

            /// Calls `f` with one value: the one at position `index` in the order of [`visit`](Self::visit).
            pub fn with_value(&self, index: usize, f: &mut dyn FnMut($crate::Field, &dyn $crate::Column)) {
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($crate::column::describe(std::slice::from_ref(&self.$field), stringify!($field), $doc, "1", 1, None),
                        std::array::from_ref(&self.$field));
                })*
            }

            /// Calls `f` with one value, to change: the one at position `index` in the order of [`visit`](Self::visit).
            pub fn with_value_mut(&mut self, index: usize, f: &mut dyn FnMut($crate::Field, &mut dyn $crate::Column)) {
                let mut position = 0_usize..;
                $(if position.next() == Some(index) {
                    return f($crate::column::describe(std::slice::from_ref(&self.$field), stringify!($field), $doc, "1", 1, None),
                        std::array::from_mut(&mut self.$field));
                })*
            }
        }
    };
}
pub(crate) use record;

/// Declares the sizes: one `usize` per row, `name "doc";`.
macro_rules! sizes {
    (
        $(#[$meta:meta])*
        pub struct $sizes:ident {
            $($name:ident $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[allow(non_snake_case, reason = "sizes carry MuJoCo's names")]
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $sizes {
            $(#[doc = $doc] pub $name: usize,)*
        }

        impl $sizes {
            /// Name, documentation and value of every size.
            pub fn visit(&self, f: &mut dyn FnMut(&'static str, &'static str, usize)) {
                $(f(stringify!($name), $doc, self.$name);)*
            }

            /// Name and value of every size, to change.
            pub fn visit_mut(&mut self, f: &mut dyn FnMut(&'static str, &mut usize)) {
                $(f(stringify!($name), &mut self.$name);)*
            }
        }
    };
}
pub(crate) use sizes;
