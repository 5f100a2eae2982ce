//! What nearly every `http.rs` names.

pub use std::sync::Arc;

pub use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
pub use serde::{Deserialize, Serialize};
pub use utoipa::{IntoParams, ToSchema};
pub use utoipa_axum::{router::OpenApiRouter, routes};

pub use super::{
    client_ip::ClientIp,
    error::ApiError,
    json::{
        ApiJson, Field, JsonBody, OptionalJsonBody, PathSegment, QueryParams, RawBody, RawJson, Validator,
        json_response,
    },
    missing::Missing,
    origin::SameOrigin,
    pagination::{self, HasCursor, PageCursor, PageQuery},
    path_id::{
        AccountPathId, ApiKeyPathId, CategoryPathId, DiscountCodePathId, EmailPathId, OrderPathId,
        PostPathId, PurchasePathId, PushDevicePathId, RedirectPathId, ReviewPathId, SessionPathId,
        ToolPathId, WebhookPathId,
    },
    request_language::RequestLanguage,
    response_cache::SharedResponse,
    run_to_completion,
    write_results::{Deleted, Inserted, WriteResult},
};
pub(crate) use crate::values::language::localized;
pub use crate::values::{
    FromJson, InvalidValue,
    email::Email,
    ids::{Id, Secret},
    language::{Language, Localized},
    money::Cents,
    text::{NonEmptyText, SingleLine, Text},
    time::Timestamp,
};
