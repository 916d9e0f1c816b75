//! Height fields: elevations scaled to the range 0 to 1.

use std::collections::HashMap;

use crate::asset::AssetError;
use crate::asset::hfield::{HeightFormat, load};
use crate::element::HeightField;
use crate::memory::available;
use crate::problem::Problems;
use crate::resolve::Resolved;

use super::path::{Directory, asset_name, problem, read};

/// Most elevations of a height field that is given by its dimensions alone.
const MAX_BLANK: i64 = 1 << 26;

/// A processed height field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightFieldData {
    /// Name.
    pub name: String,
    /// File it was read from, resolved; empty if none.
    pub path: String,
    /// Half-sizes x and y, greatest elevation, depth of the base.
    pub size: [f64; 4],
    /// Rows, along y.
    pub nrow: usize,
    /// Columns, along x.
    pub ncol: usize,
    /// Elevations from 0 to 1, row by row.
    pub data: Vec<f32>,
}

/// Loads and processes the height fields of a model; gives them with their positions by name.
pub(super) fn prepare(
    spec: &Resolved,
    problems: &mut Problems,
) -> (Vec<HeightFieldData>, HashMap<String, usize>) {
    let mut fields = Vec::new();
    for field in &spec.hfields {
        let name = asset_name(&field.name, &field.file);
        if super::require_name(&name, &field.at, "hfield", problems) {
            let result = compile(spec, &name, field)
                .map_err(|e| problem(&field.at, "hfield", &name, &field.file, e));
            fields.extend(problems.keep(result));
        }
    }
    let names = super::names_of(fields.iter().map(|f| f.name.as_str()));
    (fields, names)
}

fn compile(
    spec: &Resolved,
    name: &str,
    field: &HeightField,
) -> Result<HeightFieldData, AssetError> {
    if field.size.iter().any(|s| s.is_nan() || *s <= 0.0) {
        return Err(
            AssetError::new("all four numbers of `size` must be positive")
                .help("they are half-sizes x and y, greatest elevation and depth of the base"),
        );
    }
    let mut data = if field.file.is_empty() {
        from_element(field)?
    } else {
        from_file(spec, field)?
    };
    if data.nrow < 2 || data.ncol < 2 {
        let message = format!("{} by {} elevations are too few", data.nrow, data.ncol);
        return Err(AssetError::new(message).help("a height field needs at least 2 by 2"));
    }
    normalize(&mut data.data)?;
    Ok(HeightFieldData {
        name: name.to_owned(),
        size: field.size,
        ..data
    })
}

fn from_file(spec: &Resolved, field: &HeightField) -> Result<HeightFieldData, AssetError> {
    if !field.elevation.is_empty() {
        return Err(AssetError::new("both a file and elevations are given")
            .help("remove `file` or `elevation`"));
    }
    let format = HeightFormat::detect(&field.file, &field.content_type)?;
    let file = read(spec, &field.at, Directory::Mesh, &field.file)?;
    let raw = load(&file.bytes, format)?;
    Ok(HeightFieldData {
        path: file.path,
        nrow: raw.nrow,
        ncol: raw.ncol,
        data: raw.data,
        ..HeightFieldData::default()
    })
}

fn from_element(field: &HeightField) -> Result<HeightFieldData, AssetError> {
    let (Ok(nrow), Ok(ncol)) = (usize::try_from(field.nrow), usize::try_from(field.ncol)) else {
        return Err(AssetError::new("`nrow` and `ncol` must not be negative"));
    };
    if nrow == 0 || ncol == 0 {
        return Err(AssetError::new("the height field has no elevations")
            .help("give it a `file`, or `nrow`, `ncol` and `elevation`"));
    }
    // both fit in 31 bits
    let count = i64::from(field.nrow) * i64::from(field.ncol);
    let data = if !field.elevation.is_empty() {
        if field.elevation.len() as i64 != count {
            return Err(AssetError::new(format!(
                "there are {} elevations for {nrow} rows of {ncol}",
                field.elevation.len()
            )));
        }
        field.elevation.clone()
    } else if count <= MAX_BLANK && available(4 * count as u64) {
        vec![0.0; nrow * ncol]
    } else {
        return Err(AssetError::new(format!(
            "a blank height field of {count} elevations is too large"
        ))
        .help("give it fewer rows and columns"));
    };
    Ok(HeightFieldData {
        nrow,
        ncol,
        data,
        ..HeightFieldData::default()
    })
}

/// Shifts and scales the elevations to the range 0 to 1; a flat field becomes zero.
fn normalize(data: &mut [f32]) -> Result<(), AssetError> {
    if let Some(i) = data.iter().position(|x| !x.is_finite()) {
        return Err(AssetError::new(format!("elevation {i} is not finite")));
    }
    let low = data.iter().copied().fold(f32::INFINITY, f32::min);
    let high = data.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = high - low;
    for x in data {
        *x -= low;
        if f64::from(range) > 1e-14 {
            *x /= range;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(nrow: i32, ncol: i32, elevation: &[f32]) -> HeightField {
        HeightField {
            size: [1.0; 4],
            nrow,
            ncol,
            elevation: elevation.to_vec(),
            ..HeightField::default()
        }
    }

    #[test]
    fn elevations_are_scaled_to_the_unit_range() {
        let made = compile(&Resolved::new(), "h", &field(2, 2, &[1.0, 2.0, 3.0, 5.0])).unwrap();
        assert_eq!(made.data, [0.0, 0.25, 0.5, 1.0]);
        let flat = compile(&Resolved::new(), "h", &field(2, 3, &[7.0; 6])).unwrap();
        assert_eq!(flat.data, [0.0; 6]);
        let blank = compile(&Resolved::new(), "h", &field(3, 2, &[])).unwrap();
        assert_eq!(blank.data, [0.0; 6]);
    }

    #[test]
    fn impossible_fields_are_refused() {
        for (nrow, ncol, data) in [
            (1, 2, vec![0.0; 2]),
            (2, 2, vec![0.0; 3]),
            (-1, 2, vec![]),
            (0, 0, vec![]),
            (40_000, 40_000, vec![]),
            (2, 2, vec![f32::NAN; 4]),
        ] {
            assert!(compile(&Resolved::new(), "h", &field(nrow, ncol, &data)).is_err());
        }
        let mut thin = field(2, 2, &[0.0; 4]);
        thin.size[3] = 0.0;
        assert!(compile(&Resolved::new(), "h", &thin).is_err());
    }
}
