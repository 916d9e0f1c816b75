//! Tests of reading: what is accepted, what is refused and why, and what the values become.

use ligament_model::enums::{BiasType, DynamicsType, GainType};
use ligament_spec::element::{Actuator, Auto, Node};

use super::*;

fn read(text: &str) -> Spec {
    match read_str(text, &ReadOptions::default()) {
        Ok(read) => read.spec,
        Err(problems) => panic!("{problems}"),
    }
}

fn refuse(text: &str) -> String {
    match read_str(text, &ReadOptions::default()) {
        Ok(_) => panic!("accepted: {text}"),
        Err(problems) => problems.to_string(),
    }
}

fn in_world(content: &str) -> String {
    format!("<mujoco><worldbody>{content}</worldbody></mujoco>")
}

#[test]
fn a_small_model_is_read() {
    let spec = read(
        "<mujoco model='m'><worldbody><body name='b' pos='1 2 3'><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>",
    );
    assert_eq!(spec.name, "m");
    let spec = spec.resolve();
    let [Node::Body(body)] = spec.world.content.as_slice() else {
        panic!("one body")
    };
    assert_eq!(body.pos, [1.0, 2.0, 3.0]);
    assert_eq!(body.content.len(), 2);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases = [
        (
            "<geom sise='1'/>",
            "1:26: error: <geom>: <geom> has no attribute 'sise' (did you mean 'size'?)",
        ),
        ("<goem/>", "did you mean <geom>?"),
        ("<geom type='spere'/>", "did you mean 'sphere'?"),
        (
            "<geom name='g' size='1 2 3 4'/>",
            "<geom> 'g': attribute 'size': 1 to 3 numbers are expected, 4 are given",
        ),
        (
            "<geom quat='1 0 0 0' euler='0 0 0'/>",
            "only one of 'quat' and 'euler' can be given",
        ),
        ("<geom quat='0 0 0 0'/>", "zeros"),
        ("<geom class='x'/>", "there is no default class 'x'"),
        ("<body childclass='x'/>", "there is no default class 'x'"),
        ("<joint/>", "the world cannot have joints"),
        (
            "<inertial pos='0 0 0' mass='1'/>",
            "the world cannot have inertia",
        ),
        (
            "<body><inertial mass='1'/></body>",
            "attribute 'pos' is missing",
        ),
        (
            "<body><inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' mass='1'/></body>",
            "only one <inertial>",
        ),
        ("<replicate count='-1'/>", "cannot be negative"),
        (
            "<replicate count='2'><joint/></replicate>",
            "directly inside replicate",
        ),
        (
            "<replicate count='2000000000'><geom/></replicate>",
            "more than",
        ),
        ("<composite/>", "no element <composite>"),
        (
            "<attach prefix='a' model='m'/>",
            "there is no model asset 'm'",
        ),
        ("<camera fovy='1' sensorsize='1 1'/>", "only one of"),
    ];
    for (text, message) in cases {
        let found = refuse(&in_world(text));
        assert!(found.contains(message), "{text}: {found}");
    }
}

#[test]
fn documents_that_are_no_models_are_refused() {
    for text in [
        "<robots/>",
        "<MuJoCo/>",
        "<mujoco><worldbody name='w'/></mujoco>",
        "<mujoco><default class='a'/></mujoco>",
        "<mujoco><default><default/></default></mujoco>",
        "<mujoco><default><default class='a'/><default class='a'/></default></mujoco>",
        "<mujoco><size memory='1' njmax='2'/></mujoco>",
        "<mujoco><size memory='1X'/></mujoco>",
        "<mujoco><size memory='99999999E'/></mujoco>",
        "<mujoco><size njmax='-2'/></mujoco>",
        "<mujoco><statistic extent='0'/></mujoco>",
        "<mujoco><visual><global realtime='0'/></visual></mujoco>",
        "<mujoco><option actuatorgroupdisable='31'/></mujoco>",
        "<mujoco><option integrator='euler'/></mujoco>",
        "<mujoco><compiler coordinate='global'/></mujoco>",
        "<mujoco><compiler eulerseq='xyw'/></mujoco>",
        "<mujoco><custom><numeric name='n'/></custom></mujoco>",
        "<mujoco><custom><numeric name='n' size='1' data='1 2'/></custom></mujoco>",
        "<mujoco><custom><text name='t' data=''/></custom></mujoco>",
        "<mujoco><asset><mesh builtin='sphere'/></asset></mujoco>",
        "<mujoco><asset><mesh maxhullvert='3'/></asset></mujoco>",
        "<mujoco><asset><hfield size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 3'/></asset></mujoco>",
        "<mujoco><asset><material name='m' texture='t'><layer role='rgb' texture='t'/></material></asset></mujoco>",
        "<mujoco><sensor><contact num='0'/></sensor></mujoco>",
        "<mujoco><sensor><contact data='force found'/></sensor></mujoco>",
        "<mujoco><sensor><framepos objtype='tendon' objname='t'/></sensor></mujoco>",
        "<mujoco><include file='no-such-file.xml'/></mujoco>",
    ] {
        refuse(text);
    }
}

#[test]
fn options_and_sizes() {
    let spec = read(
        "<mujoco><option timestep='.01' actuatorgroupdisable='0 3'><flag contact='disable' energy='enable'/></option>
         <option iterations='7'/><size memory='2M'/><compiler angle='radian' assetdir='a' meshdir='b'/>
         <visual><headlight active='true'/></visual></mujoco>",
    );
    assert_eq!(spec.option.timestep, 0.01);
    assert_eq!(spec.option.iterations, 7);
    assert_eq!(spec.option.disableactuator, 0b1001);
    assert_eq!((spec.option.disableflags, spec.option.enableflags), (16, 2));
    assert_eq!(spec.size.memory, 2 << 20);
    assert_eq!(
        (
            spec.scopes[0].meshdir.as_str(),
            spec.scopes[0].texturedir.as_str()
        ),
        ("b", "a")
    );
    assert_eq!(spec.visual.headlight.active, 1);
}

#[test]
fn classes_apply_whatever_the_order_of_sections() {
    let spec = read(
        "<mujoco><worldbody><body childclass='c'><geom/><geom class='main'/></body></worldbody>
         <default><geom size='1' euler='0 0 90'/><default class='c'><geom size='2 3' quat='1 0 0 0'/></default></default></mujoco>",
    );
    let spec = spec.resolve();
    let [Node::Body(body)] = spec.world.content.as_slice() else {
        panic!("one body")
    };
    let sizes: Vec<[f64; 3]> = body
        .content
        .iter()
        .filter_map(|n| {
            if let Node::Geom(g) = n {
                Some(g.size)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(sizes, [[2.0, 3.0, 0.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn included_files_come_from_memory_once() {
    let assets = [
        (
            "a.xml",
            "<x><worldbody><include file='sub/b.xml'/></worldbody></x>",
        ),
        (
            "sub/b.xml",
            "<x><geom name='b'/><include file='c.xml'/></x>",
        ),
        ("sub/c.xml", "<x><geom name='c'/></x>"),
        ("loop.xml", "<x><include file='loop.xml'/></x>"),
        ("empty.xml", "<x/>"),
    ];
    let options = ReadOptions {
        assets: assets
            .iter()
            .map(|(n, t)| ((*n).to_owned(), t.as_bytes().to_vec()))
            .collect(),
        memory_only: true,
        ..ReadOptions::default()
    };
    let spec = read_str("<mujoco><include file='a.xml'/></mujoco>", &options)
        .expect("reads")
        .spec;
    assert_eq!(spec.resolve().world.content.len(), 2);
    for text in [
        "<mujoco><include file='loop.xml'/></mujoco>",
        "<mujoco><include file='a.xml'/><include file='./a.xml'/></mujoco>",
        "<mujoco><include file='empty.xml'/></mujoco>",
        "<mujoco><include file='Cargo.toml'/></mujoco>",
        "<mujoco><include/></mujoco>",
    ] {
        assert!(read_str(text, &options).is_err(), "{text}");
    }
}

#[test]
fn inertia_inside_frames_moves_with_them() {
    let spec = read(&in_world(
        "<body><frame pos='5 0 0' euler='0 0 90'><inertial pos='1 0 0' mass='1' fullinertia='1 2 3 0 0 0'/></frame></body>",
    ));
    let spec = spec.resolve();
    let [Node::Body(body)] = spec.world.content.as_slice() else {
        panic!("one body")
    };
    let inertial = body.inertial.as_ref().expect("inertia");
    assert!((inertial.pos[0] - 5.0).abs() < 1e-12 && (inertial.pos[1] - 1.0).abs() < 1e-12);
    let full = inertial.fullinertia.expect("full");
    assert!(
        (full[0] - 2.0).abs() < 1e-12 && (full[1] - 1.0).abs() < 1e-12,
        "{full:?}"
    );
}

#[test]
fn a_body_of_the_same_model_can_be_attached() {
    let spec = read(&in_world(
        "<body name='a'><geom name='g'/></body><body><attach body='a' prefix='p_'/></body>",
    ));
    assert!(spec.find::<ligament_spec::element::Geom>("p_g").is_some());
    assert!(refuse(&in_world("<attach body='a' prefix='p_'/><body name='a'/>")).contains("'a'"));
}

#[test]
fn deep_trees_need_little_stack() {
    let depth = 490;
    let text = in_world(&format!(
        "{}<geom size='1'/>{}",
        "<body>".repeat(depth),
        "</body>".repeat(depth)
    ));
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let read = thread.spawn(move || read_str(&text, &ReadOptions::default()).is_ok());
    assert!(read.expect("starts").join().expect("does not overflow"));
}

/// The actuators of a model with these defaults.
fn actuators(defaults: &str, list: &str) -> Vec<Actuator> {
    read(&format!(
        "<mujoco><default>{defaults}</default><actuator>{list}</actuator></mujoco>"
    ))
    .resolve()
    .actuators
}

fn start(values: [f64; 10], expected: &[f64]) -> bool {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
    values.iter().zip(expected).all(close) && values.iter().skip(expected.len()).all(|x| *x == 0.0)
}

/// A default, an actuator, and the gain, bias and dynamics parameters that MuJoCo 4.0.0 gives it.
type Lowered = (
    &'static str,
    &'static str,
    &'static [f64],
    &'static [f64],
    &'static [f64],
    i32,
    i32,
);

#[test]
fn shortcuts_become_the_parameters_of_mujoco() {
    let d = "<dcmotor motorconst='.1' resistance='2' inductance='.5' saturation='3 0 7' cogging='1 2 3' controller='1 2 3 4 5 6' input='pos' thermal='2 3 6 .1 20 25' lugre='1 2 3 4 5'/>";
    let muscle: &[f64] = &[0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
    let cases: &[Lowered] = &[
        (
            "<position kp='7'/>",
            "<motor joint='j'/>",
            &[1.0],
            &[],
            &[1.0],
            0,
            -1,
        ),
        (
            "<position kp='7' dampratio='1'/>",
            "<position joint='j' kp='3'/>",
            &[3.0],
            &[0.0, -3.0, 1.0],
            &[1.0],
            1,
            -1,
        ),
        (
            "<position kp='7' timeconst='.3'/>",
            "<position joint='j' kv='2'/>",
            &[7.0],
            &[0.0, -7.0, -2.0],
            &[0.3],
            1,
            -1,
        ),
        (
            "<position kp='7' timeconst='.3'/>",
            "<intvelocity joint='j'/>",
            &[1.0],
            &[0.0, -1.0],
            &[1.0],
            2,
            -1,
        ),
        (
            "<general gainprm='7 8' biasprm='1 -2 -3' dynprm='4 5' dyntype='filterexact'/>",
            "<intvelocity joint='j'/>",
            &[7.0],
            &[0.0, -7.0, -3.0],
            &[4.0],
            2,
            -1,
        ),
        (
            "<general gainprm='5'/>",
            "<velocity joint='j'/>",
            &[5.0],
            &[0.0, 0.0, -5.0],
            &[1.0],
            2,
            -1,
        ),
        (
            "<general gainprm='7' biasprm='1 -2 -3' dynprm='4 5'/>",
            "<cylinder joint='j'/>",
            &[7.0],
            &[1.0, -2.0, -3.0],
            &[4.0],
            32,
            -1,
        ),
        (
            "",
            "<cylinder joint='j' area='5' diameter='2'/>",
            &[std::f64::consts::PI],
            &[],
            &[1.0],
            32,
            -1,
        ),
        ("", "<pid joint='j'/>", &[], &[0.0, -1.0], &[], 0, -1),
        (
            "<pid kp='5' kv='2' ki='1' imax='3' slewmax='4' input='pos vel ff'/>",
            "<pid joint='j' ki='0'/>",
            &[],
            &[0.0, -5.0, -2.0],
            &[0.0, 4.0],
            7,
            -1,
        ),
        (
            "<orientation kp='4' kv='2' input='quat'/>",
            "<orientation joint='j'/>",
            &[4.0],
            &[0.0, -4.0, -2.0],
            &[1.0],
            2,
            -1,
        ),
        (
            "<damper kv='3'/>",
            "<damper joint='j'/>",
            &[0.0, 0.0, -3.0],
            &[],
            &[1.0],
            0,
            -1,
        ),
        (
            "",
            "<muscle joint='j'/>",
            muscle,
            muscle,
            &[0.01, 0.04],
            0,
            -1,
        ),
        (
            "<general gaintype='muscle' gainprm='2 0 5' dynprm='3 4 5'/>",
            "<muscle joint='j' force='3'/>",
            &[2.0, 0.0, 3.0],
            &[2.0, 0.0, 3.0],
            &[3.0, 4.0, 5.0],
            0,
            -1,
        ),
        (
            "",
            "<dcmotor joint='j' nominal='12 3 40' damping='.01'/>",
            &[1.04, 0.26],
            &[],
            &[],
            0,
            0,
        ),
        (
            "",
            "<dcmotor joint='j' nominal='12 3 40' damping='.01' resistance='2'/>",
            &[2.0, 0.2],
            &[],
            &[],
            0,
            0,
        ),
        (
            "",
            "<dcmotor joint='j' motorconst='0' resistance='2' input='none'/>",
            &[2.0],
            &[],
            &[],
            16,
            0,
        ),
        (
            "",
            "<dcmotor joint='j' motorconst='.1' resistance='2' thermal='2 3 100'/>",
            &[2.0, 0.1],
            &[],
            &[0.0, 0.0, 2.0, 50.0],
            0,
            1,
        ),
        (
            d,
            "<dcmotor joint='j' inductance='0'/>",
            &[2.0, 0.1, 0.1, 20.0, 1.0, 2.0, 3.0, 6.0],
            &[1.0, 2.0, 3.0, 3.0, 4.0, 5.0],
            &[0.0, 7.0, 2.0, 3.0, 25.0, 1.0, 2.0, 4.0, 5.0],
            1,
            4,
        ),
        (
            d,
            "<dcmotor joint='j' lugre='0' thermal='0 0 0'/>",
            &[2.0, 0.1, 0.0, 0.0, 1.0, 2.0, 3.0, 6.0],
            &[1.0, 2.0, 3.0],
            &[0.25, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 5.0],
            1,
            3,
        ),
    ];
    for (defaults, text, gain, bias, dynamics, inputs, actdim) in cases {
        let actuator = &actuators(defaults, text)[0];
        let matches = start(actuator.gainprm, gain)
            && start(actuator.biasprm, bias)
            && start(actuator.dynprm, dynamics);
        assert!(
            matches && (actuator.ctrlspec, actuator.actdim) == (*inputs, *actdim),
            "{defaults} {text}: {actuator:?}"
        );
    }
}

#[test]
fn shortcuts_inherit_from_the_nearest_class_of_their_kind() {
    let defaults = "<position kp='7'/><default class='a'><velocity kv='3'/><default class='c'><motor/></default></default>";
    let list = actuators(
        defaults,
        "<position class='c' joint='j'/><velocity class='c' joint='j'/><general class='a' joint='j'/>",
    );
    assert_eq!(
        [list[0].gainprm[0], list[1].gainprm[0], list[2].gainprm[0]],
        [7.0, 3.0, 3.0]
    );
    assert_eq!(
        (list[2].gaintype, list[2].biastype),
        (GainType::Fixed, BiasType::Affine)
    );
    assert_eq!(list[2].dyntype, DynamicsType::None);
}

#[test]
fn ranges_stated_win_over_ranges_inherited() {
    let one = |defaults: &str, text: &str| actuators(defaults, text).remove(0);
    let stated = one(
        "<position inheritrange='1'/>",
        "<position joint='j' ctrlrange='0 1'/>",
    );
    assert_eq!((stated.inheritrange, stated.ctrlrange), (0.0, [0.0, 1.0]));
    let inherits = one(
        "<position ctrlrange='0 1'/>",
        "<position joint='j' inheritrange='1'/>",
    );
    assert_eq!(
        (inherits.inheritrange, inherits.ctrlrange),
        (1.0, [0.0, 0.0])
    );
    let motor = one("<damper ctrlrange='0 1'/>", "<motor joint='j'/>");
    assert_eq!(
        (motor.ctrllimited, motor.ctrlrange),
        (Auto::True, [0.0, 1.0])
    );
}

#[test]
fn impossible_actuators_are_refused() {
    for text in [
        "<position joint='j' kv='1' dampratio='1'/>",
        "<position joint='j' kv='-1'/>",
        "<position joint='j' timeconst='-1'/>",
        "<position joint='j' ctrlrange='0 1' inheritrange='1'/>",
        "<intvelocity joint='j' actrange='0 1' inheritrange='1'/>",
        "<pid joint='j' slewmax='-1'/>",
        "<pid joint='j' input='vel pos'/>",
        "<general joint='j' input='foo'/>",
        "<damper joint='j' kv='-1'/>",
        "<damper joint='j' ctrlrange='-1 1'/>",
        "<adhesion body='b' gain='-1'/>",
        "<muscle joint='j' tausmooth='-1'/>",
        "<dcmotor joint='j'/>",
        "<dcmotor joint='j' motorconst='-1 2' resistance='1'/>",
        "<dcmotor joint='j' motorconst='1' resistance='1' thermal='2'/>",
        "<motor joint='j' cranklength='1'/>",
        "<motor joint='j' refsite='s'/>",
        "<motor joint='j' kp='1'/>",
    ] {
        refuse(&format!("<mujoco><actuator>{text}</actuator></mujoco>"));
    }
}

/// Small pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

#[test]
fn mutated_documents_never_panic() {
    let seeds = [
        "<mujoco><default><geom size='.1'/><default class='a'><position kp='1'/></default></default><worldbody><body childclass='a'><freejoint/><geom fromto='0 0 0 1 1 1'/><site name='s'/></body><replicate count='3' offset='1 0 0' euler='0 0 10'><body><geom/></body></replicate></worldbody></mujoco>",
        "<mujoco><actuator><dcmotor joint='j' motorconst='1' resistance='2' controller='1 2 3'/><muscle tendon='t'/></actuator><sensor><contact data='found force' num='2'/></sensor><tendon><fixed><joint joint='j' coef='1'/></fixed></tendon><keyframe><key qpos='1 2'/></keyframe></mujoco>",
        "<mujoco><asset><hfield name='h' size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 3 4'/><texture gridsize='3 4' gridlayout='.U..LFRB.D..'/><material name='m'><layer role='rgb' texture='t'/></material></asset><size memory='1M'/><custom><numeric name='n' size='3' data='1'/></custom></mujoco>",
    ];
    let pieces = [
        "<",
        ">",
        "/>",
        "'",
        "\"",
        "&",
        "=",
        " ",
        "-1",
        "1e999",
        "nan",
        "<body>",
        "</body>",
        "2147483648",
        "\0",
        "é",
        "<!--",
        "]]>",
        "<include file='x'/>",
    ];
    let options = ReadOptions {
        memory_only: true,
        ..ReadOptions::default()
    };
    let mut dice = Dice(7);
    for round in 0..3000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..=dice.roll(4) {
            let at = dice.roll(text.len());
            match dice.roll(4) {
                0 => {
                    text.remove(at);
                }
                1 => {
                    let end = (at + 1 + dice.roll(20)).min(text.len());
                    text.drain(at..end);
                }
                2 => {
                    let end = (at + 1 + dice.roll(40)).min(text.len());
                    let copy: Vec<char> = text[at..end].to_vec();
                    let to = dice.roll(text.len());
                    text.splice(to..to, copy);
                }
                _ => {
                    let piece = pieces[dice.roll(pieces.len())].chars();
                    text.splice(at..at, piece);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(read) = read_str(&text, &options) {
            let _ = crate::write_string(&read.spec, &crate::WriteOptions::default());
        }
    }
}
