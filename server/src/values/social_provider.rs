//! The social login providers.

use super::text_enum;

text_enum! {
    // The order is the one of the specification. The texts are the ones of paths and of the database.
    pub enum SocialProvider {
        Google = "google",
        Facebook = "facebook",
        Github = "github",
        Twitter = "twitter",
    }
}

impl SocialProvider {
    /// The name for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Facebook => "Facebook",
            Self::Github => "GitHub",
            Self::Twitter => "Twitter",
        }
    }
}
