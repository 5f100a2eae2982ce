//! The rows of an archive whose entries another program has put into its own order.
//!
//! Rows are restored table by table, because they refer to rows of earlier tables. So the chunks of such an archive go
//! to a temporary file first, and are read from it in the order of the manifest.

use std::{
    fs::File,
    io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use super::{
    ArchiveManifest, BackupError, RowChunk,
    archive::{self, NamedEntry, rows_path},
    checked_backup::unnamed_file,
};

/// A chunk has a megabyte, so this is more than the rows of any shop.
const MAX_CHUNKS: usize = 200_000;

/// Whether the entries of an archive come in the order in which they are restored.
#[derive(Default)]
pub(super) struct EntryOrder {
    manifest: Option<ArchiveManifest>,
    last: Option<(usize, u32)>,
    is_mixed: bool,
}

impl EntryOrder {
    pub(super) fn follow(&mut self, entry: &NamedEntry) -> Result<(), BackupError> {
        match entry {
            NamedEntry::Manifest(_) if self.manifest.is_some() => {
                return Err(BackupError::Damaged("it has two manifests".into()));
            }
            NamedEntry::Manifest(manifest) => self.manifest = Some(manifest.clone()),
            NamedEntry::Rows(number, chunk) => match &self.manifest {
                // The first backups have no list, and their checksum fixes the order.
                Some(manifest) if manifest.tables.is_empty() => {}
                Some(manifest) => {
                    let place = Some((place_of(manifest, &chunk.table)?, *number));
                    self.is_mixed |= place <= self.last;
                    self.last = place;
                }
                None => self.is_mixed = true,
            },
            NamedEntry::Picture { .. } => self.is_mixed |= self.manifest.is_none(),
        }
        Ok(())
    }

    /// The manifest, and whether the rows have to be sorted.
    pub(super) fn end(self) -> Result<(ArchiveManifest, bool), BackupError> {
        Ok((self.manifest.ok_or(BackupError::NoBackup)?, self.is_mixed))
    }
}

fn place_of(manifest: &ArchiveManifest, table: &str) -> Result<usize, BackupError> {
    let place = manifest.tables.iter().position(|known| known == table);
    place.ok_or_else(|| BackupError::Damaged(format!("its manifest does not know table {table}")))
}

pub(super) struct RowSpool {
    file: File,
    pub(super) manifest: ArchiveManifest,
    /// Table and number, offset and length.
    chunks: Vec<((usize, u32), u64, usize)>,
}

impl RowSpool {
    /// The temporary file is in `folder`.
    pub(super) fn sort(input: &File, manifest: ArchiveManifest, folder: &Path) -> Result<Self, BackupError> {
        let failed = |cause| BackupError::Write { path: PathBuf::from(folder), cause };
        let mut out = BufWriter::new(unnamed_file(folder).map_err(failed)?);
        let (mut chunks, mut end) = (Vec::new(), 0);
        archive::read(input, |entry| {
            let NamedEntry::Rows(number, chunk) = entry else { return Ok(()) };
            if chunks.len() == MAX_CHUNKS {
                return Err(BackupError::Damaged("it has too many entries".into()));
            }
            let bytes = chunk.to_bytes().map_err(failed)?;
            out.write_all(&bytes).map_err(failed)?;
            chunks.push(((place_of(&manifest, &chunk.table)?, number), end, bytes.len()));
            end += bytes.len() as u64;
            Ok(())
        })?;
        chunks.sort_unstable();
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        Ok(Self { file, manifest, chunks })
    }

    /// Passes the chunks in the order of their tables.
    pub(super) fn read(
        &self,
        mut each: impl FnMut(RowChunk) -> Result<(), BackupError>,
    ) -> Result<(), BackupError> {
        let failed = |cause: io::Error| BackupError::Damaged(format!("its rows cannot be read: {cause}"));
        for ((table, number), offset, length) in &self.chunks {
            let mut file = &self.file;
            let mut bytes = vec![0; *length];
            file.seek(SeekFrom::Start(*offset)).and_then(|_| file.read_exact(&mut bytes)).map_err(failed)?;
            let table = &self.manifest.tables[*table];
            each(archive::parse_rows(&rows_path(table, *number), table, &bytes)?)?;
        }
        Ok(())
    }
}
