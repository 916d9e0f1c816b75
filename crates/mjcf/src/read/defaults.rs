//! Default classes.

use ligament_spec::compile::nearest;
use ligament_spec::element::{Fields, Material, Pair, SOLIMP, SOLREF};
use ligament_spec::{Class, Classed, Id, Spec};

use super::Reader;
use super::lower::Form;
use crate::schema::asset::{LAYER_ROWS, Layer, MATERIAL_ROWS, MESH_ROWS, TEXTURE_ROWS};
use crate::schema::body::{CAMERA_ROWS, GEOM_ROWS, JOINT_ROWS, LIGHT_ROWS, SITE_ROWS};
use crate::schema::relation::{EQUALITY_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS};
use crate::xml::Element;

/// Gives the outermost class the values that elements of a file start from where these differ from what elements made
/// in code start from: contact pairs take nothing from their geoms, and welding weighs rotation by one.
pub fn prepare(spec: &mut Spec) {
    let main = spec.main_class();
    let Some(main) = spec.class_values_mut(main) else {
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
        self.class_content(xml, self.spec.main_class());
    }

    /// A class inside another.
    fn inner_class(&mut self, xml: &Element, parent: Id<Class>) {
        let name = xml.get("class").unwrap_or("");
        if name.is_empty() {
            self.error(
                xml,
                "a default class inside another needs a name: attribute 'class' is missing",
            );
            return;
        }
        let Some(id) = self.spec.add_class(name, Some(parent)) else {
            self.error(xml, format!("there is already a default class '{name}'"));
            return;
        };
        if let Some(class) = self.spec.class_values_mut(id) {
            class.at.file = xml.at.file.clone();
            (class.at.line, class.at.column) = (xml.at.line, xml.at.column);
        }
        if let Some(form) = self.forms.get(&parent) {
            self.forms.insert(id, *form);
        }
        self.class_content(xml, id);
    }

    /// The prototypes of a class, then the classes inside.
    fn class_content(&mut self, xml: &Element, id: Id<Class>) {
        if let Some(mut class) = self.spec.class(id).cloned() {
            for inner in xml.children.iter().filter(|c| c.tag != "default") {
                self.prototype(inner, &mut class, id);
            }
            if let Some(slot) = self.spec.class_values_mut(id) {
                *slot = class;
            }
        }
        for inner in xml.children.iter().filter(|c| c.tag == "default") {
            self.inner_class(inner, id);
        }
    }

    fn prototype(&mut self, xml: &Element, class: &mut Class, id: Id<Class>) {
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
                let source = self.inherited(form, id, Some(&class.actuator));
                self.actuator_values(xml, form, source, &mut class.actuator, true);
                self.forms.insert(id, form);
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
                material.mark("textures");
            }
        }
    }

    /// The class that an element names, or the one that rules its place.
    pub(super) fn class_of(
        &mut self,
        xml: &Element,
        attribute: &str,
        ruling: Id<Class>,
    ) -> Id<Class> {
        let Some(name) = xml.get(attribute) else {
            return ruling;
        };
        if let Some(id) = self.spec.find_class(name).filter(|_| !name.is_empty()) {
            return id;
        }
        let mut problem = ligament_spec::Problem::error(
            &xml.place(attribute),
            &xml.tag,
            xml.label(),
            format!("there is no default class '{name}'"),
        );
        if let Some(word) = nearest(name, self.spec.classes().iter().map(|c| c.name.as_str())) {
            problem = problem.help(format!("did you mean '{word}'?"));
        }
        self.problems.push(problem);
        ruling
    }

    /// An element outside the tree that starts from the class that it names, or from the outermost.
    pub(super) fn start<T: Classed>(&mut self, xml: &Element) -> T {
        let class = self.class_of(xml, "class", self.spec.main_class());
        let mut element: T = self.spec.start(class);
        *element.origin_mut() = xml.at.clone();
        element
    }
}
