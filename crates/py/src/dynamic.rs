//! Arrays whose lengths change with every configuration, as copies in MuJoCo's layout.

use ligament::engine::Data;
use ligament::engine::constraint::jacobian::{self, SparsePattern};
use ligament::engine::constraint::jacobian_is_sparse;
use ligament::engine::constraint::whiten::{self, Compressed};
use ligament::engine::data::Contact;
use ligament::engine::support;

use ligament::math::Vec3;
use ligament::model::enums::{EnableFlags, Integrator};
use ligament::model::{Column, Field, Model, Number, Scalar};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::storage::{array_of_bytes, descr, freeze};
use crate::view::kind;

/// A copy of an array.
pub struct Rows {
    /// The number type.
    pub scalar: Scalar,
    /// The extents.
    pub shape: Vec<usize>,
    /// The numbers.
    pub bytes: Vec<u8>,
    /// Whether it only stands for an array that was not computed.
    pub filler: bool,
}

impl Rows {
    fn of<T: Number>(numbers: &[T]) -> Self {
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        numbers.iter().for_each(|x| x.put(&mut bytes));
        Self {
            scalar: T::SCALAR,
            shape: vec![numbers.len()],
            bytes,
            filler: false,
        }
    }

    fn column(field: Field, column: &dyn Column, rows: usize) -> Self {
        let mut bytes = Vec::new();
        column.put(&mut bytes);
        // What was not computed is still there, in its length: no tree belongs to an island, no tendon has a row.
        let length = rows * field.columns * column.scalar().bytes();
        let filler = bytes.len() < length;
        let none = ["tree_island", "dof_island", "tendon_efcadr"].contains(&field.name);
        bytes.resize(length, if none { u8::MAX } else { 0 });
        let columns = (!field.flat).then_some(field.columns);
        Self {
            scalar: column.scalar(),
            shape: std::iter::once(rows).chain(columns).collect(),
            bytes,
            filler,
        }
    }
}

/// Numbers in the constraint Jacobian. A dense one ends with room for rows that were left out.
pub fn jacobian_size(m: &Model, d: &Data) -> usize {
    if jacobian_is_sparse(m) {
        d.efc.efc_J.len()
    } else {
        (d.efc.efc_type.len() + d.efc.dropped) * m.size.nv
    }
}

/// The dense Jacobian with the room at its end.
fn dense_jacobian(m: &Model, d: &Data) -> Rows {
    let mut numbers = jacobian::dense(&d.efc, m.size.nv);
    numbers.resize(jacobian_size(m, d), 0.0);
    Rows::of(&numbers)
}

/// The arrays of the Jacobian; none for other names.
fn jacobian_rows(m: &Model, d: &Data, name: &str) -> Option<Rows> {
    let (sparse, nefc) = (jacobian_is_sparse(m), d.efc.efc_type.len());
    let per_row = |get: fn(SparsePattern) -> Vec<i32>| {
        if sparse {
            Rows::of(&get(jacobian::sparse_pattern(&d.efc)))
        } else {
            Rows::of(&vec![0; nefc])
        }
    };
    Some(match name {
        "efc_J" if sparse => Rows::of(&d.efc.efc_J),
        "efc_J" => dense_jacobian(m, d),
        "efc_J_rownnz" => per_row(|p| p.rownnz),
        "efc_J_rowadr" => per_row(|p| p.rowadr),
        "efc_J_rowsuper" => per_row(|p| p.rowsuper),
        "efc_J_colind" if sparse => Rows::of(&jacobian::sparse_pattern(&d.efc).colind),
        "efc_J_colind" => Rows::of(&vec![0; jacobian_size(m, d)]),
        _ => return None,
    })
}

/// The whitened Jacobian, where the model makes it: for dual solvers and exact diagonals.
fn whitened(m: &Model, d: &Data) -> Compressed {
    let exact = m.opt.enableflags & EnableFlags::DIAGEXACT.0 != 0;
    if !(exact || support::is_dual(m)) {
        return Compressed::default();
    }
    let (factor, pivots) = if m.opt.integrator.is(Integrator::Discrete) {
        (&d.implicit.qH, &d.implicit.qHDiagInv)
    } else {
        (&d.inertia.qLD, &d.inertia.qLDiagInv)
    };
    whiten::whitened(m, factor, pivots, &d.efc, !jacobian_is_sparse(m))
}

/// The inverse inertia between rows, where the model makes it: for dual solvers.
fn inverse_inertia(m: &Model, d: &Data) -> Compressed {
    if !support::is_dual(m) {
        return Compressed::default();
    }
    whiten::inverse_inertia(&whitened(m, d), &d.efc.efc_R, !jacobian_is_sparse(m))
}

/// Numbers in the whitened Jacobian.
pub fn whitened_size(m: &Model, d: &Data) -> usize {
    whitened(m, d).values.len()
}

/// Numbers in the inverse inertia between rows.
pub fn inverse_inertia_size(m: &Model, d: &Data) -> usize {
    inverse_inertia(m, d).values.len()
}

/// The arrays of the dual problem; none for other names.
fn dual_rows(m: &Model, d: &Data, name: &str) -> Option<Rows> {
    let (matrix, part) = match name.split_at_checked("efc_Y".len()) {
        Some(("efc_Y", part)) => (whitened as fn(&Model, &Data) -> Compressed, part),
        Some(("efc_A", part)) => (
            inverse_inertia as fn(&Model, &Data) -> Compressed,
            part.strip_prefix('R')?,
        ),
        _ => return None,
    };
    // patterns are those of sparse matrices, and zero otherwise
    let known = |list: Vec<i32>, rows: usize| {
        let mut list = if jacobian_is_sparse(m) {
            list
        } else {
            vec![0; list.len()]
        };
        list.resize(rows, 0);
        Rows::of(&list)
    };
    let nefc = d.efc.efc_type.len();
    Some(match part {
        "" => Rows::of(&matrix(m, d).values),
        "_rownnz" => known(matrix(m, d).rownnz, nefc),
        "_rowadr" => known(matrix(m, d).rowadr, nefc),
        "_colind" => {
            let columns = matrix(m, d).colind;
            let count = columns.len();
            known(columns, count)
        }
        _ => return None,
    })
}

/// Entries in the order of islands.
fn gathered<T: Number>(values: &[T], order: &[i32], count: usize) -> Rows {
    let at = |i: &i32| {
        usize::try_from(*i)
            .ok()
            .and_then(|i| values.get(i))
            .copied()
    };
    let numbers: Vec<T> = order.iter().take(count).filter_map(at).collect();
    Rows::of(&numbers)
}

/// Arrays of constraints and degrees of freedom in the order of islands; none for other names.
fn islands(d: &Data, name: &str) -> Option<Rows> {
    let (efc, island) = (&d.efc, &d.island);
    let nefc = if island.nisland > 0 {
        efc.efc_type.len()
    } else {
        0
    };
    let real = |values: &[f64]| gathered(values, &island.map_iefc2efc, nefc);
    let whole = |values: &[i32]| gathered(values, &island.map_iefc2efc, nefc);
    let dofs = |values: &[f64]| gathered(values, &island.map_idof2dof, island.nidof);
    Some(match name {
        "iefc_type" => whole(&efc.efc_type),
        "iefc_id" => whole(&efc.efc_id),
        "iefc_state" => whole(&efc.efc_state),
        "iefc_frictionloss" => real(&efc.efc_frictionloss),
        "iefc_D" => real(&efc.efc_D),
        "iefc_R" => real(&efc.efc_R),
        "iefc_aref" => real(&efc.efc_aref),
        "iefc_force" => real(&efc.efc_force),
        "iacc" => dofs(&d.acc.qacc),
        "iacc_smooth" => dofs(&d.acc.qacc_smooth),
        "ifrc_smooth" => dofs(&d.force.qfrc_smooth),
        "ifrc_constraint" => dofs(&d.force.qfrc_constraint),
        _ => return None,
    })
}

/// Names and documentation of the arrays that are put together here.
const COMPOSED: &[(&str, &str)] = &[
    (
        "efc_J_rownnz",
        "number of non-zeros in constraint Jacobian row",
    ),
    ("efc_J_rowadr", "row start address in colind array"),
    ("efc_J_rowsuper", "number of subsequent rows in supernode"),
    ("efc_J_colind", "column indices in constraint Jacobian"),
    ("efc_Y_rownnz", "number of non-zeros in Y row"),
    ("efc_Y_rowadr", "row start address in Y colind array"),
    ("efc_Y_colind", "column indices in sparse Y"),
    ("efc_Y", "whitened Jacobian Y = J*M^(-1/2)"),
    ("efc_AR_rownnz", "number of non-zeros in AR"),
    ("efc_AR_rowadr", "row start address in AR colind array"),
    ("efc_AR_colind", "column indices in sparse AR"),
    ("efc_AR", "J*inv(M)*J' + R"),
    ("iefc_type", "constraint type, in island order"),
    ("iefc_id", "id of object of specified type, in island order"),
    ("iefc_state", "constraint state, in island order"),
    ("iefc_frictionloss", "frictionloss, in island order"),
    ("iefc_D", "constraint mass, in island order"),
    ("iefc_R", "inverse constraint mass, in island order"),
    (
        "iefc_aref",
        "reference pseudo-acceleration, in island order",
    ),
    ("iefc_force", "constraint force, in island order"),
    ("iacc", "acceleration, in island order"),
    ("iacc_smooth", "unconstrained acceleration, in island order"),
    ("ifrc_smooth", "net unconstrained force, in island order"),
    ("ifrc_constraint", "constraint force, in island order"),
];

/// All arrays whose lengths change: name, documentation, NumPy type, and whether a row is one number.
#[pyfunction]
pub fn data_rows() -> Vec<(&'static str, &'static str, &'static str, bool)> {
    let model = Model::default();
    let data = Data::new(&model);
    let mut listed = Vec::new();
    let mut list = |field: Field, column: &dyn Column| {
        listed.push((field.name, field.doc, kind(column.scalar()), field.flat));
    };
    let size = data.live_sizes(&model);
    data.efc.visit(&size, &mut list);
    data.island.visit(&size, &mut list);
    for (name, doc) in COMPOSED {
        let found = rows(&model, &data, name);
        listed.extend(found.map(|rows| (*name, *doc, kind(rows.scalar), true)));
    }
    listed
}

/// Arrays over rows that only islands fill.
fn belongs_to_islands(name: &str) -> bool {
    name.starts_with("iefc_") || ["efc_island", "map_efc2iefc", "map_iefc2efc"].contains(&name)
}

/// A copy of the array with a name.
pub fn rows(m: &Model, d: &Data, name: &str) -> Option<Rows> {
    let mut rows = computed(m, d, name)?;
    if d.island.nisland == 0 && belongs_to_islands(name) {
        let nefc = d.efc.efc_type.len();
        rows.bytes = vec![0; nefc * rows.scalar.bytes()];
        rows.shape = vec![nefc];
        rows.filler = true;
    }
    Some(rows)
}

fn computed(m: &Model, d: &Data, name: &str) -> Option<Rows> {
    let found = jacobian_rows(m, d, name)
        .or_else(|| dual_rows(m, d, name))
        .or_else(|| islands(d, name));
    if found.is_some() {
        return found;
    }
    let mut found = None;
    let mut look = |field: Field, column: &dyn Column| {
        if field.name == name {
            let full = match field.size {
                "ntree" => m.size.ntree,
                "nv" => m.size.nv,
                "ntendon" => m.size.ntendon,
                _ => 0,
            };
            found = Some(Rows::column(field, column, full.max(field.rows)));
        }
    };
    let size = d.live_sizes(m);
    d.efc.visit(&size, &mut look);
    d.island.visit(&size, &mut look);
    found
}

/// A field of a contact: a number or several.
trait Numbers {
    /// What it is made of.
    type Part: Number;
    /// The numbers.
    fn parts(&self) -> &[Self::Part];
    /// The numbers, to change.
    fn parts_mut(&mut self) -> &mut [Self::Part];
    /// A number, or an array that cannot be written to.
    fn show(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;
}

/// Numbers as an array that cannot be written to.
fn frozen<T: Number>(py: Python<'_>, numbers: &[T]) -> PyResult<Py<PyAny>> {
    let mut bytes = Vec::with_capacity(size_of_val(numbers));
    numbers.iter().for_each(|x| x.put(&mut bytes));
    let array = array_of_bytes(&bytes, descr(py, T::SCALAR), &[numbers.len()])?;
    freeze(&array);
    Ok(array.into_any().unbind())
}

macro_rules! numbers {
    ($($ty:ty, $part:ty, [$($generic:tt)*], |$x:ident| $get:expr, $get_mut:expr, $show:expr;)*) => {$(
        impl $($generic)* Numbers for $ty {
            type Part = $part;
            fn parts(&self) -> &[$part] {
                let $x = self;
                $get
            }
            fn parts_mut(&mut self) -> &mut [$part] {
                let $x = self;
                $get_mut
            }
            fn show(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                let show: fn(Python<'_>, &Self) -> PyResult<Py<PyAny>> = $show;
                show(py, self)
            }
        }
    )*};
}
numbers! {
    f64, f64, [], |x| std::slice::from_ref(x), std::slice::from_mut(x), |py, x| x.into_py_any(py);
    i32, i32, [], |x| std::slice::from_ref(x), std::slice::from_mut(x), |py, x| x.into_py_any(py);
    Vec3, f64, [], |x| &x.0, &mut x.0, |py, x| frozen(py, &x.0);
    [T; N], T, [<T: Number, const N: usize>], |x| x, x, |py, x| frozen(py, x);
}

/// Declares what contacts are written and read as.
macro_rules! contact {
    ($($field:ident)*) => {
        /// The fields of a contact, as they follow one another: name, NumPy type, how many numbers.
        #[pyfunction]
        pub fn contact_fields() -> Vec<(&'static str, &'static str, usize)> {
            fn of<T: Numbers>(name: &'static str, x: &T) -> (&'static str, &'static str, usize) {
                (name, kind(T::Part::SCALAR), x.parts().len())
            }
            let contact = Contact::default();
            vec![$(of(stringify!($field), &contact.$field)),*]
        }

        /// A field of a contact, by its place, as Python sees it.
        pub fn contact_part(py: Python<'_>, contact: &Contact, place: usize) -> PyResult<Py<PyAny>> {
            let mut places = 0_usize..;
            $(if places.next() == Some(place) {
                return contact.$field.show(py);
            })*
            Ok(py.None())
        }

        /// The numbers of a field of a contact, by its place.
        pub fn part_bytes(contact: &Contact, place: usize) -> Vec<u8> {
            let (mut bytes, mut places) = (Vec::new(), 0_usize..);
            $(if places.next() == Some(place) {
                contact.$field.parts().iter().for_each(|x| x.put(&mut bytes));
            })*
            bytes
        }

        /// Overwrites a field of a contact, by its place.
        pub fn set_part(contact: &mut Contact, place: usize, bytes: &[u8]) {
            let (mut rest, mut places) = (bytes, 0_usize..);
            $(if places.next() == Some(place) {
                take(&mut contact.$field, &mut rest);
            })*
        }

        /// The type and the length of a field of a contact that is an array, by its place.
        pub fn contact_array<'py>(
            py: Python<'py>,
            contact: &Contact,
            place: usize,
        ) -> Option<(Bound<'py, numpy::PyArrayDescr>, usize)> {
            fn of<'py, T: Numbers>(py: Python<'py>, x: &T) -> Option<(Bound<'py, numpy::PyArrayDescr>, usize)> {
                let count = x.parts().len();
                (count > 1).then(|| (descr(py, T::Part::SCALAR), count))
            }
            let mut places = 0_usize..;
            $(if places.next() == Some(place) {
                return of(py, &contact.$field);
            })*
            None
        }

        /// The numbers of all contacts.
        pub fn contacts(contacts: &[Contact]) -> Vec<u8> {
            let mut bytes = Vec::with_capacity(size_of_val(contacts));
            for contact in contacts {
                $(contact.$field.parts().iter().for_each(|x| x.put(&mut bytes));)*
            }
            bytes
        }

        /// Overwrites a contact; false if there are too few or too many numbers.
        pub fn set_contact(contact: &mut Contact, bytes: &[u8]) -> bool {
            let mut rest = bytes;
            let mut fresh = *contact;
            $(if !take(&mut fresh.$field, &mut rest) {
                return false;
            })*
            if rest.is_empty() {
                *contact = fresh;
            }
            rest.is_empty()
        }
    };
}

/// Takes the numbers of an element off the front.
fn take<T: Numbers>(element: &mut T, rest: &mut &[u8]) -> bool {
    for part in element.parts_mut() {
        let Some((bytes, tail)) = rest.split_at_checked(T::Part::SCALAR.bytes()) else {
            return false;
        };
        *part = T::Part::take(bytes);
        *rest = tail;
    }
    true
}

contact! {
    dist pos frame includemargin friction solref solreffriction solimp adhesion surfacevel mu H dim geom1 geom2 geom flex elem
    vert exclude efc_address
}
