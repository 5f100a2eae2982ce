//! Identifiers and secrets in the form that providers like: a prefix and random letters and digits.

use rand::TryRng;
use rand::rngs::SysRng;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// `prefix` and 24 random characters, about 142 bits.
pub fn new(prefix: &str) -> String {
    let mut id = String::with_capacity(prefix.len() + 24);
    id.push_str(prefix);
    let mut random = [0_u8; 48];
    let mut wanted = 24;
    while wanted > 0 {
        SysRng.try_fill_bytes(&mut random).expect("the operating system gives random bytes");
        // 248 is the largest multiple of 62 in a byte: the rest would favour the first characters.
        for byte in random.into_iter().filter(|byte| *byte < 248).take(wanted) {
            id.push(char::from(ALPHABET[usize::from(byte % 62)]));
            wanted -= 1;
        }
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
