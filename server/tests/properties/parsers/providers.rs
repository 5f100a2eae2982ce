//! Responses and events of external services, and forged ones.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use trowel::{
    clients::{
        oauth::userinfo,
        stripe::{
            PaymentIntent, PaymentIntentPage,
            webhook::{StripeEvent, signature_is_valid},
        },
    },
    values::{email::Email, hash::hex, time::Timestamp},
};

use super::input::Input;

const SECRET: &str = "whsec_of_this_property";
const AT: i64 = 1_700_000_000;

/// Signed events are accepted. An event that differs in one byte is refused.
pub fn webhook(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (forged, at, to) = (input.text_line(), input.index(4_096), input.text_line());
    let body = input.rest();
    let believed = |header: &str, body: &[u8]| {
        signature_is_valid(header, body, SECRET, Timestamp::from_micros(AT * 1_000_000))
    };
    assert!(!believed(&forged, body), "{forged:?} was not made with the secret");
    let _ = serde_json::from_slice::<StripeEvent>(body).map(|event| event.id);

    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(&[AT.to_string().as_bytes(), b".", body].concat());
    let header = format!("t={AT},v1={}", hex(&mac.finalize().into_bytes()));
    assert!(believed(&header, body) && believed(&format!("{header},v0={}", forged.replace(',', "")), body));
    assert!(!signature_is_valid(&header, body, SECRET, Timestamp::from_micros((AT + 301) * 1_000_000)));
    assert!(!signature_is_valid(&header, body, "", Timestamp::from_micros(AT * 1_000_000)));

    let place = at % header.len();
    let other = [&header[..place], &to, &header[place + 1..]].concat();
    if !other.trim().eq_ignore_ascii_case(&header)
        && !other.contains(&header)
        && !says_the_same(&other, &header)
    {
        assert!(!believed(&other, body), "{other:?} instead of {header:?}");
    }
    let mut changed = body.to_vec();
    match changed.get_mut(at % body.len().max(1)) {
        Some(byte) => *byte ^= 1,
        None => changed.push(b' '),
    }
    assert!(!believed(&header, &changed), "with one bit changed");
    assert!(!believed(&header, &[body, b" "].concat()), "with a blank behind it");
}

/// Parts beside the time and the signature are ignored, and so are blanks around a part.
fn says_the_same(other: &str, header: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        let known =
            text.split(',').map(str::trim).filter(|part| part.starts_with("t=") || part.starts_with("v1="));
        known.map(str::to_ascii_lowercase).collect()
    };
    parts(header).iter().all(|part| parts(other).contains(part))
}

/// Only GitHub verifies an address: its primary one, with an explicit `verified`.
pub fn people(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (user, emails) = (input.line(), input.rest());
    for judged in [userinfo::parse_facebook(user), userinfo::parse_twitter(user)] {
        assert!(judged.is_err() || judged.is_ok_and(|person| person.verified_email.is_none()));
    }
    match userinfo::parse_github(user, emails) {
        Ok(person) => {
            let told: Value = serde_json::from_slice(emails).unwrap();
            let vouched = told
                .as_array()
                .unwrap()
                .iter()
                .find(|email| email["primary"] == true && email["verified"] == true);
            let address = vouched.and_then(|email| Email::parse(email["email"].as_str()?));
            assert_eq!(person.verified_email, address, "{told}");
            assert!(person.subject.bytes().all(|byte| byte.is_ascii_digit()), "{}", person.subject);
        }
        Err(error) => assert!(error.to_string().len() < 200, "it repeats what it was told: {error}"),
    }
}

/// A missing field of a payment is never filled in with a value in the payer's favour.
pub fn payment(bytes: &[u8]) {
    if let Ok(intent) = serde_json::from_slice::<PaymentIntent>(bytes) {
        let said: Value = serde_json::from_slice(bytes).unwrap();
        assert_eq!(said["amount"].as_i64(), Some(intent.amount));
        assert_eq!(said["amount_received"].as_i64().unwrap_or_default(), intent.amount_received);
        assert_eq!(
            (said["currency"].as_str(), said["livemode"].as_bool()),
            (Some(&*intent.currency), Some(intent.livemode))
        );
    }
    if let Ok(page) = serde_json::from_slice::<PaymentIntentPage>(bytes) {
        let said = serde_json::from_slice::<Value>(bytes).unwrap();
        for (listed, said) in page.data.iter().zip(said["data"].as_array().unwrap()) {
            assert_eq!(
                listed.amount_refunded(),
                said["latest_charge"]["amount_refunded"].as_i64().unwrap_or_default()
            );
        }
    }
}
