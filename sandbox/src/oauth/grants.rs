//! Authorization codes and access tokens.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::oauth_fault::OAuthFault;
use super::person::Person;
use super::provider::{Provider, RegisteredClient};
use crate::ids;

const CODE_TTL: i64 = 60;
pub const ACCESS_TOKEN_TTL: i64 = 3600;

/// What a user has allowed a shop.
#[derive(Clone)]
pub struct Grant {
    pub provider: Provider,
    pub client_id: String,
    pub scopes: Vec<String>,
    pub nonce: Option<String>,
    pub person: Person,
    pub fault: Option<OAuthFault>,
}

impl Grant {
    pub fn has_scope(&self, wanted: &str) -> bool {
        self.scopes.iter().any(|scope| scope == wanted)
    }
}

struct AuthorizationCode {
    grant: Grant,
    challenge: String,
    expires_at: i64,
    is_spent: bool,
}

struct AccessToken {
    grant: Grant,
    code: String,
    expires_at: i64,
}

#[derive(Default)]
pub struct Grants {
    codes: BTreeMap<String, AuthorizationCode>,
    tokens: BTreeMap<String, AccessToken>,
}

/// Why a code is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidGrant {
    /// The code was never issued, was issued to another shop, or has expired.
    Unknown,
    Spent,
    WrongVerifier,
}

impl Grants {
    pub fn issue_code(&mut self, grant: Grant, challenge: &str, now: i64) -> String {
        self.delete_expired(now);
        let code = ids::new("");
        let is_spent = grant.fault == Some(OAuthFault::SpentCode);
        let (challenge, expires_at) = (challenge.to_owned(), now + CODE_TTL);
        self.codes.insert(code.clone(), AuthorizationCode { grant, challenge, expires_at, is_spent });
        code
    }

    /// Exchanges a code for an access token. A wrong verifier spends the code too. A second use revokes the token of
    /// the first use, because an attacker may have read the code.
    pub fn redeem(
        &mut self,
        code: &str,
        client: &RegisteredClient,
        verifier: &str,
        now: i64,
    ) -> Result<(String, Grant), InvalidGrant> {
        let entry = self.codes.get_mut(code).filter(|entry| {
            entry.expires_at > now
                && entry.grant.provider == client.provider
                && entry.grant.client_id == client.id
        });
        let entry = entry.ok_or(InvalidGrant::Unknown)?;
        if entry.is_spent {
            self.tokens.retain(|_, token| token.code != code);
            return Err(InvalidGrant::Spent);
        }
        entry.is_spent = true;
        if BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) != entry.challenge {
            return Err(InvalidGrant::WrongVerifier);
        }
        let grant = entry.grant.clone();
        let token = ids::new("");
        let (code, expires_at) = (code.to_owned(), now + ACCESS_TOKEN_TTL);
        self.tokens.insert(token.clone(), AccessToken { grant: grant.clone(), code, expires_at });
        Ok((token, grant))
    }

    pub fn by_token(&self, provider: Provider, token: &str, now: i64) -> Option<&Grant> {
        let token = self.tokens.get(token)?;
        (token.expires_at > now && token.grant.provider == provider).then_some(&token.grant)
    }

    /// Spent codes are kept as long as their tokens, so that a second use is detected.
    fn delete_expired(&mut self, now: i64) {
        self.tokens.retain(|_, token| token.expires_at > now);
        self.codes.retain(|_, code| {
            code.expires_at > now || code.is_spent && code.expires_at + ACCESS_TOKEN_TTL > now
        });
    }
}
