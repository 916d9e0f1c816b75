//! The Python side: an environment of our own under the target directory, with the module and the reference in it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, last_line, output};
use crate::test::target;

/// What an interpreter is called, newest first.
const NAMES: &[&str] = &[
    "python3",
    "python",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
    "python3.10",
    "python3.9",
];
/// The oldest version the module supports.
const OLDEST: (u32, u32) = (3, 9);
/// The oldest version the reference supports.
const OLDEST_FOR_REFERENCE: (u32, u32) = (3, 11);

/// The environment's interpreter.
fn interpreter(root: &Path) -> PathBuf {
    let venv = target(root).join("venv");
    if cfg!(windows) {
        venv.join("Scripts/python.exe")
    } else {
        venv.join("bin/python")
    }
}

/// The version of an interpreter.
fn version(program: &Path) -> Option<(u32, u32)> {
    let code = "import sys, venv; print(sys.version_info[0], sys.version_info[1])";
    let text = output(Command::new(program).args(["-c", code])).ok()?;
    let mut numbers = text.split_whitespace().map(|n| n.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// The interpreter to start from: `PYTHON` if set, else one that the reference supports, else any that the module does.
fn system() -> Result<(PathBuf, (u32, u32)), String> {
    let chosen = std::env::var_os("PYTHON").map(PathBuf::from);
    let names = NAMES.iter().map(PathBuf::from);
    let found: Vec<_> = chosen
        .into_iter()
        .chain(names)
        .filter_map(|p| version(&p).map(|v| (p, v)))
        .collect();
    let first = |oldest| found.iter().find(|(_, v)| *v >= oldest).cloned();
    first(OLDEST_FOR_REFERENCE).or_else(|| first(OLDEST)).ok_or_else(|| {
        "no Python 3.9 or newer with the venv module was found; install one or name it in PYTHON".into()
    })
}

/// Makes the environment and installs what the tests need.
pub fn environment(root: &Path) -> Outcome {
    let python = interpreter(root);
    let (base, found) = system()?;
    if version(&python) != Some(found) {
        let venv = target(root).join("venv");
        output(Command::new(base).args(["-m", "venv", "--clear"]).arg(venv))?;
    }
    let requirements = root.join("tests/python/requirements.txt");
    output(pip(root, &["install", "--quiet", "-r"]).arg(requirements))?;
    let (major, minor) = found;
    let note = if found < OLDEST_FOR_REFERENCE {
        ": too old for MuJoCo, comparisons are left out"
    } else {
        ""
    };
    Ok(format!("Python {major}.{minor}{note}"))
}

/// Builds the wheel and installs it.
pub fn install(root: &Path) -> Outcome {
    output(
        pip(
            root,
            &["install", "--quiet", "--force-reinstall", "--no-deps"],
        )
        .arg(root),
    )?;
    let code = "import ligament; print('ligament', ligament.__version__)";
    let text = output(
        Command::new(interpreter(root))
            .args(["-c", code])
            .current_dir(target(root)),
    )?;
    Ok(last_line(&text, |line| !line.is_empty()))
}

fn pip(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(interpreter(root));
    command
        .args(["-m", "pip", "--disable-pip-version-check"])
        .args(arguments)
        .current_dir(root);
    command
}

/// Runs the Python tests.
pub fn tests(root: &Path) -> Outcome {
    let mut command = Command::new(interpreter(root));
    // Run from the target directory: MuJoCo writes its log there, and the sources do not shadow the installed module.
    command
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"])
        .arg(root);
    command
        .arg(root.join("tests/python"))
        .current_dir(target(root));
    let text = output(&mut command)?;
    Ok(last_line(&text, |line| line.contains("passed")))
}

/// Runs the soak in an environment with the present module; false if it failed.
pub fn soak(root: &Path, arguments: &[String]) -> bool {
    for step in [environment, install] {
        match step(root) {
            Ok(line) => println!("{line}"),
            Err(text) => {
                eprintln!("{text}");
                return false;
            }
        }
    }
    let mut command = Command::new(interpreter(root));
    command
        .arg(root.join("tests/python/soak.py"))
        .args(arguments);
    let status = command.current_dir(target(root)).status();
    status.is_ok_and(|status| status.success())
}

/// Runs the tests of MuJoCo's wheel with Ligament in its place.
pub fn mujoco_tests(root: &Path) -> Outcome {
    let mut command = Command::new(interpreter(root));
    command
        .arg(root.join("tests/python/mujoco_tests.py"))
        .current_dir(target(root));
    let text = output(&mut command)?;
    Ok(last_line(&text, |line| line.starts_with("mujoco tests: ")))
}

/// Checks the types of example programs against the stubs.
pub fn types(root: &Path) -> Outcome {
    output(&mut pip(root, &["install", "--quiet", "mypy", "pyright"]))?;
    let mut command = Command::new(interpreter(root));
    command
        .args(["-m", "mypy", "--strict", "--cache-dir"])
        .arg(target(root).join("mypy"))
        .arg(root.join("tests/python/typed"))
        .current_dir(target(root));
    let strict = output(&mut command)?;
    let mut command = Command::new(interpreter(root));
    command
        .args(["-m", "pyright", "--pythonpath"])
        .arg(interpreter(root))
        .arg(root.join("tests/python/typed"))
        .current_dir(target(root));
    let pyright = output(&mut command)?;
    let strict = last_line(&strict, |line| line.contains("no issues"));
    let pyright = last_line(&pyright, |line| line.contains("0 errors"));
    Ok(format!("mypy: {strict}; pyright: {pyright}"))
}

/// Runs packages that use MuJoCo, on MuJoCo and on Ligament; prints a table.
pub fn clients(root: &Path, arguments: &[String]) -> bool {
    let Ok((python, _)) = system() else {
        return false;
    };
    let mut command = Command::new(python);
    command
        .arg(root.join("tests/python/clients/run.py"))
        .arg("--folder")
        .arg(target(root).join("clients"))
        .args(arguments);
    command.status().is_ok_and(|status| status.success())
}

/// Builds a wheel that runs on all Linux distributions since 2014, under `target/wheels`.
pub fn wheel(root: &Path) -> Outcome {
    environment(root)?;
    output(&mut pip(
        root,
        &["install", "--quiet", "maturin", "cargo-zigbuild", "ziglang"],
    ))?;
    let mut command = Command::new(interpreter(root));
    command
        .args([
            "-m",
            "maturin",
            "build",
            "--release",
            "--zig",
            "--compatibility",
            "manylinux_2_17",
        ])
        .arg("--out")
        .arg(target(root).join("wheels"))
        .current_dir(root);
    let text = output(&mut command)?;
    Ok(last_line(&text, |line| line.contains(".whl")))
}

/// Runs the shared comparison with MuJoCo, where it lies beside the repository.
pub fn parity(root: &Path) -> Outcome {
    let shared = root.join("../shared");
    let script = shared.join("parity/parity.py");
    if !script.exists() {
        return Ok("no shared models beside the repository: left out".into());
    }
    let mut command = Command::new(interpreter(root));
    command
        .arg(root.join("tests/python/corpus_parity.py"))
        .arg(script)
        .arg(shared.join("corpus/core.txt"))
        .current_dir(target(root));
    let text = output(&mut command)?;
    Ok(last_line(&text, |line| line.starts_with("parity: ")))
}

/// Steps shared models with wild states and controls, where they lie beside the repository.
pub fn endurance(root: &Path) -> Outcome {
    let list = root.join("../shared/corpus/core.txt");
    if !list.exists() {
        return Ok("no shared models beside the repository: left out".into());
    }
    let mut command = Command::new(interpreter(root));
    command
        .arg(root.join("tests/python/corpus_endurance.py"))
        .arg(list)
        .current_dir(target(root));
    let text = output(&mut command)?;
    Ok(last_line(&text, |line| line.starts_with("endurance: ")))
}

/// Rewrites the generated Python files.
pub fn generate(root: &Path) -> Outcome {
    environment(root)?;
    for script in [
        "generate_facts.py",
        "generate_stubs.py",
        "generate_migration.py",
    ] {
        install(root)?;
        let mut command = Command::new(interpreter(root));
        output(
            command
                .arg(root.join("tests/python").join(script))
                .current_dir(target(root)),
        )?;
    }
    Ok("wrote python/ligament/_facts.py, __init__.pyi and docs/coming-from-mujoco.md".into())
}

/// The interpreter that build scripts should use.
pub fn for_builds() -> Option<PathBuf> {
    system().ok().map(|(python, _)| python)
}
