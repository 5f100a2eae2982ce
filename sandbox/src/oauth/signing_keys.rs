//! The RSA keys that sign ID tokens.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_lc_rs::encoding::{AsDer as _, PublicKeyX509Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::ids;

pub struct SigningKey {
    pub id: String,
    pair: KeyPair,
}

impl SigningKey {
    pub fn generate() -> Self {
        let pair = KeyPair::generate(KeySize::Rsa2048).expect("the operating system provides random bytes");
        Self { id: ids::new(""), pair }
    }

    /// RS256
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
            .expect("the signature has the length of the modulus");
        signature
    }

    pub fn public_der(&self) -> Vec<u8> {
        let der: Result<PublicKeyX509Der<'_>, _> = self.pair.public_key().as_der();
        der.map(|der| der.as_ref().to_vec()).unwrap_or_default()
    }

    pub fn to_jwk(&self) -> Value {
        let number = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let public = self.pair.public_key();
        json!({
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "n": number(public.modulus().big_endian_without_leading_zero()),
            "e": number(public.exponent().big_endian_without_leading_zero()),
        })
    }
}

/// The first key is generated when it is needed, because that takes a while.
#[derive(Default)]
pub struct IssuerKeys(Mutex<Vec<Arc<SigningKey>>>);

impl IssuerKeys {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<SigningKey>>> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.is_empty() {
            keys.push(Arc::new(SigningKey::generate()));
        }
        keys
    }

    pub fn current(&self) -> Arc<SigningKey> {
        self.all().last().cloned().expect("there is always a key")
    }

    /// Signs with a new key. The previous key stays published.
    pub fn rotate(&self) {
        let mut keys = self.all();
        keys.push(Arc::new(SigningKey::generate()));
        let expired = keys.len().saturating_sub(2);
        keys.drain(..expired);
    }

    pub fn to_jwks(&self) -> Value {
        json!({ "keys": self.all().iter().map(|key| key.to_jwk()).collect::<Vec<_>>() })
    }
}
