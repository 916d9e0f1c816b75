//! Custom numbers, texts and tuples.

use ligament_model::enums::Keyword;
use ligament_model::{Model, Sizes};

use super::refer::{Context, MOST_NUMBERS, Owner, stored};
use crate::element::{Numeric, Text, Tuple};
use crate::problem::{Problem, Problems};

/// All custom fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Custom<'a> {
    numerics: Vec<(&'a Numeric, usize)>,
    texts: Vec<&'a Text>,
    tuples: Vec<(&'a Tuple, Vec<usize>)>,
}

fn numeric_size(numeric: &Numeric) -> Result<usize, Problem> {
    let owner = Owner::of("numeric", numeric);
    let given = usize::try_from(numeric.size).unwrap_or(0);
    let size = if given == 0 {
        numeric.data.len()
    } else {
        given
    };
    owner.require(size > 0, "it needs a positive `size`, or `data`")?;
    owner.require(
        size >= numeric.data.len(),
        "`data` has more numbers than `size` says",
    )?;
    owner.require(size <= MOST_NUMBERS, "`size` asks for too much memory")?;
    Ok(size)
}

fn tuple_objects(context: Context, tuple: &Tuple) -> Result<Vec<usize>, Problem> {
    let owner = Owner::of("tuple", tuple);
    owner.require(!tuple.items.is_empty(), "it is empty")?;
    let find = |item: &crate::element::TupleItem| {
        if item.objname.is_empty() {
            let kind = item.objtype.keyword();
            return Err(owner.fault(format!("one of its elements, a {kind}, has no name")));
        }
        owner.find(context.lookup, item.objtype, &item.objname)
    };
    tuple.items.iter().map(find).collect()
}

/// Resolves all custom fields.
pub(super) fn prepare<'a>(context: Context<'a, '_>, problems: &mut Problems) -> Custom<'a> {
    let mut custom = Custom::default();
    for numeric in &context.spec.numerics {
        let size = numeric_size(numeric).map(|size| (numeric, size));
        custom.numerics.extend(problems.keep(size));
    }
    for text in &context.spec.texts {
        let checked = Owner::of("text", text).require(!text.data.is_empty(), "it is empty");
        custom.texts.extend(problems.keep(checked.map(|()| text)));
    }
    for tuple in &context.spec.tuples {
        let objects = tuple_objects(context, tuple).map(|objects| (tuple, objects));
        custom.tuples.extend(problems.keep(objects));
    }
    custom
}

impl Custom<'_> {
    /// Sets the sizes.
    pub fn count(&self, sizes: &mut Sizes) {
        let sum = |total: usize, n: usize| total.saturating_add(n);
        sizes.nnumeric = self.numerics.len();
        sizes.nnumericdata = self.numerics.iter().map(|n| n.1).fold(0, sum);
        sizes.ntext = self.texts.len();
        sizes.ntextdata = self.texts.iter().map(|t| t.data.len() + 1).fold(0, sum);
        sizes.ntuple = self.tuples.len();
        sizes.ntupledata = self.tuples.iter().map(|t| t.1.len()).fold(0, sum);
    }

    /// Writes the arrays.
    pub fn fill(&self, m: &mut Model) {
        let mut address = 0;
        for (i, (numeric, size)) in self.numerics.iter().enumerate() {
            m.numeric.adr[i] = stored(address);
            m.numeric.size[i] = stored(*size);
            let end = address + numeric.data.len();
            m.numeric.data[address..end].copy_from_slice(&numeric.data);
            address += size;
        }
        let mut address = 0;
        for (i, text) in self.texts.iter().enumerate() {
            let bytes = text.data.as_bytes();
            m.text.adr[i] = stored(address);
            m.text.size[i] = stored(bytes.len() + 1);
            m.text.data[address..address + bytes.len()].copy_from_slice(bytes);
            address += bytes.len() + 1;
        }
        let mut address = 0;
        for (i, (tuple, objects)) in self.tuples.iter().enumerate() {
            m.tuple.adr[i] = stored(address);
            m.tuple.size[i] = stored(objects.len());
            for (item, object) in tuple.items.iter().zip(objects) {
                m.tuple.objtype[address] = item.objtype.number();
                m.tuple.objid[address] = stored(*object);
                m.tuple.objprm[address] = item.prm;
                address += 1;
            }
        }
    }
}
