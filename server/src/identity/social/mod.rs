//! Signing in by somebody else's word: Google, Facebook, GitHub or Twitter.
//!
//! Invariants: an account is found by who the provider says somebody is (issuer and subject), never by an address that
//! may be given to somebody else; an address counts only if the provider says it is verified; a sign-in ends in the
//! browser that began it, once.
//!
//! Screens: login, sign-up, "Finish your account", the ways to sign in of one's account.

pub mod account_linking;
pub mod authorize;
pub mod callback;
pub mod flow;
pub mod http;
pub mod providers;
pub mod reclaim;
pub mod return_to;
pub mod store;

use std::time::Duration;

use crate::{
    db::{self, Tx},
    identity::session::Method,
    values::time::Moment,
};

/// A flow that has ended is kept a while, so that whoever comes back late is told so where they began.
const FLOWS_KEPT_FOR: Duration = Duration::from_hours(1);
/// Who came by a phone or a provider and showed no address for so long will not finish the account.
const UNFINISHED_KEPT_FOR: Duration = Duration::from_hours(30 * 24);

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

    /// As people know it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Facebook => "Facebook",
            Self::Github => "GitHub",
            Self::Twitter => "Twitter",
        }
    }

    pub fn method(self) -> Method {
        match self {
            Self::Google => Method::Google,
            Self::Facebook => Method::Facebook,
            Self::Github => Method::Github,
            Self::Twitter => Method::Twitter,
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == text)
    }
}

/// Some hundred rows at once, so that no other write waits for long.
pub async fn delete_outlived(tx: &Tx<'_>, now: Moment) -> Result<u64, db::Error> {
    let flows = store::delete_old_flows(tx, now.minus(FLOWS_KEPT_FOR)).await?;
    Ok(flows + store::delete_abandoned(tx, now.minus(UNFINISHED_KEPT_FOR)).await?)
}
