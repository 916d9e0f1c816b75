//! Sequences of edits of a model: adding, deleting, moving, attaching, renaming, writing fields, compiling in between.

use std::sync::OnceLock;

use ligament::Spec;
use ligament::mjcf::{ReadOptions, WriteOptions, read_str, write_string};
use ligament::model::enums::ObjectType as O;
use ligament::spec::edit::{Affix, Part};
use ligament::spec::element::{Body, Camera, Frame, Geom, Joint, Light, Site};
use ligament::spec::value::{Value, ValueType};
use ligament::spec::{AnyId, Inside};

use crate::document::simulate;
use crate::models::TEXTS;
use crate::seeds::assets;

/// Most elements of a model that is edited further: the rest of the time is for short programs.
const MOST: usize = 150;

/// Most edits of one input.
const EDITS: usize = 40;

/// Kinds of elements, those in the tree first.
const KINDS: [O; 22] = [
    O::Body,
    O::Frame,
    O::Joint,
    O::Geom,
    O::Site,
    O::Camera,
    O::Light,
    O::Mesh,
    O::HeightField,
    O::Texture,
    O::Material,
    O::Skin,
    O::Pair,
    O::Exclude,
    O::Equality,
    O::Tendon,
    O::Actuator,
    O::Sensor,
    O::Numeric,
    O::Text,
    O::Tuple,
    O::Key,
];

/// Names beside those of elements.
const NAMES: [&str; 8] = ["", "a", "world", "main", "a/b", "\u{e9}", "a\"<&>", "x y"];

/// The models that are edited, as read.
fn specs() -> &'static [Spec] {
    static SPECS: OnceLock<Vec<Spec>> = OnceLock::new();
    SPECS.get_or_init(|| {
        let options = ReadOptions {
            assets: assets(),
            memory_only: true,
            ..ReadOptions::default()
        };
        let parts = [
            include_str!("../../../fuzz/seeds/mjcf/assets.xml"),
            include_str!("../../../fuzz/seeds/mjcf/part.xml"),
        ];
        let read = |text: &&str| read_str(text, &options).expect("own models are read").spec;
        let mut specs = vec![Spec::new()];
        specs.extend(parts.iter().chain(TEXTS).map(read));
        specs
    })
}

/// Bytes of an input, one after the other; zeros at the end.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0).into()
    }

    fn choose<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let which = self.next();
        of.get(which.checked_rem(of.len())?).copied()
    }

    /// A number: small, or out of the ordinary.
    fn number(&mut self) -> f64 {
        match self.next() {
            byte @ 0..=199 => (byte as f64 - 100.0) / 20.0,
            200..=209 => f64::NAN,
            210..=219 => f64::INFINITY,
            220..=229 => 1e20,
            230..=239 => -1e-20,
            byte => byte as f64 - 240.0,
        }
    }

    fn whole(&mut self) -> i64 {
        match self.next() {
            byte @ 0..=240 => byte as i64 - 3,
            241..=244 => i64::from(i32::MAX),
            245..=248 => i64::from(i32::MIN),
            _ => i64::MAX,
        }
    }

    /// A name: that of an element, or another.
    fn name(&mut self, spec: &Spec) -> String {
        if let Some(id) = self.element(spec)
            && let Some(element) = spec.header(id)
            && !element.name().is_empty()
        {
            return element.name().to_owned();
        }
        self.choose(&NAMES).unwrap_or("").to_owned()
    }

    /// An element of any kind.
    fn element(&mut self, spec: &Spec) -> Option<AnyId> {
        let kind = self.choose(&KINDS)?;
        let ids = spec.any_ids(kind);
        self.choose(&ids)
    }

    /// A body or frame.
    fn inside(&mut self, spec: &Spec) -> Inside {
        let kind = if self.next() % 3 == 0 {
            O::Frame
        } else {
            O::Body
        };
        match self.choose(&spec.any_ids(kind)) {
            Some(AnyId::Body(id)) => Inside::Body(id),
            Some(AnyId::Frame(id)) => Inside::Frame(id),
            _ => Inside::Body(spec.world()),
        }
    }

    /// A body, a frame, or the world.
    fn part(&mut self, spec: &Spec) -> Part {
        match self.inside(spec) {
            Inside::Frame(id) => Part::Frame(id),
            Inside::Body(id) if id == spec.world() => Part::World,
            Inside::Body(id) => Part::Body(id),
        }
    }

    /// A value for a field, mostly of its type.
    fn value(&mut self, spec: &Spec, ty: &ValueType) -> Value {
        match ty {
            ValueType::Bool => Value::Bool(self.next() & 1 != 0),
            ValueType::Int | ValueType::Enum(_) | ValueType::Auto => Value::Int(self.whole()),
            ValueType::Real | ValueType::Single => Value::Real(self.number()),
            ValueType::Text => Value::Text(self.name(spec)),
            ValueType::Optional(of) if self.next() & 3 != 0 => self.value(spec, of),
            ValueType::Optional(_) => Value::None,
            ValueType::Array(of, count) => self.list(spec, of, *count),
            ValueType::List(of) => {
                let count = self.next() % 9;
                self.list(spec, of, count)
            }
            ValueType::Record(_) => Value::Record(Vec::new()),
        }
    }

    fn list(&mut self, spec: &Spec, of: &ValueType, count: usize) -> Value {
        match of {
            ValueType::Real | ValueType::Single => {
                Value::Reals((0..count).map(|_| self.number()).collect())
            }
            ValueType::Int => Value::Ints((0..count).map(|_| self.whole() as i32).collect()),
            ValueType::Text => Value::Texts((0..count).map(|_| self.name(spec)).collect()),
            _ => Value::List((0..count).map(|_| self.value(spec, of)).collect()),
        }
    }
}

/// Adds an empty element: into the tree, or outside.
fn add(spec: &mut Spec, bytes: &mut Bytes<'_>) {
    let Some(kind) = bytes.choose(&KINDS) else {
        return;
    };
    let inside = bytes.inside(spec);
    macro_rules! add {
        ($($kind:ident),*) => {
            match kind {
                $(O::$kind => drop(spec.add(inside, $kind::default())),)*
                _ => drop(spec.push_any(kind, None)),
            }
        };
    }
    add!(Body, Frame, Joint, Geom, Site, Camera, Light);
}

/// Writes fields of an element.
fn write(spec: &mut Spec, bytes: &mut Bytes<'_>) {
    let Some(id) = bytes.element(spec) else {
        return;
    };
    for _ in 0..=bytes.next() % 4 {
        let rows = spec.fields(id).map_or(&[][..], |fields| fields.rows());
        let Some(row) = bytes.choose(rows) else {
            return;
        };
        // Sizes that only ask for memory are tried elsewhere.
        if matches!(
            row.name,
            "size" | "width" | "height" | "nrow" | "ncol" | "dim"
        ) && row.ty == ValueType::Int
        {
            continue;
        }
        let value = bytes.value(spec, &row.ty);
        if let Some(fields) = spec.fields_mut(id) {
            let _ = fields.set_value(row.name, &value);
        }
    }
}

/// Names and classes.
fn rename(spec: &mut Spec, bytes: &mut Bytes<'_>) {
    let name = bytes.name(spec);
    let classes: Vec<_> = spec.classes().ids().collect();
    let class = bytes.choose(&classes);
    match bytes.next() % 5 {
        0 => drop(spec.add_class(&name, class)),
        1 => drop(class.map(|class| spec.delete_class(class))),
        2 => drop(
            class
                .and_then(|class| spec.edit_class(class))
                .map(|mut class| class.name = name),
        ),
        how => {
            let given = class
                .and_then(|class| spec.class(class))
                .map(|c| c.name.clone());
            let Some(id) = bytes.element(spec) else {
                return;
            };
            if let Some(element) = spec.header_mut(id) {
                if how == 3 {
                    *element.name_mut() = name;
                } else {
                    *element.class_mut() = given.unwrap_or(name);
                }
            }
        }
    }
}

/// Attaches a part of this model or of another.
fn attach(spec: &mut Spec, bytes: &mut Bytes<'_>, own: bool) {
    let inside = bytes.inside(spec);
    let (prefix, suffix) = (bytes.name(spec), bytes.name(spec));
    let affix = Affix {
        prefix: &prefix,
        suffix: &suffix,
    };
    if own {
        let part = bytes.part(spec);
        let _ = spec.attach_own(inside, part, affix);
    } else {
        let other = &specs()[bytes.next() % specs().len()];
        let part = bytes.part(other);
        let _ = spec.attach(inside, other, part, affix);
    }
}

/// Compiles; the same model compiles to the same numbers. What is written is read again, whatever comes of it: fields can
/// be given values that the grammar has no place for.
fn compile(spec: &Spec) {
    let Ok(once) = spec.compile() else { return };
    let again = spec.compile().expect("what compiled once compiles again");
    assert!(
        once.model.to_bytes() == again.model.to_bytes(),
        "compiled twice, to different models"
    );
    simulate(&once.model);
    if let Ok(text) = write_string(spec, &WriteOptions::default()) {
        let options = ReadOptions {
            assets: assets(),
            memory_only: true,
            ..ReadOptions::default()
        };
        let _ = read_str(&text, &options);
    }
}

/// The first byte chooses a model; the others what is done to it.
pub fn edits(input: &[u8]) {
    let mut bytes = Bytes(input.iter());
    let mut spec = specs()[bytes.next() % specs().len()].clone();
    for _ in 0..EDITS {
        if bytes.0.len() == 0 || spec.count_elements() > MOST {
            break;
        }
        match bytes.next() % 12 {
            0 | 1 => add(&mut spec, &mut bytes),
            2 => drop(bytes.element(&spec).map(|id| spec.delete(id))),
            3 => drop(bytes.element(&spec).map(|id| spec.take_node(id))),
            4 => {
                let inside = bytes.inside(&spec);
                drop(bytes.element(&spec).map(|id| spec.move_to(id, inside)));
            }
            5 => {
                let frame = match bytes.inside(&spec) {
                    Inside::Frame(id) => Some(id),
                    Inside::Body(_) => None,
                };
                drop(bytes.element(&spec).map(|id| spec.set_frame(id, frame)));
            }
            6 => attach(&mut spec, &mut bytes, false),
            7 => attach(&mut spec, &mut bytes, true),
            8 => rename(&mut spec, &mut bytes),
            9 if bytes.next() < 16 => compile(&spec),
            _ => write(&mut spec, &mut bytes),
        }
    }
    compile(&spec);
}
