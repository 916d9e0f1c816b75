//! Bringing a model under one set of compiler settings, so that it can be written as one file.

use ligament_spec::asset::path;
use ligament_spec::compile::orientation::resolve;
use ligament_spec::element::{Auto, Joint, Node, Orientation};
use ligament_spec::resolve::Resolved;
use ligament_spec::settings::Compiler;
use ligament_spec::{Origin, Problem};

use super::WriteOptions;
use crate::read::relative;

/// The model in which everything follows the first set of settings.
pub fn settle(mut settled: Resolved, options: &WriteOptions) -> Result<Resolved, Problem> {
    let scopes = std::mem::take(&mut settled.scopes);
    let mut target = scopes.first().cloned().unwrap_or_default();
    if let Some(directory) = &options.directory {
        path::normalize(directory).clone_into(&mut target.modeldir);
        target.meshdir.clear();
        target.texturedir.clear();
        target.strippath = false;
    }
    let settler = Settler {
        scopes: &scopes,
        target: &target,
    };
    settler.tree(&mut settled.world.content)?;
    settler.classes(&mut settled)?;
    settler.outside(&mut settled);
    settler.files(&mut settled);
    settled.scopes = vec![target];
    Ok(settled)
}

struct Settler<'a> {
    scopes: &'a [Compiler],
    target: &'a Compiler,
}

impl Settler<'_> {
    fn scope(&self, at: &Origin) -> &Compiler {
        self.scopes.get(at.scope).unwrap_or(self.target)
    }

    fn tree(&self, nodes: &mut [Node]) -> Result<(), Problem> {
        for node in nodes {
            match node {
                Node::Body(body) => {
                    self.orientation(&mut body.orientation, &body.at, "body", &body.name)?;
                    if let Some(inertial) = &mut body.inertial {
                        let at = inertial.at.clone();
                        self.orientation(&mut inertial.orientation, &at, "inertial", "")?;
                    }
                    self.tree(&mut body.content)?;
                }
                Node::Frame(frame) => {
                    self.orientation(&mut frame.orientation, &frame.at, "frame", &frame.name)?;
                    self.tree(&mut frame.content)?;
                }
                Node::Joint(joint) => self.joint(joint, true),
                Node::Geom(x) => self.orientation(&mut x.orientation, &x.at, "geom", &x.name)?,
                Node::Site(x) => self.orientation(&mut x.orientation, &x.at, "site", &x.name)?,
                Node::Camera(x) => {
                    self.orientation(&mut x.orientation, &x.at, "camera", &x.name)?
                }
                Node::Light(_) => {}
            }
        }
        Ok(())
    }

    fn classes(&self, spec: &mut Resolved) -> Result<(), Problem> {
        for class in &mut spec.classes {
            let name = class.name.clone();
            self.joint(&mut class.joint, false);
            let (geom, site, camera) = (&mut class.geom, &mut class.site, &mut class.camera);
            self.orientation(&mut geom.orientation, &geom.at, "geom", &name)?;
            self.orientation(&mut site.orientation, &site.at, "site", &name)?;
            self.orientation(&mut camera.orientation, &camera.at, "camera", &name)?;
        }
        Ok(())
    }

    /// Angles that mean something else under the other settings become a quaternion.
    fn orientation(
        &self,
        orientation: &mut Orientation,
        at: &Origin,
        element: &str,
        name: &str,
    ) -> Result<(), Problem> {
        let scope = self.scope(at);
        let differs = match orientation {
            Orientation::Euler(_) => {
                scope.degree != self.target.degree || scope.eulerseq != self.target.eulerseq
            }
            Orientation::AxisAngle(_) => scope.degree != self.target.degree,
            _ => false,
        };
        if differs {
            let quat = resolve(orientation, scope)
                .map_err(|message| Problem::error(at, element, name, message))?;
            *orientation = Orientation::Quat(quat.0);
        }
        Ok(())
    }

    fn joint(&self, joint: &mut Joint, element: bool) {
        let scope = self.scope(&joint.at);
        if scope.degree != self.target.degree {
            let unit = std::f64::consts::PI / 180.0;
            let factor = if scope.degree { unit } else { 1.0 / unit };
            let facts = joint.kind.facts();
            // a range that is no limit is compiled as it was written
            if facts.turns && joint.limited != Auto::False {
                joint.range = joint.range.map(|x| x * factor);
            }
            if facts.angle {
                joint.ref_ *= factor;
                joint.springref *= factor;
            }
        }
        if element {
            let (range, force) = (joint.range, joint.actfrcrange);
            self.limit(&mut joint.limited, range, scope);
            self.limit(&mut joint.actfrclimited, force, scope);
        }
    }

    /// A limit that was inferred stays what it was.
    fn limit(&self, limited: &mut Auto, range: [f64; 2], scope: &Compiler) {
        if *limited == Auto::Auto && scope.autolimits != self.target.autolimits {
            let on = scope.autolimits && range != [0.0; 2];
            *limited = if on { Auto::True } else { Auto::False };
        }
    }

    fn outside(&self, spec: &mut Resolved) {
        for tendon in &mut spec.tendons {
            let scope = self.scope(&tendon.at);
            self.limit(&mut tendon.limited, tendon.range, scope);
            self.limit(&mut tendon.actfrclimited, tendon.actfrcrange, scope);
        }
        for actuator in &mut spec.actuators {
            let scope = self.scope(&actuator.at);
            self.limit(&mut actuator.ctrllimited, actuator.ctrlrange, scope);
            self.limit(&mut actuator.forcelimited, actuator.forcerange, scope);
            self.limit(&mut actuator.actlimited, actuator.actrange, scope);
        }
    }

    fn files(&self, spec: &mut Resolved) {
        for mesh in &mut spec.meshes {
            self.file(&mut mesh.file, &mesh.at, |c| &c.meshdir);
        }
        for field in &mut spec.hfields {
            self.file(&mut field.file, &field.at, |c| &c.meshdir);
        }
        for skin in &mut spec.skins {
            self.file(&mut skin.file, &skin.at, |c| &c.meshdir);
        }
        for texture in &mut spec.textures {
            self.file(&mut texture.file, &texture.at, |c| &c.texturedir);
            for file in &mut texture.cubefiles {
                self.file(file, &texture.at, |c| &c.texturedir);
            }
        }
    }

    /// Makes a name lead to the same file from the directories of the target.
    fn file(&self, file: &mut String, at: &Origin, dir: fn(&Compiler) -> &String) {
        let (scope, target) = (self.scope(at), self.target);
        let same = scope.modeldir == target.modeldir
            && dir(scope) == dir(target)
            && scope.strippath == target.strippath;
        if file.is_empty() || same {
            return;
        }
        let full = path::resolve(&scope.modeldir, dir(scope), file, scope.strippath);
        let base = path::resolve(&target.modeldir, dir(target), "x", false);
        *file = relative(path::directory(&base), &full).unwrap_or(full);
    }
}
