//! Secrets and signatures of the Standard Webhooks specification.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::values::ids::fill_random;

/// Begins a secret that the owner copies.
pub const SECRET_PREFIX: &str = "whsec_";

/// 256 random bits in base64, without the prefix.
pub fn new_secret() -> String {
    let mut bytes = [0; 32];
    fill_random(&mut bytes);
    STANDARD.encode(bytes)
}

/// The header webhook-signature: one signature for each secret, with a space between them.
pub fn sign<'s>(secrets: impl Iterator<Item = &'s str>, id: &str, timestamp: i64, body: &str) -> String {
    let signature = |secret: &str| {
        let key = STANDARD.decode(secret).ok()?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
    };
    secrets.filter_map(signature).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_the_specification_says() {
        // The example of the specification's own libraries.
        let secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let body = r#"{"test": 2432232314}"#;
        let signature = sign([secret].into_iter(), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let both =
            sign([secret, &new_secret()].into_iter(), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert!(both.starts_with(&format!("{signature} v1,")) && both.len() == 2 * signature.len() + 1);
    }
}
