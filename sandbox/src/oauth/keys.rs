//! The keys that ID tokens are signed with, and their public halves.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_lc_rs::encoding::{AsDer as _, PublicKeyX509Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::ids;

pub struct Key {
    pub id: String,
    pair: KeyPair,
}

impl Key {
    pub fn new() -> Self {
        let pair = KeyPair::generate(KeySize::Rsa2048).expect("the operating system gives random bytes");
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

    /// What everybody may know, as bytes.
    pub fn public(&self) -> Vec<u8> {
        let der: Result<PublicKeyX509Der<'_>, _> = self.pair.public_key().as_der();
        der.map(|der| der.as_ref().to_vec()).unwrap_or_default()
    }

    fn to_jwk(&self) -> Value {
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

/// Made when first needed: making one takes a while.
#[derive(Default)]
pub struct Keys(Mutex<Vec<Arc<Key>>>);

impl Keys {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Key>>> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.is_empty() {
            keys.push(Arc::new(Key::new()));
        }
        keys
    }

    /// The one that signs.
    pub fn current(&self) -> Arc<Key> {
        self.all().last().cloned().expect("there is always one")
    }

    /// From now on another signs; the one before stays published.
    pub fn rotate(&self) {
        let mut keys = self.all();
        keys.push(Arc::new(Key::new()));
        let gone = keys.len().saturating_sub(2);
        keys.drain(..gone);
    }

    pub fn to_jwks(&self) -> Value {
        json!({ "keys": self.all().iter().map(|key| key.to_jwk()).collect::<Vec<_>>() })
    }
}
