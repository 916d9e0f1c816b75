//! Constraint rows and islands: arrays whose lengths change with every configuration. They keep their capacity.
//!
//! Rows that come from one object (a contact, a weld, …) touch the same degrees of freedom. They form a [`Block`]: the
//! columns are stored once, the values as a dense matrix with one row per constraint row. Blocks lie one after the other,
//! so that the values of all rows are also the values of a compressed sparse matrix.

use ligament_model::{Column, Field, Origin, column};

/// Consecutive rows of the constraint Jacobian with the same columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// First row.
    pub row: usize,
    /// How many rows.
    pub rows: usize,
    /// Where the columns start in `efc_cols`.
    pub col: usize,
    /// How many columns.
    pub cols: usize,
    /// Where the values start in `efc_J`; row r of the block starts at `val + r * cols`.
    pub val: usize,
}

/// Sizes that rows of arrays that grow and shrink are counted by, or point into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(non_snake_case, reason = "sizes keep the names they have in MuJoCo")]
pub struct LiveSizes {
    /// Degrees of freedom.
    pub nv: usize,
    /// Trees.
    pub ntree: usize,
    /// Tendons.
    pub ntendon: usize,
    /// Geoms.
    pub ngeom: usize,
    /// Constraint rows.
    pub nefc: usize,
    /// Numbers of the constraint Jacobian.
    pub nJ: usize,
    /// Islands.
    pub nisland: usize,
}

/// Declares a struct of columns that grow and shrink: `field: type [size] @Stage "name" "doc";`, with `-> target` behind the
/// size where values are indices, as in rooms of fixed size.
macro_rules! rows {
    (
        $(#[$meta:meta])*
        pub struct $room:ident {
            $($field:ident: $ty:ty [$rows:ident] $(-> $($target:ident)+)? @ $stage:ident $name:literal $doc:literal;)*
        }
        hidden { $($hidden:ident: $hidden_ty:ty = $hidden_doc:literal;)* }
    ) => {
        $(#[$meta])*
        #[allow(non_snake_case, reason = "matrices keep the letters they have in formulas and in MuJoCo")]
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $room {
            $(#[doc = $doc] pub $field: Vec<$ty>,)*
            $(#[doc = $hidden_doc] pub $hidden: $hidden_ty,)*
        }

        impl $room {
            /// Forgets all rows and keeps the memory.
            pub fn clear(&mut self) {
                $(self.$field.clear();)*
                $(Clear::clear(&mut self.$hidden);)*
            }

            /// The fields and their flat names, for rows that name other columns.
            #[allow(dead_code, reason = "not every struct has such rows")]
            const NAMES: &'static [(&'static str, &'static str)] = &[$((stringify!($field), $name)),*];

            /// Calls `f` with every array.
            pub fn visit(&self, size: &LiveSizes, f: &mut dyn FnMut(Field, &dyn Column)) {
                $(f(column::describe(&self.$field, $name, $doc, stringify!($rows), self.$field.len(), None)
                    .from(Origin::$stage)
                    .to(ligament_model::index!(size $room $($($target)+)?)), &self.$field);)*
            }
        }
    };
}

/// Emptying of what is not a column.
trait Clear {
    fn clear(&mut self);
}

impl<T> Clear for Vec<T> {
    fn clear(&mut self) {
        Vec::clear(self);
    }
}

impl Clear for usize {
    fn clear(&mut self) {
        *self = 0;
    }
}

/// Numbers of rows that stages behind the making of rows compute, set aside while there are no rows.
///
/// Whoever makes rows anew and does not run those stages finds the numbers that were there before, as in MuJoCo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetAside {
    numbers: [Vec<f64>; 4],
    state: Vec<i32>,
    /// Whether there is anything.
    held: bool,
}

impl Clear for SetAside {
    fn clear(&mut self) {
        self.numbers.iter_mut().for_each(Vec::clear);
        self.state.clear();
        self.held = false;
    }
}

rows! {
    /// Constraint rows: equalities first, then dry friction, limits, contacts.
    pub struct Efc {
        efc_type: i32 [nefc] @MakeConstraint "efc_type" "constraint type (mjtConstraint)";
        efc_id: i32 [nefc] -> kind @MakeConstraint "efc_id" "id of object of specified type";
        efc_J: f64 [nJ] @MakeConstraint "efc_J" "constraint Jacobian";
        efc_pos: f64 [nefc] @MakeConstraint "efc_pos" "constraint position (equality, contact)";
        efc_margin: f64 [nefc] @MakeConstraint "efc_margin" "inclusion margin (contact)";
        efc_frictionloss: f64 [nefc] @MakeConstraint "efc_frictionloss" "frictionloss (friction)";
        efc_diagA: f64 [nefc] @MakeConstraint "efc_diagA" "diagonal of A matrix, approximate or exact";
        efc_KBIP: [f64; 4] [nefc] @MakeConstraint "efc_KBIP" "stiffness, damping, impedance, imp'";
        efc_D: f64 [nefc] @MakeConstraint "efc_D" "constraint mass";
        efc_R: f64 [nefc] @MakeConstraint "efc_R" "inverse constraint mass";
        tendon_efcadr: i32 [ntendon] -> nefc or none @MakeConstraint "tendon_efcadr" "first efc address involving tendon; -1: none";
        efc_vel: f64 [nefc] @Reference "efc_vel" "velocity in constraint space: J*qvel";
        efc_aref: f64 [nefc] @Reference "efc_aref" "reference pseudo-acceleration";
        efc_b: f64 [nefc] @Solve "efc_b" "linear cost term: J*qacc_smooth - aref";
        efc_state: i32 [nefc] @Solve "efc_state" "constraint state (mjtConstraintState)";
        efc_force: f64 [nefc] @Solve "efc_force" "constraint force in constraint space";
    }
    hidden {
        blocks: Vec<Block> = "Blocks of rows, in the order of their rows.";
        efc_cols: Vec<i32> = "Columns of all blocks, increasing within each block.";
        ne: usize = "Rows of equality constraints.";
        nf: usize = "Rows of dry friction.";
        nl: usize = "Rows of limits.";
        estimate: Vec<f64> = "The inverse inertia that each row sees, without what the discrete integrator adds.";
        aside: SetAside = "What later stages computed for the rows before, while there are none.";
        dropped: usize = "Rows that nothing moves and that are therefore left out of a dense Jacobian, which has room for them at its end.";
    }
}

impl Efc {
    /// Forgets all rows, but keeps what later stages computed for them until there are rows again.
    pub(crate) fn begin(&mut self) {
        if self.efc_type.is_empty() {
            return;
        }
        self.swap_aside();
        let held = std::mem::take(&mut self.aside);
        self.clear();
        self.aside = held;
        self.aside.held = true;
    }

    /// Makes room for what later stages compute, with the numbers that were there before.
    pub(crate) fn settle(&mut self) {
        let rows = self.efc_type.len();
        if self.aside.held {
            self.swap_aside();
            Clear::clear(&mut self.aside);
        } else if rows == self.efc_vel.len() && rows == self.efc_state.len() {
            return;
        }
        self.efc_vel.resize(rows, 0.0);
        self.efc_aref.resize(rows, 0.0);
        self.efc_b.resize(rows, 0.0);
        self.efc_force.resize(rows, 0.0);
        self.efc_state.resize(rows, 0);
    }

    fn swap_aside(&mut self) {
        let [vel, aref, b, force] = &mut self.aside.numbers;
        std::mem::swap(vel, &mut self.efc_vel);
        std::mem::swap(aref, &mut self.efc_aref);
        std::mem::swap(b, &mut self.efc_b);
        std::mem::swap(force, &mut self.efc_force);
        std::mem::swap(&mut self.aside.state, &mut self.efc_state);
    }
}

rows! {
    /// Constraint islands: trees that constraints couple with one another.
    pub struct Islands {
        tree_island: i32 [ntree] -> nisland or none @Island "tree_island" "island id of this tree; -1: none";
        island_ntree: i32 [nisland] @Island "island_ntree" "number of trees in this island";
        island_itreeadr: i32 [nisland] -> ntree by island_ntree partly @Island "island_itreeadr" "island start address in itree vector";
        map_itree2tree: i32 [ntree] -> ntree @Island "map_itree2tree" "map from itree to tree";
        dof_island: i32 [nv] -> nisland or none @Island "dof_island" "island id of this dof; -1: none";
        island_nv: i32 [nisland] @Island "island_nv" "number of dofs in this island";
        island_idofadr: i32 [nisland] -> nv by island_nv partly @Island "island_idofadr" "island start address in idof vector";
        island_dofadr: i32 [nisland] -> nv @Island "island_dofadr" "island start address in dof vector";
        map_dof2idof: i32 [nv] -> nv @Island "map_dof2idof" "map from dof to idof";
        map_idof2dof: i32 [nv] -> nv @Island "map_idof2dof" "map from idof to dof;  >= nidof: unconstrained";
        efc_island: i32 [nefc] -> nisland or none @Island "efc_island" "island id of this constraint";
        island_ne: i32 [nisland] @Island "island_ne" "number of equality constraints in island";
        island_nf: i32 [nisland] @Island "island_nf" "number of friction constraints in island";
        island_nefc: i32 [nisland] @Island "island_nefc" "number of constraints in island";
        island_iefcadr: i32 [nisland] -> nefc by island_nefc partly @Island "island_iefcadr" "start address in iefc vector";
        map_efc2iefc: i32 [nefc] -> nefc @Island "map_efc2iefc" "map from efc to iefc";
        map_iefc2efc: i32 [nefc] -> nefc @Island "map_iefc2efc" "map from iefc to efc";
    }
    hidden {
        nisland: usize = "Number of islands.";
        nidof: usize = "Degrees of freedom in islands.";
    }
}
