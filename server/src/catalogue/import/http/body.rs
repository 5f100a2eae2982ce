//! Reads the files of an import: a CSV file alone, or a form with its pictures.

use std::{error::Error, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{StatusCode, header},
};
use multer::{Constraints, Multipart, SizeLimit};

use super::super::{
    MAX_FILE_BYTES,
    pictures::{ImportedPicture, MAX_ZIP_BYTES},
};
use crate::http::error::ApiError;

/// Stops clients that send their file slowly on purpose.
const FILE_TIMEOUT: Duration = Duration::from_mins(1);
const ZIP_TIMEOUT: Duration = Duration::from_mins(5);
/// For the list of pictures, and for headers and boundaries.
const MAX_OTHER_BYTES: usize = 512 * 1024;
const MAX_FORM_BYTES: u64 = (MAX_FILE_BYTES + MAX_ZIP_BYTES + MAX_OTHER_BYTES) as u64;

#[derive(Default)]
pub struct ImportBody {
    pub tools: Bytes,
    pub zip: Option<Bytes>,
    pub pictures: Option<Vec<ImportedPicture>>,
}

/// The part of a form beside the file of tools.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// The boundary of a form. `None`: the body is a CSV file.
pub fn boundary(request: &Request) -> Option<String> {
    let content_type = request.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(content_type).ok()
}

pub async fn read(request: Request, part: PicturePart) -> Result<ImportBody, ApiError> {
    let boundary = boundary(&request);
    let body = request.into_body();
    let incomplete = |_| incomplete_body();
    match boundary {
        None => {
            let tools = tokio::time::timeout(FILE_TIMEOUT, read_file(body)).await.map_err(incomplete)??;
            Ok(ImportBody { tools, ..ImportBody::default() })
        }
        Some(boundary) => {
            tokio::time::timeout(ZIP_TIMEOUT, read_form(body, boundary, part)).await.map_err(incomplete)?
        }
    }
}

async fn read_file(body: Body) -> Result<Bytes, ApiError> {
    axum::body::to_bytes(body, MAX_FILE_BYTES).await.map_err(|error| {
        match error.source().is_some_and(<dyn Error>::is::<http_body_util::LengthLimitError>) {
            true => file_too_large(),
            false => incomplete_body(),
        }
    })
}

async fn read_form(body: Body, boundary: String, part: PicturePart) -> Result<ImportBody, ApiError> {
    let limit = SizeLimit::new()
        .whole_stream(MAX_FORM_BYTES)
        .for_field("tools", MAX_FILE_BYTES as u64)
        .for_field("zip", MAX_ZIP_BYTES as u64)
        .for_field("pictures", MAX_OTHER_BYTES as u64);
    let known = Constraints::new().allowed_fields(vec!["tools", part.name()]).size_limit(limit);
    let mut parts = Multipart::with_constraints(body.into_data_stream(), boundary, known);
    let mut read = ImportBody::default();
    while let Some(part) = parts.next_field().await.map_err(refusal)? {
        let name = part.name().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.map_err(refusal)?;
        match &*name {
            "zip" => read.zip = Some(bytes),
            "pictures" => read.pictures = Some(serde_json::from_slice(&bytes).map_err(malformed)?),
            _ => read.tools = bytes,
        }
    }
    Ok(read)
}

fn refusal(error: multer::Error) -> ApiError {
    match error {
        multer::Error::FieldSizeExceeded { field_name: Some(name), .. } if name == "tools" => {
            file_too_large()
        }
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => zip_too_large(),
        multer::Error::StreamReadFailed(_) | multer::Error::IncompleteStream => incomplete_body(),
        other => malformed(other),
    }
}

fn malformed(cause: impl std::fmt::Display) -> ApiError {
    ApiError::bad_request("malformed_form", format!("The upload is incomplete or damaged: {cause}."))
}

fn file_too_large() -> ApiError {
    let megabytes = MAX_FILE_BYTES / 1024 / 1024;
    let detail = format!("This file is larger than {megabytes} MB. Please split it into several files.");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", detail)
}

fn zip_too_large() -> ApiError {
    let megabytes = MAX_ZIP_BYTES / 1024 / 1024;
    let detail = format!(
        "The zip is larger than {megabytes} MB. Please make the pictures smaller, or import in several parts."
    );
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", detail)
}

fn incomplete_body() -> ApiError {
    ApiError::bad_request(
        "incomplete_body",
        "The connection ended before we received the whole file. Please try again.",
    )
}
