//! A login method other than a password, and what the provider says about its user.

use serde_json::Value;

use super::SocialProvider;
use crate::{
    accounts::user::AuthMethod,
    values::{
        FromJson as _,
        email::Email,
        language::Language,
        text::{SingleLine, is_invisible},
        url::is_https_or_loopback,
    },
};

/// A login method other than a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginMethod {
    External(ExternalIdentity),
    /// A number such as +16135550142. A code that was sent there was right.
    Phone(String),
}

/// A user's identity at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalIdentity {
    pub provider: SocialProvider,
    pub issuer: String,
    pub subject: String,
    pub label: String,
}

impl LoginMethod {
    /// The name for display.
    pub fn label(&self, language: Language) -> &'static str {
        match self {
            Self::External(identity) => identity.provider.label(),
            Self::Phone(_) => phone_label(language),
        }
    }

    pub fn method(&self) -> AuthMethod {
        match self {
            Self::External(identity) => identity.provider.method(),
            Self::Phone(_) => AuthMethod::Phone,
        }
    }
}

pub fn phone_label(language: Language) -> &'static str {
    language.choose("a phone number", "un numéro de téléphone")
}

/// A login method, and what the provider says about its user.
#[derive(Debug, Clone)]
pub struct ExternalProfile {
    pub login_method: LoginMethod,
    pub verified_email: Option<Email>,
    /// The name of the person. Empty if it is unknown.
    pub name: String,
    pub photo_url: Option<String>,
    /// The language of e-mails to the account that it makes.
    pub language: Language,
}

impl ExternalProfile {
    /// Sanitizes `name` and `photo_url`, which come from the provider.
    pub fn new(
        login_method: LoginMethod,
        verified_email: Option<Email>,
        name: &str,
        photo_url: Option<String>,
    ) -> Self {
        let of_address = verified_email.as_ref().and_then(|email| email.as_str().split('@').next());
        let name = single_line(name).or_else(|| of_address.map(str::to_owned)).unwrap_or_default();
        let photo_url = photo_url.filter(|url| url.len() <= 1_000 && is_https_or_loopback(url));
        Self { login_method, verified_email, name, photo_url, language: Language::default() }
    }

    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }
}

/// Removes invisible characters and line breaks, and truncates. `None` if nothing is left.
pub fn single_line(text: &str) -> Option<String> {
    let seen = text.chars().filter(|c| !is_invisible(*c));
    let plain: String = seen.map(|c| if c.is_control() { ' ' } else { c }).take(120).collect();
    SingleLine::<120>::from_json(&Value::String(plain)).ok().map(SingleLine::into_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile_of(email: Option<&str>, name: &str, photo: &str) -> ExternalProfile {
        let email = email.and_then(Email::parse);
        ExternalProfile::new(LoginMethod::Phone("+16135550142".into()), email, name, Some(photo.to_owned()))
    }

    #[test]
    fn a_name_becomes_one_line_and_a_photo_needs_tls() {
        let profile = profile_of(None, " Ada\r\nBcc: x ", "http://pictures.example/1");
        assert_eq!((profile.name.as_str(), profile.photo_url), ("Ada  Bcc: x", None));
        let profile = profile_of(None, &"é".repeat(500), "https://pictures.example/1");
        assert_eq!(profile.name.chars().count(), 120);
        assert_eq!(profile.photo_url.as_deref(), Some("https://pictures.example/1"));
        assert_eq!(profile_of(None, "", "javascript:alert(1)").photo_url, None);
        assert_eq!(profile_of(None, "\u{202e}adA\u{200b} \u{feff}Moss\u{2069}", "").name, "adA Moss");
        assert_eq!(profile_of(None, "\u{200b}\u{200d}", "").name, "");
    }

    #[test]
    fn a_missing_name_is_the_local_part_of_the_address() {
        assert_eq!(profile_of(Some("ada.moss@example.com"), "\u{2028}", "").name, "ada.moss");
        assert_eq!(profile_of(None, "  ", "").name, "");
    }
}
