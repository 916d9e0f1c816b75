//! Actuators.

use ligament_model::enums::{BiasType, CtrlInput, DynamicsType, GainType, TransmissionType};

use super::{fault, model, on_joint, scene, tendon};
use crate::element::{Actuator, PathItem};
use crate::resolve::Resolved;

fn on(trntype: TransmissionType, target: &str) -> Actuator {
    Actuator {
        trntype,
        target: target.into(),
        ..Actuator::default()
    }
}

fn first(x: f64) -> [f64; 10] {
    let mut prm = [0.0; 10];
    prm[0] = x;
    prm
}

fn servo(actuator: Actuator, kp: f64) -> Actuator {
    Actuator {
        gainprm: first(kp),
        biastype: BiasType::Affine,
        biasprm: [0.0, -kp, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ..actuator
    }
}

fn pid() -> Actuator {
    Actuator {
        gaintype: GainType::Pid,
        gainprm: first(2.0),
        biastype: BiasType::Affine,
        dyntype: DynamicsType::Pid,
        dynprm: [0.0; 10],
        ctrlspec: CtrlInput::POS.0 | CtrlInput::VEL.0 | CtrlInput::FF.0,
        ctrlrange: [-5.0, 5.0],
        velrange: [-1.0, 2.0],
        ffrange: [-3.0, 4.0],
        nsample: 4,
        delay: 0.01,
        ..on_joint("s")
    }
}

fn rotational(actuator: Actuator, ctrlspec: i32) -> Actuator {
    Actuator {
        gaintype: GainType::So3,
        biastype: BiasType::So3,
        ctrlspec,
        ..servo(actuator, 2.0)
    }
}

fn dc_motor(ctrlspec: i32) -> Actuator {
    Actuator {
        gaintype: GainType::DcMotor,
        gainprm: [3.0, 1.0, 0.0, 0.0, 1.0, 2.0, 3.0, 6.0, 0.0, 0.0],
        biastype: BiasType::DcMotor,
        dyntype: DynamicsType::DcMotor,
        dynprm: [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 5.0, 0.0],
        ctrlspec,
        ctrlrange: [-1.0, 1.0],
        actearly: true,
        ..on_joint("h")
    }
}

fn with(actuators: Vec<Actuator>) -> Resolved {
    let mut spec = scene();
    spec.actuators = actuators;
    spec
}

#[test]
fn inputs_outputs_and_states_are_laid_out() {
    let site = |refsite: &str| Actuator {
        refsite: refsite.into(),
        ..on(TransmissionType::Site, "s2")
    };
    let crank = Actuator {
        slidersite: "s1".into(),
        cranklength: 1.0,
        ..on(TransmissionType::SliderCrank, "s2")
    };
    let turned = Actuator {
        refsite: "s1".into(),
        nsample: 3,
        ..rotational(on(TransmissionType::Site, "s4"), 2)
    };
    let integrator = Actuator {
        dyntype: DynamicsType::Integrator,
        nsample: 2,
        ..on_joint("h")
    };
    let driver = CtrlInput::POS.0 | CtrlInput::VEL.0 | CtrlInput::VOLTAGE.0;
    let m = model(&with(vec![
        on_joint("h"),
        Actuator {
            inheritrange: 0.5,
            ..servo(on_joint("h"), 3.0)
        },
        on_joint("s"),
        pid(),
        rotational(on_joint("ball"), 0),
        turned,
        on(TransmissionType::JointInParent, "ball"),
        on_joint("free"),
        site(""),
        site("s1"),
        on(TransmissionType::Body, "b1"),
        crank,
        dc_motor(driver),
        Actuator {
            gainprm: [3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            dynprm: [0.0; 10],
            ..dc_motor(CtrlInput::NONE.0)
        },
        integrator,
    ]));
    let a = &m.actuator;
    let kinds: Vec<i32> = a.trntype.iter().map(|t| t.number()).collect();
    assert_eq!(kinds, [0, 0, 0, 0, 6, 6, 1, 0, 4, 4, 5, 2, 0, 0, 0]);
    assert_eq!(a.trnid[5], [4, 1]);
    assert_eq!(
        a.ctrladr,
        [0, 1, 2, 3, 6, 9, 13, 14, 15, 16, 17, 18, 19, 22, 22]
    );
    assert_eq!(a.ctrlnum, [1, 1, 1, 3, 3, 4, 1, 1, 1, 1, 1, 1, 3, 0, 1]);
    assert_eq!(
        a.outadr,
        [0, 1, 2, 3, 4, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18]
    );
    assert_eq!(a.actadr[12..], [1, -1, 4]);
    assert_eq!(a.actnum, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1]);
    assert_eq!(
        a.ctrlrange[1],
        [-std::f64::consts::FRAC_PI_4, std::f64::consts::FRAC_PI_4]
    );
    assert_eq!(a.ctrlrange[3..6], [[-5.0, 5.0], [-1.0, 2.0], [-3.0, 4.0]]);
    let addresses = [-1, -1, -1, 0, -1, 18, -1, -1, -1, -1, -1, -1, -1, -1, 35];
    assert_eq!(a.historyadr, addresses);
    let s = &m.size;
    assert_eq!(
        (s.nu, s.nout, s.na, s.nJmom, s.nhistory),
        (23, 19, 5, 68, 41)
    );
}

#[test]
fn a_tendon_hands_on_its_range() {
    let mut spec = with(vec![Actuator {
        inheritrange: 1.0,
        ..servo(on(TransmissionType::Tendon, "t"), 1.0)
    }]);
    spec.tendons
        .push(tendon("t", vec![PathItem::Joint("h".into(), 1.0)]));
    assert!(fault(&spec).contains("has no range"));
    spec.tendons[0].range = [1.0, 3.0];
    assert_eq!(model(&spec).actuator.ctrlrange, [[1.0, 3.0]]);
}

#[test]
fn the_state_must_fit_the_dynamics() {
    let state = |dyntype, actdim| Actuator {
        dyntype,
        actdim,
        ..on_joint("h")
    };
    let numbers = |actuator| model(&with(vec![actuator])).actuator.actnum[0];
    assert_eq!(numbers(state(DynamicsType::User, 3)), 3);
    assert_eq!(numbers(state(DynamicsType::User, -1)), 1);
    assert_eq!(numbers(state(DynamicsType::None, 0)), 0);
    let early = |actuator| Actuator {
        actearly: true,
        ..actuator
    };
    assert_eq!(numbers(early(state(DynamicsType::DcMotor, -1))), 1);
    for (actuator, word) in [
        (state(DynamicsType::Filter, 2), "1 activation variables"),
        (state(DynamicsType::Filter, 0), "needs a state"),
        (state(DynamicsType::None, 1), "no state"),
        (state(DynamicsType::DcMotor, -1), "early"),
        (early(state(DynamicsType::DcMotor, 3)), "`actdim` is 3"),
        (state(DynamicsType::Pid, -1), "gaintype"),
        (state(DynamicsType::User, i32::MAX), "memory"),
    ] {
        let message = fault(&with(vec![actuator]));
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn actuators_that_make_no_sense_are_refused() {
    let base = || on_joint("h");
    let none = CtrlInput::NONE.0;
    for (actuator, word) in [
        (Actuator::default(), "acts on nothing"),
        (on_joint("hh"), "no joint named 'hh'"),
        (
            Actuator {
                ctrlspec: 3,
                ..base()
            },
            "one input",
        ),
        (
            Actuator {
                delay: 1.0,
                ..base()
            },
            "history",
        ),
        (
            Actuator {
                nsample: 20_000_000,
                ..base()
            },
            "nsample",
        ),
        (
            Actuator {
                nsample: 1,
                ..motor_without_gains(none)
            },
            "no input",
        ),
        (
            Actuator {
                actrange: [-1.0, 1.0],
                ..base()
            },
            "no dynamics",
        ),
        (
            Actuator {
                gaintype: GainType::So3,
                ..base()
            },
            "both be",
        ),
        (rotational(base(), 0), "ball joint"),
        (rotational(on(TransmissionType::Site, "s1"), 0), "refsite"),
        (
            Actuator {
                forcerange: [-1.0, 1.0],
                ..rotational(on_joint("ball"), 0)
            },
            "norm",
        ),
        (
            Actuator {
                dyntype: DynamicsType::None,
                ..pid()
            },
            "integral",
        ),
        (
            Actuator {
                ctrlspec: CtrlInput::VEL.0,
                ..pid()
            },
            "\"pos\"",
        ),
        (
            Actuator {
                ctrlspec: none,
                ..pid()
            },
            "made of",
        ),
        (dc_motor(0), "controller gains"),
        (dc_motor(CtrlInput::VEL.0), "integral gain"),
        (
            Actuator {
                damping: [1.0, 0.0, 0.0],
                ..on(TransmissionType::Site, "s1")
            },
            "damping",
        ),
        (on(TransmissionType::SliderCrank, "s1"), "slidersite"),
        (
            Actuator {
                gaintype: GainType::Muscle,
                gainprm: [0.0; 10],
                ..base()
            },
            "muscle",
        ),
        (
            Actuator {
                gaintype: GainType::DcMotor,
                ..base()
            },
            "dynamics do not have",
        ),
    ] {
        let message = fault(&with(vec![actuator]));
        assert!(message.contains(word), "{message}");
    }
}

fn motor_without_gains(ctrlspec: i32) -> Actuator {
    Actuator {
        gainprm: first(3.0),
        dynprm: [0.0; 10],
        ..dc_motor(ctrlspec)
    }
}

#[test]
fn limits_need_a_word_without_autolimits() {
    let mut spec = with(vec![Actuator {
        forcerange: [-1.0, 1.0],
        ..on_joint("h")
    }]);
    assert!(model(&spec).actuator.forcelimited[0].get());
    spec.scopes[0].autolimits = false;
    assert!(fault(&spec).contains("autolimits"));
}

#[test]
fn user_data_is_padded_and_bounded() {
    let mut spec = with(vec![on_joint("h"), on_joint("s")]);
    spec.actuators[1].user = vec![1.0, 2.0];
    assert_eq!(model(&spec).actuator.user, [0.0, 0.0, 1.0, 2.0]);
    spec.size.nuser_actuator = 1;
    assert!(fault(&spec).contains("nuser_actuator"));
    spec.size.nuser_actuator = i64::MAX;
    assert!(fault(&spec).contains("memory"));
}
