//! The four providers, and where their ways part.

/// Who is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    Google,
    Facebook,
    Github,
    Twitter,
}

impl Provider {
    pub const ALL: [Self; 4] = [Self::Google, Self::Facebook, Self::Github, Self::Twitter];

    /// As addresses spell it.
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

    /// The scope without which the e-mail address is not told; none can open it at Twitter.
    pub fn email_scope(self) -> Option<&'static str> {
        match self {
            Self::Google | Self::Facebook => Some("email"),
            Self::Github => Some("user:email"),
            Self::Twitter => None,
        }
    }

    pub fn tells_verified(self) -> bool {
        matches!(self, Self::Google | Self::Github)
    }

    /// What comes back to the shop, beside the state, when the person says no.
    pub fn refusal(self) -> &'static [(&'static str, &'static str)] {
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
