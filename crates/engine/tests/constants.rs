//! Derived constants of a small mechanism, against the values MuJoCo 4.0.0 derives.

mod common;

use ligament_engine::{Data, SetConstOptions, setconst};

fn close(name: &str, got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len(), "{name}");
    for (i, (g, e)) in got.iter().zip(expected).enumerate() {
        assert!(
            (g - e).abs() <= 1e-12 * (1.0 + e.abs()),
            "{name}[{i}]: {g} instead of {e}"
        );
    }
}

#[test]
fn constants_are_those_of_mujoco() {
    let mut m = common::arm();
    let mut data = Data::new(&m);
    let options = SetConstOptions {
        spring_dampers: vec![[0.0; 2], [0.1, 0.5], [0.0; 2]],
        ..SetConstOptions::compiling()
    };
    let report = setconst(&mut m, &mut data, &options);
    assert!(report.length_range_errors.is_empty() && report.singular_dof.is_none());

    close(
        "body_subtreemass",
        &m.body.subtreemass,
        &[6.0, 3.0, 1.0, 3.0],
    );
    let weights = m.body.invweight0.concat();
    let expected = [0.06594215375836665, 13.323092478861673, 0.4792674430309769];
    close("body_invweight0", &weights[2..5], &expected);
    let expected = [14.268119404006315, 0.10928961748633881, 0.0];
    close("body_invweight0", &weights[5..], &expected);
    let expected = [4.812420747365899, 0.3278688524590164];
    close("dof_invweight0", &m.dof.invweight0[3..], &expected);
    close(
        "dof_invweight0",
        &m.dof.invweight0[..3],
        &[13.323092478861673; 3],
    );
    let expected = [0.4325, 0.4154488, 0.0288512, 0.0254488, 3.0];
    close("dof_M0", &m.dof.M0, &expected);
    let expected = [0.2, 0.2, 0.2, 0.15132745950421558, 1.0];
    close("dof_length", &m.dof.length, &expected);
    close(
        "tendon_length0",
        &m.tendon.length0,
        &[0.5388877434122992, 0.0],
    );
    let expected = [0.2149460507950863, 19.577551841922613];
    close("tendon_invweight0", &m.tendon.invweight0, &expected);
    close(
        "tendon_lengthspring",
        &m.tendon.lengthspring[0],
        &[0.5388877434122992; 2],
    );
    let expected = [
        14.758144567587594,
        1.5288920912107662,
        0.9641987784157227,
        0.4059408847458089,
    ];
    close("actuator_acc0", &m.actuator.acc0, &expected);
    let expected = [
        0.0,
        1.0777754868245983,
        -0.5555011087932846,
        -2.4898743678936115,
    ];
    close("actuator_length0", &m.actuator.length0, &expected);
    let expected = [0.0, -20.0, -0.951349257496903];
    close("actuator_biasprm", &m.actuator.biasprm[0][..3], &expected);
    let expected = [0.0, 0.0, 0.0, 1.0, 0.0, -0.5, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0];
    close("eq_data of the weld", &m.eq.data[0], &expected);
    close(
        "eq_data of the connect",
        &m.eq.data[1][3..6],
        &[-0.9, 0.2, 0.4],
    );
    close("cam_poscom0", &m.cam.poscom0[0].0, &[0.08, 0.2, 0.45]);
    close(
        "jnt_stiffness",
        &m.jnt.stiffness,
        &[0.0, 83.11825191488956, 0.0],
    );
    close(
        "dof_damping",
        &m.dof.damping[3..],
        &[4.1559125957444785, 0.0],
    );
    let s = &m.stat;
    let got = [s.meaninertia, s.extent, s.meansize, s.meanmass];
    close("stat", &got, &[0.83044976, 1.03, 0.11711248650140521, 2.0]);
    close("stat.center", &s.center.0, &[0.485, 0.0, 0.725]);
}

#[test]
fn deriving_twice_changes_nothing() {
    let mut m = common::arm();
    let mut data = Data::new(&m);
    setconst(&mut m, &mut data, &SetConstOptions::compiling());
    let once = m.clone();
    setconst(&mut m, &mut data, &SetConstOptions::default());
    assert_eq!(m, once);
}
