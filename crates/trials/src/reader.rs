//! Asset files: bytes to vertices, pixels, elevations, skins and files. What comes out is no larger than the bytes allow.

use ligament::mjcf::{ReadOptions, read_archive};
use ligament::spec::asset::archive::Archive;
use ligament::spec::asset::hfield::{self, HeightFormat};
use ligament::spec::asset::image::decode_png;
use ligament::spec::asset::mesh::{MeshFormat, RawMesh};
use ligament::spec::asset::texture::{self, TextureFormat, cube_from_grid};
use ligament::spec::asset::{gmsh as gmsh_file, skin as skin_file};

/// Most bytes that one byte of a compressed image can become, with room for four channels.
const RATIO: usize = 4 * 1032;

fn mesh(bytes: &[u8], format: MeshFormat) {
    if let Ok(mut mesh) = RawMesh::load(bytes, format) {
        assert!(mesh.vertices.len() + mesh.faces.len() <= 4 * bytes.len());
        let finite = mesh.check_finite().is_ok();
        if mesh.validate().is_ok() && finite {
            mesh.merge_repeated_vertices();
        }
    }
}

/// STL.
pub fn stl(bytes: &[u8]) {
    mesh(bytes, MeshFormat::Stl);
}

/// OBJ.
pub fn obj(bytes: &[u8]) {
    mesh(bytes, MeshFormat::Obj);
}

/// MSH.
pub fn msh(bytes: &[u8]) {
    mesh(bytes, MeshFormat::Msh);
}

/// Gmsh.
pub fn gmsh(bytes: &[u8]) {
    if let Ok(file) = gmsh_file::read(bytes) {
        let _ = file.into_mesh();
    }
}

/// PNG; the first byte chooses what is made of it.
pub fn png(bytes: &[u8]) {
    let Some((&how, file)) = bytes.split_first() else {
        return;
    };
    let channels = [1, 3, 4, 2][usize::from(how & 3)];
    let Ok(image) = decode_png(file, channels) else {
        return;
    };
    assert_eq!(
        image.pixels.len(),
        image.width * image.height * image.channels
    );
    assert!(image.pixels.len() <= RATIO * bytes.len());
    let grid = [i32::from(how >> 2 & 7), i32::from(how >> 5)];
    if let Ok(cube) = cube_from_grid(image, grid, ".U..LFRB.D..", [0.5; 3]) {
        assert_eq!(cube.pixels.len(), cube.width * cube.height * cube.channels);
    }
}

/// Textures; the first byte chooses format, channels and flips.
pub fn texture(bytes: &[u8]) {
    let Some((&how, file)) = bytes.split_first() else {
        return;
    };
    let format = if how & 1 == 0 {
        TextureFormat::Png
    } else {
        TextureFormat::Ktx
    };
    let channels = i32::from(how >> 1 & 7) - 1;
    if let Ok(image) = texture::load(file, format, channels, how & 16 != 0, how & 32 != 0) {
        assert_eq!(
            image.pixels.len(),
            image.width * image.height * image.channels
        );
    }
}

/// Height fields; the first byte chooses the format.
pub fn hfield(bytes: &[u8]) {
    let Some((&how, file)) = bytes.split_first() else {
        return;
    };
    let format = if how & 1 == 0 {
        HeightFormat::Binary
    } else {
        HeightFormat::Png
    };
    if let Ok(elevation) = hfield::load(file, format) {
        assert_eq!(elevation.data.len(), elevation.nrow * elevation.ncol);
    }
}

/// Skins.
pub fn skin(bytes: &[u8]) {
    if let Ok(skin) = skin_file::load(bytes) {
        let _ = skin.check();
    }
}

/// Archives: every entry is read, and the model in it.
pub fn archive(bytes: &[u8]) {
    let Ok(archive) = Archive::new("robot.mjz", bytes.to_vec()) else {
        return;
    };
    let names: Vec<String> = archive.entries().map(str::to_owned).collect();
    for name in names {
        let _ = archive.read(&format!("robot.mjz/{name}"));
    }
    let options = ReadOptions {
        memory_only: true,
        ..ReadOptions::default()
    };
    let _ = read_archive("robot.mjz", bytes.to_vec(), &options);
}
