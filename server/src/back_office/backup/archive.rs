//! The file of a backup: a tar stream, compressed by gzip.
//!
//! `manifest.json` is first, `tables/NAME/00001.jsonl` and `images/NAME/FILE` follow, and `checksums.json` is last. A
//! chunk of rows begins with the list of its columns. The checksums cover path, length and content of all other
//! entries, so that a file that was cut off or changed is recognised. They hold in any order, because other programs
//! pack the files of an archive in theirs.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
    path::Path,
    sync::mpsc::Receiver,
};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    ArchiveEntry, ArchiveManifest, ArchiveTotals, BackupError, RowChunk, archive_files::for_each_file,
    receive, row_json::TableDigest,
};
use crate::{
    pictures::variants::{ImageVariant, is_image_name},
    values::hash::hex,
};

const MANIFEST: &str = "manifest.json";
const CHECKSUMS: &str = "checksums.json";
#[derive(Serialize, Deserialize)]
struct Checksums {
    /// The sum of all entries before this one, in their order.
    sha256: String,
    /// The sum of all other entries in any order. The first backups have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contents: Option<String>,
    entries: u64,
    #[serde(flatten)]
    totals: ArchiveTotals,
}

#[derive(Default)]
struct RunningSum {
    sha256: Sha256,
    /// Combines the sums of the entries by XOR.
    contents: TableDigest,
    entries: u64,
}

impl RunningSum {
    fn add(&mut self, path: &str, bytes: &[u8]) {
        let (length, mut entry) = ((bytes.len() as u64).to_le_bytes(), Sha256::new());
        for part in [path.as_bytes(), &[0], &length, bytes] {
            self.sha256.update(part);
            entry.update(part);
        }
        self.contents.add(&entry.finalize());
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
                (rows_path(&chunk.table, *number), chunk.to_bytes()?.into())
            }
            ArchiveEntry::Picture { name, file, bytes } => (format!("images/{name}/{}", file.name()), bytes),
            ArchiveEntry::End(totals) => {
                let contents = Some(sum.contents.total().digest);
                let last = Checksums { sha256: sum.sum(), contents, entries: sum.entries, totals };
                append(&mut tar, CHECKSUMS, &pretty(&last)?)?;
                tar.into_inner()?.finish()?.flush()?;
                return Ok(last.totals);
            }
        };
        append(&mut tar, &path, &bytes)?;
        sum.add(&path, &bytes);
    }
}

pub(super) fn rows_path(table: &str, number: u32) -> String {
    format!("tables/{table}/{number:05}.jsonl")
}

impl RowChunk {
    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(&self.columns)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.lines);
        Ok(bytes)
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

/// An entry as its path names it.
pub(super) enum NamedEntry {
    Manifest(ArchiveManifest),
    /// The number is the place of the chunk among the rows of its table.
    Rows(u32, RowChunk),
    Picture {
        name: String,
        file: ImageVariant,
        bytes: Bytes,
    },
}

/// Passes each entry to `each` in the order of the file, and returns the totals if the checksums are right.
pub(super) fn read(
    input: impl Read,
    mut each: impl FnMut(NamedEntry) -> Result<(), BackupError>,
) -> Result<ArchiveTotals, BackupError> {
    let mut sum = RunningSum::default();
    let (mut pictures, mut last) = (0, None::<(Checksums, bool)>);
    for_each_file(input, |path, bytes| {
        let is_first = sum.entries == 0 && last.is_none();
        let unknown = || {
            if is_first { BackupError::NoBackup } else { BackupError::UnknownEntry(path.to_owned()) }
        };
        if path == CHECKSUMS {
            if last.is_some() {
                return Err(unknown());
            }
            let checksums: Checksums = json(path, &bytes)?;
            let is_in_order = checksums.sha256 == sum.sum() && checksums.entries == sum.entries;
            last = Some((checksums, is_in_order));
            return Ok(());
        }
        sum.add(path, &bytes);
        let entry = parse(path, bytes)?.ok_or_else(unknown)?;
        pictures += u64::from(matches!(entry, NamedEntry::Picture { .. }));
        each(entry)
    })?;
    let (checksums, is_in_order) = last.ok_or_else(|| BackupError::Damaged(TOO_SHORT.into()))?;
    let contents = sum.contents.total().digest;
    let is_whole = match &checksums.contents {
        Some(expected) => *expected == contents && checksums.entries == sum.entries,
        None => is_in_order && checksums.entries == sum.entries,
    };
    if is_whole && checksums.totals.pictures == pictures {
        Ok(checksums.totals)
    } else {
        Err(BackupError::Damaged("its checksums differ".into()))
    }
}

/// Accepts only the paths that [`write()`] makes, so that none leads out of the folder of the pictures.
fn parse(path: &str, bytes: Vec<u8>) -> Result<Option<NamedEntry>, BackupError> {
    if path == MANIFEST {
        return Ok(Some(NamedEntry::Manifest(json(path, &bytes)?)));
    }
    let parts: Vec<&str> = path.split('/').collect();
    Ok(match parts[..] {
        ["tables", table, file] => {
            let number = file.strip_suffix(".jsonl").and_then(|number| number.parse().ok());
            match number {
                Some(number) => Some(NamedEntry::Rows(number, parse_rows(path, table, &bytes)?)),
                None => None,
            }
        }
        ["images", name, file] if is_image_name(name) => ImageVariant::from_file_name(file)
            .map(|file| NamedEntry::Picture { name: name.to_owned(), file, bytes: bytes.into() }),
        _ => None,
    })
}

pub(super) fn parse_rows(path: &str, table: &str, bytes: &[u8]) -> Result<RowChunk, BackupError> {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    let columns = json(path, parts.next().unwrap_or_default())?;
    let lines = parts.next().unwrap_or_default().to_vec();
    Ok(RowChunk { table: table.to_owned(), columns, lines })
}

fn json<T: serde::de::DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<T, BackupError> {
    serde_json::from_slice(bytes)
        .map_err(|_| BackupError::Damaged(format!("its entry {path} is not as it was written")))
}

const TOO_SHORT: &str = "the file ends too early";
