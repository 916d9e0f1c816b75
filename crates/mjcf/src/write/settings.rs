//! Settings, default classes and custom fields.

use ligament_model::enums::{Keyword, TextureRole};
use ligament_model::{Options, Visual};
use ligament_spec::element::Material;
use ligament_spec::settings::{Compiler, LengthRange, SizeSettings, StatisticSettings};
use ligament_spec::{Class, Id, Spec};

use super::{Attributes, Writer, attributes, differences};
use crate::read::prepare;
use crate::schema::Row;
use crate::schema::actuator::{
    ACT_LIMIT_ROWS, BASE_ROWS, BODY_ROWS, CTRL_LIMIT_ROWS, FORCE_LIMIT_ROWS, GEAR_ROWS,
    GENERAL_ROWS, INHERIT_ROWS, INPUT_RANGE_ROWS, INPUT_ROWS, SITE_ROWS as ACTUATOR_SITE_ROWS,
    TRANSMISSION_ROWS,
};
use crate::schema::asset::{MATERIAL_ROWS, MESH_ROWS, TEXTURE_ROWS};
use crate::schema::body::{CAMERA_ROWS, GEOM_ROWS, JOINT_ROWS, LIGHT_ROWS, SITE_ROWS};
use crate::schema::custom::{ITEM_ROWS, Item, NUMERIC_ROWS, TEXT_ROWS, TUPLE_ROWS};
use crate::schema::relation::{EQUALITY_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS};
use crate::schema::settings::{
    COMPILER_ROWS, FLAG_ROWS, LENGTHRANGE_ROWS, OPTION_ROWS, SIZE_ROWS, STATISTIC_ROWS,
};
use crate::schema::visual::{
    GLOBAL_ROWS, HEADLIGHT_ROWS, MAP_ROWS, QUALITY_ROWS, RGBA_ROWS, SCALE_ROWS,
};
use ligament_spec::element::{Actuator, Numeric, Text, Tuple};

/// All attributes of `general`.
pub(super) static ACTUATOR_TABLES: [&&[Row<Actuator>]; 12] = [
    &BASE_ROWS,
    &CTRL_LIMIT_ROWS,
    &FORCE_LIMIT_ROWS,
    &ACT_LIMIT_ROWS,
    &GEAR_ROWS,
    &TRANSMISSION_ROWS,
    &ACTUATOR_SITE_ROWS,
    &BODY_ROWS,
    &INPUT_ROWS,
    &INPUT_RANGE_ROWS,
    &INHERIT_ROWS,
    &GENERAL_ROWS,
];

/// The attributes of a material, and the layers that differ, unless the colour texture alone does.
pub(super) fn material(value: &Material, base: &Material) -> (Attributes, Vec<Attributes>) {
    let mut list = differences(MATERIAL_ROWS, value, base);
    list.retain(|(name, _)| *name != "texture");
    let roles = TextureRole::ALL.iter().filter(|r| {
        let i = **r as usize;
        value.textures.get(i) != base.textures.get(i)
    });
    let changed: Vec<TextureRole> = roles.copied().collect();
    let texture = |role: TextureRole| {
        value
            .textures
            .get(role as usize)
            .cloned()
            .unwrap_or_default()
    };
    match changed.as_slice() {
        [] => (list, Vec::new()),
        [TextureRole::Rgb] => {
            list.push(("texture", texture(TextureRole::Rgb)));
            (list, Vec::new())
        }
        many => {
            let layer = |role: &TextureRole| {
                vec![
                    ("texture", texture(*role)),
                    ("role", role.keyword().to_owned()),
                ]
            };
            (list, many.iter().map(layer).collect())
        }
    }
}

impl Writer<'_> {
    pub(super) fn compiler(&mut self) {
        let (compiler, usual) = (&self.spec.scopes[0], Compiler::default());
        let list = differences(COMPILER_ROWS, compiler, &usual);
        let inner = differences(
            LENGTHRANGE_ROWS,
            &compiler.lengthrange,
            &LengthRange::default(),
        );
        self.with_child("compiler", list, "lengthrange", inner);
    }

    pub(super) fn option(&mut self) {
        let (option, usual) = (&self.spec.option, Options::default());
        let list = differences(OPTION_ROWS, option, &usual);
        let inner = differences(FLAG_ROWS, option, &usual);
        self.with_child("option", list, "flag", inner);
    }

    /// An element with at most one child, neither of which is written without attributes.
    fn with_child(&mut self, tag: &str, list: Attributes, child: &str, inner: Attributes) {
        if inner.is_empty() {
            self.out.leaf_if_any(tag, list);
        } else {
            self.out.open(tag, list);
            self.out.leaf(child, inner);
            self.out.close(tag);
        }
    }

    pub(super) fn size(&mut self) {
        let list = differences(SIZE_ROWS, &self.spec.size, &SizeSettings::default());
        self.out.leaf_if_any("size", list);
    }

    pub(super) fn statistic(&mut self) {
        let list = differences(
            STATISTIC_ROWS,
            &self.spec.statistic,
            &StatisticSettings::default(),
        );
        self.out.leaf_if_any("statistic", list);
    }

    pub(super) fn visual(&mut self) {
        let (v, usual) = (&self.spec.visual, Visual::default());
        if *v == usual {
            return;
        }
        let parts = [
            ("global", differences(GLOBAL_ROWS, &v.global, &usual.global)),
            (
                "quality",
                differences(QUALITY_ROWS, &v.quality, &usual.quality),
            ),
            (
                "headlight",
                differences(HEADLIGHT_ROWS, &v.headlight, &usual.headlight),
            ),
            ("map", differences(MAP_ROWS, &v.map, &usual.map)),
            ("scale", differences(SCALE_ROWS, &v.scale, &usual.scale)),
            ("rgba", differences(RGBA_ROWS, &v.rgba, &usual.rgba)),
        ];
        self.out.open("visual", Vec::new());
        for (tag, list) in parts {
            self.out.leaf_if_any(tag, list);
        }
        self.out.close("visual");
    }

    pub(super) fn defaults(&mut self) {
        let mut start = Spec::new();
        prepare(&mut start);
        let start = start.resolve();
        let (main, usual) = (&self.spec.classes[0], &start.classes[0]);
        let unchanged = Class {
            name: usual.name.clone(),
            parent: usual.parent,
            ..main.clone()
        } == *usual;
        if !(self.spec.classes.len() == 1 && unchanged) {
            self.one_class(0, usual, &self.children());
        }
    }

    /// Positions of the classes inside each class.
    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.spec.classes.len()];
        for (i, class) in self.spec.classes.iter().enumerate().skip(1) {
            let is_parent = |c: &Class| Some(Id::from_handle(c.at.id)) == class.parent;
            let mut outer = self.spec.classes.iter().take(i);
            let parent = outer.position(is_parent).unwrap_or(0);
            children[parent].push(i);
        }
        children
    }

    fn one_class(&mut self, index: usize, base: &Class, children: &[Vec<usize>]) {
        let spec = self.spec;
        let Some(class) = spec.classes.get(index) else {
            return;
        };
        self.out
            .open("default", vec![("class", class.name.clone())]);
        self.prototypes(class, base);
        for child in children.get(index).into_iter().flatten() {
            self.one_class(*child, class, children);
        }
        self.out.close("default");
    }

    fn prototypes(&mut self, class: &Class, base: &Class) {
        self.prototype("mesh", MESH_ROWS, &class.mesh, &base.mesh);
        self.prototype("texture", TEXTURE_ROWS, &class.texture, &base.texture);
        let (list, layers) = material(&class.material, &base.material);
        self.material_element(list, layers, true);
        self.prototype("joint", JOINT_ROWS, &class.joint, &base.joint);
        self.prototype("geom", GEOM_ROWS, &class.geom, &base.geom);
        self.prototype("site", SITE_ROWS, &class.site, &base.site);
        self.prototype("camera", CAMERA_ROWS, &class.camera, &base.camera);
        self.prototype("light", LIGHT_ROWS, &class.light, &base.light);
        self.prototype("pair", PAIR_ROWS, &class.pair, &base.pair);
        self.prototype("equality", EQUALITY_ROWS, &class.equality, &base.equality);
        let mut tendon = own_removed(TENDON_ROWS, &class.tendon, &base.tendon);
        tendon.extend(own_removed(TENDON_LOOK_ROWS, &class.tendon, &base.tendon));
        self.out.leaf_if_any("tendon", tendon);
        let mut actuator = Attributes::new();
        for rows in ACTUATOR_TABLES {
            actuator.extend(own_removed(rows, &class.actuator, &base.actuator));
        }
        self.out.leaf_if_any("general", actuator);
    }

    fn prototype<T>(&mut self, tag: &str, rows: &[Row<T>], value: &T, base: &T) {
        self.out.leaf_if_any(tag, own_removed(rows, value, base));
    }

    /// A material with its layers.
    pub(super) fn material_element(
        &mut self,
        list: Attributes,
        layers: Vec<Attributes>,
        prototype: bool,
    ) {
        if !layers.is_empty() {
            self.out.open("material", list);
            for layer in layers {
                self.out.leaf("layer", layer);
            }
            self.out.close("material");
        } else if prototype {
            self.out.leaf_if_any("material", list);
        } else {
            self.out.leaf("material", list);
        }
    }

    pub(super) fn custom(&mut self) {
        let spec = self.spec;
        if spec.numerics.is_empty() && spec.texts.is_empty() && spec.tuples.is_empty() {
            return;
        }
        self.out.open("custom", Vec::new());
        for numeric in &spec.numerics {
            self.out.leaf(
                "numeric",
                differences(NUMERIC_ROWS, numeric, &Numeric::default()),
            );
        }
        for text in &spec.texts {
            self.out
                .leaf("text", differences(TEXT_ROWS, text, &Text::default()));
        }
        for tuple in &spec.tuples {
            self.out
                .open("tuple", differences(TUPLE_ROWS, tuple, &Tuple::default()));
            for item in &tuple.items {
                let item = Item {
                    objtype: item.objtype,
                    objname: item.objname.clone(),
                    prm: item.prm,
                };
                self.out
                    .leaf("element", differences(ITEM_ROWS, &item, &Item::default()));
            }
            self.out.close("tuple");
        }
        self.out.close("custom");
    }
}

/// The attributes of a prototype that differ from the outer class.
fn own_removed<T>(rows: &[Row<T>], value: &T, base: &T) -> Attributes {
    let mut list = Attributes::new();
    for row in rows.iter().filter(|r| !r.attribute.skips_prototypes()) {
        attributes(&mut list, std::slice::from_ref(row), value, base);
    }
    list
}
