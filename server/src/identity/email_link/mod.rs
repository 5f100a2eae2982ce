//! Mailed links that verify an e-mail address or reset a password.
//!
//! A link holds a secret in its URL fragment, which browsers send to no server. It works once and expires. Only its
//! hash is stored, and a newer link replaces it. It verifies the address it was sent to, even if the account has
//! another one by then.
//!
//! Screens: /verify-email, /reset-password, "Forgot password" on the login page.

pub mod http;
pub mod reset_password;
pub mod store;
pub mod verify_email;

use std::time::Duration;

use self::store::LinkToInsert;
use super::user::User;
use crate::{
    db::{Error, Tx},
    email::message::Letter,
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        time::Moment,
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Verify,
    Reset,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
        }
    }

    fn life(self) -> Duration {
        match self {
            Self::Verify => Duration::from_hours(24),
            Self::Reset => Duration::from_hours(1),
        }
    }

    /// The page that reads the secret from the fragment.
    fn screen(self) -> &'static str {
        match self {
            Self::Verify => "/verify-email",
            Self::Reset => "/reset-password",
        }
    }
}

/// A link that is about to be mailed.
#[derive(Clone)]
pub struct NewLink {
    purpose: Purpose,
    hash: String,
    address: String,
    made_at: Moment,
    ends_at: Moment,
}

impl NewLink {
    pub fn new(shop: &Shop, purpose: Purpose) -> Self {
        let (secret, now) = (Secret::new(), shop.clock.now());
        Self {
            purpose,
            hash: secret.hash(),
            address: format!("{}{}#token={}", shop.public_url(), purpose.screen(), secret.reveal()),
            made_at: now,
            ends_at: now.plus(purpose.life()),
        }
    }

    /// Stores the link and deletes older ones. For an unknown user id it runs the same statements without effect.
    pub async fn keep(&self, tx: &Tx<'_>, user: &Id, email: &Email) -> Result<(), Error> {
        store::delete_of(tx, user, self.purpose.as_str()).await?;
        let link = LinkToInsert {
            hash: &self.hash,
            user,
            purpose: self.purpose.as_str(),
            email,
            made_at: self.made_at,
            ends_at: self.ends_at,
        };
        store::insert(tx, &link).await
    }

    pub fn letter_to(&self, user: &User) -> Letter {
        let (name, link, expires_at) = (user.display_name.clone(), self.address.clone(), self.ends_at);
        match self.purpose {
            Purpose::Verify => Letter::VerifyEmail { name, link, expires_at },
            Purpose::Reset => Letter::ResetPassword { name, link, expires_at },
        }
    }
}
