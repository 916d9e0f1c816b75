//! Where pictures go: a PNG, a film in a file, or ffmpeg.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ligament::Problems;
use ligament_render::Picture;
use ligament_render::film::{Film, write_png};

use super::trouble;
use crate::run::refuse;

/// An open file.
pub enum Sink {
    /// One picture.
    Still(PathBuf),
    /// A film.
    Film(Film<BufWriter<File>>),
    /// A film that ffmpeg makes.
    Mp4(Child),
}

fn extension(path: &Path) -> String {
    let end = path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default();
    end.to_ascii_lowercase()
}

/// Whether a file of this name is a film.
pub fn is_film(path: &Path) -> Result<bool, Problems> {
    match extension(path).as_str() {
        "png" => Ok(false),
        "gif" | "apng" | "mp4" => Ok(true),
        _ => refuse(format!(
            "'{}' does not end in .png, .gif, .apng or .mp4",
            path.display()
        )),
    }
}

impl Sink {
    /// Opens the file for pictures like `first`.
    pub fn open(path: &Path, first: &Picture, frames: u32, fps: u16) -> Result<Self, Problems> {
        let kind = extension(path);
        match kind.as_str() {
            "png" => return Ok(Self::Still(path.to_owned())),
            "mp4" => return mp4(path, first, fps),
            _ => {}
        }
        let file = File::create(path).map_err(|e| trouble(format!("'{}': {e}", path.display())))?;
        let out = BufWriter::new(file);
        let film = if kind == "gif" {
            Film::gif(out, first, fps)
        } else {
            Film::png(out, first, frames, fps)
        };
        film.map(Self::Film).map_err(trouble)
    }

    /// Adds a picture.
    pub fn push(&mut self, picture: &Picture) -> Result<(), Problems> {
        match self {
            Self::Still(path) => {
                let file = File::create(&*path)
                    .map_err(|e| trouble(format!("'{}': {e}", path.display())))?;
                write_png(BufWriter::new(file), picture).map_err(trouble)
            }
            Self::Film(film) => film.push(picture).map_err(trouble),
            Self::Mp4(child) => match &mut child.stdin {
                Some(pipe) => pipe.write_all(&picture.rgb).map_err(trouble),
                None => refuse("ffmpeg takes no pictures".into()),
            },
        }
    }

    /// Ends the film.
    pub fn finish(self) -> Result<(), Problems> {
        match self {
            Self::Still(_) => Ok(()),
            Self::Film(film) => film.finish().map_err(trouble),
            Self::Mp4(mut child) => {
                drop(child.stdin.take());
                match child.wait() {
                    Ok(status) if status.success() => Ok(()),
                    Ok(status) => refuse(format!("ffmpeg failed: {status}")),
                    Err(e) => refuse(format!("ffmpeg: {e}")),
                }
            }
        }
    }
}

/// Starts ffmpeg; rows come from the bottom up.
fn mp4(path: &Path, first: &Picture, fps: u16) -> Result<Sink, Problems> {
    let child = Command::new("ffmpeg")
        .args([
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pixel_format",
            "rgb24",
        ])
        .args(["-video_size", &format!("{}x{}", first.width, first.height)])
        .args(["-framerate", &fps.to_string(), "-i", "-"])
        .args([
            "-vf",
            "vflip,pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-pix_fmt",
            "yuv420p",
        ])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn();
    match child {
        Ok(child) => Ok(Sink::Mp4(child)),
        Err(_) => refuse(
            "MP4 files are made by the program ffmpeg, which is not there: install it (for example `apt install ffmpeg`), \
             or write an animated PNG with -o FILE.apng"
                .into(),
        ),
    }
}
