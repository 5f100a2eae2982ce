//! Lists of what changed since a moment, in the order of the changes, for programs that keep a copy.
//!
//! A row that changes while a program reads the pages comes again, on a later page or with the next question. A change
//! counts from its transaction's begin, and a sale from its second, so a program asks from five minutes before its last
//! question.

use axum::response::Response;
use serde::Serialize;

use super::{
    error::ApiError,
    pagination::{self, HasCursor, MAX_PAGE_SIZE, PageCursor, PageQuery},
};
use crate::values::{
    InvalidValue,
    language::{Localized, localized},
    time::Timestamp,
};

/// A page of the rows that changed at or after a moment, the oldest change first.
pub struct ChangesRequest {
    changed_since: String,
    /// The whole second, because a sale writes no more of the time.
    pub since: Timestamp,
    /// The last change of the page before.
    pub after: PageCursor,
    limit: i64,
}

/// A parameter of another list: its name and its value.
pub type OtherParameter<'q> = (&'static str, Option<&'q str>);

impl ChangesRequest {
    /// Checks the query. Returns `None` if it has no `changedSince` and asks for another list, which has the parameters
    /// `others`.
    pub fn of(
        changed_since: Option<&str>,
        page: &PageQuery,
        others: &[OtherParameter<'_>],
    ) -> Result<Option<Self>, ApiError> {
        let Some(text) = changed_since.map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let invalid =
            |name, code, detail: Localized| ApiError::invalid_field(name, InvalidValue::new(code, detail));
        // A form-encoded query turns the plus of an offset into a space.
        let since = Timestamp::parse(&text.replace(' ', "+"));
        let since = since.ok_or_else(|| {
            invalid(
                "changedSince",
                "not_a_time",
                localized!(
                    "Please give a time, such as 2026-11-05T14:30:00Z.",
                    "Veuillez donner un moment, par exemple 2026-11-05T14:30:00Z."
                ),
            )
        })?;
        let given = |(_, value): &&OtherParameter<'_>| value.is_some_and(|value| !value.is_empty());
        let sort = [("sort", page.sort.as_deref())];
        if let Some((name, _)) = others.iter().chain(&sort).find(given) {
            return Err(invalid(
                name,
                "not_combined",
                localized!(
                    "Please leave this out, or leave out changedSince.",
                    "Veuillez omettre ce paramètre, ou omettre changedSince."
                ),
            ));
        }
        let since = Timestamp::from_micros(since.micros() - since.micros().rem_euclid(1_000_000));
        let mut after = page.check()?.after;
        let start = PageCursor { created_at: since.micros(), id: String::new() };
        if (after.created_at, &after.id) < (start.created_at, &start.id) {
            after = start;
        }
        let limit = pagination::parse_limit(page.limit.as_deref())?.unwrap_or(MAX_PAGE_SIZE);
        Ok(Some(Self { changed_since: text.to_owned(), since, after, limit }))
    }

    /// Returns how many rows to read: the page, and one more that says whether there is a next page.
    pub fn row_limit(&self) -> i64 {
        self.limit + 1
    }

    /// Makes the response. `total` is the number of rows that changed at or after the moment.
    pub fn respond<T: Serialize + Send>(
        &self,
        rows: Vec<ChangedRow<T>>,
        total: i64,
        path: &str,
    ) -> Result<Response, ApiError> {
        pagination::page(rows, self.limit, total, path, &[("changedSince", &self.changed_since)])
    }
}

/// A row, and its place in the order of the changes.
#[derive(Serialize)]
#[serde(transparent)]
pub struct ChangedRow<T> {
    row: T,
    #[serde(skip)]
    place: PageCursor,
}

impl<T> ChangedRow<T> {
    pub fn new(row: T, changed_at: Timestamp, id: &str) -> Self {
        Self { row, place: PageCursor { created_at: changed_at.micros(), id: id.to_owned() } }
    }
}

impl<T: Serialize + Send> HasCursor for ChangedRow<T> {
    fn cursor(&self) -> PageCursor {
        self.place.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(
        since: &str,
        page: &PageQuery,
        others: &[OtherParameter<'_>],
    ) -> Result<Option<i64>, &'static str> {
        let asked = ChangesRequest::of(Some(since), page, others);
        asked.map(|asked| asked.map(|asked| asked.after.created_at)).map_err(|error| error.code)
    }

    fn page(limit: Option<&str>, sort: Option<&str>) -> PageQuery {
        PageQuery { limit: limit.map(str::to_owned), cursor: None, sort: sort.map(str::to_owned) }
    }

    #[test]
    fn a_moment_is_the_begin_of_its_second_in_any_zone() {
        let any = page(None, None);
        let at = Ok(Some(1_763_640_000_000_000));
        for text in [
            "2025-11-20T12:00:00Z",
            "2025-11-20T12:00:00.999999Z",
            "2025-11-20T14:00:00+02:00",
            "2025-11-20T14:00:00 02:00",
        ] {
            assert_eq!(asked(text, &any, &[("q", None), ("state", Some(""))]), at, "{text}");
        }
        assert_eq!(asked("", &any, &[("q", Some("hoe"))]), Ok(None), "another list");
        for text in ["2025-11-20", "1763640000000", "yesterday"] {
            assert_eq!(asked(text, &any, &[]), Err("invalid_field"), "{text}");
        }
    }

    #[test]
    fn what_another_list_has_is_refused_beside_it() {
        let now = "2025-11-20T12:00:00Z";
        assert_eq!(asked(now, &page(None, None), &[("q", Some("hoe"))]), Err("invalid_field"));
        assert_eq!(asked(now, &page(None, Some("newest")), &[]), Err("invalid_field"));
        assert_eq!(asked(now, &page(Some("101"), None), &[]), Err("invalid_field"));
    }
}
