//! Random identifiers and secrets in the usual form of providers: a prefix, then letters and digits.

use rand::TryRng;
use rand::rngs::SysRng;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// `prefix` and 24 random characters, about 142 bits.
pub fn new(prefix: &str) -> String {
    let mut id = prefix.to_owned();
    let length = prefix.len() + 24;
    while id.len() < length {
        // Each call is a system call.
        let mut bytes = [0_u8; 32];
        SysRng.try_fill_bytes(&mut bytes).expect("the operating system provides random bytes");
        // 248 is the largest multiple of 62 in a byte. Higher values would favour the first characters.
        let fair = bytes.into_iter().filter(|byte| *byte < 248).take(length - id.len());
        id.extend(fair.map(|byte| char::from(ALPHABET[usize::from(byte % 62)])));
    }
    id
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_have_their_length_and_differ() {
        let (one, other) = (super::new("pi_"), super::new("pi_"));
        assert_eq!(one.len(), 27);
        assert!(one[3..].bytes().all(|b| b.is_ascii_alphanumeric()));
        assert_ne!(one, other);
    }
}
