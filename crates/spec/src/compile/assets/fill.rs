//! Sizes and arrays of assets in the compiled model.

use ligament_model::id::{BodyId, MaterialId};
use ligament_model::{Flag, Model, Sizes};

use super::AssetTables;
use super::mesh::MeshData;

/// An address as the model stores it.
fn adr(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// An address, or -1 if there is nothing there.
fn adr_if(present: bool, index: usize) -> i32 {
    if present { adr(index) } else { -1 }
}

/// Sets the sizes of all assets.
pub(super) fn count(assets: &AssetTables, n: &mut Sizes) {
    let meshes = assets.kept_meshes();
    let sum = |f: fn(&MeshData) -> usize| meshes.iter().map(f).sum::<usize>();
    n.nmesh = meshes.len();
    n.nmeshvert = sum(|m| m.vertices.len());
    n.nmeshnormal = sum(|m| m.normals.len());
    n.nmeshtexcoord = sum(|m| m.texcoords.len());
    n.nmeshface = sum(|m| m.faces.len());
    n.nmeshgraph = sum(|m| m.hull.as_ref().map_or(0, |h| h.flat_len()));
    n.nmeshpoly = sum(|m| m.polygons.outlines.len());
    n.nmeshpolyvert = sum(|m| m.polygons.corner_count());
    n.nmeshpolymap = sum(|m| m.polygons.map.len());
    n.noct = sum(|m| m.octree.depth.len());
    let volumes = sum(|m| m.bvh.len());
    n.nbvh += volumes;
    n.nbvhstatic += volumes;
    n.npolygonmax = meshes
        .iter()
        .map(|m| m.polygons.greatest())
        .max()
        .unwrap_or(0);
    let degrees = meshes.iter().filter_map(|m| m.hull.as_ref());
    n.nmeshdegmax = degrees.map(|h| h.greatest_degree()).max().unwrap_or(0);

    n.nskin = assets.skins.len();
    n.nskinvert = assets.skins.iter().map(|s| s.vertices.len()).sum();
    n.nskintexvert = assets.skins.iter().map(|s| s.texcoords.len()).sum();
    n.nskinface = assets.skins.iter().map(|s| s.faces.len()).sum();
    let bones = || assets.skins.iter().flat_map(|s| &s.bones);
    n.nskinbone = bones().count();
    n.nskinbonevert = bones().map(|b| b.vertid.len()).sum();

    n.nhfield = assets.hfields.len();
    n.nhfielddata = assets.hfields.iter().map(|h| h.data.len()).sum();
    n.ntex = assets.textures.len();
    let images = assets.textures.iter().filter_map(|t| t.image.as_ref());
    n.ntexdata = images.map(|i| i.pixels.len()).sum();
    n.nmat = assets.materials.len();
    n.npaths = paths(assets).0.len();
}

/// Where the strings of each kind of asset start; -1 for none.
struct PathAddresses {
    hfield: Vec<i32>,
    mesh: Vec<i32>,
    skin: Vec<i32>,
    texture: Vec<i32>,
    content_type: Vec<i32>,
}

/// The pool of paths, zero-terminated, and where they start. An empty pool is one zero.
fn paths(assets: &AssetTables) -> (Vec<u8>, PathAddresses) {
    let mut pool = Vec::new();
    let mut add = |text: &str| {
        if text.is_empty() {
            return -1;
        }
        let start = adr(pool.len());
        pool.extend(text.bytes().filter(|b| *b != 0));
        pool.push(0);
        start
    };
    let addresses = PathAddresses {
        hfield: assets.hfields.iter().map(|h| add(&h.path)).collect(),
        mesh: assets.kept_meshes().iter().map(|m| add(&m.path)).collect(),
        skin: assets.skins.iter().map(|s| add(&s.path)).collect(),
        texture: assets.textures.iter().map(|t| add(&t.path)).collect(),
        content_type: assets
            .textures
            .iter()
            .map(|t| add(&t.content_type))
            .collect(),
    };
    if pool.is_empty() {
        pool.push(0);
    }
    (pool, addresses)
}

/// Writes the arrays of all assets. The arrays are built anew: their lengths are those that [`count`] gave.
pub(super) fn fill(assets: &mut AssetTables, model: &mut Model, first_bvh: usize) {
    fill_meshes(assets, model, first_bvh);
    fill_polygons(assets, model);
    fill_skins(assets, model);
    fill_images(assets, model);
    let (pool, addresses) = paths(assets);
    model.name.paths = pool;
    model.hfield.pathadr = addresses.hfield;
    model.mesh.pathadr = addresses.mesh;
    model.skin.pathadr = addresses.skin;
    model.tex.pathadr = addresses.texture;
    model.tex.contenttypeadr = addresses.content_type;
}

fn fill_meshes(assets: &AssetTables, model: &mut Model, first_bvh: usize) {
    let m = &mut *model.mesh;
    m.vert.clear();
    m.normal.clear();
    m.texcoord.clear();
    m.face.clear();
    m.facenormal.clear();
    m.facetexcoord.clear();
    m.graph.clear();
    let (mut bvh, mut oct) = (first_bvh, 0);
    for (i, mesh) in assets.kept_meshes().iter().enumerate() {
        m.scale[i] = mesh.scale;
        m.pos[i] = mesh.pos;
        m.quat[i] = mesh.quat;
        m.vertadr[i] = adr(m.vert.len());
        m.vertnum[i] = adr(mesh.vertices.len());
        m.faceadr[i] = adr(m.face.len());
        m.facenum[i] = adr(mesh.faces.len());
        m.normaladr[i] = adr(m.normal.len());
        m.normalnum[i] = adr(mesh.normals.len());
        m.texcoordadr[i] = adr_if(!mesh.texcoords.is_empty(), m.texcoord.len());
        m.texcoordnum[i] = adr(mesh.texcoords.len());
        m.graphadr[i] = adr_if(mesh.hull.is_some(), m.graph.len());
        m.bvhadr[i] = adr_if(!mesh.bvh.is_empty(), bvh);
        m.bvhnum[i] = adr(mesh.bvh.len());
        m.octadr[i] = adr_if(!mesh.octree.depth.is_empty(), oct);
        m.octnum[i] = adr(mesh.octree.depth.len());
        m.vert.extend_from_slice(&mesh.vertices);
        m.normal.extend_from_slice(&mesh.normals);
        m.texcoord.extend_from_slice(&mesh.texcoords);
        m.face.extend_from_slice(&mesh.faces);
        m.facenormal.extend_from_slice(&mesh.face_normals);
        m.facetexcoord.extend_from_slice(&mesh.face_texcoords);
        m.facetexcoord.resize(m.face.len(), [0; 3]);
        if let Some(hull) = &mesh.hull {
            m.extrema[i] = hull.extrema(&mesh.vertices);
            m.graph.extend(hull.graph.to_flat());
        }
        let (b, end) = (&mut model.bvh, bvh + mesh.bvh.len());
        b.depth[bvh..end].copy_from_slice(&mesh.bvh.depth);
        b.child[bvh..end].copy_from_slice(&mesh.bvh.child);
        b.nodeid[bvh..end].copy_from_slice(&mesh.bvh.nodeid);
        b.aabb[bvh..end].copy_from_slice(&mesh.bvh.aabb);
        bvh = end;
        let (o, end) = (&mut model.oct, oct + mesh.octree.depth.len());
        o.depth[oct..end].copy_from_slice(&mesh.octree.depth);
        o.child[oct..end].copy_from_slice(&mesh.octree.child);
        o.aabb[oct..end].copy_from_slice(&mesh.octree.aabb);
        o.coeff[oct..end].copy_from_slice(&mesh.octree.coeff);
        oct = end;
    }
}

fn fill_polygons(assets: &AssetTables, model: &mut Model) {
    let m = &mut *model.mesh;
    m.polynormal.clear();
    m.polyvertadr.clear();
    m.polyvertnum.clear();
    m.polyvert.clear();
    m.polymapadr.clear();
    m.polymapnum.clear();
    m.polymap.clear();
    for (i, mesh) in assets.kept_meshes().iter().enumerate() {
        let polygons = &mesh.polygons;
        m.polyadr[i] = adr(m.polynormal.len());
        m.polynum[i] = adr(polygons.outlines.len());
        m.polynormal.extend_from_slice(&polygons.normals);
        for outline in &polygons.outlines {
            m.polyvertadr.push(adr(m.polyvert.len()));
            m.polyvertnum.push(adr(outline.len()));
            m.polyvert.extend(outline.iter().map(|v| *v as i32));
        }
        for vertex in 0..mesh.vertices.len() {
            let around = polygons.of_vertex(vertex);
            m.polymapadr.push(adr(m.polymap.len()));
            m.polymapnum.push(adr(around.len()));
            m.polymap.extend_from_slice(around);
        }
    }
}

fn fill_skins(assets: &AssetTables, model: &mut Model) {
    let m = &mut *model.skin;
    m.vert.clear();
    m.texcoord.clear();
    m.face.clear();
    m.bonevertid.clear();
    m.bonevertweight.clear();
    let mut bones = 0;
    for (i, skin) in assets.skins.iter().enumerate() {
        m.matid[i] = MaterialId::from(skin.material);
        m.group[i] = skin.group;
        m.rgba[i] = skin.rgba;
        m.inflate[i] = skin.inflate;
        m.vertadr[i] = adr(m.vert.len());
        m.vertnum[i] = adr(skin.vertices.len());
        m.texcoordadr[i] = adr_if(!skin.texcoords.is_empty(), m.texcoord.len());
        m.faceadr[i] = adr(m.face.len());
        m.facenum[i] = adr(skin.faces.len());
        m.boneadr[i] = adr(bones);
        m.bonenum[i] = adr(skin.bones.len());
        m.vert.extend_from_slice(&skin.vertices);
        m.texcoord.extend_from_slice(&skin.texcoords);
        m.face.extend_from_slice(&skin.faces);
        for bone in &skin.bones {
            m.bonevertadr[bones] = adr(m.bonevertid.len());
            m.bonevertnum[bones] = adr(bone.vertid.len());
            m.bonebindpos[bones] = bone.bindpos;
            m.bonebindquat[bones] = bone.bindquat;
            m.bonebodyid[bones] = BodyId::from(bone.body_id);
            m.bonevertid.extend_from_slice(&bone.vertid);
            m.bonevertweight.extend_from_slice(&bone.vertweight);
            bones += 1;
        }
    }
}

/// Writes height fields, textures and materials; the first texture gives its pixels away, as there may be gigabytes.
fn fill_images(assets: &mut AssetTables, model: &mut Model) {
    let m = &mut *model.hfield;
    m.data.clear();
    for (i, field) in assets.hfields.iter().enumerate() {
        m.size[i] = field.size;
        m.nrow[i] = adr(field.nrow);
        m.ncol[i] = adr(field.ncol);
        m.adr[i] = adr(m.data.len());
        m.data.extend_from_slice(&field.data);
    }
    let total = model.size.ntexdata;
    let m = &mut *model.tex;
    m.data = Vec::new();
    for (i, texture) in assets.textures.iter_mut().enumerate() {
        m.kind[i] = texture.kind.into();
        m.colorspace[i] = texture.colorspace.into();
        m.nchannel[i] = adr(texture.nchannel);
        m.adr[i] = -1;
        if let Some(image) = texture.image.take() {
            m.adr[i] = m.data.len() as i64;
            m.width[i] = adr(image.width);
            m.height[i] = adr(image.height);
            if m.data.is_empty() {
                m.data = image.pixels;
            } else {
                m.data.reserve_exact(total.saturating_sub(m.data.len()));
                m.data.extend_from_slice(&image.pixels);
            }
        }
    }
    let m = &mut *model.mat;
    for (i, material) in assets.materials.iter().enumerate() {
        let e = &material.element;
        m.texid[i] = material.textures.map(|t| t.map_or(-1, adr));
        m.texuniform[i] = Flag::from(e.texuniform);
        m.texrepeat[i] = e.texrepeat;
        m.emission[i] = e.emission;
        m.specular[i] = e.specular;
        m.shininess[i] = e.shininess;
        m.reflectance[i] = e.reflectance;
        m.metallic[i] = e.metallic;
        m.roughness[i] = e.roughness;
        m.rgba[i] = e.rgba;
    }
}
