//! Reads the files of an import from a body, within size limits.

use std::{fmt::Display, time::Duration};

use bytes::Bytes;
use futures_util::Stream;
use multer::{Constraints, Multipart, SizeLimit};

use super::{
    MAX_FILE_BYTES,
    pictures::{ImportedPicture, MAX_ZIP_BYTES},
};
use crate::http::{error::ApiError, upload_body::collect};
use crate::values::language::localized;

/// Stops clients that send their file slowly on purpose.
const FILE_TIMEOUT: Duration = Duration::from_mins(1);
pub const ZIP_TIMEOUT: Duration = Duration::from_mins(5);
/// The list of pictures, the headers and the boundaries may take this many bytes.
const MAX_OTHER_BYTES: usize = 512 * 1024;
pub const MAX_FORM_BYTES: u64 = (MAX_FILE_BYTES + MAX_ZIP_BYTES + MAX_OTHER_BYTES) as u64;

/// The files of an import: a file of tools alone, or a form with its pictures.
#[derive(Default)]
pub struct ImportBody {
    pub tools: Bytes,
    pub zip: Option<Bytes>,
    pub pictures: Option<Vec<ImportedPicture>>,
}

/// The part of a form beside the file of tools.
#[derive(Clone, Copy)]
pub enum PicturePart {
    Zip,
    /// What the check of the zip returned.
    List,
}

impl PicturePart {
    const fn name(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::List => "pictures",
        }
    }
}

/// `boundary` is the one of a form. It is `None` if the body is a file of tools.
pub async fn read_body<E>(
    body: impl Stream<Item = Result<Bytes, E>> + Send,
    boundary: Option<String>,
    part: PicturePart,
) -> Result<ImportBody, ApiError>
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    match boundary {
        None => Ok(ImportBody { tools: read_file(body, MAX_FILE_BYTES).await?, ..ImportBody::default() }),
        Some(boundary) => {
            let read = tokio::time::timeout(ZIP_TIMEOUT, read_form(body, boundary, part)).await;
            read.map_err(|_| incomplete_body())?
        }
    }
}

/// Reads a body that is one file.
pub async fn read_file<E>(
    body: impl Stream<Item = Result<Bytes, E>> + Send,
    max_bytes: usize,
) -> Result<Bytes, ApiError> {
    let file = tokio::time::timeout(FILE_TIMEOUT, collect(body, max_bytes)).await;
    let file = file.map_err(|_| incomplete_body())?.map_err(|_| incomplete_body())?;
    Ok(file.ok_or_else(|| file_too_large(max_bytes))?.into())
}

async fn read_form<E>(
    body: impl Stream<Item = Result<Bytes, E>> + Send,
    boundary: String,
    part: PicturePart,
) -> Result<ImportBody, ApiError>
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let limit = SizeLimit::new().whole_stream(MAX_FORM_BYTES);
    let known = Constraints::new().allowed_fields(vec!["tools", part.name()]).size_limit(limit);
    let mut parts = Multipart::with_constraints(body, boundary, known);
    let mut read = ImportBody::default();
    while let Some(part) = parts.next_field().await.map_err(form_refusal)? {
        match part.name().unwrap_or_default() {
            "zip" => {
                let zip = collect(part, MAX_ZIP_BYTES).await.map_err(form_refusal)?;
                read.zip = Some(zip.ok_or_else(zip_too_large)?.into());
            }
            "pictures" => {
                let list = collect(part, MAX_OTHER_BYTES).await.map_err(form_refusal)?;
                let list = list.ok_or_else(|| malformed("the list of pictures is too long"))?;
                read.pictures = Some(serde_json::from_slice(&list).map_err(malformed)?);
            }
            _ => {
                let file = collect(part, MAX_FILE_BYTES).await.map_err(form_refusal)?;
                read.tools = file.ok_or_else(|| file_too_large(MAX_FILE_BYTES))?.into();
            }
        }
    }
    Ok(read)
}

fn form_refusal(error: multer::Error) -> ApiError {
    match error {
        multer::Error::StreamSizeExceeded { .. } => zip_too_large(),
        multer::Error::StreamReadFailed(_) | multer::Error::IncompleteStream => incomplete_body(),
        other => malformed(other),
    }
}

fn malformed(cause: impl Display) -> ApiError {
    ApiError::bad_request(
        "malformed_form",
        localized!(
            "The upload is incomplete or damaged: {cause}.",
            "Le téléversement est incomplet ou endommagé\u{a0}: {cause}."
        ),
    )
}

fn file_too_large(max_bytes: usize) -> ApiError {
    let megabytes = max_bytes / 1024 / 1024;
    let detail = localized!(
        "This file is larger than {megabytes} MB. Please split it into several files.",
        "Ce fichier dépasse {megabytes}\u{a0}Mo. Veuillez le diviser en plusieurs fichiers."
    );
    ApiError::too_large("file_too_large", detail)
}

fn zip_too_large() -> ApiError {
    let megabytes = MAX_ZIP_BYTES / 1024 / 1024;
    let detail = localized!(
        "The zip is larger than {megabytes} MB. Please make the pictures smaller, or import in several parts.",
        "Le fichier zip dépasse {megabytes}\u{a0}Mo. Veuillez réduire les images, ou importer en plusieurs \
         parties."
    );
    ApiError::too_large("file_too_large", detail)
}

fn incomplete_body() -> ApiError {
    ApiError::bad_request(
        "incomplete_body",
        localized!(
            "The connection ended before we received the whole file. Please try again.",
            "La connexion s’est terminée avant que le fichier complet nous parvienne. Veuillez réessayer."
        ),
    )
}
