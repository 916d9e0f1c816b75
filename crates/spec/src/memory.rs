//! Memory that a model asks for: added up from its sizes before any array is made, and refused where it cannot be had.

use ligament_engine::Data;
use ligament_model::{Model, Sizes};

use crate::problem::Problem;

/// Most bytes that a model and one simulation of it may take: a larger model is a mistake.
const MOST_BYTES: u64 = 8 << 30;

/// Worlds that an estimate counts: one for the derived constants, one for the user, and working memory about as large.
const WORLDS: u64 = 3;

/// True if this many bytes can be had now. Asking takes none of them.
pub fn available(bytes: u64) -> bool {
    let probe = |n| Vec::<u8>::new().try_reserve_exact(n).is_ok();
    bytes <= MOST_BYTES && usize::try_from(bytes).is_ok_and(probe)
}

/// Refuses sizes that memory cannot hold; names the largest array and what to do about it.
pub fn afford(sizes: &Sizes) -> Result<(), Problem> {
    let (mut total, mut largest) = (0_u64, ("", 0_u64));
    let mut add = |name: &'static str, bytes: u64| {
        total = total.saturating_add(bytes);
        if bytes > largest.1 {
            largest = (name, bytes);
        }
    };
    Model::costs(sizes, &mut add);
    Data::costs(sizes, &mut |name, bytes| {
        add(name, bytes.saturating_mul(WORLDS))
    });
    if available(total) {
        return Ok(());
    }
    let (element, cure) = cure(largest.0);
    let message = format!(
        "the model needs {} of memory, more than can be had; the array {} alone needs {}",
        readable(total),
        largest.0,
        readable(largest.1)
    );
    Err(Problem::error(&crate::Origin::default(), element, "", message).help(cure))
}

/// A number of bytes in words.
pub fn readable(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{bytes} bytes"),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// The element that makes an array large, and what to do about it.
fn cure(array: &str) -> (&'static str, &'static str) {
    match array {
        name if name.ends_with("_user") || name == "userdata" => (
            "size",
            "ask for fewer user numbers: nuser_… and nuserdata in <size>",
        ),
        "tex_data" => (
            "texture",
            "make textures smaller, or leave them by reference with embed=\"false\"",
        ),
        name if name.starts_with("hfield") => {
            ("hfield", "give height fields fewer rows and columns")
        }
        name if name.starts_with("key") => {
            ("key", "ask for fewer keyframes: nkey in <size>, or <key>")
        }
        name if name.starts_with("mesh") => ("mesh", "use meshes with fewer vertices and faces"),
        name if name.starts_with("skin") => ("skin", "use skins with fewer vertices and faces"),
        name if name.starts_with("numeric") => ("numeric", "make `size` smaller"),
        name if name.starts_with("sensor") => (
            "sensor",
            "ask for fewer numbers: dim, interval and nsample of sensors",
        ),
        "history" => ("sensor", "ask for shorter histories: nsample and delay"),
        _ => ("", "use fewer elements"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused_by_name() {
        let mut sizes = Sizes {
            ngeom: 1,
            nuser_geom: 2_000_000_000,
            ..Sizes::default()
        };
        let problem = afford(&sizes).unwrap_err().to_string();
        assert!(
            problem.contains("geom_user alone needs 16.0 GB"),
            "{problem}"
        );
        assert!(problem.contains("nuser_"), "{problem}");
        sizes.nuser_geom = usize::MAX;
        assert!(afford(&sizes).is_err());
        sizes.nuser_geom = 3;
        assert_eq!(afford(&sizes), Ok(()));
    }

    #[test]
    fn sizes_are_added_up() {
        let sizes = Sizes {
            nkey: 1 << 20,
            nq: 1 << 20,
            ..Sizes::default()
        };
        let problem = afford(&sizes).unwrap_err();
        assert_eq!(problem.element, "key");
        assert_eq!(readable(2_700_000_000), "2.7 GB");
    }
}
