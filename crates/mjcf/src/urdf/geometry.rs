//! The shapes of collision and visual elements, and the meshes they use.

use std::collections::HashMap;

use ligament_model::enums::GeomType;
use ligament_spec::asset::path::base_name;
use ligament_spec::element::{Geom, Mesh, Orientation};
use ligament_spec::{Problem, Spec};

use crate::xml::Element;

use super::{UrdfOptions, value};

/// The meshes made so far: for each file stem, the scales at which it is used. The first keeps the stem as its name,
/// the others get a number.
pub struct MeshPool<'a> {
    scales: HashMap<String, Vec<[f64; 3]>>,
    options: &'a UrdfOptions,
}

impl<'a> MeshPool<'a> {
    /// No meshes.
    pub fn new(options: &'a UrdfOptions) -> Self {
        Self {
            scales: HashMap::new(),
            options,
        }
    }

    /// The geom of a collision or visual element; visual geoms neither collide nor weigh.
    pub fn geom(
        &mut self,
        element: &Element,
        collision: bool,
        strip: bool,
        spec: &mut Spec,
    ) -> Result<Geom, Problem> {
        let geometry = value::required_child(element, "geometry")?;
        let mut geom = Geom {
            at: element.at.clone(),
            kind: GeomType::Box,
            ..Geom::default()
        };
        if !collision {
            (geom.contype, geom.conaffinity, geom.group, geom.density) = (0, 0, 1, 0.0);
        }
        let radius_length = |shape: &Element| -> Result<[f64; 3], Problem> {
            Ok([
                value::required_number(shape, "radius")?,
                0.5 * value::required_number(shape, "length")?,
                0.0,
            ])
        };
        if let Some(shape) = value::child(geometry, "box")? {
            geom.size = value::required_numbers::<3>(shape, "size")?.map(|x| 0.5 * x);
        } else if let Some(shape) = value::child(geometry, "cylinder")? {
            (geom.kind, geom.size) = (GeomType::Cylinder, radius_length(shape)?);
        } else if let Some(shape) = value::child(geometry, "sphere")? {
            (geom.kind, geom.size) = (
                GeomType::Sphere,
                [value::required_number(shape, "radius")?, 0.0, 0.0],
            );
        } else if let Some(shape) = value::child(geometry, "capsule")? {
            (geom.kind, geom.size) = (GeomType::Capsule, radius_length(shape)?);
        } else if let Some(shape) = value::child(geometry, "mesh")? {
            (geom.kind, geom.mesh) = (GeomType::Mesh, self.mesh(shape, strip, spec)?);
        } else {
            return Err(value::problem(geometry, "there is no shape here")
                .help("give a <box>, <cylinder>, <sphere>, <capsule> or <mesh>"));
        }
        let (pos, quat) = value::origin(element)?;
        (geom.pos, geom.orientation) = (pos, Orientation::Quat(quat.0));
        Ok(geom)
    }

    /// The name of the mesh asset for a file and scale, made if it is new.
    fn mesh(&mut self, shape: &Element, strip: bool, spec: &mut Spec) -> Result<String, Problem> {
        let scale = value::numbers::<3>(shape, "scale")?.unwrap_or([1.0; 3]);
        let written = value::required(shape, "filename")?;
        let file = if strip {
            base_name(written).to_owned()
        } else {
            self.locate(written, spec)
        };
        let base = base_name(&file);
        let stem = base
            .rsplit_once('.')
            .map_or(base, |(stem, _)| stem)
            .to_owned();
        let scales = self.scales.entry(stem.clone()).or_default();
        let position = scales.iter().position(|s| *s == scale);
        let number = position.unwrap_or(scales.len());
        let name = if number == 0 {
            stem
        } else {
            format!("{stem}{number}")
        };
        if position.is_none() {
            scales.push(scale);
            spec.push(Mesh {
                name: name.clone(),
                at: shape.at.clone(),
                file,
                scale,
                ..Mesh::default()
            });
        }
        Ok(name)
    }

    /// The file that `package://name/rest` means: the first root that has it.
    fn locate(&self, written: &str, spec: &Spec) -> String {
        let Some(rest) = written.strip_prefix("package://") else {
            return written.to_owned();
        };
        let candidates = self
            .options
            .package_roots
            .iter()
            .map(|root| format!("{root}/{rest}"));
        let mut found = candidates.filter(|path| spec.source.read(path).is_ok());
        found.next().unwrap_or_else(|| written.to_owned())
    }
}
