//! Sensors.

mod attach;

use ligament_model::enums::{DataType, Keyword, ObjectType, SensorType, Stage};
use ligament_model::kinds::sensor::{self as kind, On, SensorFacts, Width};
use ligament_model::{Model, Sizes};

use self::attach::Objects;
use super::actuator::Actuators;
use super::refer::{
    Context, MOST_NUMBERS, Owner, check_history, fill_user, history_numbers, stored,
    stored_or_none, user_width,
};
use super::tendon::Tendons;
use crate::element::Sensor;
use crate::problem::{Problem, Problems};

/// Fields of contact sensors that need forces.
const FORCE_FIELDS: i32 = 0b110;
/// Fields of contact sensors that need velocities.
const VELOCITY_FIELDS: i32 = 0b1_1000_0000;
/// The reduction of contacts that picks the strongest.
const REDUCE_MAXFORCE: i32 = 2;
/// The reduction of contacts that adds forces up.
const REDUCE_NETFORCE: i32 = 3;

/// A sensor with everything resolved.
#[derive(Clone, Debug)]
struct SensorData<'a> {
    element: &'a Sensor,
    objects: Objects,
    data: DataType,
    stage: Stage,
    dim: usize,
}

impl SensorData<'_> {
    fn history_numbers(&self) -> usize {
        history_numbers(self.element.nsample, self.dim)
    }
}

/// All sensors.
#[derive(Clone, Debug, Default)]
pub(super) struct Sensors<'a> {
    rows: Vec<SensorData<'a>>,
    user: usize,
}

/// The other elements sensors are resolved against.
#[derive(Clone, Copy)]
pub(super) struct Others<'a> {
    pub tendons: &'a Tendons<'a>,
    pub actuators: &'a Actuators<'a>,
}

/// Checks what sensors of all kinds have.
fn check_common(context: Context, owner: &Owner, sensor: &Sensor) -> Result<(), Problem> {
    owner.require(sensor.noise >= 0.0, "`noise` cannot be negative")?;
    owner.require(sensor.cutoff >= 0.0, "`cutoff` cannot be negative")?;
    let [period, phase] = sensor.interval;
    owner.require(period >= 0.0, "the period of `interval` cannot be negative")?;
    owner.require(phase <= 0.0, "the phase of `interval` cannot be positive")?;
    owner.require(
        period == 0.0 || phase > -period,
        "the phase of `interval` must be shorter than the period",
    )?;
    check_history(owner, context.spec, sensor.nsample, sensor.delay)
}

/// Checks a contact sensor and says which stage it needs.
fn check_contact(owner: &Owner, sensor: &Sensor) -> Result<Stage, Problem> {
    let [fields, reduction, number] = sensor.intprm;
    owner.require((0..=3).contains(&reduction), "`reduce` is out of range")?;
    owner.require(number > 0, "`num` must be positive")?;
    let needs_velocity = fields & VELOCITY_FIELDS != 0;
    if reduction == REDUCE_NETFORCE && needs_velocity {
        return Err(owner.fault("a net force has no velocity: `reduce` and `data` disagree"));
    }
    let by_force = matches!(reduction, REDUCE_MAXFORCE | REDUCE_NETFORCE);
    Ok(if by_force || fields & FORCE_FIELDS != 0 {
        Stage::Acc
    } else if needs_velocity {
        Stage::Vel
    } else {
        Stage::Pos
    })
}

/// Checks what the user says of a user sensor.
fn check_user(owner: &Owner, sensor: &Sensor) -> Result<(), Problem> {
    let fits = match sensor.datatype {
        DataType::Axis => sensor.dim == 3,
        DataType::Quaternion => sensor.dim == 4,
        DataType::Real | DataType::Positive => sensor.dim >= 0,
    };
    if fits {
        return Ok(());
    }
    let message = format!("`dim` of {} does not fit the data type", sensor.dim);
    Err(owner
        .fault(message)
        .help("an axis has 3 values, a quaternion 4, others 0 or more"))
}

/// How many values a sensor gives.
fn values(
    context: Context,
    owner: &Owner,
    sensor: &Sensor,
    width: Width,
    objects: Objects,
    others: Others,
) -> Result<usize, Problem> {
    let count = |n: i32| usize::try_from(n).unwrap_or(0);
    let no_data = || owner.fault("`data` names no field, or an unknown one");
    let dim = match width {
        Width::Fixed(n) => Some(n),
        Width::Outputs => objects.object.map(|a| others.actuators.outputs(a)),
        Width::Given => Some(count(sensor.dim)),
        Width::Contacts => {
            let fields = kind::contact_values(sensor.intprm[0]).ok_or_else(no_data)?;
            fields.checked_mul(count(sensor.intprm[2]))
        }
        Width::Rays => {
            let fields = kind::ray_values(sensor.intprm[0]).ok_or_else(no_data)?;
            let camera = objects
                .object
                .filter(|_| sensor.objtype == ObjectType::Camera);
            let pixels = camera.and_then(|c| context.model.cam.resolution.get(c));
            let rays = pixels.map_or(Some(1), |p| count(p[0]).checked_mul(count(p[1])));
            rays.and_then(|rays| rays.checked_mul(fields))
        }
        Width::Vertices => {
            let mesh = objects
                .object
                .and_then(|i| context.model.mesh.vertnum.get(i));
            mesh.and_then(|&n| count(n).checked_mul(3))
        }
    };
    dim.filter(|&n| n <= MOST_NUMBERS)
        .ok_or_else(|| owner.fault("it would give more values than memory can hold"))
}

fn resolve<'a>(
    context: Context<'a, '_>,
    sensor: &'a Sensor,
    others: Others,
) -> Result<SensorData<'a>, Problem> {
    let owner = Owner::of(sensor.kind.keyword(), sensor);
    let Some(facts) = kind::facts(sensor.kind) else {
        return Err(owner.fault("sensors from plugins are not supported"));
    };
    check_common(context, &owner, sensor)?;
    let objects = attach::find(context, &owner, sensor)?;
    attach::check(context, &owner, sensor, facts.on, objects, others.tendons)?;
    let SensorFacts {
        mut data,
        mut stage,
        ..
    } = facts;
    match facts.on {
        On::Contacts => stage = check_contact(&owner, sensor)?,
        On::Anything => {
            check_user(&owner, sensor)?;
            (data, stage) = (sensor.datatype, sensor.needstage);
        }
        On::FrameInSite if attach::measures_enclosure(sensor) => data = DataType::Real,
        _ => {}
    }
    let directed = matches!(data, DataType::Axis | DataType::Quaternion)
        && sensor.kind != SensorType::GeomNormal;
    owner.require(
        sensor.cutoff <= 0.0 || !directed,
        "`cutoff` cannot apply to an axis or a quaternion",
    )?;
    Ok(SensorData {
        element: sensor,
        objects,
        data,
        stage,
        dim: values(context, &owner, sensor, facts.width, objects, others)?,
    })
}

/// Resolves all sensors.
pub(super) fn prepare<'a>(
    context: Context<'a, '_>,
    others: Others,
    problems: &mut Problems,
) -> Sensors<'a> {
    let sensors = &context.spec.sensors;
    let values = sensors.iter().map(|s| (&s.user[..], &s.at, &s.name[..]));
    let setting = context.spec.size.nuser_sensor;
    let user = user_width(setting, "nuser_sensor", "sensor", values, problems);
    let resolved = sensors.iter().map(|s| resolve(context, s, others));
    Sensors {
        rows: resolved.filter_map(|r| problems.keep(r)).collect(),
        user,
    }
}

impl<'a> Sensors<'a> {
    fn total(&self, number: impl Fn(&SensorData<'a>) -> usize) -> usize {
        self.rows
            .iter()
            .fold(0, |sum, s| sum.saturating_add(number(s)))
    }

    /// Sets the sizes; those of the actuators must be there.
    pub fn count(&self, sizes: &mut Sizes) {
        sizes.nsensor = self.rows.len();
        sizes.nuser_sensor = self.user;
        sizes.nsensordata = self.total(|s| s.dim);
        let history = self.total(SensorData::history_numbers);
        sizes.nhistory = sizes.nhistory.saturating_add(history);
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        let own_history = self.total(SensorData::history_numbers);
        let mut history = m.size.nhistory.saturating_sub(own_history);
        let mut address = 0;
        for (i, sensor) in self.rows.iter().enumerate() {
            let (s, e) = (&mut m.sensor, sensor.element);
            s.kind[i] = e.kind.into();
            s.datatype[i] = sensor.data.into();
            s.needstage[i] = sensor.stage.into();
            s.objtype[i] = e.objtype.into();
            s.objid[i] = stored_or_none(sensor.objects.object);
            s.reftype[i] = e.reftype.into();
            s.refid[i] = stored_or_none(sensor.objects.reference);
            s.intprm[i] = e.intprm;
            s.dim[i] = stored(sensor.dim);
            s.adr[i] = stored(address);
            address += sensor.dim;
            s.cutoff[i] = e.cutoff;
            s.noise[i] = e.noise;
            s.history[i] = [e.nsample, e.interp];
            let numbers = sensor.history_numbers();
            s.historyadr[i] = if numbers > 0 { stored(history) } else { -1 };
            history += numbers;
            s.delay[i] = e.delay;
            s.interval[i] = e.interval;
            s.plugin[i] = -1;
        }
        let rows = self.rows.iter().map(|s| &s.element.user);
        fill_user(&mut m.sensor.user, self.user, rows);
    }
}
