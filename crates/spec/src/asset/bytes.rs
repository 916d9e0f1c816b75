//! A cursor over little-endian binary data in which every read is checked.

use super::{AssetError, Result};

/// Reads numbers from a byte slice, front to back.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning of `data`.
    pub fn new(data: &'a [u8]) -> Self {
        Self { rest: data }
    }

    /// Bytes that are left.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next `n` bytes.
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let (head, tail) = self.rest.split_at_checked(n).ok_or_else(|| {
            AssetError::new(format!(
                "the file ends too early: {n} more bytes expected, {} left",
                self.rest.len()
            ))
        })?;
        self.rest = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    /// A 32-bit integer.
    pub fn i32(&mut self) -> Result<i32> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// An unsigned 64-bit integer.
    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A 32-bit float.
    pub fn f32(&mut self) -> Result<f32> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    /// A 64-bit float.
    pub fn f64(&mut self) -> Result<f64> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    /// `N` floats.
    pub fn f32s<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut out = [0.0; N];
        for x in &mut out {
            *x = self.f32()?;
        }
        Ok(out)
    }

    /// `rows` groups of `N` floats; checked against the data before anything is allocated.
    pub fn f32_rows<const N: usize>(&mut self, rows: usize) -> Result<Vec<[f32; N]>> {
        self.rows(rows, f32::from_le_bytes)
    }

    /// `rows` groups of `N` integers; checked against the data before anything is allocated.
    pub fn i32_rows<const N: usize>(&mut self, rows: usize) -> Result<Vec<[i32; N]>> {
        self.rows(rows, i32::from_le_bytes)
    }

    fn rows<T: Copy + Default, const N: usize>(
        &mut self,
        rows: usize,
        word: impl Fn([u8; 4]) -> T,
    ) -> Result<Vec<[T; N]>> {
        let size = rows
            .checked_mul(4 * N)
            .ok_or_else(|| AssetError::new("a size in the header is too large"))?;
        let read = |row: &[u8]| {
            let mut out = [T::default(); N];
            for (x, bytes) in out.iter_mut().zip(row.chunks_exact(4)) {
                let mut w = [0; 4];
                w.copy_from_slice(bytes);
                *x = word(w);
            }
            out
        };
        Ok(self.take(size)?.chunks_exact(4 * N).map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_in_order_and_refuses_to_run_over() {
        let mut data = 7i32.to_le_bytes().to_vec();
        data.extend(1.5f32.to_le_bytes());
        data.extend(2.5f32.to_le_bytes());
        let mut c = Cursor::new(&data);
        assert_eq!(c.i32(), Ok(7));
        assert_eq!(c.f32_rows::<2>(1), Ok(vec![[1.5, 2.5]]));
        assert!(c.i32().is_err());
    }

    #[test]
    fn a_promise_larger_than_the_file_is_refused() {
        let mut c = Cursor::new(&[0; 16]);
        assert!(c.f32_rows::<3>(usize::MAX / 2).is_err());
        assert!(c.i32_rows::<3>(1 << 40).is_err());
        assert_eq!(c.remaining(), 16);
    }
}
