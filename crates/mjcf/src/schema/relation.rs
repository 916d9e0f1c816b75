//! Contact pairs and exclusions, equality constraints, tendons.

use ligament_model::enums::{EqualityType, ObjectType};
use ligament_spec::element::{Equality, Exclude, Pair, Tendon};

use super::codec::{Exact, Flag, List, Maybe, One, Prefix, Text, Tri};
use super::{Codec, Kind, Node, Rule, many, rows};
use crate::number::{Number, format_list, parse_list};

/// Up to five frictions, each of which may be left to the geoms.
pub struct PairFriction;

impl Codec for PairFriction {
    type Value = [Option<f64>; 5];
    const KIND: Kind = <Prefix<f64, 5> as Codec>::KIND;
    fn read(text: &str, value: &mut [Option<f64>; 5]) -> Result<(), String> {
        let mut numbers = [0.0; 5];
        Prefix::<f64, 5>::read(text, &mut numbers)?;
        let given = parse_list::<f64>(text)?.len();
        for (to, from) in value.iter_mut().zip(numbers).take(given) {
            *to = Some(from);
        }
        Ok(())
    }
    fn show(value: &[Option<f64>; 5]) -> String {
        let given: Vec<f64> = value.iter().map_while(|x| *x).collect();
        format_list(&given)
    }
    fn same(a: &[Option<f64>; 5], b: &[Option<f64>; 5]) -> bool {
        a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => a.same(*b),
            (a, b) => a.is_none() && b.is_none(),
        })
    }
}

rows! {
    /// Attributes of contact pairs.
    pub static PAIR_ROWS: Pair {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "geom1" => geom1: Text [own], "First geom.";
        "geom2" => geom2: Text [own], "Second geom.";
        "condim" => condim: Maybe<One<i32>>, "Dimensions of the contact force: 1, 3, 4 or 6.";
        "friction" => friction: PairFriction, "Two sliding, one torsional and two rolling frictions.";
        "solref" => solref: Maybe<Prefix<f64, 2>>, "Constraint reference of the normal force.";
        "solreffriction" => solreffriction: Prefix<f64, 2>, "Constraint reference of friction; zero for that of the normal force.";
        "solimp" => solimp: Maybe<Prefix<f64, 5>>, "Constraint impedance.";
        "gap" => gap: Maybe<One<f64>>, "Further distance at which contacts are found.";
        "margin" => margin: Maybe<One<f64>>, "Distance at which contacts become active.";
        "adhesion" => adhesion: Maybe<One<f64>>, "Adhesive force.";
    }
}

rows! {
    /// Attributes of exclusions.
    pub static EXCLUDE_ROWS: Exclude {
        "name" => name: Text, "Name.";
        "body1" => body1: Text [required], "First body.";
        "body2" => body2: Text [required], "Second body.";
    }
}

rows! {
    /// What all equality constraints have.
    pub static EQUALITY_ROWS: Equality {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "active" => active: Flag, "Whether it starts active.";
        "solref" => solref: Prefix<f64, 2>, "Constraint reference.";
        "solimp" => solimp: Prefix<f64, 5>, "Constraint impedance.";
    }
}

/// The name of one of the two objects of a kind; the kind of the other attribute that was read is replaced.
pub struct Named<const WHICH: usize, const KIND: i32>;

impl<const WHICH: usize, const OBJECT: i32> Named<WHICH, OBJECT> {
    fn kind() -> ObjectType {
        use ligament_model::enums::Keyword;
        ObjectType::from_number(OBJECT).unwrap_or(ObjectType::Unknown)
    }
    /// Whether the attribute is the one to state the name with: bodies and sites are alternatives, others are not.
    fn applies(value: &Equality) -> bool {
        let alternative = matches!(Self::kind(), ObjectType::Body | ObjectType::Site);
        !alternative || value.objtype == Self::kind()
    }
    fn name(value: &Equality) -> &String {
        if WHICH == 1 {
            &value.name1
        } else {
            &value.name2
        }
    }
}

impl<const WHICH: usize, const OBJECT: i32> Codec for Named<WHICH, OBJECT> {
    type Value = Equality;
    const KIND: Kind = Kind::Text;
    fn read(text: &str, value: &mut Equality) -> Result<(), String> {
        let name = if WHICH == 1 {
            &mut value.name1
        } else {
            &mut value.name2
        };
        text.clone_into(name);
        value.objtype = Self::kind();
        Ok(())
    }
    fn show(value: &Equality) -> String {
        if Self::applies(value) {
            Self::name(value).clone()
        } else {
            String::new()
        }
    }
    fn same(a: &Equality, _: &Equality) -> bool {
        !Self::applies(a) || Self::name(a).is_empty()
    }
}

/// `N` numbers of the data from a position on, all or (if `LEAST` is less) the first of them.
pub struct Data<const START: usize, const LEAST: usize, const N: usize>;

impl<const START: usize, const LEAST: usize, const N: usize> Codec for Data<START, LEAST, N> {
    type Value = Equality;
    const KIND: Kind = Kind::Numbers {
        integer: false,
        least: LEAST,
        most: Some(N),
    };
    fn read(text: &str, value: &mut Equality) -> Result<(), String> {
        let mut numbers = [0.0; N];
        if LEAST == N {
            Exact::<f64, N>::read(text, &mut numbers)?;
        } else {
            Prefix::<f64, N>::read(text, &mut numbers)?;
        }
        let given = parse_list::<f64>(text)?.len();
        let data = value.data.iter_mut().skip(START);
        for (to, from) in data.zip(numbers).take(given) {
            *to = from;
        }
        Ok(())
    }
    fn show(value: &Equality) -> String {
        format_list(value.data.get(START..START + N).unwrap_or(&[]))
    }
    fn same(a: &Equality, b: &Equality) -> bool {
        let range = START..START + N;
        match (a.data.get(range.clone()), b.data.get(range)) {
            (Some(a), Some(b)) => a.iter().zip(b).all(|(x, y)| x.same(*y)),
            _ => true,
        }
    }
}

/// The anchor, which bodies have and sites have not; always written for the former.
pub struct Anchor;

impl Codec for Anchor {
    type Value = Equality;
    const KIND: Kind = <Exact<f64, 3> as Codec>::KIND;
    fn read(text: &str, value: &mut Equality) -> Result<(), String> {
        Data::<0, 3, 3>::read(text, value)
    }
    fn show(value: &Equality) -> String {
        Data::<0, 3, 3>::show(value)
    }
    fn same(a: &Equality, _: &Equality) -> bool {
        a.objtype != ObjectType::Body
    }
}

/// The distance that two geoms keep, not negative; a negative number in the data stands for the one they start with.
pub struct Length;

impl Codec for Length {
    type Value = Equality;
    const KIND: Kind = <Data<0, 1, 1> as Codec>::KIND;
    fn read(text: &str, value: &mut Equality) -> Result<(), String> {
        Data::<0, 1, 1>::read(text, value)?;
        if value.data[0] >= 0.0 {
            Ok(())
        } else {
            Err("a distance cannot be negative".into())
        }
    }
    fn show(value: &Equality) -> String {
        Data::<0, 1, 1>::show(value)
    }
    fn same(a: &Equality, _: &Equality) -> bool {
        a.data[0] < 0.0
    }
}

const BODY: i32 = ObjectType::Body as i32;
const SITE: i32 = ObjectType::Site as i32;
const JOINT: i32 = ObjectType::Joint as i32;
const TENDON: i32 = ObjectType::Tendon as i32;
const FLEX: i32 = ObjectType::Flex as i32;
const GEOM: i32 = ObjectType::Geom as i32;

rows! {
    /// What connect constraints have besides.
    pub static CONNECT_ROWS: Equality {
        "body1" => whole: Named<1, BODY>, "First body.";
        "body2" => whole: Named<2, BODY>, "Second body; the world if not given.";
        "anchor" => whole: Anchor, "Point that both share, in the first body.";
        "site1" => whole: Named<1, SITE>, "First site.";
        "site2" => whole: Named<2, SITE>, "Second site.";
    }
}

rows! {
    /// What weld constraints have besides.
    pub static WELD_ROWS: Equality {
        "body1" => whole: Named<1, BODY>, "First body.";
        "body2" => whole: Named<2, BODY>, "Second body; the world if not given.";
        "relpose" => whole: Data<3, 7, 7>, "Pose of the second body in the first; a zero quaternion for the one it starts with.";
        "anchor" => whole: Anchor, "Point at which the welding acts, in the second body.";
        "site1" => whole: Named<1, SITE>, "First site.";
        "site2" => whole: Named<2, SITE>, "Second site.";
        "torquescale" => whole: Data<10, 1, 1>, "Weight of rotation against translation.";
    }
}

rows! {
    /// What joint couplings have besides.
    pub static COUPLED_JOINT_ROWS: Equality {
        "joint1" => whole: Named<1, JOINT> [required], "Joint that follows.";
        "joint2" => whole: Named<2, JOINT>, "Joint that leads; a constant if not given.";
        "polycoef" => whole: Data<0, 1, 5>, "Coefficients of the polynomial.";
    }
}

rows! {
    /// What tendon couplings have besides.
    pub static COUPLED_TENDON_ROWS: Equality {
        "tendon1" => whole: Named<1, TENDON> [required], "Tendon that follows.";
        "tendon2" => whole: Named<2, TENDON>, "Tendon that leads; a constant if not given.";
        "polycoef" => whole: Data<0, 1, 5>, "Coefficients of the polynomial.";
    }
}

rows! {
    /// What constraints of deformables have besides.
    pub static FLEX_EDGES_ROWS: Equality {
        "flex" => whole: Named<1, FLEX> [required], "Deformable.";
    }
}

rows! {
    /// What strain constraints have besides.
    pub static FLEX_STRAIN_ROWS: Equality {
        "flex" => whole: Named<1, FLEX> [required], "Deformable.";
        "cell" => whole: Data<0, 3, 3>, "Cell.";
    }
}

rows! {
    /// What distance constraints have besides.
    pub static DISTANCE_ROWS: Equality {
        "geom1" => whole: Named<1, GEOM> [required], "First geom.";
        "geom2" => whole: Named<2, GEOM> [required], "Second geom.";
        "distance" => whole: Length, "Distance of their centres; the one they start with if not given.";
    }
}

/// The lengths between which a tendon spring is slack; one number for both.
pub struct SpringLength;

impl Codec for SpringLength {
    type Value = [f64; 2];
    const KIND: Kind = <Prefix<f64, 2> as Codec>::KIND;
    fn read(text: &str, value: &mut [f64; 2]) -> Result<(), String> {
        Prefix::<f64, 2>::read(text, value)?;
        if parse_list::<f64>(text)?.len() == 1 {
            value[1] = value[0];
        }
        Ok(())
    }
    fn show(value: &[f64; 2]) -> String {
        format_list(value)
    }
    fn same(a: &[f64; 2], b: &[f64; 2]) -> bool {
        Exact::<f64, 2>::same(a, b)
    }
}

rows! {
    /// What all tendons have.
    pub static TENDON_ROWS: Tendon {
        "name" => name: Text, "Name.";
        "class" => class: Text, "Default class.";
        "group" => group: One<i32>, "Group, for showing and hiding.";
        "limited" => limited: Tri, "Whether the range is a limit.";
        "actuatorfrclimited" => actfrclimited: Tri, "Whether the sum of actuator forces is limited.";
        "range" => range: Exact<f64, 2>, "Limits of the length.";
        "actuatorfrcrange" => actfrcrange: Exact<f64, 2>, "Limits of the sum of actuator forces.";
        "solreflimit" => solref_limit: Prefix<f64, 2>, "Constraint reference of the limit.";
        "solimplimit" => solimp_limit: Prefix<f64, 5>, "Constraint impedance of the limit.";
        "solreffriction" => solref_friction: Prefix<f64, 2>, "Constraint reference of dry friction.";
        "solimpfriction" => solimp_friction: Prefix<f64, 5>, "Constraint impedance of dry friction.";
        "frictionloss" => frictionloss: One<f64>, "Dry friction.";
        "springlength" => springlength: SpringLength, "Lengths between which the spring is slack; -1 for the length in the spring pose.";
        "springyield" => springyield: One<f64>, "Force at which the spring yields; 0 for never.";
        "margin" => margin: One<f64>, "Distance to the limit at which it becomes active.";
        "stiffness" => stiffness: Prefix<f64, 3>, "Spring stiffness: constant, linear and quadratic coefficient.";
        "damping" => damping: Prefix<f64, 3>, "Damping: constant, linear and quadratic coefficient.";
        "armature" => armature: One<f64>, "Inertia of the change of length.";
        "user" => user: List<f64>, "Numbers for the user.";
    }
}

rows! {
    /// What spatial tendons have besides: how they look.
    pub static TENDON_LOOK_ROWS: Tendon {
        "width" => width: One<f64>, "Radius shown.";
        "material" => material: Text, "Material.";
        "rgba" => rgba: Exact<f32, 4>, "Colour.";
    }
}

/// What an item of a tendon's path states.
#[derive(Clone, Debug, Default)]
pub struct Wrap {
    /// Joint.
    pub joint: String,
    /// Coefficient of the joint.
    pub coef: f64,
    /// Site.
    pub site: String,
    /// Geom.
    pub geom: String,
    /// Site that says on which side to pass.
    pub sidesite: String,
    /// Divisor of a pulley.
    pub divisor: f64,
}

rows! {
    /// A joint in a fixed tendon.
    pub static WRAP_JOINT_ROWS: Wrap {
        "joint" => joint: Text [required], "Joint.";
        "coef" => coef: One<f64> [required], "Coefficient of the joint.";
    }
}

rows! {
    /// A site in a spatial tendon.
    pub static WRAP_SITE_ROWS: Wrap {
        "site" => site: Text [required], "Site to pass through.";
    }
}

rows! {
    /// A geom in a spatial tendon.
    pub static WRAP_GEOM_ROWS: Wrap {
        "geom" => geom: Text [required], "Sphere or cylinder to wrap around.";
        "sidesite" => sidesite: Text, "Site that says on which side to pass.";
    }
}

rows! {
    /// A pulley in a spatial tendon.
    pub static WRAP_PULLEY_ROWS: Wrap {
        "divisor" => divisor: One<f64> [required], "Number by which the length of what follows is divided.";
    }
}

/// Contact pairs.
pub static PAIR: Node = Node {
    tag: "pair",
    doc: "Two geoms that are always checked for contact, with parameters of their own.",
    tables: &[&PAIR_ROWS],
    ..Node::EMPTY
};

/// Exclusions.
pub static EXCLUDE: Node = Node {
    tag: "exclude",
    doc: "Two bodies that never collide.",
    tables: &[&EXCLUDE_ROWS],
    ..Node::EMPTY
};

/// Contacts.
pub static CONTACT: Node = Node {
    tag: "contact",
    doc: "Pairs of geoms to check, and pairs of bodies not to check.",
    children: &[many(&PAIR), many(&EXCLUDE)],
    ..Node::EMPTY
};

/// An equality constraint as an element of the format.
pub struct EqualityElement {
    /// Kind of constraint.
    pub kind: EqualityType,
    /// What it has besides what all have.
    pub rows: &'static &'static [super::Row<Equality>],
    /// The element.
    pub node: &'static Node,
}

macro_rules! equality {
    ($node:ident, $tag:literal, $doc:literal, $rows:ident, [$($rule:expr),*]) => {
        static $node: Node = Node {
            tag: $tag,
            doc: $doc,
            tables: &[&EQUALITY_ROWS, &$rows],
            rules: &[$($rule),*],
            ..Node::EMPTY
        };
    };
}

equality!(
    EQ_CONNECT,
    "connect",
    "Two bodies share a point.",
    CONNECT_ROWS,
    [
        Rule::Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor"]]),
        Rule::OneOf(&[&["site1", "site2"], &["body1", "anchor"]]),
        Rule::Together(&["site1", "site2"])
    ]
);
equality!(
    EQ_WELD,
    "weld",
    "Two bodies keep their relative pose.",
    WELD_ROWS,
    [
        Rule::Exclusive(&[
            &["site1", "site2"],
            &["body1", "body2", "anchor", "relpose"]
        ]),
        Rule::OneOf(&[&["site1", "site2"], &["body1"]]),
        Rule::Together(&["site1", "site2"])
    ]
);
equality!(
    EQ_JOINT,
    "joint",
    "A joint follows a polynomial of another.",
    COUPLED_JOINT_ROWS,
    []
);
equality!(
    EQ_TENDON,
    "tendon",
    "A tendon follows a polynomial of another.",
    COUPLED_TENDON_ROWS,
    []
);
equality!(
    EQ_FLEX,
    "flex",
    "The edges of a deformable keep their lengths.",
    FLEX_EDGES_ROWS,
    []
);
equality!(
    EQ_FLEXSTRAIN,
    "flexstrain",
    "A deformable keeps its strain.",
    FLEX_STRAIN_ROWS,
    []
);
equality!(
    EQ_DISTANCE,
    "distance",
    "The centres of two geoms keep a distance; an extension of MJCF.",
    DISTANCE_ROWS,
    []
);

/// All equality constraints.
pub static EQUALITIES: [EqualityElement; 7] = [
    EqualityElement {
        kind: EqualityType::Connect,
        rows: &CONNECT_ROWS,
        node: &EQ_CONNECT,
    },
    EqualityElement {
        kind: EqualityType::Weld,
        rows: &WELD_ROWS,
        node: &EQ_WELD,
    },
    EqualityElement {
        kind: EqualityType::Joint,
        rows: &COUPLED_JOINT_ROWS,
        node: &EQ_JOINT,
    },
    EqualityElement {
        kind: EqualityType::Tendon,
        rows: &COUPLED_TENDON_ROWS,
        node: &EQ_TENDON,
    },
    EqualityElement {
        kind: EqualityType::Flex,
        rows: &FLEX_EDGES_ROWS,
        node: &EQ_FLEX,
    },
    EqualityElement {
        kind: EqualityType::FlexStrain,
        rows: &FLEX_STRAIN_ROWS,
        node: &EQ_FLEXSTRAIN,
    },
    EqualityElement {
        kind: EqualityType::Distance,
        rows: &DISTANCE_ROWS,
        node: &EQ_DISTANCE,
    },
];

/// Equality constraints.
pub static EQUALITY: Node = Node {
    tag: "equality",
    doc: "Equality constraints.",
    children: &[
        many(&EQ_CONNECT),
        many(&EQ_WELD),
        many(&EQ_JOINT),
        many(&EQ_TENDON),
        many(&EQ_FLEX),
        many(&EQ_FLEXSTRAIN),
        many(&EQ_DISTANCE),
    ],
    ..Node::EMPTY
};

static WRAP_JOINT: Node = Node {
    tag: "joint",
    doc: "A joint with its coefficient.",
    tables: &[&WRAP_JOINT_ROWS],
    ..Node::EMPTY
};
static WRAP_SITE: Node = Node {
    tag: "site",
    doc: "A site to pass through.",
    tables: &[&WRAP_SITE_ROWS],
    ..Node::EMPTY
};
static WRAP_GEOM: Node = Node {
    tag: "geom",
    doc: "A geom to wrap around.",
    tables: &[&WRAP_GEOM_ROWS],
    ..Node::EMPTY
};
static PULLEY: Node = Node {
    tag: "pulley",
    doc: "A pulley, which divides what follows.",
    tables: &[&WRAP_PULLEY_ROWS],
    ..Node::EMPTY
};

/// Spatial tendons.
pub static SPATIAL: Node = Node {
    tag: "spatial",
    doc: "A tendon along the shortest path through sites and around geoms.",
    tables: &[&TENDON_ROWS, &TENDON_LOOK_ROWS],
    children: &[many(&WRAP_SITE), many(&WRAP_GEOM), many(&PULLEY)],
    ..Node::EMPTY
};

/// Fixed tendons.
pub static FIXED: Node = Node {
    tag: "fixed",
    doc: "A tendon whose length is a sum of joint values.",
    tables: &[&TENDON_ROWS],
    children: &[many(&WRAP_JOINT)],
    ..Node::EMPTY
};

/// Tendons.
pub static TENDON_SECTION: Node = Node {
    tag: "tendon",
    doc: "Tendons.",
    children: &[many(&SPATIAL), many(&FIXED)],
    ..Node::EMPTY
};
