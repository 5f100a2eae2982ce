//! Encrypts a message for one browser (RFC 8291), as one record of `aes128gcm` (RFC 8188).

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    agreement::{ECDH_P256, ParsedPublicKey, PrivateKey, UnparsedPublicKey, agree},
    error::Unspecified,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::values::ids::fill_random;

const SALT_BYTES: usize = 16;
/// The first byte of an uncompressed point, and the length of one of P-256.
const UNCOMPRESSED: u8 = 4;
const PUBLIC_KEY_BYTES: usize = 65;
const AUTH_BYTES: usize = 16;
/// Larger than any message. A push service takes 4096 bytes at most.
const RECORD_SIZE: u32 = 4096;
/// Ends the last record.
const LAST_RECORD: u8 = 2;

/// The keys of a subscription, which only its browser can decrypt for.
#[derive(Clone)]
pub struct BrowserKeys {
    public_key: Vec<u8>,
    auth: Vec<u8>,
}

impl BrowserKeys {
    /// Parses what a browser calls `p256dh` and `auth`. `None` if these are no such keys.
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let public_key = URL_SAFE_NO_PAD.decode(p256dh).ok()?;
        let auth = URL_SAFE_NO_PAD.decode(auth).ok()?;
        let is_point = public_key.len() == PUBLIC_KEY_BYTES
            && public_key.starts_with(&[UNCOMPRESSED])
            && ParsedPublicKey::try_from(UnparsedPublicKey::new(&ECDH_P256, &public_key)).is_ok();
        (is_point && auth.len() == AUTH_BYTES).then_some(Self { public_key, auth })
    }

    /// The body of the request to the push service, with a key and a salt of its own.
    pub fn encrypt(&self, text: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let mut salt = [0; SALT_BYTES];
        fill_random(&mut salt);
        self.encrypt_with(&PrivateKey::generate(&ECDH_P256)?, salt, text)
    }

    fn encrypt_with(
        &self,
        own: &PrivateKey,
        salt: [u8; SALT_BYTES],
        text: &[u8],
    ) -> Result<Vec<u8>, Unspecified> {
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.public_key);
        let shared = agree(own, theirs, Unspecified, |shared| Ok(shared.to_vec()))?;
        let own_public = own.compute_public_key()?;
        let own_public = own_public.as_ref();
        let info = [b"WebPush: info\0".as_slice(), &self.public_key, own_public].concat();
        let secret = hkdf::<32>(&self.auth, &shared, &info)?;
        let key = hkdf::<16>(&salt, &secret, b"Content-Encoding: aes128gcm\0")?;
        let nonce = hkdf::<NONCE_LEN>(&salt, &secret, b"Content-Encoding: nonce\0")?;
        let mut record = [text, &[LAST_RECORD]].concat();
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut record,
        )?;
        let own_length = u8::try_from(own_public.len()).map_err(|_| Unspecified)?;
        Ok([&salt, RECORD_SIZE.to_be_bytes().as_slice(), &[own_length], own_public, &record].concat())
    }
}

/// HKDF-SHA-256 (RFC 5869) for at most one block.
fn hkdf<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Result<[u8; N], Unspecified> {
    let extracted = hmac(salt, &[secret])?;
    let expanded = hmac(&extracted, &[info, &[1]])?;
    expanded.get(..N).and_then(|part| part.try_into().ok()).ok_or(Unspecified)
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Result<Vec<u8>, Unspecified> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(|_| Unspecified)?;
    for part in parts {
        mac.update(part);
    }
    Ok(mac.finalize().into_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn the_example_of_the_rfc_gives_its_bytes() {
        // RFC 8291, section 5.
        let browser = BrowserKeys::parse(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let body = browser.encrypt_with(&own, salt, b"When I grow up, I want to be a watermelon").unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn other_keys_are_refused() {
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let off_the_curve = format!("{}A", &point[..86]);
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        for (p256dh, auth) in [
            ("", auth),
            ("AAAA", auth),
            (&off_the_curve, auth),
            (point, ""),
            (point, "BTBZMqHH6r4Tts7J_aSI"),
            (point, "BTBZMqHH6r4Tts7J+aSIgg"),
        ] {
            assert!(BrowserKeys::parse(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
    }
}
