//! The program as its users see it: what it prints, what it writes, how it ends.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn ligament(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ligament"));
    command
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}

fn model(name: &str) -> String {
    format!(
        "{}/../../tests/models/{name}.xml",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn without_arguments_it_simulates_its_own_model() {
    let output = ligament(&[]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("figure\n"), "{text}");
    assert!(text.contains("10.000 s simulated"), "{text}");
    assert!(text.contains("steps per second"), "{text}");
    assert!(text.contains("%  constraint solver"), "{text}");
    assert!(!text.contains("warning"), "{text}");
    assert!(!text.contains('\x1b'), "no colours outside terminals");
}

#[test]
fn info_shows_a_model() {
    let output = ligament(&["info", &model("everything")]);
    assert!(output.status.success(), "{}", stderr(&output));
    for words in [
        "shoulder (ball)",
        "marker (mocap)",
        "pull: tendon cord",
        "height: jointpos, 1 numbers",
    ] {
        assert!(
            stdout(&output).contains(words),
            "{words} is missing in\n{}",
            stdout(&output)
        );
    }
}

#[test]
fn check_lists_problems_with_their_place_and_fails() {
    let path = scratch("check").join("bad.xml");
    std::fs::write(
        &path,
        "<mujoco>\n <worldbody>\n  <geom sise='1'/>\n </worldbody>\n</mujoco>",
    )
    .unwrap();
    let path = path.to_string_lossy().into_owned();
    let output = ligament(&["check", &model("shapes"), &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("shapes.xml: ok"),
        "{}",
        stdout(&output)
    );
    assert!(
        stdout(&output).contains("bad.xml: FAILED"),
        "{}",
        stdout(&output)
    );
    assert!(
        stderr(&output).contains("bad.xml:3:"),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).contains("size"),
        "the nearest spelling is named: {}",
        stderr(&output)
    );
    assert!(ligament(&["check", &model("shapes")]).status.success());
}

#[test]
fn compile_goes_to_binary_and_to_mjcf() {
    let directory = scratch("compile");
    let file = |name: &str| directory.join(name).to_string_lossy().into_owned();
    let (mjcf, direct, again) = (file("copy.xml"), file("direct.lgm"), file("again.lgm"));
    let back = file("back.xml");
    for (input, output) in [
        (&model("everything"), &mjcf),
        (&model("everything"), &direct),
        (&direct, &again),
        (&direct, &back),
    ] {
        let done = ligament(&["compile", input, output]);
        assert!(
            done.status.success(),
            "{input} to {output}: {}",
            stderr(&done)
        );
    }
    assert_eq!(
        std::fs::read(&direct).unwrap(),
        std::fs::read(&again).unwrap()
    );
    assert_eq!(
        std::fs::read_to_string(&back).unwrap(),
        std::fs::read_to_string(&mjcf).unwrap()
    );
    assert_eq!(
        stdout(&ligament(&["info", &mjcf])),
        stdout(&ligament(&["info", &direct]))
    );
}

#[test]
fn compile_refuses_what_it_cannot_write() {
    let directory = scratch("refuse");
    let file = |name: &str| directory.join(name).to_string_lossy().into_owned();
    let binary = file("model.lgm");
    let bare = ligament::load(model("static")).unwrap().model.to_bytes();
    std::fs::write(&binary, bare).unwrap();
    assert_eq!(
        ligament(&["compile", &binary, &file("model.xml")])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        ligament(&["compile", &model("static"), &file("model.stl")])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        ligament(&["compile", "absent.xml", &file("out.lgm")])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(ligament(&["frobnicate"]).status.code(), Some(2));
}

#[test]
fn schema_prints_the_grammar() {
    let markdown = ligament(&["schema"]);
    assert!(markdown.status.success());
    assert!(stdout(&markdown).contains("fusestatic"));
    let xsd = stdout(&ligament(&["schema", "xsd"]));
    assert!(xsd.contains("schema>") && xsd.contains("fusestatic"));
    assert_eq!(ligament(&["schema", "poem"]).status.code(), Some(2));
}

#[test]
fn run_records_tables() {
    let directory = scratch("record");
    let file = directory.join("out.csv");
    let output = ligament(&[
        "run",
        &model("pendulums"),
        "--duration",
        "0.05",
        "--record",
        &file.display().to_string(),
        "--every",
        "5",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(&file).expect("a table");
    let header = text.lines().next().unwrap_or_default();
    assert!(header.starts_with("time,qpos[0]"), "{header}");
    let widths: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
    assert!(widths.len() > 2 && widths.iter().all(|&w| w == widths[0]));
    assert!(directory.join("out.contacts.csv").exists());

    let archive = directory.join("out.npz");
    let path = archive.display().to_string();
    let output = ligament(&["run", &model("pendulums"), "-d", "0.05", "-r", &path]);
    assert!(output.status.success(), "{}", stderr(&output));
    let bytes = std::fs::read(&archive).expect("an archive");
    assert!(bytes.starts_with(b"PK"));
}

#[test]
fn recorded_contacts_carry_the_weight() {
    let directory = scratch("contacts");
    let file = directory.join("ball.xml");
    let text = r#"<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
        <body pos="0 0 .1"><freejoint/><geom size=".1" mass="2"/></body></worldbody></mujoco>"#;
    std::fs::write(&file, text).expect("a model");
    let table = directory.join("out.csv");
    let output = ligament(&[
        "run",
        &file.display().to_string(),
        "--duration",
        "1",
        "--record",
        &table.display().to_string(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let steps = std::fs::read_to_string(&table).expect("a table of steps");
    assert!(steps.lines().next().is_some_and(|h| h.ends_with(",ncon")));
    assert!(steps.lines().last().is_some_and(|l| l.ends_with(",1")));
    let contacts = std::fs::read_to_string(table.with_extension("contacts.csv")).expect("contacts");
    let names: Vec<&str> = contacts
        .lines()
        .next()
        .unwrap_or_default()
        .split(',')
        .collect();
    let last: Vec<f64> = contacts
        .lines()
        .last()
        .unwrap_or_default()
        .split(',')
        .map(|x| x.parse().expect("a number"))
        .collect();
    let value = |name: &str| last[names.iter().position(|n| *n == name).expect(name)];
    assert_eq!(
        (value("geom1"), value("geom2"), value("dim")),
        (0.0, 1.0, 3.0)
    );
    assert!((value("frame[2]") - 1.0).abs() < 1e-9);
    assert!((value("force[0]") - 2.0 * 9.81).abs() < 0.05);
    assert!(value("pos[2]").abs() < 0.01 && value("dist") < 0.0);
}

#[test]
fn run_refuses_what_it_cannot_do() {
    for (arguments, words) in [
        (
            vec!["--keyframe", "nowhere"],
            "there is no keyframe 'nowhere'",
        ),
        (vec!["--duration", "nan"], "cannot be simulated"),
        (
            vec!["--ctrl", "nobody=1"],
            "there is no actuator or control 'nobody'",
        ),
        (vec!["--ctrl", "noise:loud"], "not a scale and a seed"),
        (vec!["--record", "out.txt"], "should end in .npz or .csv"),
    ] {
        let model = model("actuators");
        let mut all = vec!["run", model.as_str()];
        all.extend(arguments);
        let output = ligament(&all);
        assert!(!output.status.success());
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn a_run_that_explodes_says_so_and_fails() {
    let path = scratch("explodes").join("model.xml");
    let text = r#"<mujoco><option gravity="0 0 -1e12"/><worldbody>
        <body name="b"><joint name="rail" type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody></mujoco>"#;
    std::fs::write(&path, text).unwrap();
    let output = ligament(&["run", path.to_str().unwrap(), "--duration", "0.1"]);
    let (text, error) = (stdout(&output), stderr(&output));
    assert!(!output.status.success(), "{text}");
    assert!(
        error.contains("reset") && error.contains("times"),
        "{error}"
    );
    assert!(
        text.contains("a bad number in qacc") && text.contains("joint 'rail'"),
        "{text}"
    );
    // 50 steps, none of which got anywhere
    assert!(text.contains("50 times"), "{text}");
}

#[test]
fn memory_only_takes_archives_and_nothing_beside_a_model() {
    let folder = scratch("memory_only");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    };
    let archive = write(
        "robot.zip",
        include_bytes!("../../../fuzz/seeds/archive/robot.zip"),
    );
    write(
        "a.stl",
        include_bytes!("../../../fuzz/seeds/stl/tetrahedron.stl"),
    );
    let text = b"<mujoco><asset><mesh file='a.stl'/></asset></mujoco>";
    let plain = write("plain.xml", text);
    for arguments in [
        vec!["info", archive.as_str()],
        vec!["--memory-only", "info", &archive],
        vec!["check", &plain],
    ] {
        let output = ligament(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let output = ligament(&["check", "--memory-only", &plain]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("files on disk are not read here"),
        "{}",
        stderr(&output)
    );
}

#[test]
#[cfg(all(target_arch = "x86_64", unix))]
fn makes_way_for_the_copy_beside_it() {
    use std::os::unix::fs::PermissionsExt;

    let folder = scratch("wide");
    let program = folder.join("ligament");
    std::fs::copy(env!("CARGO_BIN_EXE_ligament"), &program).expect("a copy of the program");
    let other = folder.join("ligament-x86-64-v3");
    std::fs::write(&other, "#!/bin/sh\necho the other one: $1\n").expect("a script");
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755)).expect("can run");
    let run = |isa: &str| {
        let mut command = Command::new(&program);
        let output = command.arg("schema").env("LIGAMENT_ISA", isa).output();
        stdout(&output.expect("the program starts"))
    };
    let has = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2");
    assert_eq!(run("").contains("the other one: schema"), has);
    assert!(!run("baseline").contains("the other one"));
}
