//! Height field files: PNG images, of which the brightness is the height, and MuJoCo's own binary format.
//!
//! The binary format is two 32-bit integers `nrow ncol` and `nrow * ncol` floats. Rows of the result run from low y to
//! high y: those of an image are reversed, those of a binary file are taken as they are.

use super::bytes::Cursor;
use super::{AssetError, Result, content, image};

/// Elevations as loaded, not normalized.
#[derive(Clone, Debug, PartialEq)]
pub struct Elevation {
    /// Rows, along y.
    pub nrow: usize,
    /// Columns, along x.
    pub ncol: usize,
    /// `nrow * ncol` heights, row by row.
    pub data: Vec<f32>,
}

/// Kinds of height field files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeightFormat {
    /// PNG image.
    Png,
    /// MuJoCo's own binary format.
    Binary,
}

impl HeightFormat {
    /// The format of a file by its media type, or by its extension if `content_type` is empty. Unknown extensions mean
    /// the binary format.
    pub fn detect(file: &str, content_type: &str) -> Result<Self> {
        let kind = content::media_type(file, content_type)?;
        match kind.as_str() {
            "image/png" => Ok(Self::Png),
            "" | "image/vnd.mujoco.hfield" => Ok(Self::Binary),
            _ => Err(content::unsupported(
                &kind,
                file,
                "PNG images and MuJoCo's binary height fields",
            )),
        }
    }
}

/// Reads a height field file.
pub fn load(bytes: &[u8], format: HeightFormat) -> Result<Elevation> {
    let field = match format {
        HeightFormat::Png => from_png(bytes)?,
        HeightFormat::Binary => from_binary(bytes)?,
    };
    if field.nrow < 2 || field.ncol < 2 {
        return Err(AssetError::new(format!(
            "the height field is {} by {}; at least 2 rows and 2 columns are needed",
            field.nrow, field.ncol
        )));
    }
    Ok(field)
}

fn from_png(bytes: &[u8]) -> Result<Elevation> {
    let image = image::decode_png(bytes, 1)?;
    let rows = image.pixels.chunks_exact(image.width.max(1)).rev();
    Ok(Elevation {
        nrow: image.height,
        ncol: image.width,
        data: rows.flatten().map(|p| f32::from(*p)).collect(),
    })
}

fn from_binary(bytes: &[u8]) -> Result<Elevation> {
    let mut data = Cursor::new(bytes);
    let size = |n: i32| {
        usize::try_from(n)
            .map_err(|_| AssetError::new(format!("the height field has a negative size {n}")))
    };
    let (nrow, ncol) = (size(data.i32()?)?, size(data.i32()?)?);
    let expected = (nrow as u64).saturating_mul(ncol as u64).saturating_mul(4);
    if data.remaining() as u64 != expected {
        return Err(AssetError::new(format!(
            "a height field of {nrow} by {ncol} takes {expected} bytes after its header, but there are {}",
            data.remaining()
        )));
    }
    Ok(Elevation {
        nrow,
        ncol,
        data: data
            .f32_rows::<1>(nrow * ncol)?
            .into_iter()
            .flatten()
            .collect(),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::asset::image::tests::encode;
    use png::{BitDepth, ColorType};

    /// A binary height field file.
    pub fn file(nrow: i32, ncol: i32, data: &[f32]) -> Vec<u8> {
        let mut out = [nrow, ncol].map(i32::to_le_bytes).concat();
        out.extend(data.iter().flat_map(|x| x.to_le_bytes()));
        out
    }

    #[test]
    fn rows_run_upward() {
        let png = encode(2, 2, ColorType::Grayscale, BitDepth::Eight, &[1, 2, 3, 4]);
        let field = load(&png, HeightFormat::Png).unwrap();
        assert_eq!(field.data, [3.0, 4.0, 1.0, 2.0]);
        let binary = file(2, 3, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let field = load(&binary, HeightFormat::Binary).unwrap();
        assert_eq!((field.nrow, field.ncol), (2, 3));
        assert_eq!(field.data, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn bad_files_are_refused() {
        let data = [0.0; 6];
        for bad in [
            file(1, 6, &data),
            file(-2, -3, &data),
            file(2, 4, &data),
            file(i32::MAX, i32::MAX, &data),
            file(65536, 65536, &data),
            Vec::new(),
        ] {
            assert!(load(&bad, HeightFormat::Binary).is_err());
        }
        let line = encode(2, 1, ColorType::Grayscale, BitDepth::Eight, &[1, 2]);
        assert!(load(&line, HeightFormat::Png).is_err());
    }

    #[test]
    fn formats_are_told_apart() {
        assert_eq!(HeightFormat::detect("a.PNG", ""), Ok(HeightFormat::Png));
        assert_eq!(HeightFormat::detect("a.bin", ""), Ok(HeightFormat::Binary));
        assert_eq!(
            HeightFormat::detect("a", "image/png"),
            Ok(HeightFormat::Png)
        );
        assert!(HeightFormat::detect("a.bin", "image/jpeg").is_err());
        assert!(HeightFormat::detect("a.stl", "").is_err());
    }
}
