//! What is remembered of consent: codes that can be redeemed once, and the access tokens they became.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::{Client, Person, Provider, Wrong};
use crate::ids;

const CODE_SECONDS: i64 = 60;
pub const ACCESS_SECONDS: i64 = 3600;

/// What a person allowed a shop.
#[derive(Clone)]
pub struct Grant {
    pub provider: Provider,
    pub client_id: String,
    pub scopes: Vec<String>,
    pub nonce: Option<String>,
    pub person: Person,
    pub wrong: Option<Wrong>,
}

impl Grant {
    pub fn has_scope(&self, wanted: &str) -> bool {
        self.scopes.iter().any(|scope| scope == wanted)
    }
}

struct Code {
    grant: Grant,
    challenge: String,
    ends_at: i64,
    is_spent: bool,
}

struct Access {
    grant: Grant,
    code: String,
    ends_at: i64,
}

#[derive(Default)]
pub struct Book {
    codes: BTreeMap<String, Code>,
    accesses: BTreeMap<String, Access>,
}

/// Why a code is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unredeemable {
    /// Never given out, not to this shop, or too old.
    Unknown,
    Spent,
    OtherVerifier,
}

impl Book {
    pub fn give_code(&mut self, grant: Grant, challenge: &str, now: i64) -> String {
        self.forget(now);
        let code = ids::new("");
        let is_spent = grant.wrong == Some(Wrong::SpentCode);
        let entry = Code { grant, challenge: challenge.to_owned(), ends_at: now + CODE_SECONDS, is_spent };
        self.codes.insert(code.clone(), entry);
        code
    }

    /// Takes a code for an access token. A wrong verifier spends it too, and a second use ends what the first gave:
    /// somebody has read it on its way.
    pub fn redeem(
        &mut self,
        code: &str,
        client: &Client,
        verifier: &str,
        now: i64,
    ) -> Result<(String, Grant), Unredeemable> {
        let entry = self.codes.get_mut(code).filter(|entry| {
            entry.ends_at > now
                && entry.grant.provider == client.provider
                && entry.grant.client_id == client.id
        });
        let entry = entry.ok_or(Unredeemable::Unknown)?;
        if entry.is_spent {
            self.accesses.retain(|_, access| access.code != code);
            return Err(Unredeemable::Spent);
        }
        entry.is_spent = true;
        if BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) != entry.challenge {
            return Err(Unredeemable::OtherVerifier);
        }
        let grant = entry.grant.clone();
        let token = ids::new("");
        let access = Access { grant: grant.clone(), code: code.to_owned(), ends_at: now + ACCESS_SECONDS };
        self.accesses.insert(token.clone(), access);
        Ok((token, grant))
    }

    pub fn grant(&self, provider: Provider, token: &str, now: i64) -> Option<&Grant> {
        let access = self.accesses.get(token)?;
        (access.ends_at > now && access.grant.provider == provider).then_some(&access.grant)
    }

    /// How many codes are still good, and how many access tokens.
    pub fn open(&self, now: i64) -> (usize, usize) {
        let codes = self.codes.values().filter(|code| !code.is_spent && code.ends_at > now).count();
        (codes, self.accesses.values().filter(|access| access.ends_at > now).count())
    }

    /// Spent codes stay as long as what they gave, so that a second use is noticed.
    fn forget(&mut self, now: i64) {
        self.accesses.retain(|_, access| access.ends_at > now);
        self.codes
            .retain(|_, code| code.ends_at > now || code.is_spent && code.ends_at + ACCESS_SECONDS > now);
    }
}
