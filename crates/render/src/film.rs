//! Pictures and films as files: PNG, animated PNG and GIF.

use std::io::Write;

use crate::Picture;

/// Why a picture could not be written.
pub type FilmError = Box<dyn std::error::Error + Send + Sync>;

/// The rows of a picture from the top.
fn upright(picture: &Picture) -> Vec<u8> {
    let row = (3 * picture.width).max(1);
    picture
        .rgb
        .chunks_exact(row)
        .rev()
        .flatten()
        .copied()
        .collect()
}

fn encoder<W: Write>(out: W, picture: &Picture) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(out, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
}

/// Writes a PNG file.
pub fn write_png(out: impl Write, picture: &Picture) -> Result<(), FilmError> {
    let mut writer = encoder(out, picture).write_header()?;
    writer.write_image_data(&upright(picture))?;
    writer.finish()?;
    Ok(())
}

/// A film that is written picture by picture; all must have the size of the first.
pub enum Film<W: Write> {
    /// An animated PNG.
    Png(Box<png::Writer<W>>),
    /// A GIF, and how long its pictures stay, in hundredths of a second.
    Gif(Box<gif::Encoder<W>>, u16),
}

impl<W: Write> Film<W> {
    /// Begins an animated PNG of so many pictures like `first`.
    pub fn png(out: W, first: &Picture, count: u32, fps: u16) -> Result<Self, FilmError> {
        let mut encoder = encoder(out, first);
        encoder.set_animated(count.max(1), 0)?;
        encoder.set_frame_delay(1, fps.max(1))?;
        Ok(Self::Png(Box::new(encoder.write_header()?)))
    }

    /// Begins a GIF of pictures like `first`.
    pub fn gif(out: W, first: &Picture, fps: u16) -> Result<Self, FilmError> {
        let (width, height) = (u16::try_from(first.width)?, u16::try_from(first.height)?);
        let mut encoder = gif::Encoder::new(out, width, height, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Self::Gif(Box::new(encoder), (100 / fps.max(1)).max(2)))
    }

    /// Adds a picture.
    pub fn push(&mut self, picture: &Picture) -> Result<(), FilmError> {
        let rgb = upright(picture);
        match self {
            Self::Png(writer) => writer.write_image_data(&rgb)?,
            Self::Gif(encoder, delay) => {
                let (width, height) = (
                    u16::try_from(picture.width)?,
                    u16::try_from(picture.height)?,
                );
                let mut frame = gif::Frame::from_rgb_speed(width, height, &rgb, 10);
                frame.delay = *delay;
                encoder.write_frame(&frame)?;
            }
        }
        Ok(())
    }

    /// Ends the film.
    pub fn finish(self) -> Result<(), FilmError> {
        match self {
            Self::Png(writer) => writer.finish()?,
            Self::Gif(encoder, _) => drop(encoder),
        }
        Ok(())
    }
}
