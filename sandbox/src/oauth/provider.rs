//! The four identity providers and their differences.

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    Google,
    Facebook,
    Github,
    Twitter,
}

/// A shop that is registered with one of the providers.
#[derive(Clone)]
pub struct RegisteredClient {
    pub provider: Provider,
    pub id: String,
    pub secret: String,
    /// The only address that browsers return to.
    pub redirect_uri: String,
}

impl Provider {
    pub const ALL: [Self; 4] = [Self::Google, Self::Facebook, Self::Github, Self::Twitter];

    /// The name in paths.
    pub fn name(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Facebook => "facebook",
            Self::Github => "github",
            Self::Twitter => "twitter",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Facebook => "Facebook",
            Self::Github => "GitHub",
            Self::Twitter => "Twitter",
        }
    }

    /// The scope that reveals the e-mail address. Twitter has none.
    pub fn email_scope(self) -> Option<&'static str> {
        match self {
            Self::Google | Self::Facebook => Some("email"),
            Self::Github => Some("user:email"),
            Self::Twitter => None,
        }
    }

    /// Whether the provider tells if an e-mail address is verified.
    pub fn tells_verified(self) -> bool {
        matches!(self, Self::Google | Self::Github)
    }

    /// The parameters that the shop receives, besides the state, when the user refuses.
    pub fn access_denied(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Google | Self::Twitter => &[("error", "access_denied")],
            Self::Github => &[
                ("error", "access_denied"),
                ("error_description", "The user has denied your application access."),
            ],
            Self::Facebook => &[
                ("error", "access_denied"),
                ("error_code", "200"),
                ("error_description", "Permissions error"),
                ("error_reason", "user_denied"),
            ],
        }
    }
}
