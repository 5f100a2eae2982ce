//! The file of a backup: a tar stream, compressed by gzip.
//!
//! `manifest.json` is first, `tables/NAME/00001.jsonl` and `images/NAME/FILE` follow, and `checksums.json` is last. A
//! chunk of rows begins with the list of its columns. The checksum covers path, length and content of all entries
//! before it, so that a file that was cut off or changed is recognised.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
    path::Path,
    sync::mpsc::Receiver,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{ArchiveEntry, ArchiveTotals, BackupError, RowChunk, receive};
use crate::{
    pictures::variants::{ImageVariant, is_image_name},
    values::hash::hex,
};

const MANIFEST: &str = "manifest.json";
const CHECKSUMS: &str = "checksums.json";
/// Bounds the memory that a changed file can take. A chunk has a megabyte and one row, a picture less.
const MAX_ENTRY_BYTES: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
struct Checksums {
    /// Of all entries before this one.
    sha256: String,
    entries: u64,
    #[serde(flatten)]
    totals: ArchiveTotals,
}

#[derive(Default)]
struct RunningSum {
    sha256: Sha256,
    entries: u64,
}

impl RunningSum {
    fn add(&mut self, path: &str, bytes: &[u8]) {
        self.sha256.update(path.as_bytes());
        self.sha256.update([0]);
        self.sha256.update((bytes.len() as u64).to_le_bytes());
        self.sha256.update(bytes);
        self.entries += 1;
    }

    fn sum(&self) -> String {
        hex(&self.sha256.clone().finalize())
    }
}

/// Writes entries until the last one, and flushes `out`.
pub fn write(entries: &Receiver<ArchiveEntry>, out: impl Write) -> Result<ArchiveTotals, WriteArchiveError> {
    // The fastest level halves the size of pages of text. Higher ones cost a core for minutes.
    let mut tar = tar::Builder::new(GzEncoder::new(io::BufWriter::new(out), Compression::fast()));
    let mut sum = RunningSum::default();
    let mut chunks = BTreeMap::<String, u32>::new();
    loop {
        let (path, bytes) = match receive(entries)? {
            ArchiveEntry::Manifest(manifest) => (MANIFEST.to_owned(), pretty(&manifest)?.into()),
            ArchiveEntry::Rows(chunk) => {
                let number = chunks.entry(chunk.table.clone()).or_default();
                *number += 1;
                let mut bytes = serde_json::to_vec(&chunk.columns).map_err(io::Error::from)?;
                bytes.push(b'\n');
                bytes.extend_from_slice(&chunk.lines);
                (format!("tables/{}/{number:05}.jsonl", chunk.table), bytes.into())
            }
            ArchiveEntry::Picture { name, file, bytes } => (format!("images/{name}/{}", file.name()), bytes),
            ArchiveEntry::End(totals) => {
                let last = Checksums { sha256: sum.sum(), entries: sum.entries, totals };
                append(&mut tar, CHECKSUMS, &pretty(&last)?)?;
                tar.into_inner()?.finish()?.flush()?;
                return Ok(last.totals);
            }
        };
        append(&mut tar, &path, &bytes)?;
        sum.add(&path, &bytes);
    }
}

fn append(tar: &mut tar::Builder<impl Write>, path: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    tar.append_data(&mut header, path, bytes)
}

fn pretty(json: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(json)?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[derive(Debug, thiserror::Error)]
pub enum WriteArchiveError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Source(#[from] BackupError),
}

impl WriteArchiveError {
    /// Adds the path of the file.
    pub fn at(self, path: &Path) -> BackupError {
        match self {
            Self::Io(cause) => BackupError::Write { path: path.to_owned(), cause },
            Self::Source(error) => error,
        }
    }
}

/// Passes each entry to `each`, the last one only if the checksums are right.
pub fn read(
    input: impl Read,
    mut each: impl FnMut(ArchiveEntry) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut tar = tar::Archive::new(GzDecoder::new(io::BufReader::new(input)));
    let last = read_entries(&mut tar, &mut each);
    // The end of the compressed stream has a checksum of its own. Where it is wrong, a strange entry is a damaged one.
    let rest = io::copy(&mut tar.into_inner(), &mut io::sink());
    match (last, rest) {
        (Ok(_) | Err(BackupError::UnknownEntry(_)), Err(error)) => Err(damaged(&error)),
        (last, _) => each(ArchiveEntry::End(last?)),
    }
}

/// Passes each entry but the last one, whose totals are returned.
fn read_entries(
    tar: &mut tar::Archive<impl Read>,
    mut each: impl FnMut(ArchiveEntry) -> Result<(), BackupError>,
) -> Result<ArchiveTotals, BackupError> {
    let mut sum = RunningSum::default();
    let mut pictures = 0;
    let mut last = None;
    for entry in tar.entries().map_err(|error| damaged(&error))? {
        let mut entry = match entry {
            Err(error) if sum.entries == 0 && error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(if system_error(&error).is_some() {
                    damaged(&error)
                } else {
                    BackupError::NoBackup
                });
            }
            entry => entry.map_err(|error| damaged(&error))?,
        };
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if sum.entries == 0 && path != MANIFEST {
            return Err(BackupError::NoBackup);
        }
        if last.is_some() || !entry.header().entry_type().is_file() || entry.size() > MAX_ENTRY_BYTES {
            return Err(BackupError::UnknownEntry(path));
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if path == CHECKSUMS {
            let checksums: Checksums = json(&path, &bytes)?;
            let is_whole = checksums.sha256 == sum.sum() && checksums.entries == sum.entries;
            if !is_whole || checksums.totals.pictures != pictures {
                return Err(BackupError::Damaged("its checksums differ".into()));
            }
            last = Some(checksums.totals);
            continue;
        }
        sum.add(&path, &bytes);
        let entry = parse(&path, bytes)?;
        pictures += u64::from(matches!(entry, ArchiveEntry::Picture { .. }));
        each(entry)?;
    }
    last.ok_or_else(|| BackupError::Damaged(TOO_SHORT.into()))
}

/// Accepts only the paths that [`write()`] makes, so that none leads out of the folder of the pictures.
fn parse(path: &str, bytes: Vec<u8>) -> Result<ArchiveEntry, BackupError> {
    let unknown = || BackupError::UnknownEntry(path.to_owned());
    if path == MANIFEST {
        return Ok(ArchiveEntry::Manifest(json(path, &bytes)?));
    }
    let (folder, rest) = path.split_once('/').ok_or_else(unknown)?;
    let (name, file) = rest.split_once('/').ok_or_else(unknown)?;
    match folder {
        "tables" => {
            let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
            let columns = json(path, parts.next().unwrap_or_default())?;
            let lines = parts.next().unwrap_or_default().to_vec();
            Ok(ArchiveEntry::Rows(RowChunk { table: name.to_owned(), columns, lines }))
        }
        "images" if is_image_name(name) => {
            let file = ImageVariant::from_file_name(file).ok_or_else(unknown)?;
            Ok(ArchiveEntry::Picture { name: name.to_owned(), file, bytes: bytes.into() })
        }
        _ => Err(unknown()),
    }
}

fn json<T: serde::de::DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<T, BackupError> {
    serde_json::from_slice(bytes)
        .map_err(|_| BackupError::Damaged(format!("its entry {path} is not as it was written")))
}

const TOO_SHORT: &str = "the file ends too early";

/// Without what the readers of gzip and tar say about bytes of a damaged file.
fn damaged(error: &io::Error) -> BackupError {
    BackupError::Damaged(match system_error(error) {
        Some(system) => format!("the file cannot be read: {system}"),
        None if error.kind() == io::ErrorKind::UnexpectedEof => TOO_SHORT.into(),
        None => "a part of the file is not as it was written".into(),
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
