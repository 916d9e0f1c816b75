//! The form in which MuJoCo writes models: quaternions and radians, whatever the model uses, and the sizes of user data.

use ligament::model::enums::ObjectType;
use ligament::spec::settings::Compiler;
use ligament::spec::{AnyId, Spec};

/// The kinds that have angles or files, which mean what the compiler settings say.
const RULED: [ObjectType; 12] = [
    ObjectType::Body,
    ObjectType::Frame,
    ObjectType::Joint,
    ObjectType::Geom,
    ObjectType::Site,
    ObjectType::Camera,
    ObjectType::Mesh,
    ObjectType::HeightField,
    ObjectType::Texture,
    ObjectType::Skin,
    ObjectType::Tendon,
    ObjectType::Actuator,
];

/// The model as it is to be written.
pub fn written(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    let asked = spec.scopes[0].clone();
    if asked.savecompiled {
        count_user_data(&mut spec);
    }
    if asked.savecanonical && (asked.degree || asked.eulerseq != Compiler::default().eulerseq) {
        use_radians(&mut spec, &asked);
    }
    let usual = Compiler::default();
    spec.scopes[0].savecompiled = usual.savecompiled;
    spec.scopes[0].savecanonical = usual.savecanonical;
    spec
}

/// Puts all elements under a copy of the settings; the writer converts them to the new ones.
fn use_radians(spec: &mut Spec, asked: &Compiler) {
    let scope = spec.scopes.len();
    spec.scopes.push(asked.clone());
    spec.scopes[0].degree = false;
    spec.scopes[0].eulerseq = Compiler::default().eulerseq;
    let ids: Vec<AnyId> = RULED
        .into_iter()
        .flat_map(|kind| spec.any_ids(kind))
        .collect();
    for id in ids {
        if let Some(fields) = spec.header_mut(id)
            && fields.origin().scope == 0
        {
            fields.origin_mut().scope = scope;
        }
        if let AnyId::Body(id) = id
            && let Some(body) = spec.values_mut(id)
            && let Some(inertial) = &mut body.inertial
            && inertial.at.scope == 0
        {
            inertial.at.scope = scope;
        }
    }
    let classes: Vec<_> = spec.classes().ids().collect();
    for id in classes {
        if let Some(class) = spec.class_values_mut(id) {
            for at in [
                &mut class.joint.at,
                &mut class.geom.at,
                &mut class.site.at,
                &mut class.camera.at,
                &mut class.tendon.at,
                &mut class.actuator.at,
            ] {
                if at.scope == 0 {
                    at.scope = scope;
                }
            }
        }
    }
}

/// States the sizes of user data that the compiler finds.
fn count_user_data(spec: &mut Spec) {
    let longest = |kind: ObjectType| -> i64 {
        let lengths = spec.any_ids(kind).into_iter().filter_map(|id| {
            let value = spec.fields(id)?.value("user")?;
            value.numbers().map(|numbers| numbers.len())
        });
        i64::try_from(lengths.max().unwrap_or(0)).unwrap_or(0)
    };
    let kinds = [
        ObjectType::Body,
        ObjectType::Joint,
        ObjectType::Geom,
        ObjectType::Site,
        ObjectType::Camera,
        ObjectType::Tendon,
        ObjectType::Actuator,
        ObjectType::Sensor,
    ];
    let found = kinds.map(longest);
    let size = &mut spec.size;
    let sizes = [
        &mut size.nuser_body,
        &mut size.nuser_jnt,
        &mut size.nuser_geom,
        &mut size.nuser_site,
        &mut size.nuser_cam,
        &mut size.nuser_tendon,
        &mut size.nuser_actuator,
        &mut size.nuser_sensor,
    ];
    for (size, found) in sizes.into_iter().zip(found) {
        if *size < found && found > 0 {
            *size = found;
        }
    }
}
