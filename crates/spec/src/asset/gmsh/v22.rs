//! Version 2.2: a count on a line of its own, then one item after the other. Binary elements come in groups of one type.

use super::{Gmsh, Words, dimension, index, unreadable};
use crate::asset::bytes::Cursor;
use crate::asset::{AssetError, Result};

/// The count that stands alone on the first line of a section of version 2.2, and what follows that line.
fn count_line<'a>(section: &'a [u8], what: &str) -> Result<(usize, &'a [u8])> {
    let end = section
        .iter()
        .position(|c| *c == b'\n')
        .ok_or_else(|| unreadable(what))?;
    let (line, rest) = section.split_at(end);
    let mut words = Words::new(line);
    let count = words.want(what)?;
    if words.0.next().is_some() {
        return Err(
            unreadable(what).help("the section must begin with a line that holds only the count")
        );
    }
    Ok((count, rest.get(1..).unwrap_or(&[])))
}

pub fn text(nodes: &[u8], elements: &[u8]) -> Result<Gmsh> {
    let (count, rest) = count_line(nodes, "number of nodes")?;
    let mut words = Words::new(rest);
    let mut points = Vec::new();
    for _ in 0..count {
        words.want::<u64>("node tags")?;
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = words.want("node coordinates")?;
        }
        points.push(point);
    }
    let (count, rest) = count_line(elements, "number of elements")?;
    let mut words = Words::new(rest);
    let mut file = Gmsh {
        dim: 0,
        nodes: points,
        elements: Vec::new(),
    };
    for _ in 0..count {
        words.want::<u64>("elements")?;
        let kind = words.want("elements")?;
        let tags: usize = words.want("elements")?;
        set_dimension(&mut file, kind)?;
        for _ in 0..tags {
            words.want::<i64>("elements")?;
        }
        for _ in 0..=file.dim {
            file.elements.push(index(words.want("elements")?, 1));
        }
    }
    has_elements(file)
}

pub fn binary(nodes: &[u8], elements: &[u8]) -> Result<Gmsh> {
    let (count, rest) = count_line(nodes, "number of nodes")?;
    let mut data = Cursor::new(rest);
    if data.remaining() / 28 < count {
        return Err(unreadable("nodes").help("the section is too short"));
    }
    let mut points = Vec::with_capacity(count);
    for _ in 0..count {
        data.i32()?;
        points.push([data.f64()?, data.f64()?, data.f64()?]);
    }
    let (count, rest) = count_line(elements, "number of elements")?;
    let mut data = Cursor::new(rest);
    let mut file = Gmsh {
        dim: 0,
        nodes: points,
        elements: Vec::new(),
    };
    let mut read = 0;
    while read < count {
        set_dimension(&mut file, data.i32()?)?;
        let group = usize::try_from(data.i32()?).map_err(|_| unreadable("elements"))?;
        let tags = usize::try_from(data.i32()?).map_err(|_| unreadable("elements"))?;
        if group == 0 {
            return Err(unreadable("elements"));
        }
        for _ in 0..group.min(count - read) {
            data.i32()?;
            data.take(tags.checked_mul(4).ok_or_else(|| unreadable("elements"))?)?;
            for _ in 0..=file.dim {
                file.elements
                    .push(index(data.i32()?.try_into().unwrap_or(0), 1));
            }
        }
        read = read.saturating_add(group);
    }
    has_elements(file)
}

/// Fixes the dimension of the file, or checks that one more element has it.
fn set_dimension(file: &mut Gmsh, element_type: i32) -> Result<()> {
    let dim = dimension(element_type)?;
    if file.dim != 0 && file.dim != dim {
        return Err(AssetError::new(
            "the GMSH file mixes triangles and tetrahedra",
        ));
    }
    file.dim = dim;
    Ok(())
}

fn has_elements(file: Gmsh) -> Result<Gmsh> {
    if file.elements.is_empty() {
        return Err(AssetError::new("the GMSH file has no elements"));
    }
    Ok(file)
}
