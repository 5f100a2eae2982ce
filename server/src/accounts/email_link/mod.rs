//! Mailed links that verify or change an e-mail address, finish an account, log in or reset a password.
//!
//! A link holds a secret in its URL fragment, which browsers send to no server. It works once and expires. Only its
//! hash is stored, and a newer link replaces it. It verifies the address it was sent to, even if the account has
//! another one by then.
//!
//! Screens: /verify-email, /finish, /email-login, /reset-password, "Forgot password" on the login page.

pub mod change_email;
pub mod http;
pub mod login;
pub mod reset_password;
pub mod store;
pub mod verify_email;

use std::time::Duration;

use self::store::NewEmailTokenRow;
use crate::{
    base::email::message::EmailMessage,
    db::{Error, Tx},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        text_enum,
        time::Timestamp,
    },
};

text_enum! {
    pub enum EmailLinkPurpose {
        Verify = "verify",
        /// Sets the address of an account that has none.
        Finish = "finish",
        LogIn = "log_in",
        Reset = "reset",
        /// Gives the account the address that it was sent to.
        Change = "change",
    }
}

impl EmailLinkPurpose {
    fn ttl(self) -> Duration {
        match self {
            Self::Verify => Duration::from_hours(24),
            Self::Finish | Self::LogIn | Self::Reset | Self::Change => Duration::from_hours(1),
        }
    }

    /// The page that reads the secret from the fragment.
    fn path(self) -> &'static str {
        match self {
            Self::Verify | Self::Change => "/verify-email",
            Self::Finish => "/finish",
            Self::LogIn => "/email-login",
            Self::Reset => "/reset-password",
        }
    }
}

/// A link that is about to be mailed.
pub struct NewEmailToken {
    purpose: EmailLinkPurpose,
    hash: String,
    link: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl NewEmailToken {
    pub fn new(shop: &Shop, purpose: EmailLinkPurpose) -> Self {
        Self::lasting(shop, purpose, purpose.ttl())
    }

    /// Makes a link with its own lifetime. Callers use it for an e-mail that is read later than one that its recipient
    /// has just asked for.
    pub fn lasting(shop: &Shop, purpose: EmailLinkPurpose, ttl: Duration) -> Self {
        let (secret, now) = (Secret::new(), shop.clock.now());
        Self {
            purpose,
            hash: secret.hash(),
            link: format!("{}{}#token={}", shop.public_url(), purpose.path(), secret.reveal()),
            created_at: now,
            expires_at: now.plus(ttl),
        }
    }

    /// Stores the link and deletes older ones. For an unknown user id it runs the same statements without effect.
    pub async fn store(&self, tx: &Tx<'_>, user: &Id, email: &Email) -> Result<(), Error> {
        store::delete_by_purpose(tx, user, self.purpose).await?;
        self.store_beside_others(tx, user, email).await
    }

    /// Stores the link. Older ones still work, until one of them is used.
    pub async fn store_beside_others(&self, tx: &Tx<'_>, user: &Id, email: &Email) -> Result<(), Error> {
        let link = NewEmailTokenRow {
            hash: &self.hash,
            user,
            purpose: self.purpose,
            email,
            made_at: self.created_at,
            expires_at: self.expires_at,
        };
        store::insert(tx, &link).await
    }

    /// A link that sets the first password of an account without any login.
    pub fn first_password_email(&self, name: &str) -> EmailMessage {
        EmailMessage::FirstPassword {
            name: name.to_owned(),
            link: self.link.clone(),
            expires_at: self.expires_at,
        }
    }

    /// `name` is the recipient's display name.
    pub fn email_to(&self, name: &str) -> EmailMessage {
        let (name, link, expires_at) = (name.to_owned(), self.link.clone(), self.expires_at);
        match self.purpose {
            EmailLinkPurpose::Verify => EmailMessage::VerifyEmail { name, link, expires_at },
            EmailLinkPurpose::Finish => EmailMessage::FinishAccount { link, expires_at },
            EmailLinkPurpose::LogIn => EmailMessage::LogIn { name, link, expires_at },
            EmailLinkPurpose::Reset => EmailMessage::ResetPassword { name, link, expires_at },
            EmailLinkPurpose::Change => EmailMessage::ChangeEmail { name, link, expires_at },
        }
    }
}
