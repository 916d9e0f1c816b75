//! Whether a model and data belong together, and whether there is memory for them.

use std::fmt;

use ligament_model::Model;

use super::Data;

/// Data of one model given with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongModel {
    /// The size in which they differ.
    pub size: &'static str,
    /// What the data was made for.
    pub data: usize,
    /// What the model has.
    pub model: usize,
}

impl fmt::Display for WrongModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, data, model } = self;
        write!(
            f,
            "this Data was made for another model: {size} is {data} in the data and {model} in the model"
        )
    }
}

impl std::error::Error for WrongModel {}

/// A model whose data does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Bytes that were asked for.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no memory for the data of this model: its arrays take {} MB",
            self.bytes >> 20
        )
    }
}

impl std::error::Error for OutOfMemory {}

impl Data {
    /// Whether this data was made for a model with these sizes.
    #[inline]
    pub fn fits(&self, m: &Model) -> Result<(), WrongModel> {
        let (state, s) = (&self.state, &m.size);
        let sizes = [
            ("nq", state.qpos.len(), s.nq),
            ("nv", state.qvel.len(), s.nv),
            ("na", state.act.len(), s.na),
            ("nu", self.input.ctrl.len(), s.nu),
            ("nbody", self.pose.xpos.len(), s.nbody),
            ("njnt", self.pose.xaxis.len(), s.njnt),
            ("ngeom", self.pose.geom_xpos.len(), s.ngeom),
            ("nsite", self.pose.site_xpos.len(), s.nsite),
            ("neq", self.input.eq_active.len(), s.neq),
            ("ntendon", self.path.ten_length.len(), s.ntendon),
            ("nsensordata", self.sensor.sensordata.len(), s.nsensordata),
            ("nC", self.inertia.M.len(), s.nC),
        ];
        match sizes.into_iter().find(|(_, data, model)| data != model) {
            None => Ok(()),
            Some((size, data, model)) => Err(WrongModel { size, data, model }),
        }
    }

    /// Ends a computation with data of another model.
    #[inline]
    #[track_caller]
    pub(crate) fn expect_fit(&self, m: &Model) {
        // without branches: this runs at every step
        let (state, s) = (&self.state, &m.size);
        let differ = (state.qpos.len() ^ s.nq)
            | (state.qvel.len() ^ s.nv)
            | (state.act.len() ^ s.na)
            | (self.input.ctrl.len() ^ s.nu)
            | (self.pose.xpos.len() ^ s.nbody)
            | (self.pose.geom_xpos.len() ^ s.ngeom)
            | (self.pose.site_xpos.len() ^ s.nsite)
            | (self.input.eq_active.len() ^ s.neq)
            | (self.path.ten_length.len() ^ s.ntendon)
            | (self.sensor.sensordata.len() ^ s.nsensordata)
            | (self.pose.xaxis.len() ^ s.njnt)
            | (self.inertia.M.len() ^ s.nC);
        if differ != 0 {
            self.refuse(m);
        }
    }

    /// Says by which size the model is another one.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, m: &Model) {
        if let Err(why) = self.fits(m) {
            panic!("{why}");
        }
    }

    /// As [`new`](Self::new), for models whose data may be too large for the memory that is there.
    pub fn try_new(m: &Model) -> Result<Self, OutOfMemory> {
        let mut bytes = 0_usize;
        Self::blank(&Model::default()).visit_fixed(m, &mut |field, column| {
            let numbers = field.rows.saturating_mul(field.columns);
            bytes = bytes.saturating_add(numbers.saturating_mul(column.scalar().bytes()));
        });
        // asked for at once and given back: single arrays may fit where all of them do not
        let mut trial: Vec<u8> = Vec::new();
        match trial.try_reserve_exact(bytes) {
            Ok(()) => drop(trial),
            Err(_) => return Err(OutOfMemory { bytes }),
        }
        Ok(Self::new(m))
    }
}
