//! The users who can sign in: prepared ones, and new ones from the consent page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, html};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::provider::Provider;
use super::state::Providers;

/// The oldest new users are removed first.
const MAX_NEW_PEOPLE: usize = 50;

/// The ids of GitHub are numbers of this size.
const ID_LIMIT: u64 = 1 << 31;

/// The prepared users come first.
pub struct People {
    listed: Vec<Person>,
    prepared: usize,
}

impl People {
    pub fn new(prepared: Vec<Person>) -> Self {
        Self { prepared: prepared.len(), listed: prepared }
    }

    pub fn all(&self) -> &[Person] {
        &self.listed
    }

    pub fn get(&self, id: u64) -> Option<&Person> {
        self.listed.iter().find(|person| person.id == id)
    }

    /// Adds a user, or replaces the one with the same id.
    pub fn put(&mut self, person: Person) {
        match self.listed.iter_mut().find(|known| known.id == person.id) {
            Some(known) => *known = person,
            None => self.listed.push(person),
        }
        if self.listed.len() > self.prepared + MAX_NEW_PEOPLE {
            self.listed.remove(self.prepared);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    pub id: u64,
    pub name: String,
    pub email: Option<String>,
    pub email_verified: bool,
}

impl Person {
    /// The id depends on the e-mail address, or on the name without one. So it stays the same after a restart.
    pub fn new(name: &str, email: Option<&str>, email_verified: bool) -> Self {
        let known_by = email.unwrap_or(name).to_lowercase();
        let hash: [u8; 32] = Sha256::digest(known_by.as_bytes()).into();
        let id = hash.iter().take(8).fold(0, |id, byte| (id << 8) | u64::from(*byte)) % ID_LIMIT;
        Self { id, name: name.to_owned(), email: email.map(str::to_owned), email_verified }
    }

    pub fn prepared() -> Vec<Self> {
        vec![
            Self::new("Ada Thorne", Some("ada.thorne@example.com"), true),
            Self::new("Bram Oakes", Some("bram.oakes@example.com"), false),
            Self::new("Cleo Reed", None, false),
            Self::new("Dara Finch", Some("dara.finch@example.com"), true),
        ]
    }

    /// The user id at a provider, which differs between providers.
    pub fn subject(&self, provider: Provider) -> String {
        match provider {
            Provider::Google => format!("1{:020}", self.id),
            Provider::Facebook => format!("10{:014}", self.id),
            Provider::Github => self.id.to_string(),
            Provider::Twitter => format!("14{:017}", self.id),
        }
    }

    /// `ada-thorne`
    pub fn handle(&self, separator: char) -> String {
        let words = self.name.split(|character: char| !character.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        if words.is_empty() { format!("user{}", self.id) } else { words.join(&separator.to_string()) }
    }

    fn initials(&self) -> String {
        let mut initials = self.name.split_whitespace().filter_map(|word| word.chars().next());
        initials.next().into_iter().chain(initials.next_back()).flat_map(char::to_uppercase).collect()
    }

    /// The initials on a coloured square, as SVG.
    fn picture(&self) -> Markup {
        const COLOURS: [&str; 6] = ["#2f6b3c", "#8a3f2a", "#4c5d8f", "#7a5b14", "#6b4a7d", "#1f6570"];
        let colour = COLOURS[usize::try_from(self.id).unwrap_or_default() % COLOURS.len()];
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" {
                rect width="96" height="96" fill=(colour) {}
                text x="48" y="61" text-anchor="middle" font-family="system-ui, sans-serif" font-size="36"
                    font-weight="600" fill="#fff" { (self.initials()) }
            }
        }
    }
}

/// `GET /pictures/{id}.svg`
pub async fn picture(State(providers): State<Arc<Providers>>, Path(file): Path<String>) -> Response {
    let id = file.strip_suffix(".svg").and_then(|id| id.parse().ok());
    let person = id.and_then(|id| providers.people().get(id).cloned());
    let Some(person) = person else { return StatusCode::NOT_FOUND.into_response() };
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, person.picture().into_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_depends_on_the_email_address() {
        let again = |name| Person::new(name, Some("Ada@Example.com"), true);
        assert_eq!(again("Ada").id, Person::new("A. Thorne", Some("ada@example.com"), false).id);
        let prepared = Person::prepared();
        for (place, person) in prepared.iter().enumerate() {
            assert!(person.id < ID_LIMIT);
            assert!(prepared[..place].iter().all(|other| other.id != person.id));
        }
    }

    #[test]
    fn the_oldest_new_users_are_removed_first() {
        let mut people = People::new(Person::prepared());
        for number in 0..=MAX_NEW_PEOPLE {
            people.put(Person::new(&format!("New {number}"), None, false));
        }
        let names: Vec<_> = people.all().iter().map(|person| person.name.as_str()).collect();
        assert_eq!((names[3], names[4], names.len()), ("Dara Finch", "New 1", 4 + MAX_NEW_PEOPLE));
        people.put(Person { name: "Ada Reed".into(), ..Person::prepared()[0].clone() });
        assert_eq!((people.all()[0].name.as_str(), people.all().len()), ("Ada Reed", 4 + MAX_NEW_PEOPLE));
    }

    #[test]
    fn names_become_handles_and_initials() {
        let ada = Person::new("Ada  van Thorne-Reed", None, false);
        assert_eq!(ada.handle('_'), "ada_van_thorne_reed");
        assert_eq!(ada.initials(), "AT");
        assert_eq!(Person::new("Zoë", None, false).initials(), "Z");
        assert!(Person::new("李", None, false).handle('-').starts_with("user"));
        assert!(Person::new("<b> <i>", None, false).picture().into_string().contains("&lt;&lt;"));
    }
}
