//! Assets, and everything that refers to the tree from outside.

use ligament_model::enums::TendonType;
use ligament_spec::Problem;
use ligament_spec::element::{
    Bone, Equality, Exclude, HeightField, Key, PathItem, Sensor, Skin, Tendon,
};

use super::settings::{ACTUATOR_TABLES, material};
use super::{Attributes, Writer, attributes, differences};
use crate::number::{Number, format_list};
use crate::schema::asset::{BONE_ROWS, HFIELD_ROWS, MESH_ROWS, SKIN_ROWS, TEXTURE_ROWS};
use crate::schema::custom::KEY_ROWS;
use crate::schema::relation::{
    EQUALITIES, EQUALITY_ROWS, EXCLUDE_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS,
};
use crate::schema::sensor::{SENSORS, parameters};

impl Writer<'_> {
    pub(super) fn assets(&mut self) {
        let spec = self.spec;
        let counts = [
            spec.meshes.len(),
            spec.hfields.len(),
            spec.textures.len(),
            spec.materials.len(),
        ];
        if counts.iter().sum::<usize>() == 0 {
            return;
        }
        self.out.open("asset", Vec::new());
        for texture in &spec.textures {
            let mut list = differences(TEXTURE_ROWS, texture, &self.class(&texture.class).texture);
            // A layout that is not stated is empty when the grid differs from the class's.
            list.retain(|(name, text)| *name != "gridlayout" || !text.is_empty());
            self.out.leaf("texture", list);
        }
        for item in &spec.materials {
            let (list, layers) = material(item, &self.class(&item.class).material);
            self.material_element(list, layers, false);
        }
        for mesh in &spec.meshes {
            let list = differences(MESH_ROWS, mesh, &self.class(&mesh.class).mesh);
            self.out.leaf("mesh", list);
        }
        for field in &spec.hfields {
            self.hfield(field);
        }
        self.out.close("asset");
    }

    /// The file lists the row of greatest y first.
    fn hfield(&mut self, field: &HeightField) {
        let mut written = field.clone();
        if let Ok(columns) = usize::try_from(field.ncol)
            && columns > 0
        {
            written.elevation = field
                .elevation
                .chunks(columns)
                .rev()
                .flatten()
                .copied()
                .collect();
        }
        self.out.leaf(
            "hfield",
            differences(HFIELD_ROWS, &written, &HeightField::default()),
        );
    }

    pub(super) fn skins(&mut self) {
        let spec = self.spec;
        if spec.skins.is_empty() {
            return;
        }
        self.out.open("deformable", Vec::new());
        for skin in &spec.skins {
            self.out
                .open("skin", differences(SKIN_ROWS, skin, &Skin::default()));
            for bone in &skin.bones {
                self.out
                    .leaf("bone", differences(BONE_ROWS, bone, &Bone::default()));
            }
            self.out.close("skin");
        }
        self.out.close("deformable");
    }

    pub(super) fn contact(&mut self) {
        let spec = self.spec;
        if spec.pairs.is_empty() && spec.excludes.is_empty() {
            return;
        }
        self.out.open("contact", Vec::new());
        for pair in &spec.pairs {
            let list = differences(PAIR_ROWS, pair, &self.class(&pair.class).pair);
            self.out.leaf("pair", list);
        }
        for exclude in &spec.excludes {
            self.out.leaf(
                "exclude",
                differences(EXCLUDE_ROWS, exclude, &Exclude::default()),
            );
        }
        self.out.close("contact");
    }

    pub(super) fn equality(&mut self) -> Result<(), Problem> {
        let spec = self.spec;
        if spec.equalities.is_empty() {
            return Ok(());
        }
        self.out.open("equality", Vec::new());
        for equality in &spec.equalities {
            let Some(known) = EQUALITIES.iter().find(|e| e.kind == equality.kind) else {
                let message = format!("a constraint of kind {:?} cannot be written", equality.kind);
                return Err(Problem::error(
                    &equality.at,
                    "equality",
                    &equality.name,
                    message,
                ));
            };
            let mut base = self.class(&equality.class).equality.clone();
            let mut list = differences(EQUALITY_ROWS, equality, &base);
            base.data[..equality.kind.facts().own_data].fill(0.0);
            attributes(&mut list, known.rows, equality, &base);
            drop_empty_names(&mut list, equality);
            self.out.leaf(known.node.tag, list);
        }
        self.out.close("equality");
        Ok(())
    }

    pub(super) fn tendons(&mut self) {
        let spec = self.spec;
        if spec.tendons.is_empty() {
            return;
        }
        self.out.open("tendon", Vec::new());
        for tendon in &spec.tendons {
            let base = &self.class(&tendon.class).tendon;
            let mut list = differences(TENDON_ROWS, tendon, base);
            let tag = match tendon.kind {
                TendonType::Fixed => "fixed",
                TendonType::Spatial => {
                    attributes(&mut list, TENDON_LOOK_ROWS, tendon, base);
                    "spatial"
                }
            };
            self.out.open(tag, list);
            self.path(tendon);
            self.out.close(tag);
        }
        self.out.close("tendon");
    }

    fn path(&mut self, tendon: &Tendon) {
        for item in &tendon.path {
            match item {
                PathItem::Joint(joint, coef) => {
                    let list = vec![("joint", joint.clone()), ("coef", coef.format())];
                    self.out.leaf("joint", list);
                }
                PathItem::Site(site) => self.out.leaf("site", vec![("site", site.clone())]),
                PathItem::Geom(geom, side) => {
                    let mut list = vec![("geom", geom.clone())];
                    if !side.is_empty() {
                        list.push(("sidesite", side.clone()));
                    }
                    self.out.leaf("geom", list);
                }
                PathItem::Pulley(divisor) => {
                    self.out.leaf("pulley", vec![("divisor", divisor.format())]);
                }
            }
        }
    }

    pub(super) fn actuators(&mut self) {
        let spec = self.spec;
        if spec.actuators.is_empty() {
            return;
        }
        self.out.open("actuator", Vec::new());
        for actuator in &spec.actuators {
            let base = &self.class(&actuator.class).actuator;
            let mut list = Attributes::new();
            for rows in ACTUATOR_TABLES {
                attributes(&mut list, rows, actuator, base);
            }
            self.out.leaf("general", list);
        }
        self.out.close("actuator");
    }

    pub(super) fn sensors(&mut self) -> Result<(), Problem> {
        let spec = self.spec;
        if spec.sensors.is_empty() {
            return Ok(());
        }
        self.out.open("sensor", Vec::new());
        for sensor in &spec.sensors {
            let Some(known) = SENSORS.iter().find(|s| s.kind == sensor.kind) else {
                let message = format!("a sensor of kind {:?} cannot be written", sensor.kind);
                return Err(Problem::error(&sensor.at, "sensor", &sensor.name, message));
            };
            let base = Sensor {
                kind: sensor.kind,
                intprm: parameters(sensor.kind),
                ..Sensor::default()
            };
            let mut list = Attributes::new();
            for rows in known.rows {
                attributes(&mut list, rows, sensor, &base);
            }
            self.out.leaf(known.tag, list);
        }
        self.out.close("sensor");
        Ok(())
    }

    pub(super) fn keyframes(&mut self) -> Result<(), Problem> {
        let spec = self.spec;
        if spec.keys.is_empty() {
            return Ok(());
        }
        // Keyframes of attached models are kept by element; only the compiled model knows where their values go.
        let compiled = if spec.keys.iter().any(|k| !k.parts.is_empty()) {
            let compiled = spec.compile().map_err(|problems| {
                let first = problems.0.into_iter().next();
                first.unwrap_or_else(|| Problem::model("the keyframes need a model that compiles"))
            })?;
            Some(compiled.model)
        } else {
            None
        };
        self.out.open("keyframe", Vec::new());
        for (i, key) in spec.keys.iter().enumerate() {
            let mut list = differences(KEY_ROWS, key, &Key::default());
            if let Some(model) = &compiled
                && !key.parts.is_empty()
            {
                list.retain(|(name, _)| *name == "name" || *name == "time");
                list.extend(compiled_key(model, i));
            }
            self.out.leaf("key", list);
        }
        self.out.close("keyframe");
        Ok(())
    }
}

/// The vectors of a keyframe in a compiled model.
fn compiled_key(model: &ligament_model::Model, index: usize) -> Attributes {
    let keys = model.size.nkey.max(1);
    let part = |values: &[f64]| {
        let width = values.len() / keys;
        format_list(
            values
                .get(index * width..(index + 1) * width)
                .unwrap_or(&[]),
        )
    };
    let key = &model.key;
    let flat3: Vec<f64> = key.mpos.iter().flat_map(|v| v.0).collect();
    let flat4: Vec<f64> = key.mquat.iter().flat_map(|q| q.0).collect();
    let lists = [
        ("qpos", part(&key.qpos)),
        ("qvel", part(&key.qvel)),
        ("act", part(&key.act)),
        ("ctrl", part(&key.ctrl)),
        ("mpos", part(&flat3)),
        ("mquat", part(&flat4)),
    ];
    lists
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

/// A second object that is not there is not stated.
fn drop_empty_names(list: &mut Attributes, _: &Equality) {
    list.retain(|(name, text)| !(text.is_empty() && name.ends_with('2')));
}
