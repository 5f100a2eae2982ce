//! Four identity providers without real accounts: the sign-in of Google, Facebook, GitHub and Twitter.
//!
//! They behave as the real ones document, with their quirks. GitHub sends errors with status 200, and forms unless the
//! client asks for JSON. Facebook adds a fragment. Twitter requires Basic credentials and cuts the connection to the
//! window that opened it. All four require PKCE with S256 and a state, which is stricter than the real ones.
//!
//! A sign-in passes `authorization_request`, `consent` (the page), `grants`, `token` and `userinfo`.

mod authorization_request;
mod consent;
mod control;
mod grants;
mod id_token;
mod oauth_fault;
mod person;
mod provider;
mod signing_keys;
mod state;
mod token;
mod userinfo;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::{admin_auth, faults};

use state::Providers;

pub use oauth_fault::OAuthFault;
pub use person::Person;
pub use provider::{Provider, RegisteredClient};
pub use signing_keys::SigningKey;
pub use state::{MOUNT, OAuthSettings};

/// The running providers, shared by clones.
#[derive(Clone)]
pub struct OAuthSandbox(Arc<Providers>);

impl OAuthSandbox {
    pub fn new(settings: OAuthSettings) -> Self {
        Self(Arc::new(Providers::new(settings)))
    }

    /// Each provider under [`MOUNT`] and its name, to be merged into the router of the shop. The layers of the shop
    /// must not change the security headers.
    pub fn router(&self) -> Router {
        let mut providers = Router::new();
        for provider in Provider::ALL {
            providers = providers.nest(&format!("/{}", provider.name()), provider_routes(provider));
        }
        let control = Router::new()
            .route("/_control/people", post(control::add_person))
            .route("/_control/keys/rotate", post(control::rotate_keys))
            .route("/_control/state", get(control::state))
            .with_state(Arc::clone(&self.0))
            .merge(faults::control_routes(&self.0.faults))
            .layer(middleware::from_fn_with_state(
                self.0.settings.control_key.clone(),
                admin_auth::require_key,
            ));
        let providers = providers
            .layer(middleware::from_fn_with_state(Arc::clone(&self.0), apply_faults))
            .route("/pictures/{id}", get(person::picture))
            .route("/consent.css", get(consent::stylesheet))
            .with_state(Arc::clone(&self.0))
            .merge(control);
        Router::new().nest(MOUNT, providers)
    }
}

fn provider_routes(provider: Provider) -> Router<Arc<Providers>> {
    let common = Router::new()
        .route("/authorize", get(consent::show).post(consent::submit))
        .route("/token", post(token::exchange));
    let own = match provider {
        Provider::Google => common
            .route("/.well-known/openid-configuration", get(id_token::discovery))
            .route("/jwks", get(id_token::jwks))
            .route("/userinfo", get(userinfo::google)),
        Provider::Github => {
            common.route("/user", get(userinfo::github)).route("/user/emails", get(userinfo::github_emails))
        }
        Provider::Facebook => common.route("/me", get(userinfo::facebook)),
        Provider::Twitter => common.route("/users/me", get(userinfo::twitter)),
    };
    own.layer(Extension(provider))
}

async fn apply_faults(State(providers): State<Arc<Providers>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let error = |status: StatusCode| (status, "This failed on request.").into_response();
    providers.faults.serve(&method, &path, error, next.run(request)).await
}
