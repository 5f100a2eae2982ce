//! Says to a push service who sends a message (RFC 8292). A browser takes messages only from the key it subscribed to.

use std::time::Duration;

use aws_lc_rs::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::json;

use crate::values::time::Timestamp;

/// Services refuse more than a day.
const TOKEN_TTL: Duration = Duration::from_hours(12);

/// The shop's key pair.
pub struct VapidKey {
    pair: EcdsaKeyPair,
    /// As the browser wants it: an uncompressed point in base64url.
    pub public_key: String,
}

impl VapidKey {
    /// A new private key as it is stored: PKCS#8 in base64url.
    pub fn generate() -> Result<String, Unspecified> {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING)?;
        Ok(URL_SAFE_NO_PAD.encode(pair.to_pkcs8v1()?))
    }

    /// `None` if this is no stored key.
    pub fn parse(stored: &str) -> Option<Self> {
        let pkcs8 = URL_SAFE_NO_PAD.decode(stored).ok()?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &pkcs8).ok()?;
        let public_key = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
        Some(Self { pair, public_key })
    }

    /// The header `Authorization` of a request to the push service with this origin. `contact` is where the service
    /// reaches the sender.
    pub fn authorization(
        &self,
        origin: &str,
        contact: Option<&str>,
        now: Timestamp,
    ) -> Result<String, Unspecified> {
        let mut claims = json!({ "aud": origin, "exp": now.plus(TOKEN_TTL).micros() / 1_000_000 });
        if let Some(contact) = contact {
            claims["sub"] = json!(contact);
        }
        let part = |json: &str| URL_SAFE_NO_PAD.encode(json);
        let signed = format!("{}.{}", part(r#"{"typ":"JWT","alg":"ES256"}"#), part(&claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public_key))
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{Algorithm, DecodingKey, Validation};

    use super::*;

    #[test]
    fn another_library_accepts_the_token() {
        let key = VapidKey::parse(&VapidKey::generate().unwrap()).unwrap();
        let now = Timestamp::from_micros(4_000_000_000_000_000);
        let header =
            key.authorization("https://push.example.net", Some("https://tools.example.ca"), now).unwrap();
        let (token, public_key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public_key, key.public_key);
        let decoding = DecodingKey::from_ec_der(&URL_SAFE_NO_PAD.decode(public_key).unwrap());
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_audience(&["https://push.example.net"]);
        let claims = jsonwebtoken::decode::<serde_json::Value>(token, &decoding, &validation).unwrap().claims;
        let expected = json!({ "aud": "https://push.example.net", "exp": 4_000_043_200_i64, "sub": "https://tools.example.ca" });
        assert_eq!(claims, expected);
        assert!(VapidKey::parse("AAAA").is_none());
    }
}
