//! Tests of writing: what is written reads back as the same model.

use super::*;
use crate::read::{ReadOptions, read_str};

fn same_after_writing(text: &str) -> String {
    let spec = read_str(text, &ReadOptions::default()).expect("reads").spec;
    let written = write_string(&spec, &WriteOptions::default()).expect("writes");
    let again = match read_str(&written, &ReadOptions::default()) {
        Ok(read) => read.spec,
        Err(problems) => panic!("{problems}\n{written}"),
    };
    let (spec, again) = (spec.resolve(), again.resolve());
    assert_eq!(spec.world, again.world, "{written}");
    assert_eq!(spec.classes, again.classes, "{written}");
    assert_eq!(spec.actuators, again.actuators, "{written}");
    assert_eq!(spec.sensors, again.sensors, "{written}");
    assert_eq!(spec.equalities, again.equalities, "{written}");
    assert_eq!(spec.scopes, again.scopes, "{written}");
    written
}

#[test]
fn only_what_differs_from_the_class_is_written() {
    let text = "<mujoco><default><geom size='.1' rgba='1 0 0 1'/><default class='a'><geom mass='2'/></default></default>
        <worldbody><body childclass='a' euler='0 0 90'><freejoint/><geom/><geom class='main' size='.1 .2'/></body></worldbody></mujoco>";
    let written = same_after_writing(text);
    assert!(written.contains("<geom/>"), "{written}");
    assert!(
        written.contains("<geom class=\"main\" size=\"0.1 0.2\"/>"),
        "{written}"
    );
}

#[test]
fn actuators_and_constraints_survive() {
    same_after_writing(
        "<mujoco><default><position kp='7' dampratio='1'/><default class='m'><muscle force='3'/></default></default>
        <worldbody><body name='b'><joint name='j'/><geom size='.1'/><site name='s'/></body><site name='t'/></worldbody>
        <actuator><motor joint='j'/><position joint='j' timeconst='.1'/><muscle class='m' joint='j'/><adhesion body='b' ctrlrange='0 1'/>
        <dcmotor joint='j' motorconst='.1' resistance='2' lugre='1 2 3 4 5' input='none'/><orientation site='s' refsite='t' input='quat'/></actuator>
        <equality><weld body1='b'/><connect site1='s' site2='t'/><joint joint1='j' polycoef='1'/></equality>
        <sensor><contact site='s' subtree2='b' data='force linvel' num='2'/><user dim='3'/><clock name='c&lt;&quot;'/></sensor></mujoco>",
    );
}
