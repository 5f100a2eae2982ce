//! The calls of signing in elsewhere.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Provider;
use crate::{shop::Shop, web::json::Answer};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(providers))
}

#[derive(Serialize, ToSchema)]
struct Providers {
    /// E-mail and password; always offered.
    password: bool,
    phone: bool,
    /// Names for `/identity/social/{provider}/start`.
    social: Vec<&'static str>,
}

/// The ways of signing in that this shop offers.
#[utoipa::path(get, path = "/identity/providers", tag = "identity", responses((status = 200, body = Providers)))]
async fn providers(State(shop): State<Arc<Shop>>) -> Answer<Providers> {
    let social = shop.config.social.offered().map(Provider::as_str).collect();
    Answer(Providers { password: true, phone: false, social })
}
