//! Assets.

use ligament_spec::asset::path;
use ligament_spec::element::{Bone, Fields, HeightField, Material, Mesh, Skin, Texture};

use super::source::{exists, load, relative};
use super::{MAX_MODELS, Reader, read_document};
use crate::schema::asset::{
    BONE_ROWS, HFIELD_ROWS, MATERIAL_ROWS, MESH_ROWS, MODEL_ROWS, ModelAsset, SKIN_ROWS,
    TEXTURE_ROWS,
};
use crate::schema::flex::{DEFORMABLE, PLUGIN};
use crate::xml::Element;

/// Which directory an asset file is looked for in.
#[derive(Clone, Copy)]
enum Folder {
    Mesh,
    Texture,
}

impl Reader<'_> {
    pub(super) fn assets(&mut self, xml: &Element) {
        for inner in &xml.children {
            match inner.tag.as_str() {
                "mesh" => self.mesh(inner),
                "hfield" => self.hfield(inner),
                "skin" => self.skin(inner),
                "texture" => self.texture(inner),
                "material" => self.material(inner),
                _ => self.model(inner),
            }
        }
    }

    /// Skins; deformables are checked and recorded.
    pub(super) fn deformable(&mut self, xml: &Element) {
        for inner in &xml.children {
            if inner.tag == "skin" {
                self.skin(inner);
            } else {
                if let Some(child) = DEFORMABLE.child(&inner.tag) {
                    self.check_values(inner, child.node);
                }
                self.unsupported(inner);
            }
        }
    }

    /// The name of a file, made to lead from the model's directories to a file beside an included file if the former
    /// have none of that name.
    fn file(&self, xml: &Element, file: &str, folder: Folder) -> String {
        let compiler = &self.spec.scopes[0];
        let asset_dir = match folder {
            Folder::Mesh => &compiler.meshdir,
            Folder::Texture => &compiler.texturedir,
        };
        let base = path::resolve(&compiler.modeldir, asset_dir, "x", false);
        let base = path::directory(&base);
        match &xml.dir {
            Some(dir) if !path::is_absolute(file) && !compiler.strippath => {
                let beside = path::join(dir, file);
                let usual = path::join(base, file);
                if beside == usual || exists(self.source, &usual) || !exists(self.source, &beside) {
                    return file.to_owned();
                }
                relative(base, &beside).unwrap_or_else(|| file.to_owned())
            }
            _ => file.to_owned(),
        }
    }

    fn mesh(&mut self, xml: &Element) {
        let mut mesh: Mesh = self.start(xml);
        self.fill(xml, MESH_ROWS, &mut mesh);
        if xml.has("builtin") && mesh.params.is_empty() {
            self.error(
                xml,
                "a procedural mesh needs parameters: attribute 'params' is missing",
            );
        }
        mesh.file = self.file(xml, &mesh.file, Folder::Mesh);
        name_after_file(&mut mesh.name, &mesh.file);
        for plugin in &xml.children {
            self.check_values(plugin, &PLUGIN);
            self.unsupported(plugin);
        }
        self.spec.push_as_is(mesh);
    }

    fn hfield(&mut self, xml: &Element) {
        let mut field = HeightField {
            at: xml.at.clone(),
            ..HeightField::default()
        };
        self.fill(xml, HFIELD_ROWS, &mut field);
        field.file = self.file(xml, &field.file, Folder::Mesh);
        name_after_file(&mut field.name, &field.file);
        if !field.file.is_empty() || field.nrow <= 0 || field.ncol <= 0 {
            field.elevation.clear();
        } else if !field.elevation.is_empty() {
            let (rows, columns) = (field.nrow as usize, field.ncol as usize);
            if rows.checked_mul(columns) == Some(field.elevation.len()) {
                let flipped = field.elevation.chunks(columns).rev().flatten();
                field.elevation = flipped.copied().collect();
            } else {
                self.error(xml, "there must be one elevation for every row and column");
            }
        }
        self.spec.push_as_is(field);
    }

    fn skin(&mut self, xml: &Element) {
        let mut skin = Skin {
            at: xml.at.clone(),
            ..Skin::default()
        };
        self.fill(xml, SKIN_ROWS, &mut skin);
        skin.file = self.file(xml, &skin.file, Folder::Mesh);
        name_after_file(&mut skin.name, &skin.file);
        if !(0..=5).contains(&skin.group) {
            self.error(xml, "the group of a skin is between 0 and 5");
        }
        for inner in &xml.children {
            let mut bone = Bone::default();
            self.fill(inner, BONE_ROWS, &mut bone);
            skin.bones.push(bone);
            skin.mark("bones");
        }
        self.spec.push_as_is(skin);
    }

    fn texture(&mut self, xml: &Element) {
        let mut texture: Texture = self.start(xml);
        let inherited_grid = texture.gridsize;
        self.fill(xml, TEXTURE_ROWS, &mut texture);
        if texture.gridsize != inherited_grid && !xml.has("gridlayout") {
            texture.gridlayout.clear();
            texture.mark("gridlayout");
        }
        let cells = i64::from(texture.gridsize[0]) * i64::from(texture.gridsize[1]);
        if xml.has("gridlayout") && cells != texture.gridlayout.len() as i64 {
            self.error(
                xml,
                "gridlayout must have one character for every cell of the grid",
            );
        }
        texture.file = self.file(xml, &texture.file, Folder::Texture);
        for i in 0..texture.cubefiles.len() {
            texture.cubefiles[i] = self.file(xml, &texture.cubefiles[i], Folder::Texture);
        }
        name_after_file(&mut texture.name, &texture.file);
        self.spec.push_as_is(texture);
    }

    fn material(&mut self, xml: &Element) {
        let mut material: Material = self.start(xml);
        self.fill(xml, MATERIAL_ROWS, &mut material);
        self.layers(xml, &mut material);
        self.spec.push_as_is(material);
    }

    /// Reads a model of which parts can be attached.
    fn model(&mut self, xml: &Element) {
        let mut asset = ModelAsset::default();
        self.fill(xml, MODEL_ROWS, &mut asset);
        if self.depth >= MAX_MODELS {
            self.error(
                xml,
                format!("models are nested more than {MAX_MODELS} deep"),
            );
            return;
        }
        let directory = self.spec.scopes[0].modeldir.clone();
        let file = match &xml.dir {
            Some(dir) if !exists(self.source, &path::join(&directory, &asset.file)) => {
                path::join(dir, &asset.file)
            }
            _ => path::join(&directory, &asset.file),
        };
        let read = load(&file, self.source).and_then(|root| {
            read_document(root, path::directory(&file), self.source, self.depth + 1)
        });
        match read {
            Ok(mut read) => {
                if !asset.name.is_empty() {
                    read.spec.name = asset.name;
                }
                self.problems.0.append(&mut read.warnings);
                self.models.insert(read.spec.name.clone(), read.spec);
            }
            Err(mut problems) => {
                self.error(xml, format!("the model '{file}' cannot be read"));
                self.problems.0.append(&mut problems.0);
            }
        }
    }
}

/// Assets that have no name are called after their file.
fn name_after_file(name: &mut String, file: &str) {
    if name.is_empty() {
        path::stem(file).clone_into(name);
    }
}
