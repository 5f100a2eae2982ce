//! Traces for OpenTelemetry: one span for each request, and one for each of its database transactions.
//!
//! Their target keeps them apart from the spans of the log. Without the Cargo feature `otlp`, and without an address to
//! send them to, no span is made.

use axum::{
    extract::{MatchedPath, Request},
    http::StatusCode,
};
use tracing::{Span, field::Empty};

/// The span of a request. It has the route and never the path, which may contain an e-mail address. A trusted proxy's
/// `traceparent` is continued. Other clients could fill the collector with it.
pub fn request_span(request: &Request, route: Option<&MatchedPath>, id: &str, is_trusted: bool) -> Span {
    let (method, route) = (request.method().as_str(), route.map_or("other", MatchedPath::as_str));
    let span = tracing::trace_span!(
        target: "trowel_traces",
        "request",
        otel.kind = "server",
        otel.name = format_args!("{method} {route}"),
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        trowel.request_id = id,
    );
    #[cfg(feature = "otlp")]
    if is_trusted {
        otlp::continue_trace(&span, request.headers());
    }
    #[cfg(not(feature = "otlp"))]
    let _ = is_trusted;
    span
}

pub fn finish_request(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

#[cfg(feature = "otlp")]
pub mod otlp {
    use axum::http::HeaderMap;
    use opentelemetry::{
        propagation::{Extractor, TextMapPropagator as _},
        trace::TracerProvider as _,
    };
    use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
    use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
    use tracing::{Span, Subscriber, level_filters::LevelFilter, subscriber::Interest};
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;
    use tracing_subscriber::{Layer, filter::dynamic_filter_fn, registry::LookupSpan};

    use crate::base::config::environment::OTLP_URL;

    /// Starts the exporter. Returns `None` if traces are off. The SDK reads the standard variables,
    /// `OTEL_TRACES_SAMPLER` among them.
    pub fn start() -> Option<Result<SdkTracerProvider, String>> {
        let value = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let own = value(OTLP_URL);
        let standard = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
        if own.is_none() && !standard.into_iter().any(|name| value(name).is_some()) {
            return None;
        }
        let mut exporter = SpanExporter::builder().with_http();
        if let Some(url) = own {
            exporter = exporter.with_endpoint(format!("{}/v1/traces", url.trim().trim_end_matches('/')));
        }
        let mut resource = Resource::builder();
        if value("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("trowel");
        }
        let provider = |exporter| {
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build()
        };
        Some(exporter.build().map(provider).map_err(|error| error.to_string()))
    }

    /// Transactions of background jobs belong to no request and are left out.
    pub fn layer<S>(provider: &SdkTracerProvider) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'s> LookupSpan<'s> + Send + Sync,
    {
        let is_ours = |target: &str| target == "trowel_traces";
        let filter = dynamic_filter_fn(move |metadata, context| {
            is_ours(metadata.target()) && (metadata.name() == "request" || context.lookup_current().is_some())
        });
        let filter = filter.with_max_level_hint(LevelFilter::TRACE).with_callsite_filter(move |metadata| {
            if is_ours(metadata.target()) { Interest::sometimes() } else { Interest::never() }
        });
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("trowel"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(filter)
    }

    pub(super) fn continue_trace(span: &Span, headers: &HeaderMap) {
        let parent = TraceContextPropagator::new().extract(&Headers(headers));
        // The call fails while traces are off.
        let _ = span.set_parent(parent);
    }

    struct Headers<'a>(&'a HeaderMap);

    impl Extractor for Headers<'_> {
        fn get(&self, key: &str) -> Option<&str> {
            self.0.get(key)?.to_str().ok()
        }

        fn keys(&self) -> Vec<&str> {
            self.0.keys().map(|name| name.as_str()).collect()
        }
    }
}
