//! The formats in which a file for spreadsheets is sent.

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{csv::CsvStyle, error::ApiError};

/// How a file is written.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FileFormat {
    #[default]
    Csv,
    CsvSemicolon,
    Xlsx,
}

impl FileFormat {
    /// Returns `None` for a workbook.
    pub fn csv_style(self) -> Option<CsvStyle> {
        match self {
            Self::Csv => Some(CsvStyle::Comma),
            Self::CsvSemicolon => Some(CsvStyle::Semicolon),
            Self::Xlsx => None,
        }
    }

    /// Answers with a file of this name.
    pub fn respond(self, body: Body, name: &str) -> Result<Response, ApiError> {
        let (kind, extension) = match self {
            Self::Csv | Self::CsvSemicolon => ("text/csv; charset=utf-8", "csv"),
            Self::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
        };
        let disposition = format!("attachment; filename=\"{name}.{extension}\"");
        let mut response = Response::new(body);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&disposition).map_err(ApiError::internal)?,
        );
        Ok(response)
    }
}
