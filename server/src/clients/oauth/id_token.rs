//! Verification of ID tokens (OpenID Connect Core 3.1.3.7): signature, algorithm, issuer, audience, authorized party,
//! times, nonce and the hash of the access token.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{
    Algorithm, DecodingKey, Header, Validation, decode, decode_header,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse},
};
use serde::{Deserialize, Deserializer, de::Error as _};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::values::time::Timestamp;

/// How much the provider's clock may differ from ours.
const CLOCK_LEEWAY: Duration = Duration::from_mins(1);

#[derive(Debug, Error)]
pub enum IdTokenError {
    /// The provider may have new keys.
    #[error("the ID token is signed with an unknown key")]
    UnknownKey,
    #[error("the ID token is {0}")]
    Invalid(&'static str),
}

/// What the provider publishes about its signatures.
pub struct SigningKeys {
    keys: Vec<Jwk>,
    /// Every provider supports RS256.
    allows_es256: bool,
}

/// The values of this login that the token must have.
pub struct ExpectedToken<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub access_token: &'a str,
    pub now: Timestamp,
}

#[derive(Deserialize)]
struct IdTokenClaims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    at_hash: Option<String>,
    #[serde(flatten)]
    user: UserClaims,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// The claims about the user, in an ID token or at userinfo.
#[derive(Deserialize)]
pub struct UserClaims {
    pub sub: String,
    pub name: Option<String>,
    pub picture: Option<String>,
    pub email: Option<String>,
    #[serde(default, deserialize_with = "bool_or_text")]
    pub email_verified: Option<bool>,
}

impl SigningKeys {
    /// Ignores keys that cannot be parsed, because the provider may have other uses for them.
    pub fn new(keys: Vec<serde_json::Value>, algorithms: &[String]) -> Self {
        Self {
            keys: keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect(),
            allows_es256: algorithms.iter().any(|algorithm| algorithm == "ES256"),
        }
    }

    /// The one key that may have signed a token with this header.
    fn find(&self, header: &Header) -> Result<&Jwk, IdTokenError> {
        let algorithm = match header.alg {
            Algorithm::RS256 => KeyAlgorithm::RS256,
            Algorithm::ES256 if self.allows_es256 => KeyAlgorithm::ES256,
            // An HMAC with a public key as its secret proves nothing. `decode_header` refuses `none`.
            _ => return Err(IdTokenError::Invalid("signed with another algorithm")),
        };
        let is_usable = |key: &&Jwk| {
            let is_of_type = match (algorithm, &key.algorithm) {
                (KeyAlgorithm::RS256, AlgorithmParameters::RSA(_)) => true,
                (KeyAlgorithm::ES256, AlgorithmParameters::EllipticCurve(ec)) => {
                    ec.curve == EllipticCurve::P256
                }
                _ => false,
            };
            let key = &key.common;
            is_of_type
                && (header.kid.is_none() || key.key_id == header.kid)
                && key.key_algorithm.is_none_or(|of_key| of_key == algorithm)
                && key.public_key_use.as_ref().is_none_or(|usage| *usage == PublicKeyUse::Signature)
        };
        let mut usable = self.keys.iter().filter(is_usable);
        match (usable.next(), usable.next()) {
            (Some(key), None) => Ok(key),
            (None, _) => Err(IdTokenError::UnknownKey),
            (Some(_), Some(_)) => Err(IdTokenError::Invalid("signed with one of several keys")),
        }
    }
}

/// Returns the claims about the user.
pub fn verify(
    token: &str,
    keys: &SigningKeys,
    expected: &ExpectedToken<'_>,
) -> Result<UserClaims, IdTokenError> {
    let header = decode_header(token).map_err(|_| IdTokenError::Invalid("malformed or unsigned"))?;
    let media_type = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
    let is_jwt = matches!(media_type.trim_start_matches("application/"), "jwt" | "jose");
    if !is_jwt || header.cty.is_some() || header.crit.is_some() {
        return Err(IdTokenError::Invalid("of another type"));
    }
    let key = DecodingKey::from_jwk(keys.find(&header)?);
    let key = key.map_err(|_| IdTokenError::Invalid("signed with a malformed key"))?;
    let mut validation = Validation::new(header.alg);
    // `check` does it by the shop's clock, and stricter.
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    let token = decode::<IdTokenClaims>(token, &key, &validation);
    let claims = token.map_err(|_| IdTokenError::Invalid("not signed by its key, or malformed"))?.claims;
    check(&claims, expected).map_err(IdTokenError::Invalid)?;
    Ok(claims.user)
}

fn check(claims: &IdTokenClaims, expected: &ExpectedToken<'_>) -> Result<(), &'static str> {
    let now = Duration::from_micros(u64::try_from(expected.now.micros()).unwrap_or(0));
    let earliest = now.saturating_sub(CLOCK_LEEWAY).as_secs_f64();
    let latest = (now + CLOCK_LEEWAY).as_secs_f64();
    // Another audience could send its copy of the token to the shop.
    let is_for_shop = match &claims.aud {
        Audience::One(audience) => audience == expected.client_id,
        Audience::Many(all) => !all.is_empty() && all.iter().all(|audience| audience == expected.client_id),
    };
    let hash = &Sha256::digest(expected.access_token)[..16];
    if claims.iss != expected.issuer {
        Err("of another issuer")
    } else if !is_for_shop {
        Err("for another audience")
    } else if claims.azp.as_deref().is_some_and(|party| party != expected.client_id) {
        Err("issued to another client")
    } else if claims.exp <= earliest {
        Err("expired")
    } else if claims.iat > latest {
        Err("issued in the future")
    } else if claims.nbf.is_some_and(|start| start > latest) {
        Err("not valid yet")
    } else if claims.nonce.as_deref() != Some(expected.nonce) {
        Err("of another login")
    } else if claims.at_hash.as_ref().is_some_and(|of_token| *of_token != URL_SAFE_NO_PAD.encode(hash)) {
        Err("issued with another access token")
    } else {
        Ok(())
    }
}

/// Some providers send a boolean as text.
fn bool_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum BoolOrText {
        Bool(bool),
        Text(String),
    }
    match Option::deserialize(deserializer)? {
        None => Ok(None),
        Some(BoolOrText::Bool(value)) => Ok(Some(value)),
        Some(BoolOrText::Text(text)) => text.parse().map(Some).map_err(D::Error::custom),
    }
}
