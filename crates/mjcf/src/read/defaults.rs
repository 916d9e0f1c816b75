//! Default classes.

use ligament_spec::compile::nearest;
use ligament_spec::element::{Material, Pair, SOLIMP, SOLREF};
use ligament_spec::{Class, Spec};

use super::Reader;
use super::lower::Form;
use crate::schema::asset::{LAYER_ROWS, Layer, MATERIAL_ROWS, MESH_ROWS, TEXTURE_ROWS};
use crate::schema::body::{CAMERA_ROWS, GEOM_ROWS, JOINT_ROWS, LIGHT_ROWS, SITE_ROWS};
use crate::schema::relation::{EQUALITY_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS};
use crate::xml::Element;

/// Gives the outermost class the values that elements of a file start from where these differ from what elements made
/// in code start from: contact pairs take nothing from their geoms, and welding weighs rotation by one.
pub fn prepare(spec: &mut Spec) {
    let Some(main) = spec.classes.first_mut() else {
        return;
    };
    main.pair = Pair {
        condim: Some(3),
        friction: [1.0, 1.0, 0.005, 0.0001, 0.0001].map(Some),
        solref: Some(SOLREF),
        solimp: Some(SOLIMP),
        margin: Some(0.0),
        gap: Some(0.0),
        adhesion: Some(0.0),
        ..Pair::default()
    };
    main.equality.data[10] = 1.0;
}

impl Reader<'_> {
    /// A default section: the outermost class.
    pub(super) fn outer_class(&mut self, xml: &Element) {
        if xml
            .get("class")
            .is_some_and(|name| !name.is_empty() && name != "main")
        {
            self.error(
                xml,
                "the outermost default class is called 'main' and cannot be renamed",
            );
        }
        self.class_content(xml, 0);
    }

    /// A class inside the class at position `parent`.
    fn inner_class(&mut self, xml: &Element, parent: usize) {
        let name = xml.get("class").unwrap_or("");
        if name.is_empty() {
            self.error(
                xml,
                "a default class inside another needs a name: attribute 'class' is missing",
            );
            return;
        }
        if self.spec.class(name).is_some() {
            self.error(xml, format!("there is already a default class '{name}'"));
            return;
        }
        let Some(outer) = self.spec.classes.get(parent) else {
            return;
        };
        let class = Class {
            name: name.to_owned(),
            parent: Some(parent),
            ..outer.clone()
        };
        let form = self.forms.get(parent).copied().unwrap_or(Form::General);
        let index = self.spec.classes.len();
        self.spec.classes.push(class);
        self.forms.push(form);
        self.class_content(xml, index);
    }

    /// The prototypes of a class, then the classes inside.
    fn class_content(&mut self, xml: &Element, index: usize) {
        if let Some(mut class) = self.spec.classes.get(index).cloned() {
            for inner in xml.children.iter().filter(|c| c.tag != "default") {
                self.prototype(inner, &mut class, index);
            }
            if let Some(slot) = self.spec.classes.get_mut(index) {
                *slot = class;
            }
        }
        for inner in xml.children.iter().filter(|c| c.tag == "default") {
            self.inner_class(inner, index);
        }
    }

    fn prototype(&mut self, xml: &Element, class: &mut Class, index: usize) {
        match xml.tag.as_str() {
            "mesh" => self.fill_prototype(xml, MESH_ROWS, &mut class.mesh),
            "texture" => self.fill_prototype(xml, TEXTURE_ROWS, &mut class.texture),
            "material" => {
                self.fill_prototype(xml, MATERIAL_ROWS, &mut class.material);
                self.layers(xml, &mut class.material);
            }
            "joint" => self.fill_prototype(xml, JOINT_ROWS, &mut class.joint),
            "geom" => self.fill_prototype(xml, GEOM_ROWS, &mut class.geom),
            "site" => self.fill_prototype(xml, SITE_ROWS, &mut class.site),
            "camera" => self.fill_prototype(xml, CAMERA_ROWS, &mut class.camera),
            "light" => self.fill_prototype(xml, LIGHT_ROWS, &mut class.light),
            "pair" => self.fill_prototype(xml, PAIR_ROWS, &mut class.pair),
            "equality" => self.fill_prototype(xml, EQUALITY_ROWS, &mut class.equality),
            "tendon" => {
                self.fill_prototype(xml, TENDON_ROWS, &mut class.tendon);
                self.fill_prototype(xml, TENDON_LOOK_ROWS, &mut class.tendon);
            }
            _ => {
                let Some(form) = Form::from_tag(&xml.tag) else {
                    return;
                };
                let source = self.inherited(form, index, Some(&class.actuator));
                self.actuator_values(xml, form, source, &mut class.actuator, true);
                if let Some(slot) = self.forms.get_mut(index) {
                    *slot = form;
                }
            }
        }
    }

    /// The layers of a material.
    pub(super) fn layers(&mut self, xml: &Element, material: &mut Material) {
        if xml.has("texture")
            && let Some(layer) = xml.child("layer")
        {
            self.error(layer, "a material has either a texture or layers, not both");
        }
        for inner in xml.children.iter().filter(|c| c.tag == "layer") {
            let mut layer = Layer::default();
            self.fill(inner, LAYER_ROWS, &mut layer);
            if let Some(texture) = material.textures.get_mut(layer.role as usize) {
                *texture = layer.texture;
            }
        }
    }

    /// Position of the class that an element names, or of the one that rules its place.
    pub(super) fn class_of(&mut self, xml: &Element, attribute: &str, ruling: usize) -> usize {
        let Some(name) = xml.get(attribute) else {
            return ruling;
        };
        if let Some(index) = self.spec.classes.iter().position(|c| c.name == name) {
            return index;
        }
        let mut problem = ligament_spec::Problem::error(
            &xml.place(attribute),
            &xml.tag,
            xml.label(),
            format!("there is no default class '{name}'"),
        );
        if let Some(word) = nearest(name, self.spec.classes.iter().map(|c| c.name.as_str())) {
            problem = problem.help(format!("did you mean '{word}'?"));
        }
        self.problems.push(problem);
        ruling
    }

    /// The class at a position.
    pub(super) fn class_at(&self, index: usize) -> &Class {
        self.spec
            .classes
            .get(index)
            .unwrap_or(&self.spec.classes[0])
    }
}
