//! Responses that report progress: one JSON value a line, the last one with the result.
//!
//! A client asks for it by `Accept: application/x-ndjson`. Other clients get the result alone.

use std::{convert::Infallible, pin::Pin};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::{
    error::{ApiError, Problem},
    language::{self, localized_json},
};
use crate::values::language::write_in;

pub const NDJSON: &str = "application/x-ndjson";

/// A line of a response with progress, for its documentation. The last one is `result` or `problem`.
// Each has a name, because generators of clients cannot tell several without one apart.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ProgressLine<T: ToSchema> {
    Progress(ProgressOnly),
    Result(ResultLine<T>),
    Problem(ProblemLine),
}

#[derive(Serialize, ToSchema)]
pub struct ProgressOnly {
    progress: Progress,
}

#[derive(Serialize, ToSchema)]
pub struct ResultLine<T: ToSchema> {
    result: T,
}

#[derive(Serialize, ToSchema)]
pub struct ProblemLine {
    /// An error after the first progress. Earlier ones have a status of their own.
    problem: Problem,
}

/// How much of the work is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Progress {
    done: usize,
    total: usize,
}

/// Where work reports its progress. A client that reads slowly gets only the newest number.
pub struct ProgressReporter(watch::Sender<Progress>);

impl ProgressReporter {
    /// A transaction that runs again starts again. Nothing to do is no progress.
    pub fn start(&self, total: usize) {
        if total > 0 {
            self.0.send_replace(Progress { done: 0, total });
        }
    }

    pub fn advance(&self, by: usize) {
        self.0.send_modify(|progress| progress.done += by);
    }
}

enum Step {
    Progress(Progress),
    /// The result as JSON.
    Done(String),
}

struct Run {
    progress: watch::Receiver<Progress>,
    work: Pin<Box<dyn Future<Output = Result<String, ApiError>> + Send>>,
    /// What the work returned, while its last progress is still to be reported.
    ended: Option<Result<String, ApiError>>,
}

impl Run {
    async fn next(&mut self) -> Result<Step, ApiError> {
        let ended = if let Some(ended) = self.ended.take() {
            ended
        } else {
            tokio::select! {
                Ok(()) = self.progress.changed() => return Ok(Step::Progress(*self.progress.borrow_and_update())),
                ended = &mut self.work => ended,
            }
        };
        // The work may have begun and ended between two looks at its progress.
        let last = self.progress.borrow_and_update();
        if last.has_changed() {
            self.ended = Some(ended);
            return Ok(Step::Progress(*last));
        }
        ended.map(Step::Done)
    }
}

/// Responds with the result of `work`, and before it with its progress if the client accepts that. The work stops when
/// the client leaves.
pub async fn respond_with_progress<T, W>(
    request_headers: &HeaderMap,
    work: impl FnOnce(ProgressReporter) -> W,
) -> Result<Response, ApiError>
where
    T: Serialize,
    W: Future<Output = Result<T, ApiError>> + Send + 'static,
{
    let (reporter, progress) = watch::channel(Progress::default());
    let work = work(ProgressReporter(reporter));
    if !accepts_progress(request_headers) {
        return work.await.map(|result| localized_json(&result));
    }
    let preferred = language::preferred(request_headers);
    let language = preferred.unwrap_or_default();
    let work = async move {
        let result = work.await?;
        write_in(language, || serde_json::to_string(&result)).map_err(ApiError::internal)
    };
    let mut run = Run { progress, work: Box::pin(work), ended: None };
    let first = run.next().await?;
    let lines = stream::unfold((Some(first), Some(run)), move |(first, run)| async move {
        let mut run = run?;
        let step = match first {
            Some(step) => Ok(step),
            None => run.next().await,
        };
        let (line, run) = match step {
            Ok(Step::Progress(progress)) => (progress_line(progress), Some(run)),
            Ok(Step::Done(result)) => (line("result", &result), None),
            Err(error) => (line("problem", &error.to_json(language)), None),
        };
        Some((Ok::<_, Infallible>(line), (None, run)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(NDJSON)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // nginx collects responses otherwise.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    let mut response = (headers, Body::from_stream(lines)).into_response();
    if let Some(language) = preferred {
        language::add_headers(language, response.headers_mut());
    }
    Ok(response)
}

fn accepts_progress(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(',')).filter_map(|kind| kind.split(';').next());
    kinds.any(|kind| kind.trim().eq_ignore_ascii_case(NDJSON))
}

fn progress_line(Progress { done, total }: Progress) -> Bytes {
    line("progress", &format!("{{\"done\":{done},\"total\":{total}}}"))
}

fn line(name: &str, json: &str) -> Bytes {
    format!("{{\"{name}\":{json}}}\n").into()
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;
    use crate::values::language::Localized;

    async fn fail(has_begun: bool) -> Result<Response, ApiError> {
        let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(NDJSON))]);
        let work = async move |progress: ProgressReporter| {
            if has_begun {
                progress.start(2);
            }
            Err::<(), _>(ApiError::conflict("name_taken", Localized::same("The name is taken.")))
        };
        respond_with_progress(&headers, work).await
    }

    #[tokio::test]
    async fn an_error_after_the_first_progress_is_a_line_and_an_earlier_one_a_status() {
        assert_eq!(
            fail(false).await.err().map(|error| error.into_response().status()),
            Some(StatusCode::CONFLICT)
        );
        let body = fail(true).await.map(Response::into_body).ok();
        let body = axum::body::to_bytes(body.expect("lines"), 1_000).await.expect("the lines are short");
        let text = String::from_utf8_lossy(&body);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], r#"{"progress":{"done":0,"total":2}}"#);
        assert!(lines.len() == 2 && lines[1].contains("name_taken"), "{text}");
    }
}
