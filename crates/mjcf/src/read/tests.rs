//! Tests of reading.

use super::*;

fn read(text: &str) -> Read {
    match read_str(text, &ReadOptions::default()) {
        Ok(read) => read,
        Err(problems) => panic!("{problems}"),
    }
}

#[test]
fn a_small_model_is_read() {
    let read = read(
        "<mujoco model='m'><worldbody><body name='b' pos='1 2 3'><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>",
    );
    assert_eq!(read.spec.name, "m");
    assert_eq!(read.spec.world.content.len(), 1);
}
