//! Damaged files must give an error or a result, never a panic, and nothing larger than the file allows.

use png::{BitDepth, ColorType};

use super::archive::{self, Archive};
use super::hfield::{self, HeightFormat};
use super::mesh::{MeshFormat, RawMesh};
use super::{gmsh, image, msh, skin, stl};

/// A small generator of damage, the same every time.
struct Damage(u64);

impl Damage {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// A copy with a few bytes changed, and sometimes the end cut off.
    fn apply(&mut self, good: &[u8]) -> Vec<u8> {
        const BYTES: [u8; 6] = [0, 1, 0x7f, 0x80, 0xff, b'9'];
        let mut bad = good.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bad.len());
            let flipped = bad.get(at).map_or(0, |b| b ^ (1 << self.below(8)));
            let byte = if self.below(2) == 0 {
                flipped
            } else {
                BYTES[self.below(6)]
            };
            if let Some(b) = bad.get_mut(at) {
                *b = byte;
            }
        }
        if self.below(4) == 0 {
            bad.truncate(self.below(bad.len()));
        }
        bad
    }
}

/// Feeds every shorter beginning and many damaged copies of a good file to a reader.
fn torture(good: &[u8], read: impl Fn(&[u8])) {
    read(good);
    (0..good.len()).for_each(|n| read(&good[..n]));
    let mut damage = Damage(0x9e37_79b9_7f4a_7c15);
    (0..3000).for_each(|_| read(&damage.apply(good)));
}

fn torture_mesh(good: &[u8], format: MeshFormat) {
    assert!(RawMesh::load(good, format).is_ok());
    torture(good, |bytes| {
        if let Ok(mut mesh) = RawMesh::load(bytes, format) {
            assert!(mesh.vertices.len() + mesh.faces.len() <= bytes.len());
            let _ = mesh.validate();
            mesh.merge_repeated_vertices();
        }
    });
}

#[test]
fn stl() {
    let (a, b, c, d) = ([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    torture_mesh(&stl::tests::file(&[[a, b, c], [a, c, d]]), MeshFormat::Stl);
}

#[test]
fn obj() {
    let text = "v 0 0 0\nv 1e-1 0 0\nv 0 1.5 0\nv 0 0 1\nv 2 2 2\nvn 0 0 1\nvt 0.5 .5\r\no part\n\
        f 1/1/1 2/1/1 3/1/1\nf 1//1 2//1 3//1 4//1 5//1\nf -1 -2 -3 -4\ng x\nl 1 2 3\n";
    torture_mesh(text.as_bytes(), MeshFormat::Obj);
}

#[test]
fn msh() {
    torture_mesh(&msh::tests::file(4, true, true), MeshFormat::Msh);
}

#[test]
fn gmsh() {
    torture_mesh(gmsh::tests::TWO_TETS.as_bytes(), MeshFormat::Gmsh);
    torture_mesh(&gmsh::tests::binary_file(), MeshFormat::Gmsh);
}

#[test]
fn skin() {
    torture(&skin::tests::file([0, 1, 2], 1), |bytes| {
        let _ = skin::load(bytes);
    });
}

#[test]
fn hfield() {
    torture(&hfield::tests::file(2, 3, &[0.0; 6]), |bytes| {
        let _ = hfield::load(bytes, HeightFormat::Binary);
    });
}

#[test]
fn png() {
    for (color, depth, data) in [
        (ColorType::Rgba, BitDepth::Eight, &[9; 24][..]),
        (ColorType::Indexed, BitDepth::One, &[0x40, 0x80]),
        (ColorType::Grayscale, BitDepth::Sixteen, &[7; 12]),
    ] {
        let good = image::tests::encode(3, 2, color, depth, data);
        torture(&good, |bytes| {
            for channels in [1, 3, 4] {
                if let Ok(image) = image::decode_png(bytes, channels) {
                    assert_eq!(image.pixels.len(), image.width * image.height * channels);
                }
            }
        });
    }
}

#[test]
fn zip() {
    let good = archive::tests::pack(&[("a.xml", b"<mujoco/>"), ("b/c.stl", &[3; 500])]);
    torture(&good, |bytes| {
        if let Ok(archive) = Archive::new("a.zip", bytes.to_vec()) {
            let _ = archive.root_model();
            let names: Vec<String> = archive.entries().map(|n| format!("a.zip/{n}")).collect();
            for name in names {
                let _ = archive.read(&name);
            }
        }
    });
}
