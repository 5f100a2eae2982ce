//! The files of a tar archive that is compressed by gzip, whichever program packed it.
//!
//! GNU tar, bsdtar and Python add folders, times and `./`, which are harmless. Everything that could lead elsewhere is
//! refused: links, devices, absolute paths, `..`, and extensions that change a path or a size. Memory and time are
//! bounded by the size of the file.

use std::io::{self, BufReader, Read};

use flate2::read::MultiGzDecoder;
use tar::{Entry, EntryType, PaxExtensions};

use super::BackupError;

/// A chunk has a megabyte and one row, a picture less.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Times and owners of a file.
const MAX_EXTENSION_BYTES: u64 = 64 << 10;
/// Zeros behind the end of an archive. GNU tar fills up ten kilobytes, and devices more.
const MAX_PADDING: u64 = 1 << 20;
/// Rows of text shrink to a tenth. Gzip could shrink a file of zeros to a thousandth.
const MAX_RATIO: u64 = 200;
/// What a small file may grow to.
const MIN_UNPACKED: u64 = 64 << 20;

/// Passes path and content of each file, in the order of the archive.
pub(super) fn for_each_file(
    input: impl Read,
    mut each: impl FnMut(&str, Vec<u8>) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut tar = tar::Archive::new(Unpacked::new(input));
    let read = read_files(&mut tar, &mut each);
    // The compressed stream has checksums of its own. Where they are wrong, a strange entry is a damaged one.
    let rest = match read {
        Ok(()) | Err(BackupError::UnknownEntry(_)) => read_rest(tar.into_inner(), read.is_ok()),
        Err(_) => Ok(()),
    };
    rest.and(read)
}

fn read_files(
    tar: &mut tar::Archive<impl Read>,
    each: &mut impl FnMut(&str, Vec<u8>) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut is_first = true;
    for entry in tar.entries().map_err(|error| damaged(&error))?.raw(true) {
        let mut entry = match entry {
            Err(error) if is_first && error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(if system_error(&error).is_some() {
                    damaged(&error)
                } else {
                    BackupError::NoBackup
                });
            }
            entry => entry.map_err(|error| damaged(&error))?,
        };
        is_first = false;
        let raw_path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let refused = || BackupError::UnknownEntry(raw_path.clone());
        match entry.header().entry_type() {
            EntryType::XHeader | EntryType::XGlobalHeader => {
                if !is_harmless_extension(&mut entry)? {
                    return Err(refused());
                }
            }
            EntryType::Directory if entry.size() == 0 => {
                plain_path(&raw_path, true).ok_or_else(refused)?;
            }
            kind if kind.is_file() && entry.size() <= MAX_FILE_BYTES => {
                let path = plain_path(&raw_path, false).ok_or_else(refused)?;
                // macOS keeps attributes of a file in another one.
                if path.rsplit('/').next().is_some_and(|name| name.starts_with("._")) {
                    continue;
                }
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
                each(path, bytes)?;
            }
            _ => return Err(refused()),
        }
    }
    Ok(())
}

/// Whether an extended header leaves the path and the size of its file as they are.
fn is_harmless_extension(entry: &mut Entry<'_, impl Read>) -> Result<bool, BackupError> {
    if entry.size() > MAX_EXTENSION_BYTES {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
    let is_harmless =
        |key: &str| !matches!(key, "path" | "linkpath" | "size") && !key.starts_with("GNU.sparse");
    let mut extensions = PaxExtensions::new(&bytes);
    Ok(extensions.all(|extension| extension.is_ok_and(|pair| pair.key().is_ok_and(is_harmless))))
}

/// The path without `./`, unless it leads out of its folder.
fn plain_path(path: &str, is_folder: bool) -> Option<&str> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let path = if is_folder { path.strip_suffix('/').unwrap_or(path) } else { path };
    if is_folder && matches!(path, "" | ".") {
        return Some(path);
    }
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    path.split('/').all(is_plain).then_some(path)
}

/// Reads to the end of the stream. Behind a whole archive only zeros may follow.
fn read_rest(rest: impl Read, is_whole: bool) -> Result<(), BackupError> {
    let mut rest = rest;
    if !is_whole {
        return io::copy(&mut rest, &mut io::sink()).map(drop).map_err(|error| damaged(&error));
    }
    let mut padding = Vec::new();
    rest.take(MAX_PADDING + 1).read_to_end(&mut padding).map_err(|error| damaged(&error))?;
    if padding.len() as u64 > MAX_PADDING || padding.iter().any(|byte| *byte != 0) {
        return Err(BackupError::Damaged("the file goes on behind its end".into()));
    }
    Ok(())
}

/// The unpacked bytes, as long as they are not far more than the packed ones.
struct Unpacked<R> {
    stream: MultiGzDecoder<BufReader<Counted<R>>>,
    bytes: u64,
}

struct Counted<R> {
    input: R,
    bytes: u64,
}

impl<R: Read> Unpacked<R> {
    fn new(input: R) -> Self {
        let counted = BufReader::new(Counted { input, bytes: 0 });
        Self { stream: MultiGzDecoder::new(counted), bytes: 0 }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.bytes += count as u64;
        let packed = self.stream.get_ref().get_ref().bytes;
        if self.bytes > MIN_UNPACKED.max(packed.saturating_mul(MAX_RATIO)) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.bytes += count as u64;
        Ok(count)
    }
}

/// Makes the error of a damaged file. It leaves out what the readers of gzip and tar say about the bytes.
fn damaged(error: &io::Error) -> BackupError {
    BackupError::Damaged(match (system_error(error), error.kind()) {
        (Some(system), _) => format!("the file cannot be read: {system}"),
        (None, io::ErrorKind::UnexpectedEof) => "the file ends too early".into(),
        (None, io::ErrorKind::FileTooLarge) => "it unpacks to far more than a backup does".into(),
        (None, _) => "a part of the file is not as it was written".into(),
    })
}

/// What the operating system said, which the readers of gzip and tar wrap.
fn system_error(error: &io::Error) -> Option<&io::Error> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        let inner_io = inner.downcast_ref::<io::Error>();
        if let Some(system) = inner_io.filter(|error| error.raw_os_error().is_some()) {
            return Some(system);
        }
        cause = inner_io.and_then(io::Error::get_ref).map(|inner| inner as _).or_else(|| inner.source());
    }
    None
}
