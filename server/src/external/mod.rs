//! Signing in by somebody else's word: Google, Facebook, GitHub or Twitter.
//!
//! Invariants: an account is found by who the provider says somebody is (issuer and subject), never by an address that
//! may be given to somebody else; an address counts only if the provider says it is verified; a sign-in ends in the
//! browser that began it, once.
//!
//! Screens: login, sign-up, "Finish your account", the ways to sign in of one's account.

pub mod http;

/// Who can vouch for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    Google,
    Facebook,
    Github,
    Twitter,
}

impl Provider {
    /// In the order of the specification.
    pub const ALL: [Self; 4] = [Self::Google, Self::Facebook, Self::Github, Self::Twitter];

    /// As in paths and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Facebook => "facebook",
            Self::Github => "github",
            Self::Twitter => "twitter",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == text)
    }
}
