//! Faults of a sign-in. The user selects one on the consent page.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::provider::Provider;
use crate::drop_connection::drop_connection;
use crate::faults::garbage;

/// Longer than the timeout of a shop should be.
const SLOW: Duration = Duration::from_secs(15);

macro_rules! faults {
    ($($(#[$meta:meta])* $name:ident $stage:ident $label:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum OAuthFault {
            $($(#[$meta])* $name),*
        }

        impl OAuthFault {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label),*
                }
            }

            pub fn stage(self) -> Stage {
                match self {
                    $(Self::$name => Stage::$stage),*
                }
            }
        }
    };
}

faults! {
    OtherState Callback "another state"
    NoState Callback "no state"
    SpentCode Callback "a code that was used before"
    UnknownCode Callback "a code that was never issued"
    NoIssuer Callback "no issuer"
    TokenError Token "error 500"
    TokenSlow Token "a response after 15 seconds"
    TokenGarbage Token "a page instead of JSON"
    TokenCut Token "a dropped connection"
    NoIdToken IdToken "left out"
    AlgNone IdToken "unsigned (alg none)"
    HmacWithPublicKey IdToken "signed with the public key (HS256)"
    BadSignature IdToken "signed by another provider"
    UnknownKey IdToken "signed with a key that is not published"
    OtherIssuer IdToken "another issuer"
    OtherAudience IdToken "another audience"
    MoreAudiences IdToken "a second audience"
    OtherNonce IdToken "another nonce"
    NoNonce IdToken "no nonce"
    Expired IdToken "expired an hour ago"
    OtherAuthorizedParty IdToken "another authorized party (azp)"
    OtherTokenHash IdToken "the hash of another access token"
    IssuedLater IdToken "issued in ten minutes"
    ValidLater IdToken "valid in ten minutes (nbf)"
    /// This is not wrong: OpenID Connect Core 5.4 allows it in the code flow.
    ClaimsAtUserInfo IdToken "only the user id; the rest at userinfo"
    /// This is not quite right, and common.
    TextEmailVerified IdToken "email_verified as text"
    /// Clocks differ.
    JustExpired IdToken "expired half a minute ago"
    UserError UserInfo "error 503"
    UserSlow UserInfo "a response after 15 seconds"
    UserGarbage UserInfo "a page instead of JSON"
    UserWithoutId UserInfo "no user id"
    UserOtherId UserInfo "another user id than in the ID token"
}

/// The step of a sign-in at which a fault occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Callback,
    Token,
    IdToken,
    UserInfo,
}

impl Stage {
    pub const ALL: [Self; 4] = [Self::Callback, Self::Token, Self::IdToken, Self::UserInfo];

    pub fn label(self) -> &'static str {
        match self {
            Self::Callback => "When the browser returns to the shop",
            Self::Token => "When the shop requests a token",
            Self::IdToken => "In the ID token",
            Self::UserInfo => "When the shop requests the user",
        }
    }
}

impl OAuthFault {
    /// The value in the form of the consent page.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    pub fn parse(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }

    /// Only Google has an ID token. Its userinfo is asked only for what the ID token leaves out.
    pub fn is_of(self, provider: Provider) -> bool {
        let needs_id_token =
            self.stage() == Stage::IdToken || matches!(self, Self::NoIssuer | Self::UserOtherId);
        provider == Provider::Google || !needs_id_token
    }

    /// A response that clients should accept.
    pub fn is_acceptable(self) -> bool {
        matches!(self, Self::ClaimsAtUserInfo | Self::TextEmailVerified | Self::JustExpired)
    }

    /// The response that replaces the true response of this stage. A slow response waits here, then is true.
    pub async fn replacement(self, stage: Stage) -> Option<Response> {
        if self.stage() != stage {
            return None;
        }
        let error = |status: StatusCode| Some((status, "This failed on request.").into_response());
        match self {
            Self::TokenError => error(StatusCode::INTERNAL_SERVER_ERROR),
            Self::UserError => error(StatusCode::SERVICE_UNAVAILABLE),
            Self::TokenGarbage | Self::UserGarbage => Some(garbage()),
            Self::TokenCut => Some(drop_connection()),
            Self::TokenSlow | Self::UserSlow => {
                tokio::time::sleep(SLOW).await;
                None
            }
            _ => None,
        }
    }
}
