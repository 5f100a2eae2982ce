//! What tests use: faults to come, people to sign in as, new keys, and a look inside. With the control key.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::json;

use super::faults::Fault;
use super::{Person, Providers};
use crate::control_key::{self, Answer, NoKey};

/// `POST /_control/faults` `[{path_contains?, times?, action}]`: to the end of the queue.
pub async fn add_faults(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Json(more): Json<Vec<Fault>>,
) -> Answer {
    providers.opened(&headers)?;
    providers.faults.add(more);
    Ok(Json(json!({ "waiting": providers.faults.waiting() })))
}

/// `DELETE /_control/faults`
pub async fn clear_faults(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Answer {
    providers.opened(&headers)?;
    providers.faults.clear();
    Ok(Json(json!({ "waiting": providers.faults.waiting() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonBody {
    name: String,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
    /// Another than the address would give: the same address with another owner, or another with the same.
    #[serde(default)]
    id: Option<u32>,
}

/// `POST /_control/people`: somebody to be picked on the page, in place of who had that id.
pub async fn add_person(
    State(providers): State<Arc<Providers>>,
    headers: HeaderMap,
    Json(body): Json<PersonBody>,
) -> Answer {
    providers.opened(&headers)?;
    let mut person = Person::new(&body.name, body.email.as_deref(), body.email_verified);
    person.id = body.id.map_or(person.id, u64::from);
    providers.people().remember(person.clone());
    Ok(Json(json!(person)))
}

/// `POST /_control/keys/rotate`: from now on ID tokens are signed with another key.
pub async fn rotate_keys(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Answer {
    providers.opened(&headers)?;
    providers.keys.rotate();
    Ok(Json(json!({ "current": providers.keys.current().id })))
}

/// `GET /_control/state`: people, what is still to go wrong, and how much is open.
pub async fn state(State(providers): State<Arc<Providers>>, headers: HeaderMap) -> Answer {
    providers.opened(&headers)?;
    let (codes, tokens) = providers.book().open(providers.now());
    Ok(Json(json!({
        "people": providers.people().all(),
        "faults": providers.faults.waiting(),
        "open": { "codes": codes, "access_tokens": tokens },
    })))
}

impl Providers {
    fn opened(&self, headers: &HeaderMap) -> Result<(), NoKey> {
        control_key::check(headers, &self.control_key)
    }
}
