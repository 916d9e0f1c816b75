//! Links: inertia, collision and visual geoms.

use std::collections::{HashMap, HashSet};

use ligament_math::{Mat3, dense::eig3_to_precision};
use ligament_spec::element::{Body, Inertial, Node, Orientation};
use ligament_spec::{Problem, Spec};

use crate::xml::Element;

use super::geometry::MeshPool;
use super::{UrdfOptions, value};

/// Principal moments below this count as not positive.
const MIN_INERTIA: f64 = 1e-14;

/// The bodies of all links, by name.
pub struct Links {
    bodies: Vec<Body>,
    index: HashMap<String, usize>,
}

impl Links {
    /// A body for every link.
    pub fn new(root: &Element) -> Result<Self, Problem> {
        let mut links = Self {
            bodies: Vec::new(),
            index: HashMap::new(),
        };
        for link in root.children.iter().filter(|e| e.tag == "link") {
            let name = value::required(link, "name")?.to_owned();
            if links
                .index
                .insert(name.clone(), links.bodies.len())
                .is_some()
            {
                return Err(value::problem(
                    link,
                    format!("the link name '{name}' is used twice"),
                ));
            }
            links.bodies.push(Body {
                name,
                at: link.at.clone(),
                ..Body::default()
            });
        }
        Ok(links)
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<String> {
        self.bodies.iter().map(|b| b.name.clone()).collect()
    }

    /// The body of a link.
    pub fn body_mut(&mut self, name: &str) -> Option<&mut Body> {
        self.bodies.get_mut(*self.index.get(name)?)
    }

    /// The bodies, in order.
    pub fn into_bodies(self) -> Vec<Body> {
        self.bodies
    }

    /// Reads what the links contain.
    pub fn read(
        &mut self,
        root: &Element,
        options: &UrdfOptions,
        spec: &mut Spec,
    ) -> Result<(), Problem> {
        let mut colors = HashMap::new();
        find_colors(root, &mut colors)?;
        let mut meshes = MeshPool::new(options);
        let mut names = HashSet::new();
        let visual = !spec.scopes[0].discardvisual;
        let strip = spec.scopes[0].strippath;
        for (link, body) in root
            .children
            .iter()
            .filter(|e| e.tag == "link")
            .zip(&mut self.bodies)
        {
            if let Some(element) = value::child(link, "inertial")? {
                body.inertial = Some(inertial(element)?);
            }
            let mut rgba = None;
            for element in &link.children {
                let collision = match element.tag.as_str() {
                    "visual" => false,
                    "collision" => true,
                    _ => continue,
                };
                if !collision {
                    rgba = color(element, &colors)?.or(rgba);
                }
                if collision || visual {
                    let mut geom = meshes.geom(element, collision, strip, spec)?;
                    if let Some(rgba) = rgba {
                        geom.rgba = rgba;
                    }
                    if let Some(name) = element.get("name").filter(|n| !n.is_empty())
                        && names.insert(name.to_owned())
                    {
                        name.clone_into(&mut geom.name);
                    }
                    body.content.push(Node::Geom(geom));
                }
            }
        }
        Ok(())
    }
}

/// Mass, centre and inertia. The inertia matrix is diagonalized here, since it is given in a rotated frame; one that is
/// zero is left to the compiler's bounds, one that is not positive to its check.
fn inertial(element: &Element) -> Result<Inertial, Problem> {
    let (pos, quat) = value::origin(element)?;
    let mass = value::required_number(value::required_child(element, "mass")?, "value")?;
    let matrix = value::required_child(element, "inertia")?;
    let mut full = [0.0; 6];
    for (x, name) in full
        .iter_mut()
        .zip(["ixx", "iyy", "izz", "ixy", "ixz", "iyz"])
    {
        *x = value::required_number(matrix, name)?;
    }
    let mut inertial = Inertial {
        at: element.at.clone(),
        pos,
        mass,
        ..Inertial::default()
    };
    inertial.orientation = Orientation::Quat(quat.0);
    if full != [0.0; 6] {
        let [xx, yy, zz, xy, xz, yz] = full;
        let eigen = eig3_to_precision(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]), 0.0);
        if eigen.values[2] < MIN_INERTIA {
            inertial.orientation = Orientation::default();
            inertial.fullinertia = Some(full);
        } else {
            inertial.orientation = Orientation::Quat(quat.mul_in_order(eigen.frame).0);
            inertial.diaginertia = eigen.values.0;
        }
    }
    Ok(inertial)
}

/// Collects the named materials that state a colour, wherever they stand.
fn find_colors(element: &Element, colors: &mut HashMap<String, [f32; 4]>) -> Result<(), Problem> {
    if element.tag == "material"
        && let (Some(name), Some(color)) = (element.get("name"), value::child(element, "color")?)
        && !colors.contains_key(name)
    {
        colors.insert(name.to_owned(), rgba(color)?);
    }
    element
        .children
        .iter()
        .try_for_each(|child| find_colors(child, colors))
}

/// The colour of a visual element, stated or named.
fn color(
    visual: &Element,
    colors: &HashMap<String, [f32; 4]>,
) -> Result<Option<[f32; 4]>, Problem> {
    let Some(material) = value::child(visual, "material")? else {
        return Ok(None);
    };
    match value::child(material, "color")? {
        Some(color) => rgba(color).map(Some),
        None => Ok(colors.get(value::required(material, "name")?).copied()),
    }
}

fn rgba(color: &Element) -> Result<[f32; 4], Problem> {
    value::required_numbers::<4>(color, "rgba").map(|c| c.map(|x| x as f32))
}
