//! ID tokens that a provider, or an attacker between the provider and the shop, may send.

use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, jwk::Jwk};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use trowel::{
    clients::oauth::id_token::{ExpectedToken, SigningKeys, UserClaims, verify},
    values::time::Timestamp,
};
use trowel_sandbox::oauth::SigningKey;

const NOW: i64 = 1_800_000_000;

fn claims() -> Value {
    let hash = &Sha256::digest("access")[..16];
    json!({
        "iss": "https://accounts.example", "aud": "trowel", "azp": "trowel", "sub": "42", "nonce": "n",
        "iat": NOW, "exp": NOW + 3600, "at_hash": URL_SAFE_NO_PAD.encode(hash),
        "name": "Ada", "email": "ada@example.com", "email_verified": true,
    })
}

fn header(key: &SigningKey) -> Value {
    json!({ "alg": "RS256", "typ": "JWT", "kid": key.id })
}

fn changed(mut value: Value, change: &Value) -> Value {
    for (name, member) in change.as_object().unwrap() {
        value[name] = member.clone();
    }
    value
}

fn sign(key: &SigningKey, header: &Value, claims: &Value) -> String {
    signed(header, claims, |message| key.sign(message))
}

fn signed(header: &Value, claims: &Value, sign: impl Fn(&[u8]) -> Vec<u8>) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(header), part(claims));
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(sign(message.as_bytes())))
}

fn verdict(keys: Vec<Value>, algorithms: &[&str], token: &str) -> Result<UserClaims, String> {
    let algorithms: Vec<String> = algorithms.iter().map(|&name| name.into()).collect();
    let now = Timestamp::from_micros(NOW * 1_000_000);
    let expected = ExpectedToken {
        issuer: "https://accounts.example",
        client_id: "trowel",
        nonce: "n",
        access_token: "access",
        now,
    };
    verify(token, &SigningKeys::new(keys, &algorithms), &expected).map_err(|error| error.to_string())
}

#[test]
fn each_claim_is_checked() {
    let key = SigningKey::generate();
    let judge = |change: &Value| {
        let token = sign(&key, &header(&key), &changed(claims(), change));
        verdict(vec![key.to_jwk()], &["RS256"], &token).err().unwrap_or_default()
    };
    let malformed = "the ID token is not signed by its key, or malformed";
    for (change, problem) in [
        (json!({}), ""),
        (json!({ "iss": "https://accounts.example/" }), "the ID token is of another issuer"),
        (json!({ "iss": ["https://accounts.example"] }), malformed),
        (json!({ "iss": null }), malformed),
        (json!({ "aud": ["trowel"], "azp": null }), ""),
        (json!({ "aud": "another" }), "the ID token is for another audience"),
        (json!({ "aud": ["trowel", "another"] }), "the ID token is for another audience"),
        (json!({ "aud": ["trowel", "another"], "azp": null }), "the ID token is for another audience"),
        (json!({ "aud": [] }), "the ID token is for another audience"),
        (json!({ "aud": null }), malformed),
        (json!({ "azp": "another" }), "the ID token is issued to another client"),
        (json!({ "exp": NOW - 59 }), ""),
        (json!({ "exp": NOW - 60 }), "the ID token is expired"),
        (json!({ "exp": null }), malformed),
        (json!({ "iat": NOW + 60 }), ""),
        (json!({ "iat": NOW + 61 }), "the ID token is issued in the future"),
        (json!({ "iat": null }), malformed),
        (json!({ "nbf": f64::from(1_800_000_060) }), ""),
        (json!({ "nbf": NOW + 61 }), "the ID token is not valid yet"),
        (json!({ "nonce": "m" }), "the ID token is of another login"),
        (json!({ "nonce": null }), "the ID token is of another login"),
        (json!({ "at_hash": null }), ""),
        (json!({ "at_hash": "x" }), "the ID token is issued with another access token"),
        (json!({ "sub": null }), malformed),
        (json!({ "email_verified": "yes" }), malformed),
    ] {
        assert_eq!(judge(&change), problem, "{change}");
    }
}

#[test]
fn a_verified_address_may_be_told_as_text() {
    let key = SigningKey::generate();
    for (told, is_verified) in [
        (json!(true), Some(true)),
        (json!("true"), Some(true)),
        (json!(false), Some(false)),
        (json!("false"), Some(false)),
        (json!(null), None),
    ] {
        let claims = changed(claims(), &json!({ "email_verified": told }));
        let user = verdict(vec![key.to_jwk()], &["RS256"], &sign(&key, &header(&key), &claims)).unwrap();
        assert_eq!(user.email_verified, is_verified, "{claims}");
    }
}

#[test]
fn each_member_of_the_header_is_checked() {
    let key = SigningKey::generate();
    let judge = |change: &Value| {
        let token = sign(&key, &changed(header(&key), change), &claims());
        verdict(vec![key.to_jwk()], &["RS256"], &token).err().unwrap_or_default()
    };
    let other_algorithm = "the ID token is signed with another algorithm";
    for (change, problem) in [
        (json!({ "kid": null }), ""),
        (json!({ "kid": "x" }), "the ID token is signed with an unknown key"),
        (json!({ "typ": null }), ""),
        (json!({ "typ": "application/jwt" }), ""),
        (json!({ "typ": "at+jwt" }), "the ID token is of another type"),
        (json!({ "cty": "JWT" }), "the ID token is of another type"),
        (json!({ "crit": ["b64"], "b64": false }), "the ID token is of another type"),
        (json!({ "alg": "none" }), "the ID token is malformed or unsigned"),
        (json!({ "alg": "ES256" }), other_algorithm),
        (json!({ "alg": "RS512" }), other_algorithm),
        (json!({ "alg": "PS256" }), other_algorithm),
        (json!({ "alg": "HS256" }), other_algorithm),
    ] {
        assert_eq!(judge(&change), problem, "{change}");
    }
}

#[test]
fn a_signature_without_the_private_key_is_refused() {
    let [key, other] = [SigningKey::generate(), SigningKey::generate()];
    let judge = |token: &str| verdict(vec![key.to_jwk()], &["RS256", "HS256", "none"], token).err();
    let unsigned = signed(&json!({ "alg": "none" }), &claims(), |_| Vec::new());
    assert_eq!(judge(&unsigned).as_deref(), Some("the ID token is malformed or unsigned"));
    let no_signature = signed(&header(&key), &claims(), |_| Vec::new());
    let of_another_key = signed(&header(&key), &claims(), |message| other.sign(message));
    for token in [no_signature, of_another_key] {
        assert_eq!(judge(&token).as_deref(), Some("the ID token is not signed by its key, or malformed"));
    }
    let hmac = json!({ "alg": "HS256", "kid": key.id });
    let with_public_key = signed(&hmac, &claims(), |message| {
        let mut mac = Hmac::<Sha256>::new_from_slice(&key.public_der()).unwrap();
        mac.update(message);
        mac.finalize().into_bytes().to_vec()
    });
    assert_eq!(judge(&with_public_key).as_deref(), Some("the ID token is signed with another algorithm"));
}

#[test]
fn the_key_is_the_only_one_that_fits() {
    let [key, other] = [SigningKey::generate(), SigningKey::generate()];
    let jwk = |change: Value| changed(key.to_jwk(), &change);
    let signed = sign(&key, &header(&key), &claims());
    let without_kid = sign(&key, &json!({ "alg": "RS256" }), &claims());
    let unknown = "the ID token is signed with an unknown key";
    let ambiguous = "the ID token is signed with one of several keys";
    for (keys, token, problem) in [
        (vec![other.to_jwk(), key.to_jwk()], &signed, ""),
        (vec![other.to_jwk(), key.to_jwk()], &without_kid, ambiguous),
        (vec![key.to_jwk(), key.to_jwk()], &signed, ambiguous),
        (vec![key.to_jwk(), json!({ "kty": "unknown" }), json!(1)], &without_kid, ""),
        (vec![other.to_jwk()], &signed, unknown),
        (vec![], &signed, unknown),
        (vec![jwk(json!({ "use": null, "alg": null }))], &signed, ""),
        (vec![jwk(json!({ "use": "enc" }))], &signed, unknown),
        (vec![jwk(json!({ "alg": "RS512" }))], &signed, unknown),
        (vec![jwk(json!({ "alg": "RSA-OAEP" }))], &signed, unknown),
    ] {
        assert_eq!(verdict(keys, &["RS256"], token).err().unwrap_or_default(), problem);
    }
}

#[test]
fn es256_is_allowed_if_the_provider_lists_it() {
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let key = EncodingKey::from_ec_der(pkcs8.unwrap().as_ref());
    let jwk = serde_json::to_value(Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap()).unwrap();
    let token = encode(&Header::new(Algorithm::ES256), &claims(), &key).unwrap();
    for (listed, problem) in
        [(&["RS256", "ES256"][..], ""), (&["RS256"], "the ID token is signed with another algorithm")]
    {
        let verdict = verdict(vec![jwk.clone()], listed, &token);
        assert_eq!(verdict.err().unwrap_or_default(), problem, "{listed:?}");
    }
}
