//! SHA-256 in hexadecimal.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest, Sha256};

pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A secret of the shop. Without it, a hash does not tell whether it is the hash of a guessed text.
#[derive(Clone)]
pub struct HashKey(String);

impl HashKey {
    pub fn new(secret: String) -> Self {
        Self(secret)
    }

    /// HMAC-SHA-256, in hexadecimal.
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    pub fn hash(&self, text: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("a key of any length");
        mac.update(text.as_bytes());
        hex(&mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_two_digits_each() {
        assert_eq!(hex(&[0, 9, 255]), "0009ff");
        // RFC 4231, test case 2.
        let keyed = HashKey::new("Jefe".into()).hash("what do ya want for nothing?");
        assert_eq!(keyed, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
