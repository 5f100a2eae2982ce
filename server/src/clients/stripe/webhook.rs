//! Signed events that the provider sends.

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::values::time::Timestamp;

/// How old a signed webhook may be, in seconds, as in the provider's own libraries.
const SIGNATURE_TOLERANCE_SECONDS: i64 = 300;

/// The part of an event that we read. What it says about the payment is not used: the payment itself is read.
#[derive(Debug, Clone, Deserialize)]
pub struct StripeEvent {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    data: EventData,
}

#[derive(Debug, Clone, Deserialize)]
struct EventData {
    object: serde_json::Value,
}

impl StripeEvent {
    pub fn is_about_intent(&self) -> bool {
        self.kind.starts_with("payment_intent.")
    }

    /// The intent that the event is about, in any version of the API.
    pub fn intent_id(&self) -> Option<&str> {
        let member = if self.is_about_intent() {
            "id"
        } else if self.kind.starts_with("charge.dispute.") || self.tells_of_failed_refund() {
            "payment_intent"
        } else {
            return None;
        };
        self.data.object[member].as_str()
    }

    pub fn dispute_id(&self) -> Option<&str> {
        let is_about_dispute = self.kind.starts_with("charge.dispute.");
        self.data.object["id"].as_str().filter(|_| is_about_dispute)
    }

    /// Most events about refunds tell that one was made, which the shop knows.
    fn tells_of_failed_refund(&self) -> bool {
        let is_about_refund = self.kind.starts_with("refund.") || self.kind.starts_with("charge.refund.");
        is_about_refund && matches!(self.data.object["status"].as_str(), Some("failed" | "canceled"))
    }
}

/// Checks `Stripe-Signature: t=…,v1=…` over the raw body, in constant time.
pub fn signature_is_valid(header: &str, body: &[u8], secret: &str, now: Timestamp) -> bool {
    let mut timestamp = "";
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", value)) => timestamp = value,
            Some(("v1", value)) => signatures.extend(from_hex(value)),
            _ => {}
        }
    }
    let Ok(signed_at) = timestamp.parse::<i64>() else { return false };
    let age = (now.micros() / 1_000_000).saturating_sub(signed_at);
    if secret.is_empty() || !(-SIGNATURE_TOLERANCE_SECONDS..=SIGNATURE_TOLERANCE_SECONDS).contains(&age) {
        return false;
    }
    signatures.iter().any(|signature| {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
        // The timestamp as it was sent: another spelling of the same time was not signed.
        mac.update(timestamp.as_bytes());
        mac.update(b".");
        mac.update(body);
        mac.verify_slice(signature).is_ok()
    })
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Computed with: printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;
    const AT: i64 = 1_700_000_000;

    fn header(secret: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{AT}.").as_bytes());
        mac.update(BODY);
        let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("t={AT},v1={hex}")
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn a_signature_of_the_provider_is_accepted_within_the_tolerance() {
        assert!(signature_is_valid(&header("whsec_test"), BODY, "whsec_test", at(AT + 299)));
        assert!(!signature_is_valid(&header("whsec_test"), BODY, "whsec_test", at(AT + 301)));
        assert!(!signature_is_valid(&header("whsec_test"), BODY, "whsec_test", at(AT - 301)));
    }

    #[test]
    fn a_sign_is_no_digit_of_a_signature() {
        let hex = "0a".repeat(32);
        assert!(from_hex(&hex).is_some() && from_hex(&hex.to_uppercase()).is_some());
        assert_eq!(from_hex(&hex.replacen("0a", "+a", 1)), None);
    }

    #[test]
    fn any_other_signature_is_refused() {
        let good = header("whsec_test");
        assert!(!signature_is_valid(&good, b"{}", "whsec_test", at(AT)));
        assert!(!signature_is_valid(&header("other"), BODY, "whsec_test", at(AT)));
        assert!(!signature_is_valid(&header(""), BODY, "", at(AT)));
        for bad in [
            "",
            "t=1",
            "v1=00",
            &good.replace("v1", "v0"),
            &good.replace("t=17", "t=18"),
            "t=1700000000,v1=zz",
            &good.replace("t=", "t=+"),
            &good.replace("t=", "t=0"),
        ] {
            assert!(!signature_is_valid(bad, BODY, "whsec_test", at(AT)), "{bad}");
        }
    }
}
