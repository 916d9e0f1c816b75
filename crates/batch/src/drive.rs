//! Worlds through steps: loaded from their rows, stepped, looked at, stored again.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ligament_engine::forward::{forward_in, fwd_position};
use ligament_engine::step::{step_in, step1};
use ligament_engine::{Data, Hooks, Workspace};
use ligament_model::Model;
use ligament_model::enums::Stage;

use crate::seat::{Dress, Seat};

/// Whether a world goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It does.
    Step,
    /// It stays as it is for the rest of the call.
    Stay,
}

/// One world of a call, in the hands of one thread.
pub trait World: Send {
    /// Its number.
    fn number(&self) -> usize;

    /// Data of its own, for worlds that are more than their rows.
    fn own(&mut self) -> Option<&mut Data> {
        None
    }

    /// Puts the world into the data, which may hold another one.
    fn load(&mut self, m: &Model, d: &mut Data) -> Next;

    /// Sets inputs before step `k`.
    fn before(&mut self, m: &Model, d: &mut Data, k: usize) {
        let _ = (m, d, k);
    }

    /// Looks at the world after step `k`, also where it stayed as it was.
    fn after(&mut self, m: &Model, d: &mut Data, k: usize) -> Next;

    /// Takes the world out of the data at the end of the call.
    fn store(&mut self, m: &Model, d: &Data);

    /// Says that the world could not be simulated. It is as it was before the call.
    fn fail(&mut self, why: String);
}

/// What is done with worlds.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// The model of all worlds.
    pub model: &'a Arc<Model>,
    /// Numbers of the model that differ from world to world.
    pub fields: Option<&'a dyn Dress>,
    /// A model for each world instead.
    pub models: Option<&'a [Arc<Model>]>,
    /// How many steps.
    pub steps: usize,
    /// Up to which stage everything is computed at the end.
    pub stage: Stage,
}

/// Puts some worlds through their steps.
pub fn drive<W: World>(seat: &mut Seat, course: Course<'_>, worlds: &mut [W]) {
    for world in worlds {
        drive_one(seat, course, world);
    }
}

fn drive_one<W: World>(seat: &mut Seat, course: Course<'_>, world: &mut W) {
    let number = world.number();
    if let Some(models) = course.models {
        return match models.get(number) {
            Some(m) => caught(seat, m, course, world),
            None => world.fail(format!("there is no model for world {number}")),
        };
    }
    let Some(fields) = course.fields else {
        return caught(seat, course.model, course, world);
    };
    match seat.dress(course.model, number, fields) {
        Ok(m) => {
            caught(seat, &m, course, world);
            seat.keep(course.model, m);
        }
        Err(why) => world.fail(why),
    }
}

/// Should a world end in a panic, which is an error of ours, the others do not notice.
fn caught<W: World>(seat: &mut Seat, m: &Model, course: Course<'_>, world: &mut W) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(seat, m, course, world))) {
        seat.data = None;
        seat.work = Workspace::new(m);
        if let Some(own) = world.own() {
            *own = Data::new(m);
        }
        world.fail(format!(
            "an error inside of Ligament, please report it: {}",
            message(&*panic)
        ));
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

fn run<W: World>(seat: &mut Seat, m: &Model, course: Course<'_>, world: &mut W) {
    if !seat.work.fits(m) {
        seat.work = Workspace::new(m);
    }
    // data of the world itself moves to the seat for the time of the call
    let blank = || Box::new(Data::new(m));
    let mut data = match world.own() {
        Some(own) => {
            let mut data = seat.data.take().unwrap_or_else(blank);
            std::mem::swap(&mut *data, own);
            data
        }
        None => seat.data.take().unwrap_or_else(blank),
    };
    steps(m, &mut data, &mut seat.work, course, world);
    if let Some(own) = world.own() {
        std::mem::swap(&mut *data, own);
    }
    seat.data = Some(data);
}

fn steps<W: World>(m: &Model, d: &mut Data, w: &mut Workspace, course: Course<'_>, world: &mut W) {
    let hooks = &mut Hooks::default();
    let mut next = world.load(m, d);
    for k in 0..course.steps {
        if next == Next::Step {
            world.before(m, d, k);
            step_in(m, d, w, hooks);
        }
        if world.after(m, d, k) == Next::Stay {
            next = Next::Stay;
        }
    }
    match course.stage {
        Stage::None => {}
        Stage::Pos => fwd_position(m, d, w, hooks),
        Stage::Vel => step1(m, d, w, hooks),
        Stage::Acc => forward_in(m, d, w, hooks),
    }
    world.store(m, d);
}
