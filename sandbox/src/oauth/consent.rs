//! The page on which a person says who they are, and whether the shop may know.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{OriginalUri, Query, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Form};
use reqwest::Url;
use serde::Deserialize;

use super::asked::{self, Asked};
use super::grants::Grant;
use super::wrong::Stage;
use super::{MOUNT, Person, Provider, Providers, Wrong};
use crate::ids;
use crate::page::{self, escape};

const NAME_LENGTH: usize = 60;
const EMAIL_LENGTH: usize = 120;

/// What stands in the form.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// `allow`, or anything else.
    decision: String,
    /// An id, or `new`.
    person: String,
    name: String,
    email: String,
    email_verified: Option<String>,
    wrong: String,
}

/// `GET /{provider}/authorize`
pub async fn ask(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let asked = match Asked::read(&providers, provider, &query) {
        Ok(asked) => asked,
        Err(refusal) => return refused(provider, refusal),
    };
    let action = uri.to_string();
    Sheet { asked: &asked, action: &action, answer: &Answer::default(), problem: None }.shown(&providers)
}

/// `POST /{provider}/authorize`, with the request still in the query.
pub async fn answer(
    State(providers): State<Arc<Providers>>,
    Extension(provider): Extension<Provider>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<BTreeMap<String, String>>,
    Form(answer): Form<Answer>,
) -> Response {
    let asked = match Asked::read(&providers, provider, &query) {
        Ok(asked) => asked,
        Err(refusal) => return refused(provider, refusal),
    };
    if answer.decision != "allow" {
        return sent(asked::way_back(asked.client, provider.refusal(), Some(&asked.state)));
    }
    match providers.chosen(&answer) {
        Ok(person) => sent(providers.allow(&asked, person, Wrong::parse(&answer.wrong))),
        Err(problem) => {
            let action = uri.to_string();
            Sheet { asked: &asked, action: &action, answer: &answer, problem: Some(problem) }
                .shown(&providers)
        }
    }
}

pub async fn style() -> Response {
    page::style(include_str!("consent.css"))
}

impl Providers {
    /// Who is meant; somebody new is on the list from now on.
    fn chosen(&self, answer: &Answer) -> Result<Person, &'static str> {
        if answer.person != "new" {
            let id = answer.person.parse().ok();
            let known = self.people().iter().find(|person| Some(person.id) == id).cloned();
            return known.ok_or("Choose who you are.");
        }
        let (name, email) = (answer.name.trim(), answer.email.trim());
        if name.is_empty() {
            return Err("Somebody else needs a name.");
        }
        if name.chars().count() > NAME_LENGTH || email.chars().count() > EMAIL_LENGTH {
            return Err("That is too long: 60 characters for a name, 120 for an address.");
        }
        let email = Some(email).filter(|email| !email.is_empty());
        if email.is_some_and(|email| !is_address(email)) {
            return Err("That is no e-mail address. Leave it empty for somebody who shares none.");
        }
        let person = Person::new(name, email, email.is_some() && answer.email_verified.is_some());
        self.remember(&person);
        Ok(person)
    }

    fn allow(&self, asked: &Asked<'_>, person: Person, wrong: Option<Wrong>) -> Option<Url> {
        let wrong = wrong.filter(|wrong| wrong.is_of(asked.provider));
        let grant = Grant {
            provider: asked.provider,
            client_id: asked.client.id.clone(),
            scopes: asked.scopes.clone(),
            nonce: asked.nonce.clone(),
            person,
            wrong,
        };
        let code = self.book().give_code(grant, &asked.challenge, self.now());
        let code = if wrong == Some(Wrong::UnknownCode) { ids::new("") } else { code };
        let state = match wrong {
            Some(Wrong::OtherState) => Some(ids::new("")),
            Some(Wrong::NoState) => None,
            _ => Some(asked.state.clone()),
        };
        let mut told = vec![("code", code.as_str())];
        let (issuer, scope) = (self.back(asked.provider), asked.scopes.join(" "));
        if asked.provider == Provider::Google {
            told.extend([
                ("iss", issuer.as_str()),
                ("scope", &scope),
                ("authuser", "0"),
                ("prompt", "consent"),
            ]);
        }
        asked::way_back(asked.client, &told, state.as_deref())
    }
}

fn is_address(text: &str) -> bool {
    let is_plain = text.chars().all(|character| !character.is_whitespace() && !character.is_control());
    is_plain && text.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
}

fn sent(address: Option<Url>) -> Response {
    match address.and_then(|address| HeaderValue::from_str(address.as_str()).ok()) {
        Some(address) => (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn refused(provider: Provider, refusal: asked::Refusal) -> Response {
    match refusal {
        asked::Refusal::SentBack(address) => sent(Some(address)),
        asked::Refusal::Told(sentence) => {
            let html = include_str!("refused.html")
                .replace("{{mount}}", MOUNT)
                .replace("{{name}}", provider.name())
                .replace("{{label}}", provider.label())
                .replace("{{sentence}}", sentence);
            let mut response = page::document(html, "'none'");
            *response.status_mut() = StatusCode::BAD_REQUEST;
            response
        }
    }
}

/// The page as it is to be drawn.
struct Sheet<'a> {
    asked: &'a Asked<'a>,
    /// The address of the page itself, with the shop's request in it.
    action: &'a str,
    answer: &'a Answer,
    problem: Option<&'static str>,
}

impl Sheet<'_> {
    fn shown(&self, providers: &Providers) -> Response {
        let provider = self.asked.provider;
        let shop =
            Url::parse(&self.asked.client.redirect_uri).ok().map(|url| url.origin().ascii_serialization());
        let shop = shop.unwrap_or_default();
        let host = shop.split_once("://").map_or(shop.as_str(), |(_, host)| host);
        let made = |value: &str| escape(value);
        let html = include_str!("consent.html")
            .replace("{{mount}}", MOUNT)
            .replace("{{name}}", provider.name())
            .replace("{{label}}", provider.label())
            .replace("{{initial}}", &provider.label()[..1])
            .replace("{{learns}}", self.learns())
            .replace("{{wrongs}}", &self.wrongs())
            .replace("{{open}}", if self.answer.wrong.is_empty() { "" } else { " open" })
            .replace("{{problem}}", &self.problem())
            .replace("{{new}}", if self.answer.person == "new" { " checked" } else { "" })
            .replace("{{verified}}", self.verified())
            .replace("{{people}}", &self.people(providers))
            .replace("{{host}}", &made(host))
            .replace("{{action}}", &made(self.action))
            .replace("{{new_name}}", &made(&self.answer.name))
            .replace("{{new_email}}", &made(&self.answer.email));
        // A form that leads away by a redirect leads there as well.
        let mut response = page::document(html, &format!("'self' {shop}"));
        if provider == Provider::Twitter {
            let isolated = HeaderValue::from_static("same-origin");
            response.headers_mut().insert(HeaderName::from_static("cross-origin-opener-policy"), isolated);
        }
        if self.problem.is_some() {
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        response
    }

    fn learns(&self) -> &'static str {
        if self.asked.tells_email() {
            "your name, your picture and your e-mail address"
        } else {
            "your name and your picture, not your e-mail address"
        }
    }

    fn problem(&self) -> String {
        self.problem.map_or_else(String::new, |problem| {
            format!("<p class=\"problem\" id=\"problem\" role=\"alert\">{problem}</p>")
        })
    }

    fn verified(&self) -> &'static str {
        // Ticked until somebody has unticked it.
        if self.answer.email_verified.is_some() || self.answer.decision.is_empty() { " checked" } else { "" }
    }

    fn people(&self, providers: &Providers) -> String {
        let mut rows = String::new();
        let people = providers.people();
        let first = people.first().map(|person| person.id.to_string()).unwrap_or_default();
        let chosen = if self.answer.person.is_empty() { &first } else { &self.answer.person };
        for person in people.iter() {
            let checked = if *chosen == person.id.to_string() { " checked" } else { "" };
            let (name, id) = (escape(&person.name), person.id);
            let _ = write!(
                rows,
                "<label class=\"person\"><input type=\"radio\" name=\"person\" value=\"{id}\"{checked}>\
                 <img src=\"{MOUNT}/pictures/{id}.svg\" alt=\"\" width=\"40\" height=\"40\">\
                 <span class=\"who\"><b>{name}</b>{}</span></label>",
                address(person)
            );
        }
        rows
    }

    fn wrongs(&self) -> String {
        let mut options = String::new();
        for stage in Stage::ALL {
            let fitting = Wrong::ALL.into_iter().filter(|wrong| wrong.stage() == stage);
            let fitting: Vec<_> = fitting.filter(|wrong| wrong.is_of(self.asked.provider)).collect();
            if fitting.is_empty() {
                continue;
            }
            let _ = write!(options, "<optgroup label=\"{}\">", stage.label());
            for wrong in fitting {
                let name = wrong.name();
                let selected = if self.answer.wrong == name { " selected" } else { "" };
                let _ = write!(options, "<option value=\"{name}\"{selected}>{}</option>", wrong.label());
            }
            options.push_str("</optgroup>");
        }
        options
    }
}

fn address(person: &Person) -> String {
    match &person.email {
        None => "<small>shares no e-mail address</small>".to_owned(),
        Some(email) if person.email_verified => format!("<small>{}</small>", escape(email)),
        Some(email) => format!("<small>{} <em>not verified</em></small>", escape(email)),
    }
}
