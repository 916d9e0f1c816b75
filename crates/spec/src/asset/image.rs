//! PNG images as rows of 8-bit pixels with 1, 3 or 4 channels.
//!
//! Samples of 16 bits keep their high byte, smaller ones are scaled to 0…255, palettes are looked up. To one channel the
//! first one is taken (red is not mixed with green and blue); from one channel all colours become equal. A fourth channel
//! that the file does not have is 255.

use std::io::Cursor;

use png::{ColorType, DecodeOptions, Decoder, Transformations};

use super::{AssetError, Result};
use crate::memory::{available, readable};

/// Most pixels an image may have.
const MAX_PIXELS: u64 = 1 << 28;
/// Bytes that one byte of deflated data can become at most.
const MAX_DEFLATE_RATIO: u64 = 1032;

/// A decoded image, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes per pixel.
    pub channels: usize,
    /// `width * height * channels` bytes.
    pub pixels: Vec<u8>,
    /// Whether the file says that its colours are sRGB.
    pub srgb: bool,
}

impl Image {
    /// Mirrors left and right.
    pub fn flip_horizontally(&mut self) {
        let channels = self.channels;
        for row in self.pixels.chunks_exact_mut((self.width * channels).max(1)) {
            // reversing all bytes mirrors the pixels and their channels: the channels are put right again
            row.reverse();
            row.chunks_exact_mut(channels.max(1))
                .for_each(<[u8]>::reverse);
        }
    }

    /// Mirrors top and bottom.
    pub fn flip_vertically(&mut self) {
        let row = self.width * self.channels;
        let (mut low, mut high) = (0, self.height);
        while low + 1 < high {
            high -= 1;
            let (above, below) = self.pixels.split_at_mut(high * row);
            above[low * row..(low + 1) * row].swap_with_slice(&mut below[..row]);
            low += 1;
        }
    }
}

/// Decodes a PNG file to 1, 3 or 4 channels.
pub fn decode_png(bytes: &[u8], channels: usize) -> Result<Image> {
    if !matches!(channels, 1 | 3 | 4) {
        return Err(
            AssetError::new(format!("an image cannot have {channels} channels"))
                .help("choose 1, 3 or 4"),
        );
    }
    let bad = |e: png::DecodingError| AssetError::new(format!("cannot decode the PNG file: {e}"));
    check_palettes(bytes)?;
    let mut checks = DecodeOptions::default();
    checks.set_ignore_checksums(false);
    checks.set_skip_ancillary_crc_failures(false);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), checks);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(bad)?;
    let pixels = u64::from(header.width) * u64::from(header.height);
    let bits = pixels.saturating_mul(header.bits_per_pixel() as u64);
    let possible = (bytes.len() as u64).saturating_mul(8 * MAX_DEFLATE_RATIO);
    if pixels > MAX_PIXELS || bits > possible {
        return Err(AssetError::new(format!(
            "the PNG file claims {} by {} pixels, which is too much",
            header.width, header.height
        )));
    }
    let mut reader = decoder.read_info().map_err(bad)?;
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| AssetError::new("the PNG file is too large"))?;
    // the pixels, and the same with another number of channels
    if !available((size as u64).saturating_mul(1 + channels as u64)) {
        return Err(AssetError::new(format!(
            "the image needs {} of memory, more than can be had",
            readable(size as u64)
        ))
        .help("use a smaller image"));
    }
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(bad)?;
    data.truncate(frame.buffer_size());
    reader.finish().map_err(bad)?;
    Ok(Image {
        width: frame.width as usize,
        height: frame.height as usize,
        channels,
        pixels: convert(data, frame.color_type, channels),
        srgb: reader.info().srgb.is_some(),
    })
}

/// Refuses palettes that are not made of whole colours, which the decoder takes for granted. A chunk is a length, four letters,
/// the data and a checksum.
fn check_palettes(bytes: &[u8]) -> Result<()> {
    let mut rest = bytes.get(8..).unwrap_or(&[]);
    while let Some((head, tail)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        if &head[4..] == b"PLTE" && (length == 0 || length > 768 || length % 3 != 0) {
            let message = format!("the PNG file has a palette of {length} bytes");
            return Err(AssetError::new(message)
                .help("a palette has three bytes for each of up to 256 colours"));
        }
        rest = tail
            .get(length as usize..)
            .and_then(|r| r.get(4..))
            .unwrap_or(&[]);
    }
    Ok(())
}

/// Changes the number of channels of 8-bit pixels.
fn convert(data: Vec<u8>, from: ColorType, channels: usize) -> Vec<u8> {
    let samples = from.samples();
    if samples == channels {
        return data;
    }
    let opaque = 255;
    let mut out = Vec::with_capacity(data.len() / samples * channels);
    for pixel in data.chunks_exact(samples) {
        let rgba = match *pixel {
            [g] => [g, g, g, opaque],
            [g, a] => [g, g, g, a],
            [r, g, b] => [r, g, b, opaque],
            [r, g, b, a, ..] => [r, g, b, a],
            [] => [0; 4],
        };
        out.extend(rgba.iter().take(channels));
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use png::{BitDepth, Encoder};

    /// Encodes a PNG file.
    pub fn encode(
        width: u32,
        height: u32,
        color: ColorType,
        depth: BitDepth,
        data: &[u8],
    ) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == ColorType::Indexed {
            encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
            encoder.set_trns(vec![7]);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        writer.finish().unwrap();
        out
    }

    fn pixels(file: &[u8], channels: usize) -> Vec<u8> {
        decode_png(file, channels).unwrap().pixels
    }

    #[test]
    fn wrong_checksums_are_refused_in_every_chunk() {
        let good = encode(2, 1, ColorType::Indexed, BitDepth::Eight, &[0, 1]);
        let mut text = good.clone();
        text.splice(33..33, *b"\0\0\0\x03tEXta\0b\x12\x34\x56\x78");
        assert!(decode_png(&text, 3).is_err(), "text");
        let mut at = 8;
        while at < good.len() {
            let length = u32::from_be_bytes(good[at..at + 4].try_into().unwrap()) as usize;
            let mut bad = good.clone();
            bad[at + 8 + length] ^= 1;
            let kind = String::from_utf8_lossy(&good[at + 4..at + 8]).into_owned();
            assert!(decode_png(&bad, 3).is_err(), "{kind}");
            at += 12 + length;
        }
        assert!(decode_png(&good, 3).is_ok());
    }

    #[test]
    fn palettes_without_whole_colours_are_refused() {
        let found = include_bytes!("../../../../fuzz/found/png/short_palette");
        let error = decode_png(&found[1..], 3).unwrap_err();
        assert!(error.message.contains("palette"), "{error}");
    }

    #[test]
    fn channels_are_converted() {
        let rgb = encode(
            2,
            1,
            ColorType::Rgb,
            BitDepth::Eight,
            &[10, 20, 30, 200, 100, 50],
        );
        assert_eq!(pixels(&rgb, 1), [10, 200]);
        assert_eq!(pixels(&rgb, 3), [10, 20, 30, 200, 100, 50]);
        assert_eq!(pixels(&rgb, 4), [10, 20, 30, 255, 200, 100, 50, 255]);
        let gray_alpha = encode(
            2,
            1,
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            &[5, 6, 7, 8],
        );
        assert_eq!(pixels(&gray_alpha, 1), [5, 7]);
        assert_eq!(pixels(&gray_alpha, 3), [5, 5, 5, 7, 7, 7]);
        assert_eq!(pixels(&gray_alpha, 4), [5, 5, 5, 6, 7, 7, 7, 8]);
        assert!(decode_png(&rgb, 2).is_err());
    }

    #[test]
    fn depths_and_palettes_are_expanded() {
        let deep = encode(
            2,
            1,
            ColorType::Grayscale,
            BitDepth::Sixteen,
            &[0x12, 0xff, 0, 0x80],
        );
        assert_eq!(pixels(&deep, 1), [18, 0]);
        let two_bits = encode(4, 1, ColorType::Grayscale, BitDepth::Two, &[0b0001_1011]);
        assert_eq!(pixels(&two_bits, 1), [0, 85, 170, 255]);
        let palette = encode(2, 1, ColorType::Indexed, BitDepth::One, &[0b0100_0000]);
        assert_eq!(pixels(&palette, 1), [1, 4]);
        assert_eq!(pixels(&palette, 3), [1, 2, 3, 4, 5, 6]);
        assert_eq!(pixels(&palette, 4), [1, 2, 3, 7, 4, 5, 6, 255]);
    }

    #[test]
    fn images_are_flipped() {
        let mut image = Image {
            width: 2,
            height: 3,
            channels: 2,
            pixels: (0..12).collect(),
            srgb: false,
        };
        image.flip_horizontally();
        assert_eq!(image.pixels, [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9]);
        image.flip_vertically();
        assert_eq!(image.pixels, [10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1]);
    }

    #[test]
    fn a_huge_promise_is_refused() {
        let mut file = encode(2, 1, ColorType::Grayscale, BitDepth::Eight, &[1, 2]);
        file[16..24].copy_from_slice(&[0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff]);
        let crc = crc32(&file[12..29]);
        file[29..33].copy_from_slice(&crc.to_be_bytes());
        let message = decode_png(&file, 1).unwrap_err().message;
        assert!(message.contains("too much"), "{message}");
        assert!(decode_png(b"not a png", 1).is_err());
    }

    fn crc32(data: &[u8]) -> u32 {
        let step = |crc: u32, byte: &u8| {
            (0..8).fold(crc ^ u32::from(*byte), |c, _| {
                (c >> 1) ^ (0xedb8_8320 & (c & 1).wrapping_neg())
            })
        };
        !data.iter().fold(!0, step)
    }
}
