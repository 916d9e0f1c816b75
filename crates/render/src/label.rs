//! Labels of geoms, over a picture that is drawn.

use ligament_model::enums::GeomType;
use ligament_scene::Scene;

use crate::flat::{Canvas, Font, Fonts, Rect, Style};
use crate::view::View;

/// Colour of labels.
const WHITE: [f32; 3] = [1.0; 3];

/// Writes the labels of all geoms at their places, far ones first. What is in front does not hide them.
pub(crate) fn draw(scene: &Scene, view: &View, fonts: Fonts, rgb: &mut [u8]) {
    let rows = view.rows();
    let mut found = Vec::new();
    for (g, geom) in scene.geoms.iter().enumerate() {
        if geom.label.is_empty() {
            continue;
        }
        let [x, y, depth] = rows.apply(geom.pos.map(f64::from));
        if !(depth > view.near && depth < view.far) {
            continue;
        }
        let w = if view.orthographic { 1.0 } else { depth };
        let at = [x / w, y / w];
        let inside = |k: usize, size: usize| at[k] > -1e4 && at[k] < size as f64;
        if inside(0, view.width) && inside(1, view.height) {
            found.push((depth, g, at));
        }
    }
    if found.is_empty() {
        return;
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let Some(mut canvas) = Canvas::new(rgb, [view.width, view.height]) else {
        return;
    };
    canvas.clip(Rect {
        left: 0,
        bottom: 0,
        width: view.width as i32,
        height: view.height as i32,
    });
    let style = Style {
        font: Font::Shadow,
        rgb: WHITE,
    };
    for (_, g, at) in found {
        let text = scene.geoms[g].label.text();
        canvas.text(fonts, style, &text, at.map(|x| x.floor() as i32));
    }
}

/// Whether a geom is made of lines, which have no shade.
pub(crate) fn is_line(kind: i32) -> bool {
    kind == GeomType::Line as i32 || kind == GeomType::Linebox as i32
}
