//! Actuators: what all have is read into the element; shortcuts are lowered to the general parameters.

use ligament_model::enums::TransmissionType;
use ligament_spec::element::{Actuator, Element as _, Fields};
use ligament_spec::{Class, Id};

use super::Reader;
use super::lower::{Form, Stated, lower};
use crate::schema::Row;
use crate::schema::actuator::{
    ACT_LIMIT_ROWS, ACTUATOR, BASE_ROWS, BODY_ROWS, CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS,
    GENERAL_ROWS, INHERIT_ROWS, INPUT_RANGE_ROWS, INPUT_ROWS, POSRANGE_ROWS, SITE_ROWS,
    TRANSMISSION_ROWS,
};
use crate::schema::shortcut::{
    ADHESION_ROWS, CYLINDER_ROWS, DAMPER_ROWS, DCMOTOR_ROWS, MUSCLE_ROWS, ORIENTATION_ROWS,
    PID_ROWS, POSITION_ROWS, SERVO_ROWS, Shortcut, VELOCITY_ROWS,
};
use crate::xml::Element;

/// The fields that a shortcut sets in full.
const LOWERED: [&str; 10] = [
    "gaintype",
    "gainprm",
    "biastype",
    "biasprm",
    "dyntype",
    "dynprm",
    "actdim",
    "actearly",
    "actlimited",
    "ctrlspec",
];

impl Reader<'_> {
    pub(super) fn actuators(&mut self, xml: &Element) {
        for inner in &xml.children {
            let Some(form) = Form::from_tag(&inner.tag) else {
                if let Some(child) = ACTUATOR.child(&inner.tag) {
                    self.check_values(inner, child.node);
                }
                self.unsupported(inner);
                continue;
            };
            let class = self.class_of(inner, "class", self.spec.main_class());
            let mut actuator: Actuator = self.start(inner);
            let source = self.inherited(form, class, None);
            self.actuator_values(inner, form, source, &mut actuator, false);
            self.spec.push_as_is(actuator);
        }
    }

    /// The prototype from which a shortcut takes its parameters: the nearest class, from `class` outward, whose
    /// prototype is written with the same shortcut, or with `general` and the shortcut's gain type. `own` stands in for
    /// the prototype of `class` while that is being read.
    pub(super) fn inherited(
        &self,
        form: Form,
        class: Id<Class>,
        own: Option<&Actuator>,
    ) -> Option<Actuator> {
        let mut next = Some(class);
        while let Some(id) = next {
            let known = self.spec.class(id)?;
            let prototype = match own {
                Some(own) if id == class => own,
                _ => &known.actuator,
            };
            let written = self.forms.get(&id).copied().unwrap_or(Form::General);
            let suits = written == form
                || (written == Form::General && form.gain() == Some(prototype.gaintype));
            if suits {
                return Some(prototype.clone());
            }
            next = known.parent;
        }
        None
    }

    /// Reads the attributes of an actuator or prototype.
    pub(super) fn actuator_values(
        &mut self,
        xml: &Element,
        form: Form,
        source: Option<Actuator>,
        actuator: &mut Actuator,
        prototype: bool,
    ) {
        let before = actuator.clone();
        self.actuator_parameters(xml, form, source, actuator, prototype);
        let changed = actuator.differing(&before);
        actuator.meta.written = actuator.meta.written.union(changed);
        if form != Form::General {
            LOWERED.iter().for_each(|name| actuator.mark(name));
        }
    }

    fn actuator_parameters(
        &mut self,
        xml: &Element,
        form: Form,
        source: Option<Actuator>,
        actuator: &mut Actuator,
        prototype: bool,
    ) {
        let before = actuator.gaintype;
        let tables: [&[Row<Actuator>]; 11] = [
            BASE_ROWS,
            CTRL_LIMIT_ROWS,
            FORCE_LIMIT_ROWS,
            ACT_LIMIT_ROWS,
            GEAR_ROWS,
            TRANSMISSION_ROWS,
            SITE_ROWS,
            BODY_ROWS,
            INPUT_RANGE_ROWS,
            INHERIT_ROWS,
            POSRANGE_ROWS,
        ];
        for rows in tables {
            self.fill_kind(xml, rows, actuator, prototype);
        }
        self.check_transmission(xml, actuator);
        if form == Form::General {
            self.fill_kind(xml, GENERAL_ROWS, actuator, prototype);
            if actuator.gaintype != before {
                actuator.ctrlspec = 0;
            }
            self.fill_kind(xml, INPUT_ROWS, actuator, prototype);
            return;
        }
        let mut parameters = Shortcut::default();
        let rows: &[Row<Shortcut>] = match form {
            Form::General | Form::Motor => &[],
            Form::Position => POSITION_ROWS,
            Form::Velocity => VELOCITY_ROWS,
            Form::IntVelocity => SERVO_ROWS,
            Form::Orientation => ORIENTATION_ROWS,
            Form::Pid => PID_ROWS,
            Form::Damper => DAMPER_ROWS,
            Form::Cylinder => CYLINDER_ROWS,
            Form::Muscle => MUSCLE_ROWS,
            Form::Adhesion => ADHESION_ROWS,
            Form::DcMotor => DCMOTOR_ROWS,
        };
        self.fill_kind(xml, rows, &mut parameters, prototype);
        let mut inputs = Actuator {
            ctrlspec: source.as_ref().map_or(0, |s| s.ctrlspec),
            ..Actuator::default()
        };
        self.fill(xml, INPUT_ROWS, &mut inputs);
        let given = Stated {
            ctrlrange: xml.has("ctrlrange") || xml.has("posrange"),
            actrange: xml.has("actrange"),
            inheritrange: xml.has("inheritrange"),
            inputs: inputs.ctrlspec,
        };
        if let Err(message) = lower(form, actuator, source.as_ref(), &parameters, given) {
            self.error(xml, message);
        }
    }

    fn fill_kind<T>(&mut self, xml: &Element, rows: &[Row<T>], target: &mut T, prototype: bool) {
        if prototype {
            self.fill_prototype(xml, rows, target);
        } else {
            self.fill(xml, rows, target);
        }
    }

    fn check_transmission(&mut self, xml: &Element, actuator: &Actuator) {
        let kind = actuator.trntype;
        let is = |wanted| kind == wanted || kind == TransmissionType::Undefined;
        if (xml.has("cranklength") || xml.has("slidersite")) && !is(TransmissionType::SliderCrank) {
            self.error(
                xml,
                "cranklength and slidersite belong to slider-cranks only",
            );
        }
        if xml.has("refsite") && !is(TransmissionType::Site) {
            self.error(xml, "refsite belongs to site transmissions only");
        }
    }
}
