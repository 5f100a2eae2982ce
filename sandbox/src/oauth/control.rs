//! The control endpoints for tests.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::person::Person;
use super::state::Providers;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    name: String,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
    /// If it is missing, the id depends on the e-mail address.
    #[serde(default)]
    id: Option<u32>,
}

/// `POST /_control/people`: adds a user to the consent page, or replaces the one with the same id.
pub async fn add_person(State(providers): State<Arc<Providers>>, Json(new): Json<NewPerson>) -> Json<Person> {
    let mut person = Person::new(&new.name, new.email.as_deref(), new.email_verified);
    person.id = new.id.map_or(person.id, u64::from);
    providers.people().put(person.clone());
    Json(person)
}

/// `POST /_control/keys/rotate`: signs ID tokens with a new key.
pub async fn rotate_keys(State(providers): State<Arc<Providers>>) -> Json<Value> {
    providers.keys.rotate();
    Json(json!({ "current": providers.keys.current().id }))
}

/// `GET /_control/state`: the pending faults.
pub async fn state(State(providers): State<Arc<Providers>>) -> Json<Value> {
    Json(json!({ "faults": providers.faults.pending() }))
}
