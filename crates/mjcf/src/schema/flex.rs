//! Deformables and plugins: checked in full, and recorded as not yet supported.

use ligament_model::enums::{DynamicsType, FlexSection, FlexSelf};

use super::asset::SKIN;
use super::codec::{Exact, File, Flag, Key, List, One, Prefix, Text};
use super::{Codec, Kind, Node, ONE_ORIENTATION, many, once, rows};
use crate::words::choose;

/// An element whose values are checked and not kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unbuilt;

/// A value that is checked and not kept.
pub struct Checked<C>(std::marker::PhantomData<C>);

impl<C: Codec> Codec for Checked<C>
where
    C::Value: Blank,
{
    type Value = Unbuilt;
    const KIND: Kind = C::KIND;
    fn read(text: &str, _: &mut Unbuilt) -> Result<(), String> {
        C::read(text, &mut C::Value::blank())
    }
    fn show(_: &Unbuilt) -> String {
        String::new()
    }
    fn same(_: &Unbuilt, _: &Unbuilt) -> bool {
        true
    }
}

/// A value to read into.
pub trait Blank {
    /// Any value.
    fn blank() -> Self;
}

impl<T: Default> Blank for T {
    fn blank() -> Self {
        T::default()
    }
}

/// One of several words, not kept.
macro_rules! words {
    ($(#[$meta:meta])* $codec:ident: $($word:literal),*) => {
        $(#[$meta])*
        pub struct $codec;

        impl Codec for $codec {
            type Value = Unbuilt;
            const KIND: Kind = Kind::Word(|| vec![$($word),*]);
            fn read(text: &str, _: &mut Unbuilt) -> Result<(), String> {
                let words = [$($word),*];
                if words.contains(&text) { Ok(()) } else { Err(choose(text, &words)) }
            }
            fn show(_: &Unbuilt) -> String {
                String::new()
            }
            fn same(_: &Unbuilt, _: &Unbuilt) -> bool {
                true
            }
        }
    };
}

words!(/// Shapes of generated deformables.
    Shape: "grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct");
words!(/// How the vertices of a deformable move.
    Dofs: "full", "radial", "trilinear", "quadratic", "2d");
words!(/// Which edges are constrained.
    EdgeEquality: "false", "true", "strain");
words!(/// Which elastic forces a surface has.
    Elastic2d: "none", "bend", "stretch", "both");

/// One word of an enumeration, not kept.
pub struct Word<E>(std::marker::PhantomData<E>);

impl<E: ligament_model::enums::Keyword> Codec for Word<E> {
    type Value = Unbuilt;
    const KIND: Kind = Key::<E>::KIND;
    fn read(text: &str, _: &mut Unbuilt) -> Result<(), String> {
        super::codec::keyword::<E>(text).map(|_| ())
    }
    fn show(_: &Unbuilt) -> String {
        String::new()
    }
    fn same(_: &Unbuilt, _: &Unbuilt) -> bool {
        true
    }
}

rows! {
    /// Attributes of generated deformables.
    pub static FLEXCOMP_ROWS: Unbuilt {
        "name" => whole: Checked<Text> [required], "Name.";
        "type" => whole: Shape, "Shape.";
        "group" => whole: Checked<One<i32>>, "Group, for showing and hiding.";
        "dim" => whole: Checked<One<i32>>, "Dimensions: 1 for lines, 2 for surfaces, 3 for solids.";
        "dof" => whole: Dofs, "How the vertices move.";
        "count" => whole: Checked<Exact<i32, 3>>, "Points along each axis.";
        "cellcount" => whole: Checked<Exact<i32, 3>>, "Cells along each axis.";
        "spacing" => whole: Checked<Exact<f64, 3>>, "Distance of points along each axis.";
        "radius" => whole: Checked<One<f64>>, "Radius.";
        "rigid" => whole: Checked<Flag>, "Whether it is rigid.";
        "mass" => whole: Checked<One<f64>>, "Mass.";
        "inertiabox" => whole: Checked<One<f64>>, "Size of the boxes that give inertia.";
        "scale" => whole: Checked<Exact<f64, 3>>, "Scale.";
        "file" => whole: Checked<File>, "File.";
        "mesh" => whole: Checked<Text>, "Mesh.";
        "point" => whole: Checked<List<f64>>, "Points.";
        "element" => whole: Checked<List<i32>>, "Elements.";
        "texcoord" => whole: Checked<List<f32>>, "Texture coordinates.";
        "material" => whole: Checked<Text>, "Material.";
        "rgba" => whole: Checked<Exact<f32, 4>>, "Colour.";
        "flatskin" => whole: Checked<Flag>, "Whether it is shaded flat.";
        "pos" => whole: Checked<Exact<f64, 3>>, "Position in the body.";
        "quat" => whole: Checked<Exact<f64, 4>>, "Orientation as quaternion w x y z.";
        "axisangle" => whole: Checked<Exact<f64, 4>>, "Orientation as axis and angle.";
        "xyaxes" => whole: Checked<Exact<f64, 6>>, "Orientation as x axis and y axis.";
        "zaxis" => whole: Checked<Exact<f64, 3>>, "Orientation as z axis.";
        "euler" => whole: Checked<Exact<f64, 3>>, "Orientation as angles about the axes of the compiler's eulerseq.";
        "origin" => whole: Checked<Exact<f64, 3>>, "Origin of a solid made from a surface.";
    }
}

rows! {
    /// Edges of generated deformables.
    pub static FLEXCOMP_EDGE_ROWS: Unbuilt {
        "equality" => whole: EdgeEquality, "Which constraints there are.";
        "solref" => whole: Checked<Prefix<f64, 2>>, "Constraint reference.";
        "solimp" => whole: Checked<Prefix<f64, 5>>, "Constraint impedance.";
        "stiffness" => whole: Checked<One<f64>>, "Stiffness.";
        "damping" => whole: Checked<One<f64>>, "Damping.";
    }
}

rows! {
    /// Elasticity.
    pub static ELASTICITY_ROWS: Unbuilt {
        "young" => whole: Checked<One<f64>>, "Young's modulus.";
        "poisson" => whole: Checked<One<f64>>, "Poisson's ratio.";
        "shear" => whole: Checked<One<f64>>, "Shear modulus.";
        "damping" => whole: Checked<One<f64>>, "Damping.";
        "thickness" => whole: Checked<One<f64>>, "Thickness.";
        "yield" => whole: Checked<Prefix<f64, 2>>, "Strains at which the material yields.";
        "elastic2d" => whole: Elastic2d, "Which forces a surface has.";
        "section" => whole: Word<FlexSection>, "Cross-section of a line.";
        "sectionsize" => whole: Checked<Exact<f64, 2>>, "Half-sizes of the cross-section.";
    }
}

rows! {
    /// Contact of deformables.
    pub static FLEX_CONTACT_ROWS: Unbuilt {
        "contype" => whole: Checked<One<i32>>, "Contact bits it offers.";
        "conaffinity" => whole: Checked<One<i32>>, "Contact bits it accepts.";
        "condim" => whole: Checked<One<i32>>, "Dimensions of the contact force.";
        "priority" => whole: Checked<One<i32>>, "Priority.";
        "friction" => whole: Checked<Prefix<f64, 3>>, "Friction.";
        "solmix" => whole: Checked<One<f64>>, "Weight in mixing.";
        "solref" => whole: Checked<Prefix<f64, 2>>, "Constraint reference.";
        "solimp" => whole: Checked<Prefix<f64, 5>>, "Constraint impedance.";
        "margin" => whole: Checked<One<f64>>, "Margin.";
        "gap" => whole: Checked<One<f64>>, "Gap.";
        "selfcollide" => whole: Word<FlexSelf>, "Collision with itself.";
        "activelayers" => whole: Checked<One<i32>>, "Layers that collide.";
        "passive" => whole: Checked<Flag>, "Whether contacts are passive forces.";
    }
}

rows! {
    /// Points held in place.
    pub static PIN_ROWS: Unbuilt {
        "id" => whole: Checked<List<i32>>, "Points.";
        "range" => whole: Checked<List<i32>>, "Ranges of points.";
        "grid" => whole: Checked<List<i32>>, "Points by grid coordinates.";
        "gridrange" => whole: Checked<List<i32>>, "Ranges of points by grid coordinates.";
    }
}

rows! {
    /// Attributes of deformables.
    pub static FLEX_ROWS: Unbuilt {
        "name" => whole: Checked<Text>, "Name.";
        "group" => whole: Checked<One<i32>>, "Group, for showing and hiding.";
        "dim" => whole: Checked<One<i32>>, "Dimensions: 1 for lines, 2 for surfaces, 3 for solids.";
        "radius" => whole: Checked<One<f64>>, "Radius.";
        "material" => whole: Checked<Text>, "Material.";
        "rgba" => whole: Checked<Exact<f32, 4>>, "Colour.";
        "flatskin" => whole: Checked<Flag>, "Whether it is shaded flat.";
        "body" => whole: Checked<Text> [required], "Bodies of the vertices.";
        "vertex" => whole: Checked<List<f64>>, "Vertices.";
        "element" => whole: Checked<List<i32>> [required], "Elements.";
        "texcoord" => whole: Checked<List<f32>>, "Texture coordinates.";
        "elemtexcoord" => whole: Checked<List<i32>>, "Texture coordinates of the elements.";
        "node" => whole: Checked<Text>, "Bodies of the nodes.";
        "nodecoord" => whole: Checked<List<f64>>, "Positions of the nodes.";
        "cellcount" => whole: Checked<Exact<i32, 3>>, "Cells along each axis.";
        "dof" => whole: Dofs, "How the vertices move.";
    }
}

rows! {
    /// Edges of deformables.
    pub static FLEX_EDGE_ROWS: Unbuilt {
        "stiffness" => whole: Checked<One<f64>>, "Stiffness.";
        "damping" => whole: Checked<One<f64>>, "Damping.";
    }
}

rows! {
    /// Attributes of plugins.
    pub static PLUGIN_ROWS: Unbuilt {
        "plugin" => whole: Checked<Text>, "Plugin.";
        "instance" => whole: Checked<Text>, "Instance.";
    }
}

rows! {
    /// What actuators made by plugins have.
    pub static ACTUATOR_PLUGIN_ROWS: Unbuilt {
        "plugin" => whole: Checked<Text>, "Plugin.";
        "instance" => whole: Checked<Text>, "Instance.";
        "site" => whole: Checked<Text>, "Site to act on.";
        "actdim" => whole: Checked<One<i32>>, "Number of activations.";
        "dyntype" => whole: Word<DynamicsType>, "Kind of activation dynamics.";
        "dynprm" => whole: Checked<Prefix<f64, 10>>, "Parameters of the dynamics.";
        "actearly" => whole: Checked<Flag>, "Whether the force uses the next activation.";
    }
}

rows! {
    /// Attributes of plugin instances.
    pub static INSTANCE_ROWS: Unbuilt {
        "name" => whole: Checked<Text> [required], "Name.";
    }
}

rows! {
    /// Attributes of plugin settings.
    pub static CONFIG_ROWS: Unbuilt {
        "key" => whole: Checked<Text> [required], "Key.";
        "value" => whole: Checked<Text> [required], "Value.";
    }
}

rows! {
    /// Attributes of extensions.
    pub static EXTENSION_PLUGIN_ROWS: Unbuilt {
        "plugin" => whole: Checked<Text> [required], "Plugin.";
    }
}

/// Settings of plugins.
pub static CONFIG: Node = Node {
    tag: "config",
    doc: "A setting of the plugin.",
    tables: &[&CONFIG_ROWS],
    ..Node::EMPTY
};

/// Plugins.
pub static PLUGIN: Node = Node {
    tag: "plugin",
    doc: "A plugin that takes part in the element.",
    tables: &[&PLUGIN_ROWS],
    children: &[many(&CONFIG)],
    ..Node::EMPTY
};

static EXTENSION_PLUGIN: Node = Node {
    tag: "plugin",
    doc: "A plugin that the model uses.",
    tables: &[&EXTENSION_PLUGIN_ROWS],
    children: &[many(&INSTANCE)],
    ..Node::EMPTY
};

static INSTANCE: Node = Node {
    tag: "instance",
    doc: "An instance of the plugin.",
    tables: &[&INSTANCE_ROWS],
    children: &[many(&CONFIG)],
    ..Node::EMPTY
};

/// Extensions.
pub static EXTENSION: Node = Node {
    tag: "extension",
    doc: "Plugins that the model uses.",
    children: &[many(&EXTENSION_PLUGIN)],
    ..Node::EMPTY
};

static FLEXCOMP_EDGE: Node = Node {
    tag: "edge",
    doc: "Edges.",
    tables: &[&FLEXCOMP_EDGE_ROWS],
    ..Node::EMPTY
};
static FLEX_EDGE: Node = Node {
    tag: "edge",
    doc: "Edges.",
    tables: &[&FLEX_EDGE_ROWS],
    ..Node::EMPTY
};
static ELASTICITY: Node = Node {
    tag: "elasticity",
    doc: "Elasticity of the material.",
    tables: &[&ELASTICITY_ROWS],
    ..Node::EMPTY
};
static FLEX_CONTACT: Node = Node {
    tag: "contact",
    doc: "Contact parameters.",
    tables: &[&FLEX_CONTACT_ROWS],
    ..Node::EMPTY
};
static PIN: Node = Node {
    tag: "pin",
    doc: "Points that stay with the parent body.",
    tables: &[&PIN_ROWS],
    ..Node::EMPTY
};

/// Generated deformables.
pub static FLEXCOMP: Node = Node {
    tag: "flexcomp",
    doc: "A deformable object with the bodies that carry it, generated.",
    tables: &[&FLEXCOMP_ROWS],
    children: &[
        once(&FLEXCOMP_EDGE),
        once(&ELASTICITY),
        once(&FLEX_CONTACT),
        many(&PIN),
        many(&PLUGIN),
    ],
    rules: &[ONE_ORIENTATION],
    ..Node::EMPTY
};

static FLEX: Node = Node {
    tag: "flex",
    doc: "A deformable object.",
    tables: &[&FLEX_ROWS],
    children: &[once(&FLEX_CONTACT), once(&FLEX_EDGE), once(&ELASTICITY)],
    ..Node::EMPTY
};

/// Deformables.
pub static DEFORMABLE: Node = Node {
    tag: "deformable",
    doc: "Deformable objects and skins.",
    children: &[many(&FLEX), many(&SKIN)],
    ..Node::EMPTY
};
