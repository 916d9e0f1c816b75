//! Textures from image files: flat ones, and cubes from one image, from a grid of images, or from six files.
//!
//! A cube is stored as its faces right, left, up, down, front, back, one below the other; a cube with six equal faces is
//! stored as one face.

use ligament_model::enums::ColorSpace;

use super::image::{Image, decode_png};
use super::{AssetError, Result, content};

/// Names of the faces of a cube, in order; their first letters are the symbols of a grid layout.
const FACES: [&str; 6] = ["right", "left", "up", "down", "front", "back"];

/// Most cells of a grid of faces.
const MAX_CELLS: i32 = 12;

/// Kinds of texture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureFormat {
    /// PNG image.
    Png,
    /// KTX container, kept as it is for the renderer.
    Ktx,
}

impl TextureFormat {
    /// The format of a file by its media type, or by its extension if `content_type` is empty.
    pub fn detect(file: &str, content_type: &str) -> Result<Self> {
        let kind = content::media_type(file, content_type)?;
        match kind.as_str() {
            "image/png" => Ok(Self::Png),
            "image/ktx" => Ok(Self::Ktx),
            _ => Err(content::unsupported(&kind, file, "PNG and KTX")),
        }
    }
}

/// Reads a texture file. Of a KTX file every byte becomes a pixel of one row with one channel.
pub fn load(
    bytes: &[u8],
    format: TextureFormat,
    channels: i32,
    hflip: bool,
    vflip: bool,
) -> Result<Image> {
    if bytes.is_empty() {
        return Err(AssetError::new("the texture file is empty"));
    }
    match format {
        TextureFormat::Png => {
            let mut image = decode_png(bytes, usize::try_from(channels).unwrap_or(0))?;
            if hflip {
                image.flip_horizontally();
            }
            if vflip {
                image.flip_vertically();
            }
            Ok(image)
        }
        TextureFormat::Ktx if hflip || vflip => {
            Err(AssetError::new("KTX textures cannot be flipped").help("remove hflip and vflip"))
        }
        TextureFormat::Ktx => Ok(Image {
            width: bytes.len(),
            height: 1,
            channels: 1,
            pixels: bytes.to_vec(),
            srgb: false,
        }),
    }
}

/// The colour encoding of a texture: what was asked for, or what its file says.
pub fn color_space(asked: ColorSpace, image: &Image) -> ColorSpace {
    match (asked, image.srgb) {
        (ColorSpace::Auto, true) => ColorSpace::Srgb,
        (ColorSpace::Auto, false) => ColorSpace::Linear,
        _ => asked,
    }
}

/// A colour in bytes; what is outside 0…1 wraps around.
pub(super) fn color_bytes(rgb: [f64; 3]) -> [u8; 3] {
    rgb.map(|x| (255.0 * x) as i64 as u8)
}

fn check_cube_channels(image: &Image) -> Result<()> {
    if image.channels == 3 {
        return Ok(());
    }
    Err(AssetError::new(format!(
        "cube and skybox textures have 3 channels; this file gives {}",
        image.channels
    )))
}

/// Writes a square out of `image`, from row `top` and column `left` on, into a face of a cube.
fn copy_square(cube: &mut [u8], face: usize, width: usize, image: &Image, top: usize, left: usize) {
    let target = cube.chunks_exact_mut(3 * width).skip(face * width);
    let source = image.pixels.chunks_exact(3 * image.width).skip(top);
    for (to, from) in target.zip(source).take(width) {
        to.copy_from_slice(&from[3 * left..3 * (left + width)]);
    }
}

/// A cube filled with one colour.
fn plain_cube(width: usize, rgb: [f64; 3]) -> Vec<u8> {
    color_bytes(rgb).repeat(6 * width * width)
}

/// A cube from one image. With a grid of 1 by 1 the image is every face; otherwise `layout` has a symbol for each cell of
/// the grid, row by row: the first letter of a face, or `.` for none. Faces without a cell are filled with `rgb`.
pub fn cube_from_grid(image: Image, grid: [i32; 2], layout: &str, rgb: [f64; 3]) -> Result<Image> {
    let [rows, columns] = grid;
    if rows < 1 || columns < 1 || rows.saturating_mul(columns) > MAX_CELLS {
        return Err(AssetError::new(format!(
            "a grid of {rows} by {columns} images is not possible"
        ))
        .help(format!(
            "use at least one row and column, and at most {MAX_CELLS} cells"
        )));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    check_cube_channels(&image)?;
    let width = image.width / columns;
    if image.width != width * columns || image.height != width * rows || width == 0 {
        return Err(AssetError::new(format!(
            "an image of {} by {} pixels is not a grid of {columns} by {rows} squares",
            image.width, image.height
        )));
    }
    if rows * columns == 1 {
        return Ok(image);
    }
    let mut pixels = plain_cube(width, rgb);
    for (cell, symbol) in layout.chars().take(rows * columns).enumerate() {
        if symbol == '.' {
            continue;
        }
        let named = |face: &&str| {
            face.chars()
                .next()
                .is_some_and(|c| c.to_ascii_uppercase() == symbol)
        };
        let face = FACES.iter().position(named).ok_or_else(|| {
            AssetError::new(format!(
                "'{symbol}' in the grid layout is not a face of a cube"
            ))
            .help("use R, L, U, D, F, B, or . for an unused cell")
        })?;
        let (top, left) = (cell / columns * width, cell % columns * width);
        copy_square(&mut pixels, face, width, &image, top, left);
    }
    Ok(Image {
        width,
        height: 6 * width,
        pixels,
        ..image
    })
}

/// A cube from one image per face; missing faces are filled with `rgb`. The first image decides on the colour encoding.
pub fn cube_from_faces(faces: &[Option<Image>; 6], rgb: [f64; 3]) -> Result<Image> {
    let Some(first) = faces.iter().flatten().next() else {
        return Err(AssetError::new(
            "a cube or skybox texture has no file for any face",
        ));
    };
    let width = first.width;
    for (image, name) in faces.iter().zip(FACES) {
        let Some(image) = image else { continue };
        check_cube_channels(image)?;
        if image.width != image.height || image.width != width {
            return Err(AssetError::new(format!(
                "the image of the {name} face has {} by {} pixels; {width} by {width} are needed",
                image.width, image.height
            ))
            .help("all faces of a cube are squares of one size"));
        }
    }
    let mut pixels = plain_cube(width, rgb);
    for (face, image) in faces.iter().enumerate() {
        if let Some(image) = image {
            copy_square(&mut pixels, face, width, image, 0, 0);
        }
    }
    Ok(Image {
        width,
        height: 6 * width,
        channels: 3,
        pixels,
        srgb: first.srgb,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::image::tests::encode;
    use png::{BitDepth, ColorType};

    fn image(width: usize, height: usize) -> Image {
        Image {
            width,
            height,
            channels: 3,
            pixels: (0..3 * width * height).map(|i| i as u8).collect(),
            srgb: false,
        }
    }

    #[test]
    fn a_grid_is_cut_into_faces() {
        let cube = cube_from_grid(image(4, 2), [2, 4], ".U..LFRB", [0.8; 3]).unwrap();
        assert_eq!((cube.width, cube.height), (1, 6));
        let expected = [
            18, 19, 20, 12, 13, 14, 3, 4, 5, 204, 204, 204, 15, 16, 17, 21, 22, 23,
        ];
        assert_eq!(cube.pixels, expected);
        let whole = cube_from_grid(image(2, 2), [1, 1], "", [0.0; 3]).unwrap();
        assert_eq!(whole, image(2, 2));
    }

    #[test]
    fn cells_larger_than_a_pixel_keep_their_rows() {
        let cube = cube_from_grid(image(4, 2), [1, 2], "RL", [0.0; 3]).unwrap();
        assert_eq!(
            cube.pixels[..12],
            [0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17]
        );
        assert_eq!(
            cube.pixels[12..24],
            [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23]
        );
    }

    #[test]
    fn bad_grids_are_refused() {
        for (grid, layout) in [
            ([0, 4], ""),
            ([4, 4], ""),
            ([2, 2], "UDLR"),
            ([2, 4], "XU......"),
            ([1, 1], ""),
        ] {
            assert!(
                cube_from_grid(image(4, 2), grid, layout, [0.0; 3]).is_err(),
                "{grid:?}"
            );
        }
        let gray = Image {
            channels: 1,
            ..image(1, 1)
        };
        assert!(cube_from_grid(gray, [1, 1], "", [0.0; 3]).is_err());
        assert!(cube_from_grid(image(0, 0), [1, 1], "", [0.0; 3]).is_err());
    }

    #[test]
    fn six_files_make_a_cube() {
        let mut faces = [const { None }; 6];
        assert!(cube_from_faces(&faces, [0.5; 3]).is_err());
        faces[1] = Some(image(1, 1));
        let cube = cube_from_faces(&faces, [0.5; 3]).unwrap();
        assert_eq!(cube.pixels[..6], [127, 127, 127, 0, 1, 2]);
        assert_eq!(cube.pixels.len(), 18);
        faces[2] = Some(image(2, 2));
        assert!(cube_from_faces(&faces, [0.5; 3]).is_err());
        faces[2] = Some(image(1, 2));
        assert!(cube_from_faces(&faces, [0.5; 3]).is_err());
    }

    #[test]
    fn files_are_loaded_by_format() {
        assert_eq!(TextureFormat::detect("a.KTX", ""), Ok(TextureFormat::Ktx));
        assert!(TextureFormat::detect("a.bin", "").is_err());
        assert!(TextureFormat::detect("a.png", "image/jpeg").is_err());
        let png = encode(2, 1, ColorType::Rgb, BitDepth::Eight, &[1, 2, 3, 4, 5, 6]);
        let flipped = load(&png, TextureFormat::Png, 3, true, false).unwrap();
        assert_eq!(flipped.pixels, [4, 5, 6, 1, 2, 3]);
        assert_eq!(color_space(ColorSpace::Auto, &flipped), ColorSpace::Linear);
        let ktx = load(b"abc", TextureFormat::Ktx, 4, false, false).unwrap();
        assert_eq!((ktx.width, ktx.height, ktx.channels), (3, 1, 1));
        assert!(load(b"abc", TextureFormat::Ktx, 3, false, true).is_err());
        assert!(load(b"", TextureFormat::Ktx, 3, false, false).is_err());
        assert!(load(&png, TextureFormat::Png, -1, false, false).is_err());
    }
}
