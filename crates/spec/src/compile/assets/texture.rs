//! Textures and materials, for rendering.

use std::collections::HashMap;

use ligament_model::enums::{ColorSpace, TextureBuiltin, TextureType};

use crate::asset::AssetError;
use crate::asset::image::Image;
use crate::asset::pattern::Pattern;
use crate::asset::texture::{TextureFormat, color_space, cube_from_faces, cube_from_grid, load};
use crate::compile::nearest;
use crate::element::{Auto, Material, Texture};
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

use super::path::{Directory, asset_name, problem, read, resolve};
use super::usage::Usage;

/// The bit of the compiler's `passthrough` that leaves textures by reference.
const TEXTURES_BY_REFERENCE: i32 = 1;

/// Most pixels that the textures of a model may have together: no memory holds more.
const MAX_PIXELS: u64 = 2 * crate::asset::pattern::MAX_PIXELS;

/// A processed texture.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureData {
    /// Name.
    pub name: String,
    /// File it was read from, or is to be read from; empty if none.
    pub path: String,
    /// Media type as written, of a texture by reference.
    pub content_type: String,
    /// Kind.
    pub kind: TextureType,
    /// Colour encoding.
    pub colorspace: ColorSpace,
    /// The number of channels.
    pub nchannel: usize,
    /// The pixels; none for a texture by reference.
    pub image: Option<Image>,
}

/// A processed material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialData {
    /// Name.
    pub name: String,
    /// Textures by role; none where there is none.
    pub textures: [Option<usize>; 10],
    /// Everything else, as written.
    pub element: Material,
}

/// Loads the textures of a model; gives them with their positions by name.
pub(super) fn prepare_textures(
    spec: &Resolved,
    usage: &Usage,
    problems: &mut Problems,
) -> (Vec<TextureData>, HashMap<String, usize>) {
    let mut textures = Vec::new();
    let mut left = MAX_PIXELS;
    for texture in &spec.textures {
        let name = asset_name(&texture.name, &texture.file);
        // a skybox may go without a name
        let named = !name.is_empty()
            || texture.kind == TextureType::Skybox
            || super::require_name(&name, &texture.at, "texture", problems);
        if named && usage.keeps_texture(&name) {
            let result = compile(spec, &name, texture)
                .and_then(|data| spend(&mut left, data))
                .map_err(|e| problem(&texture.at, "texture", &name, &texture.file, e));
            textures.extend(problems.keep(result));
        }
    }
    let names = super::names_of(textures.iter().map(|t| t.name.as_str()));
    (textures, names)
}

/// Takes the pixels of a texture from those that are left.
fn spend(left: &mut u64, data: TextureData) -> Result<TextureData, AssetError> {
    let pixels = data
        .image
        .as_ref()
        .map_or(0, |i| i.width as u64 * i.height as u64);
    *left = left.checked_sub(pixels).ok_or_else(|| {
        AssetError::new(format!(
            "the textures have more than {MAX_PIXELS} pixels together"
        ))
    })?;
    Ok(data)
}

fn compile(spec: &Resolved, name: &str, texture: &Texture) -> Result<TextureData, AssetError> {
    let mut data = TextureData {
        name: name.to_owned(),
        path: String::new(),
        content_type: String::new(),
        kind: texture.kind,
        colorspace: texture.colorspace,
        nchannel: usize::try_from(texture.nchannel).unwrap_or(0),
        image: None,
    };
    if by_reference(spec, texture)? {
        data.path = resolve(spec, &texture.at, Directory::Texture, &texture.file);
        data.content_type.clone_from(&texture.content_type);
        return Ok(data);
    }
    let image = if texture.builtin != TextureBuiltin::None {
        paint(texture)?
    } else if !texture.file.is_empty() {
        let (image, path) = load_file(spec, texture, &texture.file)?;
        data.path = path;
        data.colorspace = color_space(texture.colorspace, &image);
        match texture.kind {
            TextureType::TwoD => image,
            _ => cube_from_grid(image, texture.gridsize, &texture.gridlayout, texture.rgb1)?,
        }
    } else if !texture.data.is_empty() {
        given(texture)?
    } else {
        let faces = load_faces(spec, texture)?;
        if let Some(face) = faces.iter().flatten().next() {
            data.colorspace = color_space(texture.colorspace, face);
        }
        cube_from_faces(&faces, texture.rgb1)?
    };
    data.nchannel = image.channels;
    data.image = Some(image);
    Ok(data)
}

/// Whether a texture stays outside the model; asking for that where it cannot be is an error.
fn by_reference(spec: &Resolved, texture: &Texture) -> Result<bool, AssetError> {
    let policy = spec.scopes.first().map_or(0, |c| c.passthrough);
    let asked = match texture.embed {
        Auto::True => false,
        Auto::False => true,
        Auto::Auto => policy & TEXTURES_BY_REFERENCE != 0,
    };
    let possible = !texture.file.is_empty()
        && texture.builtin == TextureBuiltin::None
        && !texture.hflip
        && !texture.vflip
        && (texture.kind == TextureType::TwoD || texture.gridsize == [1, 1]);
    if !asked {
        return Ok(false);
    }
    let outside = possible && {
        let path = resolve(spec, &texture.at, Directory::Texture, &texture.file);
        !spec.source.serves_from_memory(&path)
    };
    if !outside && texture.embed == Auto::False {
        return Err(AssetError::new("this texture cannot be left by reference")
            .help("embed=\"false\" needs a single file on disk without flips and without a grid"));
    }
    Ok(outside)
}

/// The pixels that the element holds.
fn given(texture: &Texture) -> Result<Image, AssetError> {
    let [width, height, channels] =
        [texture.width, texture.height, texture.nchannel].map(|n| usize::try_from(n).unwrap_or(0));
    let count = width
        .checked_mul(height)
        .and_then(|n| n.checked_mul(channels));
    if count != Some(texture.data.len()) {
        let message = format!(
            "{} bytes are given for {height} rows of {width} pixels of {channels}",
            texture.data.len()
        );
        return Err(AssetError::new(message));
    }
    Ok(Image {
        width,
        height,
        channels,
        pixels: texture.data.clone(),
        srgb: false,
    })
}

fn paint(texture: &Texture) -> Result<Image, AssetError> {
    Pattern {
        kind: texture.kind,
        builtin: texture.builtin,
        mark: texture.mark,
        rgb1: texture.rgb1,
        rgb2: texture.rgb2,
        markrgb: texture.markrgb,
        random: texture.random,
        width: texture.width,
        height: texture.height,
        nchannel: texture.nchannel,
    }
    .paint()
}

/// Reads one image; gives it with its path.
fn load_file(
    spec: &Resolved,
    texture: &Texture,
    file: &str,
) -> Result<(Image, String), AssetError> {
    let format = TextureFormat::detect(file, &texture.content_type)?;
    let resource = read(spec, &texture.at, Directory::Texture, file)?;
    let (hflip, vflip) = (texture.hflip, texture.vflip);
    let image = load(&resource.bytes, format, texture.nchannel, hflip, vflip)?;
    Ok((image, resource.path))
}

fn load_faces(spec: &Resolved, texture: &Texture) -> Result<[Option<Image>; 6], AssetError> {
    if texture.kind == TextureType::TwoD {
        return Err(AssetError::new(
            "a 2d texture needs a `file` or a `builtin` pattern",
        ));
    }
    if texture.cubefiles.iter().all(String::is_empty) {
        return Err(AssetError::new("the texture has no content")
            .help("give it a `file`, a `builtin` pattern, or files for the faces of the cube"));
    }
    let mut faces: [Option<Image>; 6] = Default::default();
    for (face, file) in faces.iter_mut().zip(&texture.cubefiles) {
        if !file.is_empty() {
            *face = Some(load_file(spec, texture, file)?.0);
        }
    }
    Ok(faces)
}

/// Resolves the materials of a model; gives them with their positions by name.
pub(super) fn prepare_materials(
    spec: &Resolved,
    usage: &Usage,
    textures: &HashMap<String, usize>,
    problems: &mut Problems,
) -> (Vec<MaterialData>, HashMap<String, usize>) {
    let mut materials = Vec::new();
    for material in &spec.materials {
        let name = &material.name;
        if !super::require_name(name, &material.at, "material", problems)
            || !usage.keeps_material(name)
        {
            continue;
        }
        let mut found = [None; 10];
        let used = material.textures.iter().filter(|_| !usage.discards());
        for (id, texture) in found.iter_mut().zip(used) {
            // A role without a name has no texture, even if some texture has no name.
            let named = Some(texture).filter(|name| !name.is_empty());
            *id = named.and_then(|name| textures.get(name)).copied();
            let declared = spec.textures.iter();
            if !texture.is_empty()
                && id.is_none()
                && !declared
                    .clone()
                    .any(|t| asset_name(&t.name, &t.file) == *texture)
            {
                problems.push(unknown_texture(material, texture, declared));
            }
        }
        materials.push(MaterialData {
            name: name.clone(),
            textures: found,
            element: material.clone(),
        });
    }
    let names = super::names_of(materials.iter().map(|m| m.name.as_str()));
    (materials, names)
}

fn unknown_texture<'a>(
    material: &Material,
    texture: &str,
    declared: impl Iterator<Item = &'a Texture>,
) -> Problem {
    let message = format!("there is no texture named '{texture}'");
    let problem = Problem::error(&material.at, "material", &material.name, message);
    match nearest(texture, declared.map(|t| t.name.as_str())) {
        Some(word) => problem.help(format!("did you mean '{word}'?")),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(name: &str) -> Texture {
        Texture {
            name: name.into(),
            kind: TextureType::TwoD,
            builtin: TextureBuiltin::Flat,
            width: 2,
            height: 3,
            ..Texture::default()
        }
    }

    #[test]
    fn materials_find_their_textures() {
        let mut spec = Resolved::new();
        spec.textures = vec![flat("wood"), flat("brick")];
        let mut material = Material {
            name: "wall".into(),
            ..Material::default()
        };
        material.textures[1] = "brick".into();
        spec.materials.push(material);
        let assets = super::super::prepare(&spec, &mut Problems::default());
        assert_eq!(assets.materials[0].textures[1], Some(1));
        assert_eq!(
            assets.textures[1].image.as_ref().map(|i| i.pixels.len()),
            Some(18)
        );
        spec.materials[0].textures[1] = "brik".into();
        let mut problems = Problems::default();
        super::super::prepare(&spec, &mut problems);
        assert!(problems.to_string().contains("did you mean 'brick'"));
    }

    #[test]
    fn textures_without_content_are_refused() {
        let mut spec = Resolved::new();
        for kind in [TextureType::TwoD, TextureType::Cube] {
            let empty = Texture {
                kind,
                ..Texture::default()
            };
            assert!(compile(&spec, "t", &empty).is_err());
        }
        spec.scopes[0].passthrough = 1;
        assert!(compile(&spec, "t", &flat("t")).unwrap().image.is_some());
        let mut asked = flat("t");
        asked.embed = Auto::False;
        assert!(compile(&spec, "t", &asked).is_err());
    }
}
