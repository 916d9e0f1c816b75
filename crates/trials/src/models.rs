//! The models that states, calls and damage are tried on: the repository's own, small ones, compiled once.

use std::sync::OnceLock;

use ligament::prelude::*;

/// The texts of the repository's own models.
pub const TEXTS: &[&str] = &[
    include_str!("../../../tests/models/pendulums.xml"),
    include_str!("../../../tests/models/everything.xml"),
    include_str!("../../../tests/models/actuators.xml"),
    include_str!("../../../tests/models/closed_loops.xml"),
    include_str!("../../../tests/models/discrete.xml"),
    include_str!("../../../tests/models/frames.xml"),
    include_str!("../../../tests/models/sensors.xml"),
    include_str!("../../../tests/models/settings.xml"),
    include_str!("../../../tests/models/shapes.xml"),
    include_str!("../../../tests/models/tendons.xml"),
    include_str!("../../../tests/models/terrain.xml"),
    include_str!("../../../tests/models/static.xml"),
    include_str!("../../../tests/models/empty.xml"),
    ISLANDS,
];

/// Several islands, so that they are gathered and scattered.
const ISLANDS: &str = r#"<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos=".6 0 .1"><freejoint/><geom size=".1" condim="6"/></body>
    <body pos="-.6 0 .05"><joint type="slide" axis="0 0 1"/><geom type="capsule" size=".05 .1" condim="1"/></body>
  </worldbody>
</mujoco>"#;

/// The compiled models.
pub fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let compile = |text: &&str| Model::from_xml_str(text).expect("own models compile");
        TEXTS.iter().map(compile).collect()
    })
}

/// The model that a byte chooses.
pub fn choose(byte: u8) -> &'static Model {
    let models = models();
    &models[usize::from(byte) % models.len()]
}
