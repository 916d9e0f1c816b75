//! Version 4.1: a header with the number of blocks and items, then the header of the only block and its items.

use super::{Gmsh, Words, dimension, index, unreadable};
use crate::asset::bytes::Cursor;
use crate::asset::{AssetError, Result};

/// The header of a section of version 4.1: one block of items.
struct Block {
    count: usize,
    first: u64,
    dim: i32,
    kind: i32,
}

impl Block {
    /// Checks the header `blocks items first last | dim tag kind items`.
    fn new(sizes: [u64; 4], block: [i32; 3], in_block: u64, what: &str) -> Result<Self> {
        let [blocks, count, first, _] = sizes;
        if blocks != 1 || count != in_block {
            return Err(AssetError::new(format!(
                "the {what} of the GMSH file are not in a single block"
            )));
        }
        let count = usize::try_from(count)
            .ok()
            .filter(|n| *n < i32::MAX as usize / 4)
            .ok_or_else(|| AssetError::new(format!("the GMSH file has too many {what}")))?;
        Ok(Self {
            count,
            first,
            dim: block[0],
            kind: block[2],
        })
    }

    fn text(words: &mut Words, what: &str) -> Result<(Self, u64)> {
        let mut sizes = [0; 4];
        for n in &mut sizes {
            *n = words.want(what)?;
        }
        let block = [words.want(what)?, words.want(what)?, words.want(what)?];
        Ok((Self::new(sizes, block, words.want(what)?, what)?, sizes[3]))
    }

    fn binary(data: &mut Cursor, what: &str) -> Result<(Self, u64)> {
        let sizes = [data.u64()?, data.u64()?, data.u64()?, data.u64()?];
        let block = [data.i32()?, data.i32()?, data.i32()?];
        Ok((Self::new(sizes, block, data.u64()?, what)?, sizes[3]))
    }

    /// Checks the header of the nodes, whose tags must run from the first one to their number.
    fn nodes(self, last: u64) -> Result<Self> {
        if last != self.count as u64 {
            return Err(AssetError::new(
                "the largest node tag of the GMSH file is not the number of nodes",
            ));
        }
        Ok(self)
    }

    /// Dimension of the elements of this block, which must be that of the nodes.
    fn elements(&self, nodes: &Self) -> Result<usize> {
        let dim = dimension(self.kind)?;
        if self.dim != nodes.dim || self.dim != dim as i32 {
            return Err(AssetError::new(
                "nodes and elements of the GMSH file differ in dimension",
            ));
        }
        Ok(dim)
    }
}

fn out_of_order() -> AssetError {
    AssetError::new("the node tags of the GMSH file are not consecutive")
}

pub fn text(nodes: &[u8], elements: &[u8]) -> Result<Gmsh> {
    let mut words = Words::new(nodes);
    let (block, last) = Block::text(&mut words, "nodes")?;
    let block = block.nodes(last)?;
    for i in 0..block.count as u64 {
        if words.want::<u64>("node tags")?.checked_sub(i) != Some(block.first) {
            return Err(out_of_order());
        }
    }
    let mut points = Vec::new();
    for _ in 0..block.count {
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = words.want("node coordinates")?;
        }
        points.push(point);
    }
    let mut words = Words::new(elements);
    let (list, _) = Block::text(&mut words, "elements")?;
    let dim = list.elements(&block)?;
    let mut file = Gmsh {
        dim,
        nodes: points,
        elements: Vec::new(),
    };
    for _ in 0..list.count {
        words.want::<u64>("elements")?;
        for _ in 0..=dim {
            file.elements
                .push(index(words.want("elements")?, block.first));
        }
    }
    Ok(file)
}

pub fn binary(nodes: &[u8], elements: &[u8]) -> Result<Gmsh> {
    let mut data = Cursor::new(nodes);
    let (block, last) = Block::binary(&mut data, "nodes")?;
    let block = block.nodes(last)?;
    if data.remaining() / 32 < block.count {
        return Err(unreadable("nodes").help("the section is too short"));
    }
    for i in 0..block.count as u64 {
        if data.u64()?.checked_sub(i) != Some(block.first) {
            return Err(out_of_order());
        }
    }
    let mut points = Vec::with_capacity(block.count);
    for _ in 0..block.count {
        points.push([data.f64()?, data.f64()?, data.f64()?]);
    }
    let mut data = Cursor::new(elements);
    let (list, _) = Block::binary(&mut data, "elements")?;
    let dim = list.elements(&block)?;
    let mut file = Gmsh {
        dim,
        nodes: points,
        elements: Vec::new(),
    };
    for _ in 0..list.count {
        data.u64()?;
        for _ in 0..=dim {
            file.elements.push(index(data.u64()?, block.first));
        }
    }
    Ok(file)
}
