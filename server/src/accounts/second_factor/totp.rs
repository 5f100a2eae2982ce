//! The codes of an authenticator app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, because all apps
//! know these.

use hmac::{Hmac, KeyInit as _, Mac as _};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;

use super::{BASE32, random_text};
use crate::values::time::Timestamp;

const STEP_SECONDS: i64 = 30;
/// Steps before and after the present one, because clocks differ and typing takes a moment.
const MAX_DRIFT: i64 = 1;
/// 160 bits.
const SECRET_CHARS: usize = 32;

/// A secret in base32, as apps and people copy it.
pub fn new_secret() -> String {
    random_text(SECRET_CHARS)
}

/// What the QR code holds.
pub fn uri(secret: &str, shop: &str, account: &str) -> String {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let (shop, account) = (encode(shop), encode(account));
    format!("otpauth://totp/{shop}:{account}?secret={secret}&issuer={shop}")
}

/// The time step of a right code. Steps up to `last_step` are used up.
pub fn matching_step(secret: &str, code: &str, last_step: i64, now: Timestamp) -> Option<i64> {
    let (key, present) = (decode(secret)?, step_at(now));
    let mut steps = (present - MAX_DRIFT).max(last_step + 1)..=present + MAX_DRIFT;
    steps.find(|step| code_at(&key, *step).as_deref() == Some(code))
}

fn step_at(now: Timestamp) -> i64 {
    now.micros() / 1_000_000 / STEP_SECONDS
}

/// What an app with this secret shows.
pub fn code(secret: &str, now: Timestamp) -> Option<String> {
    code_at(&decode(secret)?, step_at(now))
}

fn code_at(key: &[u8], step: i64) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(key).ok()?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest.last()? & 15);
    let bytes = digest.get(offset..offset + 4)?.try_into().ok()?;
    Some(format!("{:06}", (u32::from_be_bytes(bytes) & 0x7fff_ffff) % 1_000_000))
}

fn decode(secret: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for char in secret.bytes() {
        let value = BASE32.iter().position(|known| *known == char)?;
        bits = bits << 5 | u32::try_from(value).ok()?;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).ok()?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of the test vectors, `12345678901234567890`.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // RFC 6238 appendix B, the last six of eight digits.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(matching_step(SECRET, code, 0, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_one_step_more_on_each_side_and_not_after_its_use() {
        let (code, step) = ("081804", 1_111_111_109 / 30);
        for (seconds, is_good) in [(-31, false), (-30, true), (0, true), (59, true), (60, false)] {
            let found = matching_step(SECRET, code, 0, at(step * 30 + seconds));
            assert_eq!(found, is_good.then_some(step), "{seconds}");
        }
        assert_eq!(matching_step(SECRET, code, step, at(step * 30)), None);
        assert_eq!(matching_step("not base32", code, 0, at(step * 30)), None);
    }

    #[test]
    fn a_uri_names_the_shop_and_the_account() {
        assert_eq!(
            uri("ABC", "Fern & Co", "a@b.ca"),
            "otpauth://totp/Fern%20%26%20Co:a%40b%2Eca?secret=ABC&issuer=Fern%20%26%20Co"
        );
        assert_eq!(decode(&new_secret()).map(|key| key.len()), Some(20));
    }
}
