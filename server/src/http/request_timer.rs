//! Counts and times requests for the metrics. Labels are known routes and methods, so that a client cannot create new
//! label values.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use axum::{
    extract::MatchedPath,
    http::{Method, StatusCode},
};
use prometheus::{HistogramOpts, HistogramVec, IntCounterVec, Opts};

use crate::{db::DURATION_BUCKETS, values::metrics::register};

static REQUESTS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let options = Opts::new("trowel_http_requests_total", "Responses, by method, route and status");
    register(IntCounterVec::new(options, &["method", "route", "status"]))
});

static DURATIONS: LazyLock<HistogramVec> = LazyLock::new(|| {
    let options = HistogramOpts::new(
        "trowel_http_request_duration_seconds",
        "From the head of a request to the head of its response",
    );
    register(HistogramVec::new(options.buckets(DURATION_BUCKETS.to_vec()), &["method", "route"]))
});

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Starts to measure requests, for the rest of the process.
pub fn turn_on() {
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
        REQUESTS.with_label_values(&[method, &route, status.as_str()]).inc();
        DURATIONS.with_label_values(&[method, &route]).observe(at.elapsed().as_secs_f64());
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
