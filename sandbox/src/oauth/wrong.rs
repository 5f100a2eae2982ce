//! Every way in which a sign-in can be answered wrongly. The person chooses one on the page.

use serde::{Deserialize, Serialize};

use super::Provider;
use super::faults::Mishap;

/// Longer than a shop should wait.
const TOO_LONG_MS: u64 = 15_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    OtherState,
    NoState,
    SpentCode,
    UnknownCode,
    TokenError,
    TokenSlow,
    TokenGarbage,
    TokenCut,
    NoIdToken,
    AlgNone,
    HmacWithPublicKey,
    BadSignature,
    UnknownKey,
    OtherIssuer,
    OtherAudience,
    MoreAudiences,
    OtherNonce,
    NoNonce,
    Expired,
    UserError,
    UserSlow,
    UserGarbage,
    UserWithoutId,
}

/// Where on the way an untruth is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    WayBack,
    Token,
    IdToken,
    Profile,
}

impl Stage {
    pub const ALL: [Self; 4] = [Self::WayBack, Self::Token, Self::IdToken, Self::Profile];

    pub fn label(self) -> &'static str {
        match self {
            Self::WayBack => "On the way back to the shop",
            Self::Token => "When the shop asks for a token",
            Self::IdToken => "In the ID token",
            Self::Profile => "When the shop asks who it is",
        }
    }
}

impl Wrong {
    pub const ALL: [Self; 23] = [
        Self::OtherState,
        Self::NoState,
        Self::SpentCode,
        Self::UnknownCode,
        Self::TokenError,
        Self::TokenSlow,
        Self::TokenGarbage,
        Self::TokenCut,
        Self::NoIdToken,
        Self::AlgNone,
        Self::HmacWithPublicKey,
        Self::BadSignature,
        Self::UnknownKey,
        Self::OtherIssuer,
        Self::OtherAudience,
        Self::MoreAudiences,
        Self::OtherNonce,
        Self::NoNonce,
        Self::Expired,
        Self::UserError,
        Self::UserSlow,
        Self::UserGarbage,
        Self::UserWithoutId,
    ];

    /// As forms and `/_control` spell it.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    pub fn parse(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::OtherState => "another state",
            Self::NoState => "no state",
            Self::SpentCode => "a code that was used before",
            Self::UnknownCode => "a code that nobody gave out",
            Self::TokenError => "error 500",
            Self::TokenSlow | Self::UserSlow => "an answer after 15 seconds",
            Self::TokenGarbage | Self::UserGarbage => "a page instead of JSON",
            Self::TokenCut => "a cut connection",
            Self::NoIdToken => "left out",
            Self::AlgNone => "unsigned (alg none)",
            Self::HmacWithPublicKey => "signed with the public key (HS256)",
            Self::BadSignature => "signed by somebody else",
            Self::UnknownKey => "signed with a key that is not published",
            Self::OtherIssuer => "another issuer",
            Self::OtherAudience => "another audience",
            Self::MoreAudiences => "a second audience",
            Self::OtherNonce => "another nonce",
            Self::NoNonce => "no nonce",
            Self::Expired => "expired an hour ago",
            Self::UserError => "error 503",
            Self::UserWithoutId => "nobody",
        }
    }

    pub fn stage(self) -> Stage {
        match self {
            Self::OtherState | Self::NoState | Self::SpentCode | Self::UnknownCode => Stage::WayBack,
            Self::TokenError | Self::TokenSlow | Self::TokenGarbage | Self::TokenCut => Stage::Token,
            Self::NoIdToken
            | Self::AlgNone
            | Self::HmacWithPublicKey
            | Self::BadSignature
            | Self::UnknownKey
            | Self::OtherIssuer
            | Self::OtherAudience
            | Self::MoreAudiences
            | Self::OtherNonce
            | Self::NoNonce
            | Self::Expired => Stage::IdToken,
            Self::UserError | Self::UserSlow | Self::UserGarbage | Self::UserWithoutId => Stage::Profile,
        }
    }

    /// Google says who it is in its ID token, the others only when asked.
    pub fn is_of(self, provider: Provider) -> bool {
        match self.stage() {
            Stage::WayBack | Stage::Token => true,
            Stage::IdToken => provider == Provider::Google,
            Stage::Profile => provider != Provider::Google,
        }
    }

    pub fn at_token(self) -> Option<Mishap> {
        match self {
            Self::TokenError => Some(Mishap::Status(500)),
            Self::TokenSlow => Some(Mishap::DelayMs(TOO_LONG_MS)),
            Self::TokenGarbage => Some(Mishap::Garbage),
            Self::TokenCut => Some(Mishap::Cut),
            _ => None,
        }
    }

    pub fn at_profile(self) -> Option<Mishap> {
        match self {
            Self::UserError => Some(Mishap::Status(503)),
            Self::UserSlow => Some(Mishap::DelayMs(TOO_LONG_MS)),
            Self::UserGarbage => Some(Mishap::Garbage),
            _ => None,
        }
    }
}
