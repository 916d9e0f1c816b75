//! Checks that every index in a model points into the array it refers to, so that a file cannot lead a reader astray.

use std::collections::HashMap;

use super::BinaryError;
use crate::Model;
use crate::enums::{EqualityType, GeomType, Keyword, ObjectType, TransmissionType, WrapType};

/// What an index may be.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// An index into something that the size counts.
    Index,
    /// An index, or -1 for none.
    Optional,
    /// An index, -1 for none, or -2 for several.
    Unique,
    /// An index below the own row (trees list parents first), or -1 for none.
    Earlier,
}
use Rule::{Earlier, Index, Optional, Unique};

/// Arrays of single indices: name, size they point into, rule.
#[rustfmt::skip]
const INDICES: &[(&str, &str, Rule)] = &[
    ("body_rootid", "nbody", Index), ("body_weldid", "nbody", Index), ("body_mocapid", "nmocap", Optional),
    ("body_treeid", "ntree", Optional), ("body_plugin", "nplugin", Optional),
    ("bvh_child", "nbvh", Optional),
    ("jnt_bodyid", "nbody", Index), ("jnt_actuatorid", "nactuator", Unique), ("jnt_plasticadr", "nplastic", Optional),
    ("jnt_qposadr", "nq", Index), ("jnt_dofadr", "nv", Index),
    ("dof_bodyid", "nbody", Index), ("dof_jntid", "njnt", Index), ("dof_parentid", "nv", Earlier),
    ("dof_treeid", "ntree", Index), ("dof_Madr", "nM", Index),
    ("geom_bodyid", "nbody", Index), ("geom_matid", "nmat", Optional), ("geom_plugin", "nplugin", Optional),
    ("site_bodyid", "nbody", Index), ("site_matid", "nmat", Optional),
    ("cam_bodyid", "nbody", Index), ("cam_targetbodyid", "nbody", Optional),
    ("light_bodyid", "nbody", Index), ("light_targetbodyid", "nbody", Optional), ("light_texid", "ntex", Optional),
    ("flex_nodebodyid", "nbody", Index), ("flex_vertbodyid", "nbody", Optional), ("flex_matid", "nmat", Optional),
    ("efm0_dofid", "nv", Optional), ("efm0_L_colind", "nv", Optional),
    ("mesh_graphadr", "nmeshgraph", Optional), ("mesh_pathadr", "npaths", Optional),
    ("skin_matid", "nmat", Optional), ("skin_bonebodyid", "nbody", Index), ("skin_bonevertid", "nskinvert", Index),
    ("skin_pathadr", "npaths", Optional), ("hfield_pathadr", "npaths", Optional),
    ("tex_pathadr", "npaths", Optional), ("tex_contenttypeadr", "npaths", Optional),
    ("mat_texid", "ntex", Optional), ("pair_geom1", "ngeom", Index), ("pair_geom2", "ngeom", Index),
    ("tendon_matid", "nmat", Optional), ("tendon_actuatorid", "nactuator", Unique),
    ("tendon_plasticadr", "nplastic", Optional), ("tendon_treeid", "ntree", Optional), ("ten_J_colind", "nv", Index),
    ("actuator_plugin", "nplugin", Optional), ("actuator_historyadr", "nhistory", Optional),
    ("sensor_plugin", "nplugin", Optional), ("sensor_historyadr", "nhistory", Optional),
    ("plugin_attradr", "npluginattr", Optional),
    ("name_bodyadr", "nnames", Index), ("name_jntadr", "nnames", Index), ("name_geomadr", "nnames", Index),
    ("name_siteadr", "nnames", Index), ("name_camadr", "nnames", Index), ("name_lightadr", "nnames", Index),
    ("name_flexadr", "nnames", Index), ("name_meshadr", "nnames", Index), ("name_skinadr", "nnames", Index),
    ("name_hfieldadr", "nnames", Index), ("name_texadr", "nnames", Index), ("name_matadr", "nnames", Index),
    ("name_pairadr", "nnames", Index), ("name_excludeadr", "nnames", Index), ("name_eqadr", "nnames", Index),
    ("name_tendonadr", "nnames", Index), ("name_actuatoradr", "nnames", Index), ("name_sensoradr", "nnames", Index),
    ("name_numericadr", "nnames", Index), ("name_textadr", "nnames", Index), ("name_tupleadr", "nnames", Index),
    ("name_keyadr", "nnames", Index), ("name_pluginadr", "nnames", Index),
    ("B_colind", "nv", Index), ("M_colind", "nv", Index), ("D_colind", "nv", Index), ("D_diag", "nD", Index),
    ("mapM2D", "nC", Optional), ("mapD2M", "nD", Index), ("mapM2M", "nM", Index),
];

/// Pairs of arrays that name ranges: start, length, the size both point into.
#[rustfmt::skip]
const RANGES: &[(&str, &str, &str)] = &[
    ("body_jntadr", "body_jntnum", "njnt"), ("body_dofadr", "body_dofnum", "nv"),
    ("body_geomadr", "body_geomnum", "ngeom"), ("body_bvhadr", "body_bvhnum", "nbvh"),
    ("tree_bodyadr", "tree_bodynum", "nbody"), ("tree_dofadr", "tree_dofnum", "nv"),
    ("flex_nodeadr", "flex_nodenum", "nflexnode"), ("flex_vertadr", "flex_vertnum", "nflexvert"),
    ("flex_edgeadr", "flex_edgenum", "nflexedge"), ("flex_elemadr", "flex_elemnum", "nflexelem"),
    ("flex_bvhadr", "flex_bvhnum", "nbvh"), ("flexedge_J_rowadr", "flexedge_J_rownnz", "nJfe"),
    ("efm0_L_rowadr", "efm0_L_rownnz", "nefm0L"),
    ("mesh_vertadr", "mesh_vertnum", "nmeshvert"), ("mesh_faceadr", "mesh_facenum", "nmeshface"),
    ("mesh_bvhadr", "mesh_bvhnum", "nbvh"), ("mesh_octadr", "mesh_octnum", "noct"),
    ("mesh_normaladr", "mesh_normalnum", "nmeshnormal"), ("mesh_texcoordadr", "mesh_texcoordnum", "nmeshtexcoord"),
    ("mesh_polyadr", "mesh_polynum", "nmeshpoly"), ("mesh_polyvertadr", "mesh_polyvertnum", "nmeshpolyvert"),
    ("mesh_polymapadr", "mesh_polymapnum", "nmeshpolymap"),
    ("skin_vertadr", "skin_vertnum", "nskinvert"), ("skin_faceadr", "skin_facenum", "nskinface"),
    ("skin_boneadr", "skin_bonenum", "nskinbone"), ("skin_bonevertadr", "skin_bonevertnum", "nskinbonevert"),
    ("tendon_adr", "tendon_num", "nwrap"), ("ten_J_rowadr", "ten_J_rownnz", "nJten"),
    ("actuator_ctrladr", "actuator_ctrlnum", "nu"), ("actuator_outadr", "actuator_outnum", "nout"),
    ("actuator_actadr", "actuator_actnum", "na"), ("sensor_adr", "sensor_dim", "nsensordata"),
    ("plugin_stateadr", "plugin_statenum", "npluginstate"),
    ("numeric_adr", "numeric_size", "nnumericdata"), ("text_adr", "text_size", "ntextdata"),
    ("tuple_adr", "tuple_size", "ntupledata"),
    ("B_rowadr", "B_rownnz", "nB"), ("M_rowadr", "M_rownnz", "nC"), ("D_rowadr", "D_rownnz", "nD"),
];

/// Integer columns and sizes by name.
struct Tables {
    columns: HashMap<&'static str, (usize, Vec<f64>)>,
    sizes: HashMap<&'static str, f64>,
}

impl Tables {
    fn new(model: &Model) -> Self {
        let wanted: std::collections::HashSet<&str> = INDICES
            .iter()
            .map(|&(name, ..)| name)
            .chain(RANGES.iter().flat_map(|&(adr, num, _)| [adr, num]))
            .collect();
        let mut columns = HashMap::new();
        model.visit(&mut |field, column| {
            if wanted.contains(field.name) {
                columns.insert(field.name, (field.columns.max(1), column.to_f64()));
            }
        });
        let mut sizes = HashMap::new();
        model.size.visit(&mut |name, _, value| {
            sizes.insert(name, value as f64);
        });
        Self { columns, sizes }
    }

    fn size(&self, name: &str) -> f64 {
        self.sizes.get(name).copied().unwrap_or(0.0)
    }

    fn column(&self, name: &str) -> (usize, &[f64]) {
        self.columns
            .get(name)
            .map_or((1, &[]), |(width, values)| (*width, values))
    }
}

/// Checks all references of a model.
pub(super) fn references(model: &Model) -> Result<(), BinaryError> {
    let tables = Tables::new(model);
    for &(name, size, rule) in INDICES {
        let (width, values) = tables.column(name);
        let limit = tables.size(size);
        for (i, &value) in values.iter().enumerate() {
            let row = i / width;
            let low = match rule {
                Index => 0.0,
                Optional | Earlier => -1.0,
                Unique => -2.0,
            };
            let high = if rule == Earlier {
                limit.min(row as f64)
            } else {
                limit
            };
            if !(low <= value && value < high) {
                return Err(BinaryError::Range { name, row });
            }
        }
    }
    for &(start, length, size) in RANGES {
        let (_, starts) = tables.column(start);
        let (_, lengths) = tables.column(length);
        for (row, (&adr, &num)) in starts.iter().zip(lengths).enumerate() {
            let inside = adr >= 0.0 && adr + num <= tables.size(size);
            if num < 0.0 || (num > 0.0 && !inside) {
                return Err(BinaryError::Range { name: start, row });
            }
        }
    }
    parents(model)?;
    typed(model)?;
    grids(model)
}

/// Parents come before their children; the world is its own parent.
fn parents(model: &Model) -> Result<(), BinaryError> {
    for (row, parent) in model.body.parentid.iter().enumerate() {
        if parent.index() >= row.max(1) {
            return Err(BinaryError::Range {
                name: "body_parentid",
                row,
            });
        }
    }
    Ok(())
}

/// References whose target depends on a type beside them.
fn typed(model: &Model) -> Result<(), BinaryError> {
    let count = |kind: ObjectType| match kind {
        ObjectType::Dof => model.size.nv,
        _ => model.name_addresses(kind).map_or(0, <[i32]>::len),
    };
    let check = |name, row, id: i32, kind: Option<ObjectType>, optional: bool| {
        let target = kind.map_or(0, count);
        match usize::try_from(id) {
            Ok(index) if index < target => Ok(()),
            Err(_) if optional => Ok(()),
            _ => Err(BinaryError::Range { name, row }),
        }
    };
    for (row, kind) in model.geom.kind.iter().enumerate() {
        let target = match kind.get() {
            Some(GeomType::HeightField) => Some(ObjectType::HeightField),
            _ => Some(ObjectType::Mesh),
        };
        check("geom_dataid", row, model.geom.dataid[row], target, true)?;
    }
    for (row, kind) in model.eq.kind.iter().enumerate() {
        let (target, single) = match kind.get() {
            Some(EqualityType::Connect | EqualityType::Weld) => {
                (model.eq.objtype[row].get(), false)
            }
            Some(EqualityType::Joint) => (Some(ObjectType::Joint), true),
            Some(EqualityType::Tendon) => (Some(ObjectType::Tendon), true),
            Some(EqualityType::Distance) => (Some(ObjectType::Geom), false),
            Some(EqualityType::Flex | EqualityType::FlexVert | EqualityType::FlexStrain) => {
                (Some(ObjectType::Flex), true)
            }
            None => (None, true),
        };
        check("eq_obj1id", row, model.eq.obj1id[row], target, false)?;
        check("eq_obj2id", row, model.eq.obj2id[row], target, single)?;
    }
    for (row, kind) in model.wrap.kind.iter().enumerate() {
        let target = match kind.get() {
            Some(WrapType::Joint) => ObjectType::Joint,
            Some(WrapType::Site) => ObjectType::Site,
            Some(WrapType::Sphere | WrapType::Cylinder) => ObjectType::Geom,
            _ => continue,
        };
        check(
            "wrap_objid",
            row,
            model.wrap.objid[row],
            Some(target),
            false,
        )?;
    }
    for (row, kind) in model.actuator.trntype.iter().enumerate() {
        let [first, second] = model.actuator.trnid[row];
        let target = kind
            .get()
            .and_then(|kind| transmission_target(kind, second));
        check("actuator_trnid", row, first, target, true)?;
        if target == Some(ObjectType::Site) {
            check("actuator_trnid", row, second, target, true)?;
        }
    }
    for (row, kind) in model.sensor.objtype.iter().enumerate() {
        check(
            "sensor_objid",
            row,
            model.sensor.objid[row],
            kind.get(),
            true,
        )?;
        let reference = model.sensor.reftype[row].get();
        check(
            "sensor_refid",
            row,
            model.sensor.refid[row],
            reference,
            true,
        )?;
    }
    for (row, &kind) in model.tuple.objtype.iter().enumerate() {
        check(
            "tuple_objid",
            row,
            model.tuple.objid[row],
            ObjectType::from_number(kind),
            true,
        )?;
    }
    Ok(())
}

/// What the first id of a transmission counts; an orientation without a second id is that of a ball joint.
fn transmission_target(kind: TransmissionType, second: i32) -> Option<ObjectType> {
    Some(match kind {
        TransmissionType::So3 if second >= 0 => ObjectType::Site,
        TransmissionType::Joint | TransmissionType::JointInParent | TransmissionType::So3 => {
            ObjectType::Joint
        }
        TransmissionType::Tendon => ObjectType::Tendon,
        TransmissionType::Body => ObjectType::Body,
        TransmissionType::SliderCrank | TransmissionType::Site => ObjectType::Site,
        TransmissionType::Undefined => return None,
    })
}

/// Height fields and textures lie inside their data.
fn grids(model: &Model) -> Result<(), BinaryError> {
    let fits = |adr: i64, dims: &[i32], total: usize| {
        let size = |n: i64, &d: &i32| n.checked_mul(i64::from(d)).filter(|_| d >= 0);
        match dims.iter().try_fold(1, size) {
            // A texture that is only referred to has no pixels and no address.
            Some(0) => true,
            Some(volume) => {
                adr >= 0
                    && adr
                        .checked_add(volume)
                        .is_some_and(|end| end <= total as i64)
            }
            None => false,
        }
    };
    for row in 0..model.hfield.adr.len() {
        let dims = [model.hfield.nrow[row], model.hfield.ncol[row]];
        if !fits(model.hfield.adr[row].into(), &dims, model.hfield.data.len()) {
            return Err(BinaryError::Range {
                name: "hfield_adr",
                row,
            });
        }
    }
    for row in 0..model.tex.adr.len() {
        let dims = [
            model.tex.height[row],
            model.tex.width[row],
            model.tex.nchannel[row],
        ];
        if !fits(model.tex.adr[row], &dims, model.tex.data.len()) {
            return Err(BinaryError::Range {
                name: "tex_adr",
                row,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_tables_is_a_field_and_a_size() {
        let model = Model::default();
        let tables = Tables::new(&model);
        for (name, size, _) in INDICES {
            assert!(tables.columns.contains_key(name), "{name}");
            assert!(tables.sizes.contains_key(size), "{size}");
        }
        for (adr, num, size) in RANGES {
            assert!(tables.columns.contains_key(adr), "{adr}");
            assert!(tables.columns.contains_key(num), "{num}");
            assert!(tables.sizes.contains_key(size), "{size}");
        }
    }
}
