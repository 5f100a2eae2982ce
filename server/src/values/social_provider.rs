//! The social login providers.

use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum SocialProvider {
    Google,
    Facebook,
    Github,
    Twitter,
}

impl SocialProvider {
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

    /// The name for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Facebook => "Facebook",
            Self::Github => "GitHub",
            Self::Twitter => "Twitter",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == text)
    }
}
