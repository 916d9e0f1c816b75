//! The `ligament` program: simulates models, looks at them, checks them and converts them.
#![forbid(unsafe_code)]

mod check;
mod convert;
mod info;
mod render;
mod run;
mod style;
mod tree;
mod wide;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ligament::mjcf::ReadOptions;
use ligament::{Assets, Problems};

/// Simulates models, looks at them, checks them and converts them. Without a command: simulates a figure that comes with the
/// program for ten seconds.
#[derive(Parser)]
#[command(name = "ligament", version, arg_required_else_help = false)]
struct Arguments {
    /// Directory in which packages of URDF files are looked up (package://name/…); may be given several times.
    #[arg(long, global = true, value_name = "DIR")]
    package_root: Vec<String>,
    /// Read nothing from disk but the named models: what they refer to must be packed with them, in a .zip or .mjz archive.
    #[arg(long, global = true)]
    memory_only: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a model; shows speed, energy, contacts, solver and where the time went, and records what happens.
    Run {
        /// MJCF, URDF, archive or binary model.
        model: PathBuf,
        #[command(flatten)]
        options: run::Options,
    },
    /// Show what a model is made of: sizes, kinematic tree, masses, actuators, sensors.
    Info {
        /// MJCF, URDF, archive or binary model.
        model: PathBuf,
    },
    /// Check models and list everything found; fails if one of them cannot be used.
    Check {
        /// MJCF, URDF, archives or binary models.
        #[arg(required = true)]
        models: Vec<PathBuf>,
        /// Count warnings as errors.
        #[arg(long)]
        strict: bool,
    },
    /// Convert a model: to MJCF if the output ends in .xml, to the binary form if it ends in .lgm, to MuJoCo's if it ends in .mjb.
    Compile {
        /// MJCF, URDF, archive or binary model.
        input: PathBuf,
        /// File to write.
        output: PathBuf,
    },
    /// Draw a model: a picture, or a film of a simulation.
    Render {
        /// MJCF, URDF or binary model.
        model: PathBuf,
        #[command(flatten)]
        options: render::RenderOptions,
    },
    /// Print the grammar of MJCF.
    Schema {
        /// In which form.
        #[arg(value_enum, default_value_t = SchemaForm::Markdown)]
        form: SchemaForm,
    },
}

/// Forms of the grammar.
#[derive(Clone, Copy, clap::ValueEnum)]
enum SchemaForm {
    /// A reference to read.
    Markdown,
    /// An XML schema definition, for editors.
    Xsd,
}

fn main() -> ExitCode {
    wide::make_way();
    let arguments = Arguments::parse();
    let mut options = ReadOptions::default();
    options.urdf.package_roots = arguments.package_root;
    options.memory_only = arguments.memory_only;
    let done = match arguments.command {
        None => embedded(),
        Some(Command::Run {
            model,
            options: what,
        }) => run::run_file(&model, &options, &what),
        Some(Command::Render {
            model,
            options: what,
        }) => render::run(&model, &options, &what),
        Some(Command::Info { model }) => info::run(&model, &options),
        Some(Command::Check { models, strict }) => check::run(&models, &options, strict),
        Some(Command::Compile { input, output }) => convert::run(&input, &output, &options),
        Some(Command::Schema { form }) => {
            schema(form);
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in &problems.0 {
                eprintln!("{}", style::problem(problem));
            }
            ExitCode::FAILURE
        }
    }
}

/// Simulates the model that comes with the program.
fn embedded() -> Result<(), Problems> {
    let loaded = ligament::load_str(ligament::FIGURE, &Assets::new())?;
    run::run(&loaded.model, &run::Options::default())?;
    style::print(
        "\nThis model comes with the program; `ligament run MODEL` simulates one of yours, `ligament help` tells more.\n",
    );
    Ok(())
}

/// Prints the grammar.
fn schema(form: SchemaForm) {
    style::print(&match form {
        SchemaForm::Markdown => ligament::mjcf::docs(),
        SchemaForm::Xsd => ligament::mjcf::xsd(),
    });
}
