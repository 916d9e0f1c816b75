//! Exact derivatives of steps against Ridders' differences.

use ligament::derivative::oracle::{Ladder, ridders};
use ligament::derivative::validate::{Comparison, validate};
use ligament::derivative::{Linearization, Options, Parameter, Tape};
use ligament::prelude::*;

/// Numbers that look random, the same every time.
struct Numbers(u64);

impl Numbers {
    /// Between -1 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn moving(m: &Model, steps: usize, seed: u64) -> Data {
    let mut numbers = Numbers(seed);
    let mut d = Data::new(m);
    for v in &mut d.state.qvel {
        *v = 0.7 * numbers.next();
    }
    for act in &mut d.state.act {
        *act = 0.4 + 0.3 * numbers.next();
    }
    for _ in 0..steps {
        for (u, range) in d.input.ctrl.iter_mut().zip(&m.actuator.ctrlrange) {
            let [low, high] = if range[0] < range[1] {
                *range
            } else {
                [-1.0, 1.0]
            };
            *u = 0.5 * (low + high) + 0.4 * (high - low) * numbers.next();
        }
        step(m, &mut d);
    }
    d
}

/// As [`moving`], and on to a state with constraints, if there is one soon.
fn constrained(m: &Model, steps: usize, seed: u64) -> Data {
    let mut d = moving(m, steps, seed);
    for _ in 0..300 {
        if !d.efc.efc_type.is_empty() {
            break;
        }
        step(m, &mut d);
    }
    d
}

fn compare(xml: &str, steps: usize, seed: u64) -> Comparison {
    let m = Model::from_xml_str(xml).unwrap();
    let d = moving(&m, steps, seed);
    validate(&m, &d, &Options::default()).unwrap()
}

fn joints(integrator: &str) -> String {
    format!(
        "<mujoco><option timestep='0.004' integrator='{integrator}'/>
        <worldbody>
          <body pos='0 0 1'><freejoint/><inertial pos='.1 .05 -.02' mass='1.2' diaginertia='.02 .03 .04' euler='10 20 30'/>
            <body pos='.3 0 .1' euler='20 10 40'><joint type='ball' pos='.05 .02 .01' damping='.1' stiffness='.7'/>
              <geom type='capsule' size='.04 .1' pos='.1 0 .05' contype='0' conaffinity='0'/>
              <body pos='.2 .1 0'><joint type='hinge' axis='1 2 .5' pos='.03 .1 0' damping='.05'/><joint type='slide' axis='0 1 1'/>
                <joint type='hinge' axis='0 0 1' pos='0 .1 .1'/>
                <geom type='box' size='.05 .03 .1' pos='0 .1 0' contype='0' conaffinity='0'/>
              </body>
            </body>
            <body pos='0 -.2 0'><joint type='ball'/><geom type='box' size='.05 .02 .07' pos='.1 0 .1' contype='0' conaffinity='0'/></body>
          </body>
          <body pos='1 0 1'><joint type='ball' stiffness='2'/><geom type='box' size='.1 .2 .05' pos='.1 .1 0' contype='0' conaffinity='0'/>
            <body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><geom size='.1' pos='0 0 .2' contype='0' conaffinity='0'/></body>
          </body>
        </worldbody></mujoco>"
    )
}

#[test]
fn joints_of_all_types() {
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        for seed in 1..4 {
            let found = compare(&joints(integrator), 30, seed);
            println!("{integrator} {seed} {found:?}");
            assert!(found.error < 1e-10, "{integrator} {found:?}");
            assert!(found.flagged == 0, "{found:?}");
        }
    }
}

/// What a model must agree within, with a limit on the share of flagged entries.
fn hold(name: &str, xml: &str, steps: usize, tolerance: f64) -> bool {
    let m = match Model::from_xml_str(xml) {
        Ok(m) => m,
        Err(problems) => panic!("{name}: {problems:?}"),
    };
    let mut good = true;
    for seed in 1..3 {
        let d = constrained(&m, steps, seed);
        match validate(&m, &d, &Options::default()) {
            Ok(found) => {
                let flagged = found.flagged as f64 / found.entries as f64;
                println!(
                    "{name} {seed}: error {:.1e} flagged {flagged:.3} rows {} worst {:?}",
                    found.error,
                    d.efc.efc_type.len(),
                    found.worst
                );
                good &= found.error < tolerance && flagged < 0.3;
            }
            Err(refusal) => {
                println!("{name} {seed}: {refusal}");
                good = false;
            }
        }
    }
    good
}

const CONTACTS: [(&str, &str); 12] = [
    ("sphere on plane", "<geom type='sphere' size='.1'/>"),
    (
        "capsule on plane",
        "<geom type='capsule' size='.05 .1' euler='80 10 0'/>",
    ),
    (
        "box on plane",
        "<geom type='box' size='.1 .06 .05' euler='3 2 0'/>",
    ),
    (
        "ellipsoid on plane",
        "<geom type='ellipsoid' size='.1 .06 .08' euler='20 30 0'/>",
    ),
    (
        "cylinder on plane",
        "<geom type='cylinder' size='.07 .05' euler='10 20 0'/>",
    ),
    ("mesh on plane", "<geom type='mesh' mesh='gem'/>"),
    (
        "sphere on box",
        "<geom type='sphere' size='.1' contype='2' conaffinity='2'/>",
    ),
    (
        "capsule on capsule",
        "<geom type='capsule' size='.05 .1' euler='80 10 0' contype='4' conaffinity='4'/>",
    ),
    (
        "sphere on cylinder",
        "<geom type='sphere' size='.1' contype='8' conaffinity='8'/>",
    ),
    (
        "ellipsoid on sphere",
        "<geom type='ellipsoid' size='.1 .06 .08' contype='16' conaffinity='16'/>",
    ),
    (
        "box on box",
        "<geom type='box' size='.1 .06 .05' euler='3 2 20' contype='2' conaffinity='2'/>",
    ),
    (
        "capsule on box",
        "<geom type='capsule' size='.05 .1' euler='80 10 0' contype='2' conaffinity='2'/>",
    ),
];

/// One body that rests on a shape carried by another.
fn touching(shape: &str, cone: &str, dim: usize, integrator: &str) -> String {
    format!(
        "<mujoco><option timestep='0.003' cone='{cone}' integrator='{integrator}' impratio='3'/>
        <asset><mesh name='gem' vertex='.1 0 0 -.1 .02 0 0 .1 .01 0 -.1 0 0 .03 .1 .02 0 -.1'/></asset>
        <default><geom condim='{dim}' friction='.6 .02 .01' solimp='.8 .95 .01 .4 2'/></default>
        <worldbody>
          <geom type='plane' size='5 5 .1' euler='3 -2 10'/>
          <body pos='0 0 -.32'><joint type='slide' axis='0 0 1' stiffness='300' damping='5'/>
            <joint axis='1 0 0' stiffness='30' damping='1'/><joint axis='0 1 0' stiffness='30' damping='1'/>
            <geom type='box' size='.4 .4 .3' contype='2' conaffinity='2' pos='0 0 .0'/>
            <geom type='capsule' size='.3 .4' contype='4' conaffinity='4' euler='0 90 30'/>
            <geom type='cylinder' size='.4 .3' contype='8' conaffinity='8' />
            <geom type='sphere' size='.3' contype='16' conaffinity='16' pos='0 .03 0'/>
          </body>
          <body pos='0 .03 .1'><freejoint/>{shape}<geom size='.01' mass='.3' pos='.02 .03 .01' contype='0' conaffinity='0'/></body>
        </worldbody></mujoco>"
    )
}

#[test]
fn contacts_of_pairs() {
    let mut bad = Vec::new();
    for (name, shape) in CONTACTS {
        for (cone, dim) in [("pyramidal", 3), ("elliptic", 6), ("elliptic", 3)] {
            let label = format!("{name}, {cone} {dim}");
            if !hold(&label, &touching(shape, cone, dim, "Euler"), 10, 1e-8) {
                bad.push(label);
            }
        }
    }
    assert!(bad.is_empty(), "{bad:?}");
}

const LOOPS: &str = "<worldbody>
    <body name='a' pos='0 0 1'><joint type='ball' range='0 .4' limited='true' frictionloss='.02'/><geom type='capsule' size='.05' fromto='0 0 0 .4 0 0' contype='0' conaffinity='0'/>
      <body name='b' pos='.4 0 0'><joint name='jb' axis='0 1 0' range='-.1 .1' limited='true' frictionloss='.05' armature='.01'/><geom type='capsule' size='.04' fromto='0 0 0 .3 0 .1' contype='0' conaffinity='0'/>
        <site name='tip' pos='.3 0 .1' euler='10 20 30'/></body></body>
    <body name='c' pos='.8 0 1.1'><freejoint/><geom name='gc' type='box' size='.1 .05 .07' pos='.05 0 0' contype='0' conaffinity='0'/><site name='sc' pos='.02 0 0'/></body>
    <body name='e' pos='.8 .4 1.1'><freejoint/><geom type='box' size='.1 .05 .07' contype='0' conaffinity='0'/></body>
    <body name='f' pos='0 1 1'><joint name='jf' axis='1 0 0'/><geom name='gf' size='.1' pos='0 .2 0' contype='0' conaffinity='0'/>
      <body pos='0 .4 0'><joint name='jg' axis='0 0 1'/><geom size='.1' pos='.1 .1 0' contype='0' conaffinity='0'/></body></body>
    <body mocap='true' name='m' pos='.8 .4 1.3'/>
  </worldbody>
  <equality>
    <connect body1='b' body2='c' anchor='.3 0 .1'/>
    <weld body1='c' body2='e' torquescale='.7' solref='.03 1'/>
    <weld body1='e' body2='m' relpose='0 0 -.2 1 .1 .1 0'/>
    <joint joint1='jf' joint2='jg' polycoef='.1 .5 .3 .2 .1'/>
    <distance geom1='gc' geom2='gf' distance='1.0'/>
  </equality>";

#[test]
fn equalities_limits_and_friction() {
    let mut good = true;
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        let xml =
            format!("<mujoco><option timestep='.004' integrator='{integrator}'/>{LOOPS}</mujoco>");
        good &= hold(integrator, &xml, 25, 1e-8);
    }
    assert!(good);
}

const TENDONS: &str = "<worldbody>
    <geom name='post' type='cylinder' size='.05 .5' pos='.1 0 1' euler='80 0 10' contype='0' conaffinity='0'/>
    <site name='s0' pos='-.3 .02 1.2'/>
    <body pos='0 0 1'><joint type='ball' damping='.02'/><geom type='capsule' size='.04' fromto='0 0 0 .4 0 0' contype='0' conaffinity='0'/>
      <geom name='bulge' size='.06' pos='.2 0 .02' contype='0' conaffinity='0'/><site name='s1' pos='.1 .02 .05'/><site name='s2' pos='.35 .01 .06' euler='10 50 20'/>
      <body pos='.4 0 0'><joint name='j' axis='0 1 .3' damping='.01 .02 .03'/><geom type='capsule' size='.03' fromto='0 0 0 .3 0 .1' contype='0' conaffinity='0'/>
        <site name='s3' pos='.2 .02 .09' euler='40 10 0'/></body></body>
    <body pos='1 0 1'><joint name='k' type='slide' axis='0 0 1'/><freejoint/></body>
  </worldbody>";

#[test]
fn tendons_and_actuators() {
    let body = TENDONS.replace(
        "<body pos='1 0 1'><joint name='k' type='slide' axis='0 0 1'/><freejoint/></body>",
        "<body pos='1 0 1'><freejoint/><geom size='.1' contype='0' conaffinity='0'/><site name='thrust' pos='.1 .05 0' euler='20 30 0'/></body>
         <body pos='.5 .5 .5'><joint axis='0 1 0' name='crank'/><geom size='.05' pos='.2 0 0' contype='0' conaffinity='0'/><site name='cr' pos='.2 0 0'/></body>
         <body pos='1 .5 .5'><joint type='slide' axis='1 0 0'/><geom size='.05' contype='0' conaffinity='0'/><site name='sl' euler='0 -90 3'/></body>",
    );
    let tendons = "<tendon>
        <spatial name='straight' stiffness='20 3 2' springlength='.1' damping='1 .2 .1' limited='true' range='0 .5' frictionloss='.3'><site site='s0'/><site site='s1'/><pulley divisor='2'/><site site='s1'/><site site='s3'/></spatial>
        <spatial name='wrapped' stiffness='30' damping='.5'><site site='s1'/><geom geom='bulge'/><site site='s3'/></spatial>
        <spatial name='round' stiffness='30' springlength='.2' damping='.5'><site site='s0'/><geom geom='post'/><site site='s2'/></spatial>
        <fixed name='mix' stiffness='3' damping='.1'><joint joint='j' coef='.5'/><joint joint='crank' coef='.3'/></fixed>
      </tendon>
      <equality><tendon tendon1='straight' tendon2='mix' polycoef='.1 .3 .2'/></equality>
      <actuator>
        <motor tendon='wrapped' gear='.5' forcelimited='true' forcerange='-3 3'/>
        <position joint='j' kp='3' kv='.2'/>
        <general tendon='round' dyntype='filter' dynprm='.05' gaintype='affine' gainprm='1 2 .5' biastype='affine' biasprm='.1 -1 -.3' actearly='true'/>
        <general joint='crank' dyntype='integrator' gainprm='2' biastype='affine' biasprm='0 -2 -.1'/>
        <general joint='j' dyntype='filterexact' dynprm='.1'/>
        <muscle tendon='straight' lengthrange='.2 1.6' force='30' ctrllimited='true' ctrlrange='0 1'/>
        <muscle tendon='round' lengthrange='.2 1.6' force='30' tausmooth='.3' ctrllimited='true' ctrlrange='0 1'/>
        <general site='thrust' gear='1 .2 .3 .1 .2 .05'/>
        <general site='s3' refsite='s2' gear='1 2 .5 .1 .2 .3' gainprm='2' biastype='affine' biasprm='0 -3 -.2'/>
        <general cranksite='cr' slidersite='sl' cranklength='.7' gear='2' gainprm='3' biastype='affine' biasprm='.2 -2 -.3'/>
      </actuator>";
    let mut good = true;
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        let xml = format!(
            "<mujoco><option timestep='.002' integrator='{integrator}'/><size memory='1M'/>{body}{tendons}</mujoco>"
        );
        good &= hold(integrator, &xml, 30, 1e-8);
    }
    assert!(good);
}

#[test]
fn media_and_applied_forces() {
    let mut good = true;
    for fluid in ["", "fluidshape='ellipsoid'"] {
        let xml = format!(
            "<mujoco><option timestep='.004' density='1.2' viscosity='.3' wind='.4 -.2 .1'/><worldbody>
               <body pos='0 0 1' gravcomp='.4'><freejoint/><geom type='box' size='.3 .1 .05' density='20' {fluid}/>
                 <body pos='.3 0 0' gravcomp='1'><joint type='ball'/><geom type='ellipsoid' size='.2 .1 .02' pos='.2 0 0' density='20' {fluid}/></body>
               </body></worldbody></mujoco>"
        );
        good &= hold(fluid, &xml, 20, 1e-8);
    }
    assert!(good);
}

/// The number of a model that a parameter is.
fn number(m: &mut Model, parameter: Parameter) -> &mut f64 {
    match parameter {
        Parameter::Gravity(k) => &mut m.opt.gravity[k],
        Parameter::BodyMass(b) => &mut m.body.mass[b],
        Parameter::BodyCentre(b, k) => &mut m.body.ipos[b][k],
        Parameter::BodyInertia(b, k) => &mut m.body.inertia[b][k],
        Parameter::DofArmature(i) => &mut m.dof.armature[i],
        Parameter::DofDamping(i) => &mut m.dof.damping[i],
        Parameter::DofFrictionloss(i) => &mut m.dof.frictionloss[i],
        Parameter::JointStiffness(j) => &mut m.jnt.stiffness[j],
    }
}

#[test]
fn parameters_of_a_model() {
    for integrator in ["Euler", "implicit", "implicitfast", "RK4"] {
        let xml =
            format!("<mujoco><option timestep='.004' integrator='{integrator}'/>{LOOPS}</mujoco>");
        let xml = xml.replace(
            "name='jf'",
            "name='jf' damping='.3' stiffness='2' frictionloss='.01'",
        );
        let m = ligament::derivative::validate::sharpened(&Model::from_xml_str(&xml).unwrap());
        let d = moving(&m, 20, 2);
        let (f, hinge) = (m.jnt.dofadr[4] as usize, 4);
        let list = [
            Parameter::Gravity(2),
            Parameter::BodyMass(1),
            Parameter::BodyMass(3),
            Parameter::BodyCentre(2, 1),
            Parameter::BodyCentre(3, 0),
            Parameter::BodyInertia(1, 2),
            Parameter::DofArmature(3),
            Parameter::DofDamping(f),
            Parameter::DofFrictionloss(f),
            Parameter::JointStiffness(hinge),
        ];
        let mut work = d.clone();
        let options = Options::default();
        let step_of = Linearization::with_parameters(&m, &mut work, &options, &list).unwrap();
        let found = step_of.parameters();
        let (nv, np) = (m.size.nv, list.len());
        let mut base = d.clone();
        step(&m, &mut base);
        for (at, &parameter) in list.iter().enumerate() {
            let mut changed = m.clone();
            let start = *number(&mut changed, parameter);
            let expected = ridders(nv, Ladder::default(), &mut |h, out| {
                *number(&mut changed, parameter) = start + h;
                let mut work = d.clone();
                step(&changed, &mut work);
                for i in 0..nv {
                    out[i] = work.state.qvel[i] - base.state.qvel[i];
                }
            });
            let scale = expected.iter().fold(1e-3_f64, |s, x| s.max(x.value.abs()));
            for (i, e) in expected.iter().enumerate() {
                let exact = found[(nv + i) * np + at];
                assert!(
                    (exact - e.value).abs() < 1e-7 * scale + 10.0 * e.error,
                    "{integrator} {parameter:?} {i}: {exact} {e:?}"
                );
            }
        }
    }
}

#[test]
fn parameters_that_a_model_lacks_are_refused() {
    let m = Model::from_xml_str(&joints("Euler")).unwrap();
    let mut d = Data::new(&m);
    let list = [
        Parameter::Gravity(3),
        Parameter::BodyMass(99),
        Parameter::BodyCentre(1, 3),
        Parameter::DofDamping(99),
        Parameter::JointStiffness(99),
    ];
    for parameter in list {
        let found = Linearization::with_parameters(&m, &mut d, &Options::default(), &[parameter]);
        assert!(found.is_err(), "{parameter:?}");
    }
}

#[test]
fn gradients_of_rollouts_are_products_of_steps() {
    let xml = touching(CONTACTS[1].1, "pyramidal", 3, "implicitfast");
    let m = Model::from_xml_str(&xml).unwrap();
    let mut d = moving(&m, 20, 3);
    let (options, nx) = (Options::default(), 2 * m.size.nv);
    let (mut tape, mut product) = (Tape::new(), vec![0.0; nx * nx]);
    (0..nx).for_each(|i| product[i * nx + i] = 1.0);
    for _ in 0..100 {
        let mut work = d.clone();
        let a = Linearization::at(&m, &mut work, &options)
            .unwrap()
            .transition()
            .a;
        let mut next = vec![0.0; nx * nx];
        for r in 0..nx {
            for k in 0..nx {
                for c in 0..nx {
                    next[r * nx + c] += a[r * nx + k] * product[k * nx + c];
                }
            }
        }
        product = next;
        tape.step(&m, &mut d);
    }
    for row in [0, nx / 2, nx - 1] {
        let mut unit = vec![0.0; nx];
        unit[row] = 1.0;
        let mut end = |k: usize| (k == 100).then(|| unit.clone());
        let found = tape.gradient(&m, &mut d, &options, &mut end).unwrap().state;
        let largest = found.iter().fold(0.0_f64, |s, x| s.max(x.abs()));
        for (x, y) in found.iter().zip(&product[row * nx..]) {
            assert!((x - y).abs() <= 1e-10 * largest, "{row}: {x} {y}");
        }
    }
}

#[test]
fn products_agree_with_their_transposes() {
    let m = Model::from_xml_str(&joints("implicitfast")).unwrap();
    let mut d = moving(&m, 10, 5);
    let step = Linearization::at(&m, &mut d, &Options::default()).unwrap();
    let mut numbers = Numbers(9);
    let x: Vec<f64> = (0..step.state_size()).map(|_| numbers.next()).collect();
    let l: Vec<f64> = (0..step.state_size()).map(|_| numbers.next()).collect();
    let u: Vec<f64> = (0..step.control_size()).map(|_| numbers.next()).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let forwards = dot(&l, &step.jvp(&x, &u).unwrap());
    let (by_x, by_u) = step.vjp(&l).unwrap();
    let backwards = dot(&by_x, &x) + dot(&by_u, &u);
    assert!((forwards - backwards).abs() < 1e-12 * forwards.abs().max(1.0));
}
