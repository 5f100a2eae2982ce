//! Takes the pictures that rows name out of a zip file, or fetches the pictures of another shop by their addresses.
//!
//! The names of an archive are only compared, and its files are unpacked into memory one by one. What is stored is the
//! new encoding of a picture, as after an upload.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    io::{Cursor, Read as _},
    sync::Arc,
};

use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;
use zip::ZipArchive;

use super::{fetched_pictures::collect_addresses, file::ToolFile, other_shops::ImportSource};
use crate::{
    base::config::Config,
    catalogue::{
        tools::tool::name_key,
        uploads::{
            image_url::check_image_url,
            multipart::MAX_FILE_BYTES,
            upload::{UploadError, upload_as},
        },
    },
    http::{error::ApiError, progress::ProgressReporter},
    pictures::variants::ImageVariant,
    shop::Shop,
    values::{
        ids::Id,
        language::{Localized, localized},
    },
};

pub const MAX_ZIP_BYTES: usize = 50 * 1024 * 1024;
/// A picture takes a core a quarter of a second.
pub const MAX_ENTRIES: usize = 500;
/// The name of a blank picture, for tools that have none.
pub const NO_PICTURE: &str = "";
/// Begins each entry of an archive's directory.
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";
/// This many bytes of an entry come before its name.
const ENTRY_HEADER_BYTES: usize = 46;
/// The import stores this many pictures at a time.
pub const CONCURRENT_PICTURES: usize = 2;

/// A picture of the zip that rows name.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportedPicture {
    /// The name of the file, in lower case and without folders. In a file of another shop: the address, or empty for a
    /// blank picture.
    pub file: String,
    /// The address of the stored picture.
    pub url: String,
}

/// The pictures that rows may name by a file: the address of each, or what is wrong with it.
#[derive(Default)]
pub struct PictureFiles {
    pub has_zip: bool,
    pub found: BTreeMap<String, StoredPicture>,
}

/// The address of a stored picture, or a sentence about the file that its row shows. It ends no import.
pub type StoredPicture = Result<String, Localized>;

/// `Err` is a sentence about this file.
pub type Unpacked = Result<Vec<u8>, Localized>;

/// Whether the cell of a picture names a file. Addresses begin with `/` or with a scheme.
fn is_file_name(cell: &str) -> bool {
    !cell.starts_with('/') && !cell.contains("://")
}

/// Archives of Windows and macOS differ in case, in the form of accents, and in a folder around the files.
pub fn key(name: &str) -> String {
    let name: String = name.rsplit(['/', '\\']).next().unwrap_or_default().nfc().collect();
    name_key(&name)
}

impl PictureFiles {
    /// The pictures as a check listed them.
    pub fn of(pictures: Option<Vec<ImportedPicture>>) -> Self {
        let has_zip = pictures.is_some();
        let found = pictures.unwrap_or_default().into_iter().map(|picture| (picture.file, Ok(picture.url)));
        Self { has_zip, found: found.collect() }
    }

    /// Stores the pictures that the rows of `file` name: files of the zip, and addresses of another shop.
    pub async fn collect(
        shop: &Arc<Shop>,
        by: &Id,
        file: &ToolFile,
        zip: Option<Bytes>,
        progress: &ProgressReporter,
    ) -> Result<Self, ApiError> {
        let archive = match zip {
            None => None,
            Some(zip) => {
                let opened = shop.images.run(move || Archive::open(zip)).await.map_err(UploadError::from)?;
                let unreadable = |detail| ApiError::unprocessable("unreadable_zip", detail);
                Some(Arc::new(opened.map_err(unreadable)?))
            }
        };
        let has_zip = archive.is_some();
        if file.source != ImportSource::Trowel {
            return collect_addresses(shop, by, file, archive, progress).await;
        }
        let Some(archive) = &archive else { return Ok(Self::default()) };
        let cells = file.rows.iter().filter_map(|row| row.update.img.as_deref());
        let named: BTreeSet<String> = cells.filter(|cell| is_file_name(cell)).map(key).collect();
        progress.start(named.len());
        let found = stream::iter(named)
            .map(|file| async move {
                let stored = archive.store(shop, by, file.clone()).await?;
                progress.advance(1);
                Ok::<_, ApiError>((file, stored))
            })
            .buffer_unordered(CONCURRENT_PICTURES)
            .try_collect()
            .await?;
        Ok(Self { has_zip, found })
    }

    /// The stored picture for an address of another shop. `Err` is a sentence about it.
    pub fn fetched(&self, address: &str, config: &Config) -> Result<String, Localized> {
        let known =
            self.found.get(address).map_or(Ok(address), |found| found.as_deref().map_err(Clone::clone))?;
        check_image_url(known, config).map_err(|fault| fault.detail)
    }

    /// The address for the cell of a picture. `Err` is a sentence about it.
    pub fn address_of<'a>(&'a self, cell: &'a str) -> Result<&'a str, Localized> {
        if !is_file_name(cell) {
            return Ok(cell);
        }
        match self.found.get(&key(cell)) {
            Some(found) => found.as_deref().map_err(|fault| about_file(cell, fault)),
            None if self.has_zip => Err(about_file(cell, &missing())),
            None => Err(localized!(
                "“{cell}” is not a web address. If it is a file, please choose the zip with the pictures too.",
                "«\u{a0}{cell}\u{a0}» n’est pas une adresse web. Si c’est un fichier, veuillez choisir aussi \
                 le fichier zip des images."
            )),
        }
    }

    /// The pictures that can be imported.
    pub fn list(&self) -> Vec<ImportedPicture> {
        let good = self.found.iter().filter_map(|(file, found)| Some((file, found.as_ref().ok()?)));
        good.map(|(file, url)| ImportedPicture { file: file.clone(), url: url.clone() }).collect()
    }
}

pub async fn store_picture(shop: &Arc<Shop>, by: &Id, file: Vec<u8>) -> Result<StoredPicture, ApiError> {
    let name = match upload_as(shop, by, file).await {
        Err(error @ UploadError::Rejected(_)) => {
            return Ok(StoredPicture::Err(ApiError::from(error).detail));
        }
        uploaded => uploaded?,
    };
    Ok(StoredPicture::Ok(format!("{}/images/{name}/{}", shop.public_url(), ImageVariant::Small.name())))
}

fn missing() -> Localized {
    localized!("The zip has no such file.", "Le fichier zip ne contient pas ce fichier.")
}

/// A sentence about a file that a cell names.
fn about_file(cell: &str, fault: &Localized) -> Localized {
    localized!(language => "“{cell}”: {}", "«\u{a0}{cell}\u{a0}»\u{a0}: {}", fault.in_language(language))
}

/// Cuts a name so that it fits into a sentence.
fn shorten(name: &str) -> String {
    name.chars().take(100).collect()
}

/// macOS adds a folder with a file beside each picture.
fn is_of_macos(name: &str) -> bool {
    name.starts_with("__MACOSX/")
}

/// The first file that the directory of an archive has twice.
fn repeated_name(mut directory: &[u8]) -> Option<String> {
    let mut names = HashSet::new();
    while directory.starts_with(ENTRY_SIGNATURE) {
        let length = |at: usize| Some(usize::from(u16::from_le_bytes(*directory.get(at..)?.first_chunk()?)));
        let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
        let (header, rest) = directory.split_at_checked(ENTRY_HEADER_BYTES + name)?;
        let name = &header[ENTRY_HEADER_BYTES..];
        if !names.insert(name) {
            let name = String::from_utf8_lossy(name);
            if !name.ends_with('/') && !is_of_macos(&name) {
                return Some(name.into_owned());
            }
        }
        directory = rest.get(extra + comment..)?;
    }
    None
}

/// How many entries the directory of a zip can have. It is asked before the directory is read, because an entry takes
/// more memory there than in the file.
pub fn entry_count(zip: &[u8]) -> usize {
    zip.windows(ENTRY_SIGNATURE.len()).filter(|found| *found == ENTRY_SIGNATURE).count()
}

pub struct Archive {
    zip: ZipArchive<Cursor<Bytes>>,
    /// Positions of the files with this name.
    entries: HashMap<String, Vec<usize>>,
}

impl Archive {
    /// `Err` is a sentence about the whole archive.
    fn open(bytes: Bytes) -> Result<Self, Localized> {
        let damaged = || {
            localized!(
                "This file is not a zip, or it is damaged. Please make it again and try again.",
                "Ce fichier n’est pas un fichier zip, ou il est endommagé. Veuillez le refaire et réessayer."
            )
        };
        if entry_count(&bytes) > MAX_ENTRIES {
            return Err(localized!(
                "This zip has more than {MAX_ENTRIES} files. Please split it, and the tools, into several \
                 imports.",
                "Ce fichier zip contient plus de {MAX_ENTRIES}\u{a0}fichiers. Veuillez le diviser, avec les \
                 outils, en plusieurs importations."
            ));
        }
        let zip = ZipArchive::new(Cursor::new(bytes.clone())).map_err(|_| damaged())?;
        // `ZipArchive` knows only the last file of a name.
        if zip.has_duplicate_names() {
            let start = usize::try_from(zip.central_directory_start()).unwrap_or(usize::MAX);
            if let Some(name) = bytes.get(start..).and_then(repeated_name) {
                return Err(localized!(
                    "This zip has the file “{}” more than once. Please keep one of them and make the zip again.",
                    "Ce fichier zip contient le fichier «\u{a0}{}\u{a0}» plus d’une fois. Veuillez n’en garder \
                     qu’un et refaire le fichier zip.",
                    shorten(&name)
                ));
            }
        }
        let mut entries: HashMap<String, Vec<usize>> = HashMap::new();
        for position in 0..zip.len() {
            let name = zip.name_for_index(position).and_then(Result::ok).ok_or_else(damaged)?;
            let mut folders = name.split(['/', '\\']);
            if name.starts_with(['/', '\\']) || folders.any(|folder| folder == "..") {
                return Err(localized!(
                    "This zip has a file outside of its folder: “{}”. Please make the zip again.",
                    "Ce fichier zip contient un fichier hors de son dossier\u{a0}: «\u{a0}{}\u{a0}». Veuillez \
                     refaire le fichier zip.",
                    shorten(&name)
                ));
            }
            if !is_of_macos(&name) {
                entries.entry(key(&name)).or_default().push(position);
            }
        }
        Ok(Self { zip, entries })
    }

    pub fn contains(&self, file: &str) -> bool {
        self.entries.contains_key(file)
    }

    fn read(&self, file: &str) -> Unpacked {
        let position = match self.entries.get(file).map(Vec::as_slice) {
            Some([position]) => *position,
            Some(_) => {
                return Err(localized!(
                    "The zip has several files of this name. Please rename them.",
                    "Le fichier zip contient plusieurs fichiers de ce nom. Veuillez les renommer."
                ));
            }
            None => return Err(missing()),
        };
        let locked = || {
            localized!(
                "The file cannot be unpacked. Please make the zip again, without a password.",
                "Le fichier ne peut pas être décompressé. Veuillez refaire le fichier zip, sans mot de passe."
            )
        };
        let mut zip = self.zip.clone();
        let entry = zip.by_index(position).map_err(|_| locked())?;
        let mut unpacked = Vec::new();
        // The size in the archive may be a lie, so what is unpacked is counted.
        entry.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut unpacked).map_err(|_| locked())?;
        if unpacked.len() > MAX_FILE_BYTES {
            let megabytes = MAX_FILE_BYTES / 1024 / 1024;
            return Err(localized!(
                "The picture can be at most {megabytes} MB. Please make it smaller.",
                "L’image peut faire au plus {megabytes}\u{a0}Mo. Veuillez la réduire."
            ));
        }
        Ok(unpacked)
    }

    pub async fn store(
        self: &Arc<Self>,
        shop: &Arc<Shop>,
        by: &Id,
        file: String,
    ) -> Result<StoredPicture, ApiError> {
        let archive = Arc::clone(self);
        let unpacked = shop.images.run(move || archive.read(&file)).await.map_err(UploadError::from)?;
        match unpacked {
            Ok(unpacked) => store_picture(shop, by, unpacked).await,
            Err(fault) => Ok(StoredPicture::Err(fault)),
        }
    }
}
