//! E-mail addresses in one canonical spelling.

use std::{borrow::Cow, fmt};

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use super::{FromJson, InvalidValue, language::localized};

/// A valid address, trimmed and in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Accepts the syntax of RFC 5321 dot-atoms, which is wider than the pattern of the forms. The domain may have accents:
    /// `info@café.ca` is stored as `info@xn--caf-dma.ca`, which every mail server takes.
    pub fn parse(text: &str) -> Option<Self> {
        // Not `to_lowercase`, which turns the Kelvin sign into a k and so one address into another.
        let typed = text.trim().to_ascii_lowercase();
        let (local, domain) = typed.rsplit_once('@')?;
        let domain = ascii_domain(domain)?;
        let is_valid_local = (1..=64).contains(&local.len())
            && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte));
        let is_valid_domain = domain.len() <= 253 && domain.contains('.') && domain.split('.').all(is_label);
        (is_valid_local && is_valid_domain).then(|| Self(format!("{local}@{domain}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

crate::db::column! { Email as String: |email| email.as_str(), |text| Self::parse(&text) }

/// Letters with accents in the spelling of DNS.
fn ascii_domain(domain: &str) -> Option<Cow<'_, str>> {
    if domain.is_ascii() {
        return Some(domain.into());
    }
    // A sign that only looks like a letter would name another domain.
    let is_letter = |c: char| c.is_ascii() || !c.nfkc().chain(c.to_lowercase()).any(|c| c.is_ascii());
    let ascii = idna::domain_to_ascii_strict(domain).ok().filter(|_| domain.chars().all(is_letter))?;
    Some(ascii.into())
}

fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromJson for Email {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match value.as_str() {
            Some(text) if text.trim().is_empty() => Err(InvalidValue::new(
                "required",
                localized!("Email is required", "L’adresse courriel est obligatoire"),
            )),
            text => text.and_then(Self::parse).ok_or_else(|| {
                InvalidValue::new(
                    "not_an_email",
                    localized!("Provide a valid email", "Entrez une adresse courriel valide"),
                )
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        assert_eq!(Email::parse(" Ada+Beds@Example.COM "), Email::parse("ada+beds@example.com"));
    }

    #[test]
    fn a_domain_with_accents_is_the_one_that_dns_knows() {
        for (typed, stored) in [
            ("info@café.ca", "info@xn--caf-dma.ca"),
            (" Info@CAFE\u{301}.ca ", "info@xn--caf-dma.ca"),
            ("INFO@CAFÉ.CA", "info@xn--caf-dma.ca"),
            ("info@xn--caf-dma.ca", "info@xn--caf-dma.ca"),
            ("info@québec.example", "info@xn--qubec-csa.example"),
            ("hans@m端ller.com", "hans@xn--mller-es7m.com"),
        ] {
            assert_eq!(Email::parse(typed).as_ref().map(Email::as_str), Some(stored), "{typed}");
        }
    }

    #[test]
    fn invalid_addresses_are_rejected() {
        for text in [
            "",
            "a",
            "@b.ca",
            "a@",
            "a@b",
            "a b@c.ca",
            "a@b..ca",
            "a@-b.ca",
            ".a@b.ca",
            "a@b.ca\0",
            "a@b.ca\r\nBcc: c@d.ca",
            "a@@b.ca",
            "\u{212A}evin@b.ca",
            "a@b.\u{212A}a",
            "é@b.ca",
            "a@é",
            "a@b\u{200d}.ca",
            "a@ｂ.ca",
            "a@é..ca",
            "a@-é.ca",
            "a@é\u{0}.ca",
        ] {
            assert_eq!(Email::parse(text), None, "{text:?}");
        }
    }
}
