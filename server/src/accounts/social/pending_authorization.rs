//! A pending authorization request: the browser and provider it is bound to, and where the login ends.

use std::time::Duration;

use super::{SocialProvider, return_to::ReturnTo};
use crate::values::{
    ids::{Id, Secret},
    text_enum,
    time::Timestamp,
};

/// Long enough to find a password and a second factor.
pub const AUTHORIZATION_TTL: Duration = Duration::from_mins(10);

text_enum! {
    pub enum SocialLoginMode {
        Popup = "popup",
        Redirect = "redirect",
    }
}

text_enum! {
    /// The page where the login started, which shows an error.
    pub enum LoginScreen {
        Login = "login",
        Signup = "signup",
        /// The login methods of the user's account.
        Account = "account",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginDestination {
    pub mode: SocialLoginMode,
    pub screen: LoginScreen,
    pub return_to: ReturnTo,
}

pub struct PendingAuthorization {
    pub provider: SocialProvider,
    /// Hash of the cookie of the browser that started it.
    pub browser_hash: String,
    pub nonce: String,
    pub pkce_verifier: String,
    pub destination: LoginDestination,
    /// The user who links the provider. `None` at a login.
    pub link_user_id: Option<Id>,
    pub expires_at: Timestamp,
}

/// Why a callback does not match its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallbackMismatch {
    Expired,
    OtherBrowser,
    /// The response of one provider at the callback of another.
    OtherProvider,
}

impl PendingAuthorization {
    pub fn validate(
        &self,
        at: SocialProvider,
        browser: Option<&Secret>,
        now: Timestamp,
    ) -> Result<(), CallbackMismatch> {
        if browser.map(Secret::hash).as_ref() != Some(&self.browser_hash) {
            return Err(CallbackMismatch::OtherBrowser);
        }
        if self.provider != at {
            return Err(CallbackMismatch::OtherProvider);
        }
        if now >= self.expires_at { Err(CallbackMismatch::Expired) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callback_matches_its_browser_its_provider_and_its_time() {
        let (own, other) = (Secret::new(), Secret::new());
        let at = |seconds: i64| Timestamp::from_micros(seconds * 1_000_000);
        let pending = PendingAuthorization {
            provider: SocialProvider::Github,
            browser_hash: own.hash(),
            nonce: String::new(),
            pkce_verifier: String::new(),
            destination: LoginDestination {
                mode: SocialLoginMode::Redirect,
                screen: LoginScreen::Login,
                return_to: ReturnTo::parse_or_home(None),
            },
            link_user_id: None,
            expires_at: at(600),
        };
        assert_eq!(pending.validate(SocialProvider::Github, Some(&own), at(599)), Ok(()));
        assert_eq!(
            pending.validate(SocialProvider::Github, Some(&own), at(600)),
            Err(CallbackMismatch::Expired)
        );
        assert_eq!(
            pending.validate(SocialProvider::Google, Some(&own), at(0)),
            Err(CallbackMismatch::OtherProvider)
        );
        for browser in [None, Some(&other)] {
            assert_eq!(
                pending.validate(SocialProvider::Github, browser, at(0)),
                Err(CallbackMismatch::OtherBrowser)
            );
        }
    }
}
