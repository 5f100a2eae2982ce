//! Lists: streamed arrays of any length in constant memory, or pages with `Link` and `X-Total-Count`.

use std::future::Future;

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{error::ApiError, json};
use crate::values::{
    InvalidValue,
    language::{Localized, localized},
};

/// The maximum number of rows in a page.
pub const MAX_PAGE_SIZE: i64 = 100;
/// Rows per query while a list is streamed.
pub const BATCH_SIZE: i64 = 500;

/// Query of the lists of orders and reviews. Without `limit` the response holds all rows, oldest first.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Rows in this page, 1 to 100.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    /// The value comes from the `Link` header of the previous page.
    #[param(min_length = 1)]
    pub cursor: Option<String>,
    /// `newest` first, or `oldest` (the default).
    #[param(value_type = Option<SortDirection>, inline)]
    pub sort: Option<String>,
}

/// Sort order by creation time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum SortDirection {
    Oldest,
    Newest,
}

/// The position of a row by creation time. A page starts after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCursor {
    pub created_at: i64,
    pub id: String,
}

impl PageCursor {
    /// Returns the position before the first row.
    pub fn start(direction: SortDirection) -> Self {
        match direction {
            SortDirection::Oldest => Self { created_at: i64::MIN, id: String::new() },
            SortDirection::Newest => Self { created_at: i64::MAX, id: "~".to_owned() },
        }
    }

    pub fn to_cursor(&self) -> String {
        URL_SAFE_NO_PAD.encode(format!("{} {}", self.created_at, self.id))
    }

    fn from_cursor(cursor: &str) -> Option<Self> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let (created_at, id) = text.split_once(' ')?;
        let is_valid = id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_graphic());
        is_valid.then_some(Self { created_at: created_at.parse().ok()?, id: id.to_owned() })
    }
}

/// A checked [`PageQuery`].
pub struct PageRequest {
    /// If this is `None`, the page has all rows.
    pub limit: Option<i64>,
    pub after: PageCursor,
    pub direction: SortDirection,
}

impl PageQuery {
    pub fn check(&self) -> Result<PageRequest, ApiError> {
        let direction = match self.sort.as_deref() {
            None | Some("" | "oldest") => SortDirection::Oldest,
            Some("newest") => SortDirection::Newest,
            Some(_) => {
                return Err(ApiError::invalid_field(
                    "sort",
                    InvalidValue::new(
                        "unknown",
                        localized!(
                            "Please sort by newest or oldest.",
                            "Veuillez trier par newest ou oldest."
                        ),
                    ),
                ));
            }
        };
        let limit = parse_limit(self.limit.as_deref())?;
        let after = match self.cursor.as_deref() {
            None => PageCursor::start(direction),
            Some(cursor) => PageCursor::from_cursor(cursor).ok_or_else(invalid_cursor)?,
        };
        Ok(PageRequest { limit, after, direction })
    }
}

pub fn invalid_cursor() -> ApiError {
    ApiError::invalid_field(
        "cursor",
        InvalidValue::new(
            "unknown",
            localized!(
                "This cursor does not belong to this list. Please start again from the first page.",
                "Ce curseur n’appartient pas à cette liste. Veuillez recommencer à la première page."
            ),
        ),
    )
}

pub fn parse_limit(text: Option<&str>) -> Result<Option<i64>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    match text.trim().parse() {
        Ok(limit) if (1..=MAX_PAGE_SIZE).contains(&limit) => Ok(Some(limit)),
        _ => Err(limit_out_of_range(MAX_PAGE_SIZE)),
    }
}

/// Makes the error of a wrong limit. `most` is the size of the largest page of the list.
pub fn limit_out_of_range(most: i64) -> ApiError {
    let detail = localized!(
        "Please choose a limit between 1 and {most}.",
        "Veuillez choisir une limite de 1 à {most}."
    );
    ApiError::invalid_field("limit", InvalidValue::new("out_of_range", detail))
}

/// The search term, trimmed and in lower case. `None` if it is empty.
pub fn search_term(q: Option<&str>) -> Result<Option<String>, ApiError> {
    let part = q.unwrap_or_default().trim();
    let refused =
        |code, detail: Localized| Err(ApiError::invalid_field("q", InvalidValue::new(code, detail)));
    if part.chars().count() > 200 {
        return refused(
            "too_long",
            localized!(
                "Please use at most 200 characters.",
                "Veuillez utiliser au plus 200\u{a0}caractères."
            ),
        );
    }
    if part.chars().any(char::is_control) {
        return refused(
            "invalid_characters",
            localized!(
                "This text contains a control character. Please remove it.",
                "Ce texte contient un caractère de contrôle. Veuillez le retirer."
            ),
        );
    }
    Ok(Some(part.to_lowercase()).filter(|part| !part.is_empty()))
}

/// A row with a position.
pub trait HasCursor: Serialize + Send {
    fn cursor(&self) -> PageCursor;
}

/// Truncates up to `limit + 1` rows to `limit`. Returns the cursor of the next page if there was an extra row.
pub fn split_page<T: HasCursor>(rows: &mut Vec<T>, limit: i64) -> Option<String> {
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    rows.last().filter(|_| more).map(|row| row.cursor().to_cursor())
}

/// A page as a response. `rows` may have one extra row, as for [`split_page`].
pub fn page<T: HasCursor>(
    mut rows: Vec<T>,
    limit: i64,
    total: i64,
    path: &str,
    query: &[(&str, &str)],
) -> Result<Response, ApiError> {
    let next = split_page(&mut rows, limit);
    let mut response = json::json_response(serde_json::to_vec(&rows).map_err(ApiError::internal)?);
    set_page_headers(&mut response, total, next.as_deref(), limit, path, query)?;
    Ok(response)
}

/// Adds `X-Total-Count`, and `Link` if there is a next page.
pub fn set_page_headers(
    response: &mut Response,
    total: i64,
    next: Option<&str>,
    limit: i64,
    path: &str,
    query: &[(&str, &str)],
) -> Result<(), ApiError> {
    response.headers_mut().insert("x-total-count", HeaderValue::from(total));
    if let Some(cursor) = next {
        let encode = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
        };
        let kept: String = query.iter().map(|(name, value)| format!("&{name}={}", encode(value))).collect();
        let link = format!("<{path}?limit={limit}&cursor={cursor}{kept}>; rel=\"next\"");
        response
            .headers_mut()
            .insert(header::LINK, HeaderValue::from_str(&link).map_err(ApiError::internal)?);
    }
    Ok(())
}

/// Streams all rows after `after` as one JSON array, with one batch in memory. A batch with fewer than [`BATCH_SIZE`]
/// rows is the last one. The first batch is read before the response starts, so that a database error is a problem
/// document.
pub async fn stream_array<T, F, Fut>(after: PageCursor, batch: F) -> Result<Response, ApiError>
where
    T: HasCursor + 'static,
    F: Fn(PageCursor) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Vec<T>, ApiError>> + Send,
{
    let first = batch(after).await?;
    let chunks = stream::unfold((Some((first, true)), batch), |(state, batch)| async move {
        let (chunk, state) = next_chunk(state, &batch).await?;
        Some((chunk, (state, batch)))
    });
    Ok(json::json_response(Body::from_stream(chunks)))
}

type Chunk<T> = (Result<Bytes, std::io::Error>, Option<(Vec<T>, bool)>);

async fn next_chunk<T, F, Fut>(state: Option<(Vec<T>, bool)>, batch: &F) -> Option<Chunk<T>>
where
    T: HasCursor,
    F: Fn(PageCursor) -> Fut,
    Fut: Future<Output = Result<Vec<T>, ApiError>>,
{
    let (rows, is_first) = state?;
    let mut text = Vec::with_capacity(rows.len() * 300 + 2);
    for (at, row) in rows.iter().enumerate() {
        text.push(if is_first && at == 0 { b'[' } else { b',' });
        if let Err(error) = serde_json::to_writer(&mut text, row) {
            return Some((Err(error.into()), None));
        }
    }
    if is_first && rows.is_empty() {
        text.push(b'[');
    }
    let last = rows
        .last()
        .filter(|_| rows.len() >= usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX))
        .map(HasCursor::cursor);
    let Some(after) = last else {
        text.push(b']');
        return Some((Ok(text.into()), None));
    };
    match batch(after).await {
        Ok(rows) if rows.is_empty() => {
            text.push(b']');
            Some((Ok(text.into()), None))
        }
        Ok(rows) => Some((Ok(text.into()), Some((rows, false)))),
        // The status is already sent. Aborting the body is the only way to report that the list is incomplete.
        Err(error) => Some((Err(std::io::Error::other(error.detail.english().to_owned())), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_parses_and_a_forged_one_does_not() {
        let position = PageCursor { created_at: 1_700_000_000_000_000, id: "0190-ab".into() };
        assert_eq!(PageCursor::from_cursor(&position.to_cursor()), Some(position));
        for cursor in ["", "!!", "MQ", &URL_SAFE_NO_PAD.encode("x y"), &URL_SAFE_NO_PAD.encode("1 a\0b")] {
            assert_eq!(PageCursor::from_cursor(cursor), None, "{cursor}");
        }
    }
}
