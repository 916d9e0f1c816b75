//! Values of fields without their types: what programs that know the tables only at run time read and write.

use ligament_model::enums::{
    BiasType, CamLightMode, CameraOutput, ColorSpace, Conflict, DataType, DynamicsType,
    EqualityType, GainType, GeomType, JointType, Keyword, LengthRangeMode, LightType, MeshBuiltin,
    MeshInertia, ObjectType, Projection, Scaling, SensorType, SleepPolicy, Stage, TendonType,
    TextureBuiltin, TextureMark, TextureType, TransmissionType,
};

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given.
    None,
    /// Yes or no.
    Bool(bool),
    /// A whole number, or the number of an enumeration or set of bits.
    Int(i64),
    /// A number.
    Real(f64),
    /// A number of single precision.
    Single(f32),
    /// Whole numbers.
    Ints(Vec<i32>),
    /// Numbers.
    Reals(Vec<f64>),
    /// Numbers of single precision.
    Singles(Vec<f32>),
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
    /// Values with names. The first is `type` where there are several forms.
    Record(Vec<(&'static str, Value)>),
    /// Values of any kind.
    List(Vec<Value>),
}

/// What values a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// [`Value::Bool`]
    Bool,
    /// [`Value::Int`]
    Int,
    /// [`Value::Real`]
    Real,
    /// [`Value::Single`]
    Single,
    /// [`Value::Text`]
    Text,
    /// [`Value::Int`] with the numbers of the enumeration of this name in MuJoCo.
    Enum(&'static str),
    /// [`Value::Int`]: 0 no, 1 yes, 2 inferred.
    Auto,
    /// A list of this length.
    Array(&'static ValueType, usize),
    /// A list of any length.
    List(&'static ValueType),
    /// A value, or [`Value::None`].
    Optional(&'static ValueType),
    /// [`Value::Record`]
    Record(&'static str),
}

/// The type of a field: how it becomes a [`Value`] and back.
pub trait FieldValue: Clone + PartialEq {
    /// What values it takes.
    const TYPE: ValueType;
    /// The value.
    fn to_value(&self) -> Value;
    /// The field that has a value; what it held before decides where the value leaves a choice.
    fn changed_by(&self, value: &Value) -> Result<Self, String>;
}

/// Says what was expected.
fn expected<T>(what: &str, found: &Value) -> Result<T, String> {
    Err(format!("expected {what}, found {found:?}"))
}

impl Value {
    /// The number, of whatever precision.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Real(x) => Some(*x),
            Self::Single(x) => Some(f64::from(*x)),
            Self::Int(x) => Some(*x as f64),
            Self::Bool(x) => Some(f64::from(u8::from(*x))),
            _ => None,
        }
    }

    /// The numbers of a list, of whatever precision.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        match self {
            Self::Reals(x) => Some(x.clone()),
            Self::Singles(x) => Some(x.iter().map(|x| f64::from(*x)).collect()),
            Self::Ints(x) => Some(x.iter().map(|x| f64::from(*x)).collect()),
            Self::List(x) => x.iter().map(Self::number).collect(),
            _ => None,
        }
    }

    /// The whole number.
    pub fn whole(&self) -> Option<i64> {
        match self {
            Self::Int(x) => Some(*x),
            Self::Bool(x) => Some(i64::from(*x)),
            Self::Real(x) if x.fract() == 0.0 && x.abs() < 9e15 => Some(*x as i64),
            _ => None,
        }
    }

    /// The entry of a record.
    pub fn entry(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Record(entries) => entries.iter().find(|e| e.0 == name).map(|e| &e.1),
            _ => None,
        }
    }
}

impl FieldValue for bool {
    const TYPE: ValueType = ValueType::Bool;
    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match value.whole() {
            Some(x) => Ok(x != 0),
            None => expected("yes or no", value),
        }
    }
}

macro_rules! whole {
    ($($ty:ty),*) => {$(
        impl FieldValue for $ty {
            const TYPE: ValueType = ValueType::Int;
            fn to_value(&self) -> Value {
                Value::Int(i64::from(*self))
            }
            fn changed_by(&self, value: &Value) -> Result<Self, String> {
                match value.whole().and_then(|x| Self::try_from(x).ok()) {
                    Some(x) => Ok(x),
                    None => expected("a whole number", value),
                }
            }
        }
    )*};
}
whole!(i32, i64, u8);

impl FieldValue for f64 {
    const TYPE: ValueType = ValueType::Real;
    fn to_value(&self) -> Value {
        Value::Real(*self)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        value
            .number()
            .map_or_else(|| expected("a number", value), Ok)
    }
}

impl FieldValue for f32 {
    const TYPE: ValueType = ValueType::Single;
    fn to_value(&self) -> Value {
        Value::Single(*self)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match value.number() {
            Some(x) => Ok(x as Self),
            None => expected("a number", value),
        }
    }
}

impl FieldValue for String {
    const TYPE: ValueType = ValueType::Text;
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            _ => expected("a text", value),
        }
    }
}

/// What lists are made of, packed where it is a plain number.
pub trait Packed: FieldValue {
    /// A list as a value.
    fn pack(list: &[Self]) -> Value {
        Value::List(list.iter().map(Self::to_value).collect())
    }
    /// The values of a list, one by one.
    fn unpack(value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::List(list) => Some(list.clone()),
            Value::Texts(list) => Some(list.iter().cloned().map(Value::Text).collect()),
            Value::Ints(list) => Some(list.iter().map(|x| Value::Int(i64::from(*x))).collect()),
            _ => value
                .numbers()
                .map(|x| x.into_iter().map(Value::Real).collect()),
        }
    }
}

impl Packed for f64 {
    fn pack(list: &[Self]) -> Value {
        Value::Reals(list.to_vec())
    }
}
impl Packed for f32 {
    fn pack(list: &[Self]) -> Value {
        Value::Singles(list.to_vec())
    }
}
impl Packed for i32 {
    fn pack(list: &[Self]) -> Value {
        Value::Ints(list.to_vec())
    }
}
impl Packed for String {
    fn pack(list: &[Self]) -> Value {
        Value::Texts(list.to_vec())
    }
}
impl Packed for u8 {}
impl Packed for Option<f64> {}

impl<T: Packed, const N: usize> FieldValue for [T; N] {
    const TYPE: ValueType = ValueType::Array(&T::TYPE, N);
    fn to_value(&self) -> Value {
        T::pack(self)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        let Some(list) = T::unpack(value).filter(|list| list.len() == N) else {
            return expected(&format!("{N} values"), value);
        };
        let mut out = self.clone();
        for (to, from) in out.iter_mut().zip(&list) {
            *to = to.changed_by(from)?;
        }
        Ok(out)
    }
}

impl<T: Packed + Default> FieldValue for Vec<T> {
    const TYPE: ValueType = ValueType::List(&T::TYPE);
    fn to_value(&self) -> Value {
        T::pack(self)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match T::unpack(value) {
            Some(list) => list.iter().map(|x| T::default().changed_by(x)).collect(),
            None => expected("a list", value),
        }
    }
}

impl<T: FieldValue + Default> FieldValue for Option<T> {
    const TYPE: ValueType = ValueType::Optional(&T::TYPE);
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::None, T::to_value)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        match value {
            Value::None => Ok(None),
            _ => T::default().changed_by(value).map(Some),
        }
    }
}

macro_rules! enumerations {
    ($($ty:ty),* $(,)?) => {$(
        impl FieldValue for $ty {
            const TYPE: ValueType = ValueType::Enum(<$ty as Keyword>::NAME);
            fn to_value(&self) -> Value {
                Value::Int(i64::from(self.number()))
            }
            fn changed_by(&self, value: &Value) -> Result<Self, String> {
                let number = value.whole().and_then(|x| i32::try_from(x).ok());
                match number.and_then(<$ty as Keyword>::from_number) {
                    Some(x) => Ok(x),
                    None => expected(<$ty as Keyword>::NAME, value),
                }
            }
        }
    )*};
}
enumerations!(
    BiasType,
    CamLightMode,
    ColorSpace,
    Conflict,
    DataType,
    DynamicsType,
    EqualityType,
    GainType,
    GeomType,
    JointType,
    LengthRangeMode,
    LightType,
    MeshBuiltin,
    MeshInertia,
    ObjectType,
    Projection,
    Scaling,
    SensorType,
    SleepPolicy,
    Stage,
    TendonType,
    TextureBuiltin,
    TextureMark,
    TextureType,
    TransmissionType,
);

impl FieldValue for CameraOutput {
    const TYPE: ValueType = ValueType::Int;
    fn to_value(&self) -> Value {
        Value::Int(i64::from(self.0))
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        self.0.changed_by(value).map(Self)
    }
}

/// Implements [`FieldValue`] for a struct as a record of its fields.
macro_rules! record_value {
    ($ty:ident { $($field:ident),* $(,)? }) => {
        impl $crate::value::FieldValue for $ty {
            const TYPE: $crate::value::ValueType = $crate::value::ValueType::Record(stringify!($ty));
            fn to_value(&self) -> $crate::value::Value {
                $crate::value::Value::Record(vec![$((stringify!($field), self.$field.to_value())),*])
            }
            fn changed_by(&self, value: &$crate::value::Value) -> Result<Self, String> {
                let mut out = self.clone();
                $(if let Some(entry) = value.entry(stringify!($field)) {
                    out.$field = out.$field.changed_by(entry)?;
                })*
                Ok(out)
            }
        }
        impl $crate::value::Packed for $ty {}
    };
}
pub(crate) use record_value;
