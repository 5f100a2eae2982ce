//! Counts and times requests for the metrics. Labels are known routes and methods, so that a client cannot create new
//! label values.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use axum::{
    extract::MatchedPath,
    http::{Method, StatusCode},
};
use metrics::{counter, histogram};

const REQUESTS: &str = "trowel_http_requests_total";
const DURATIONS: &str = "trowel_http_request_duration_seconds";

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Starts to measure requests, for the rest of the process.
pub fn turn_on() {
    metrics::describe_counter!(REQUESTS, "Responses, by method, route and status");
    metrics::describe_histogram!(
        DURATIONS,
        metrics::Unit::Seconds,
        "From the head of a request to the head of its response"
    );
    IS_ON.store(true, Ordering::Relaxed);
}

/// Measures one request. `None` if metrics are off.
pub struct RequestTimer {
    at: Instant,
    method: &'static str,
    route: String,
}

impl RequestTimer {
    pub fn start(method: &Method, route: Option<&MatchedPath>) -> Option<Self> {
        IS_ON.load(Ordering::Relaxed).then(|| Self {
            at: Instant::now(),
            method: method_label(method),
            // Requests without a route are pages, files and scans.
            route: route.map_or("other", MatchedPath::as_str).to_owned(),
        })
    }

    pub fn finish(self, status: StatusCode) {
        let Self { at, method, route } = self;
        counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status.as_str().to_owned()).increment(1);
        histogram!(DURATIONS, "method" => method, "route" => route).record(at.elapsed());
    }
}

/// Unknown methods share one label.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
