//! Stripe's PaymentIntents API, as much of it as the shop needs.
//!
//! Wire: <https://docs.stripe.com/api/payment_intents>, form-encoded requests, JSON answers, Bearer secret key.
//! The errors say what a caller may conclude. After [`StripeError::Unreachable`] the call may have taken effect: it is
//! repeated under the same idempotency key, or its result is read.

pub mod account_check;
pub mod customers;
mod payment_intent;
pub mod webhook;

use serde::Deserialize;
use thiserror::Error;

pub use self::payment_intent::{IntentMetadata, IntentStatus, PaymentIntent, PaymentIntentPage};
use crate::values::time::Timestamp;

/// Each call sends this version, because the account's default version may change. API, script and the types of the web
/// app (@stripe/stripe-js) are of one release train.
const API_VERSION: &str = "2026-09-30.endive";
/// The code of a refund that was made and did not go through.
pub const REFUND_FAILED: &str = "refund_failed";
pub const STRIPE_JS_URL: &str = "https://js.stripe.com/endive/stripe.js";

#[derive(Debug, Error)]
pub enum StripeError {
    /// There was no response, or none that says what happened. A rejected API key counts too, because the same call may
    /// succeed after the operator corrects it.
    #[error("the card provider gave no clear response: {0}")]
    Unreachable(String),
    /// The provider reported its own failure. It replays that response for the same idempotency key for a day.
    #[error("the card provider failed: {0}")]
    Failed(String),
    /// A call with the same idempotency key is still running.
    #[error("the card provider is still working on the same call")]
    IdempotencyKeyInUse,
    /// The provider rejected the call.
    #[error("the card provider rejected the call: {status} {code}: {message}")]
    Rejected { status: u16, code: String, message: String },
}

impl StripeError {
    /// The account has no such object: it was deleted there, or the key belongs to another account.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Rejected { status: 404, .. })
    }
}

#[derive(Clone)]
pub struct StripeClient {
    http: reqwest::Client,
    base: String,
    secret_key: String,
}

/// What a new intent is for.
pub struct NewPaymentIntent<'a> {
    pub amount_cents: i64,
    pub currency: &'a str,
    pub order_id: &'a str,
    /// Stored before the call, so that a repeat after a lost response is the same call.
    pub idempotency_key: &'a str,
}

/// A refund of an intent.
#[derive(Clone, Copy)]
pub struct StripeRefund<'a> {
    /// Our name of it, which the provider keeps.
    pub key: &'a str,
    pub intent_id: &'a str,
    /// The provider refunds all that is left if this is `None`.
    pub amount_cents: Option<i64>,
    /// Requests of one attempt have the same idempotency key.
    pub attempt: i64,
}

/// A refund as the provider lists it.
#[derive(Debug, Deserialize)]
pub struct ListedRefund {
    /// The amount is in cents.
    pub amount: i64,
    status: ProviderRefundStatus,
    #[serde(default)]
    pub failure_reason: Option<String>,
    #[serde(default)]
    metadata: RefundMetadata,
}

impl ListedRefund {
    pub fn is_of(&self, key: &str) -> bool {
        self.metadata.partial_refund.as_deref() == Some(key)
    }

    /// The provider did not make it, or the payer's bank has sent it back.
    pub fn has_failed(&self) -> bool {
        self.status != ProviderRefundStatus::Accepted
    }
}

#[derive(Debug, Default, Deserialize)]
struct RefundMetadata {
    partial_refund: Option<String>,
}

#[derive(Deserialize)]
struct RefundPage {
    data: Vec<ListedRefund>,
}

#[derive(Deserialize)]
struct PaymentDomainPage {
    data: Vec<PaymentDomain>,
}

#[derive(Deserialize)]
pub struct PaymentDomain {
    pub enabled: bool,
    pub apple_pay: WalletStatus,
}

#[derive(Deserialize)]
pub struct WalletStatus {
    /// `active` or `inactive`.
    pub status: String,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ProviderRefundStatus {
    Failed,
    Canceled,
    /// Done, or in progress.
    #[serde(other)]
    Accepted,
}

#[derive(Deserialize)]
struct ErrorResponse {
    error: ErrorDetail,
}

#[derive(Deserialize)]
struct ErrorDetail {
    #[serde(default)]
    code: Option<String>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    message: Option<String>,
}

impl StripeClient {
    /// `base` without a trailing slash and without `/v1`.
    pub fn new(http: reqwest::Client, base: &str, secret_key: &str) -> Self {
        Self { http, base: base.trim_end_matches('/').to_owned(), secret_key: secret_key.to_owned() }
    }

    /// Whether the key is a live key. An intent of the other mode never pays an order.
    pub fn is_live(&self) -> bool {
        self.secret_key.starts_with("sk_live_") || self.secret_key.starts_with("rk_live_")
    }

    pub async fn create_intent(&self, new: NewPaymentIntent<'_>) -> Result<PaymentIntent, StripeError> {
        // Apple Pay and Google Pay are cards. The browser's Elements name the same types. The call leaves out
        // `shipping`, because a wallet sends it from the browser. The provider refuses to replace what a server has
        // set.
        let form = [
            ("amount", new.amount_cents.to_string()),
            ("currency", new.currency.to_owned()),
            ("allowed_payment_method_types[]", "card".to_owned()),
            ("allowed_payment_method_types[]", "link".to_owned()),
            ("metadata[order_id]", new.order_id.to_owned()),
        ];
        let call = self
            .http
            .post(self.url("payment_intents"))
            .header("Idempotency-Key", new.idempotency_key)
            .form(&form);
        self.send(call).await
    }

    /// Includes the latest charge, and so refunds and disputes.
    pub async fn retrieve_intent(&self, id: &str) -> Result<PaymentIntent, StripeError> {
        let path = format!("payment_intents/{}?expand[]=latest_charge", path_segment(id));
        self.send(self.http.get(self.url(&path))).await
    }

    /// A hundred of the account's intents with their latest charge, created at or after `since`, newest first, after
    /// the intent `after`.
    pub async fn list_intents(
        &self,
        since: Timestamp,
        after: Option<&str>,
    ) -> Result<PaymentIntentPage, StripeError> {
        let since_s = (since.micros() / 1_000_000).max(0);
        let after = after.map(|id| format!("&starting_after={}", path_segment(id))).unwrap_or_default();
        let query = format!("limit=100&expand[]=data.latest_charge&created[gte]={since_s}{after}");
        self.send(self.http.get(self.url(&format!("payment_intents?{query}")))).await
    }

    /// The provider rejects canceling an intent that was canceled before; callers retrieve it then.
    pub async fn cancel_intent(&self, id: &str) -> Result<PaymentIntent, StripeError> {
        self.send(self.http.post(self.url(&format!("payment_intents/{}/cancel", path_segment(id))))).await
    }

    /// The hundred latest refunds of an intent.
    pub async fn refunds_of(&self, intent_id: &str) -> Result<Vec<ListedRefund>, StripeError> {
        let list = format!("refunds?limit=100&payment_intent={}", path_segment(intent_id));
        let RefundPage { data } = self.send(self.http.get(self.url(&list))).await?;
        Ok(data)
    }

    /// Refunds once, however often it is called: the refunds of the intent are read first. Returns the cents that it
    /// sent. 0: all of the intent had gone back in the provider's dashboard. A refund that the bank has sent back is an
    /// error, and is not repeated.
    ///
    /// The idempotency key changes with the attempt, because the provider replays a failure for the same key for a day.
    pub async fn refund(&self, asked: StripeRefund<'_>) -> Result<i64, StripeError> {
        let known =
            self.refunds_of(asked.intent_id).await?.into_iter().find(|refund| refund.is_of(asked.key));
        let refund = if let Some(refund) = known {
            refund
        } else {
            let mut form = vec![
                ("payment_intent", asked.intent_id.to_owned()),
                ("metadata[partial_refund]", asked.key.to_owned()),
            ];
            form.extend(asked.amount_cents.map(|amount| ("amount", amount.to_string())));
            let of = asked.amount_cents.unwrap_or_default();
            let key = format!("refund-{}-{}-{of}", asked.key, asked.attempt);
            let call = self.http.post(self.url("refunds")).header("Idempotency-Key", key).form(&form);
            match self.send(call).await {
                Err(StripeError::Rejected { code, .. }) if code == "charge_already_refunded" => return Ok(0),
                answer => answer?,
            }
        };
        if !refund.has_failed() {
            return Ok(refund.amount);
        }
        let message = "The refund did not go through.".to_owned();
        Err(StripeError::Rejected { status: 200, code: REFUND_FAILED.to_owned(), message })
    }

    fn url(&self, path: &str) -> String {
        format!("{}/v1/{path}", self.base)
    }

    /// Returns the time of the provider's clock, by a short call that needs the key. Returns `None` if the response has
    /// no time.
    pub async fn server_time(&self) -> Result<Option<Timestamp>, StripeError> {
        let answer = self.call(self.http.get(self.url("payment_intents?limit=1"))).await?;
        if !answer.status().is_success() {
            return Err(StripeError::Unreachable(format!("status {}", answer.status())));
        }
        let date = answer.headers().get(reqwest::header::DATE).and_then(|date| date.to_str().ok());
        let time = date.and_then(|date| jiff::fmt::rfc2822::parse(date).ok());
        Ok(time.map(|time| Timestamp::from_micros(time.timestamp().as_microsecond())))
    }

    /// The account's registration of the host of a URL, which wallets need.
    pub async fn payment_domain(&self, host: &str) -> Result<Option<PaymentDomain>, StripeError> {
        let path = format!("payment_method_domains?domain_name={host}&limit=1");
        let PaymentDomainPage { data } = self.send(self.http.get(self.url(&path))).await?;
        Ok(data.into_iter().next())
    }

    async fn call(&self, call: reqwest::RequestBuilder) -> Result<reqwest::Response, StripeError> {
        let call = call.bearer_auth(&self.secret_key).header("Stripe-Version", API_VERSION);
        call.send().await.map_err(no_answer)
    }

    async fn send<T: for<'de> Deserialize<'de>>(
        &self,
        call: reqwest::RequestBuilder,
    ) -> Result<T, StripeError> {
        let answer = self.call(call).await?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(no_answer)?;
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map_err(|error| StripeError::Unreachable(error.to_string()));
        }
        match status.as_u16() {
            401 | 403 | 429 => return Err(StripeError::Unreachable(format!("status {status}"))),
            409 => return Err(StripeError::IdempotencyKeyInUse),
            500.. => return Err(StripeError::Failed(format!("status {status}"))),
            _ => {}
        }
        let failure: ErrorResponse = serde_json::from_slice(&body)
            .map_err(|_| StripeError::Unreachable(format!("status {status} without an error object")))?;
        Err(StripeError::Rejected {
            status: status.as_u16(),
            code: failure.error.code.or(failure.error.kind).unwrap_or_default(),
            message: failure.error.message.unwrap_or_default(),
        })
    }
}

fn no_answer(error: reqwest::Error) -> StripeError {
    StripeError::Unreachable(error.without_url().to_string())
}

/// Ids may come from clients: only id characters may reach the provider's path.
fn path_segment(id: &str) -> String {
    id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_script_types_and_sandbox_are_of_one_release_train() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        let train = API_VERSION.split_once('.').unwrap().1;
        assert_eq!(STRIPE_JS_URL, format!("https://js.stripe.com/{train}/stripe.js"));
        for (file, text) in [
            ("web/node_modules/@stripe/stripe-js/dist/index.js", format!("RELEASE_TRAIN = '{train}'")),
            ("sandbox/src/stripe/model/event.rs", format!("API_VERSION: &str = \"{API_VERSION}\"")),
            (".env.example", format!("#TROWEL_STRIPE_JS={STRIPE_JS_URL}")),
        ] {
            let found = std::fs::read_to_string(format!("{root}{file}")).unwrap().contains(&text);
            assert!(found, "{file} has no {text}");
        }
    }
}
