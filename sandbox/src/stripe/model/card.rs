//! The published test cards, and the behaviour of each.
//!
//! A card number is replaced by a [`Card`] when it arrives: brand, last digits and a [`Behaviour`]. The number is not
//! stored.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brand {
    Visa,
    Mastercard,
    Amex,
    Discover,
    Diners,
    Jcb,
    Unionpay,
}

impl Brand {
    pub fn code(self) -> &'static str {
        self.names().0
    }

    pub fn name(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Visa => ("visa", "Visa"),
            Self::Mastercard => ("mastercard", "Mastercard"),
            Self::Amex => ("amex", "American Express"),
            Self::Discover => ("discover", "Discover"),
            Self::Diners => ("diners", "Diners Club"),
            Self::Jcb => ("jcb", "JCB"),
            Self::Unionpay => ("unionpay", "UnionPay"),
        }
    }

    pub fn cvc_length(self) -> usize {
        if self == Self::Amex { 4 } else { 3 }
    }
}

/// What happens when a card is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    Pays,
    /// The bank of the payer claims the money back later.
    PaysAndIsDisputed,
    /// The bank of the payer sends each refund back after it was accepted.
    PaysAndSendsRefundsBack,
    Declines(Decline),
    /// The bank asks the customer to authenticate, then the payment succeeds.
    AsksThenPays,
    AsksThenDeclines(Decline),
    /// The customer authenticates as in `AsksThenPays`, on a page of the bank that replaces the page of the shop.
    RedirectsThenPays,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decline {
    Generic,
    InsufficientFunds,
    LostCard,
    StolenCard,
    ExpiredCard,
    IncorrectCvc,
    ProcessingError,
    VelocityExceeded,
    Fraudulent,
}

impl Decline {
    /// The `code` of the error and of the failed charge.
    pub fn code(self) -> &'static str {
        match self {
            Self::ExpiredCard | Self::IncorrectCvc | Self::ProcessingError => self.decline_code(),
            Self::Generic
            | Self::InsufficientFunds
            | Self::LostCard
            | Self::StolenCard
            | Self::VelocityExceeded
            | Self::Fraudulent => "card_declined",
        }
    }

    pub fn decline_code(self) -> &'static str {
        self.texts().0
    }

    /// The message for the customer.
    pub fn message(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        const DECLINED: &str = "Your card was declined.";
        match self {
            Self::Generic => ("generic_decline", DECLINED),
            Self::LostCard => ("lost_card", DECLINED),
            Self::StolenCard => ("stolen_card", DECLINED),
            Self::Fraudulent => ("fraudulent", DECLINED),
            Self::InsufficientFunds => ("insufficient_funds", "Your card has insufficient funds."),
            Self::ExpiredCard => ("expired_card", "Your card has expired."),
            Self::IncorrectCvc => ("incorrect_cvc", "Your card's security code is incorrect."),
            Self::ProcessingError => (
                "processing_error",
                "An error occurred while processing your card. Try again in a little bit.",
            ),
            Self::VelocityExceeded => (
                "card_velocity_exceeded",
                "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
            ),
        }
    }
}

/// A published test card.
pub struct TestCard {
    pub number: &'static str,
    pub brand: Brand,
    pub behaviour: Behaviour,
    /// The name in `pm_card_…`, or empty.
    token: &'static str,
}

const fn card(number: &'static str, brand: Brand, behaviour: Behaviour, token: &'static str) -> TestCard {
    TestCard { number, brand, behaviour, token }
}

const fn declined(number: &'static str, decline: Decline, token: &'static str) -> TestCard {
    card(number, Visa, Declines(decline), token)
}

use Behaviour::{
    AsksThenDeclines, AsksThenPays, Declines, Pays, PaysAndIsDisputed, PaysAndSendsRefundsBack,
    RedirectsThenPays,
};
use Brand::{Amex, Diners, Discover, Jcb, Mastercard, Unionpay, Visa};

pub const TEST_CARDS: &[TestCard] = &[
    card("4242424242424242", Visa, Pays, "visa"),
    card("4000056655665556", Visa, Pays, "visa_debit"),
    card("5555555555554444", Mastercard, Pays, "mastercard"),
    card("2223003122003222", Mastercard, Pays, "mastercard_2series"),
    card("5200828282828210", Mastercard, Pays, "mastercard_debit"),
    card("5105105105105100", Mastercard, Pays, "mastercard_prepaid"),
    card("378282246310005", Amex, Pays, "amex"),
    card("371449635398431", Amex, Pays, ""),
    card("6011111111111117", Discover, Pays, "discover"),
    card("6011000990139424", Discover, Pays, ""),
    card("6011981111111113", Discover, Pays, "discover_debit"),
    card("3056930009020004", Diners, Pays, "diners"),
    card("36227206271667", Diners, Pays, "diners_14_digit"),
    card("3566002020360505", Jcb, Pays, "jcb"),
    card("6200000000000005", Unionpay, Pays, "unionpay"),
    card("6200000000000047", Unionpay, Pays, "unionpay_debit"),
    card("6205500000000000004", Unionpay, Pays, ""),
    card("4000001240000000", Visa, Pays, "ca"),
    card("4000008260000000", Visa, Pays, "gb"),
    card("4000002500000003", Visa, Pays, "fr"),
    card("4000002760000016", Visa, Pays, "de"),
    card("4000000000000259", Visa, PaysAndIsDisputed, "createDispute"),
    card("4000000000005126", Visa, PaysAndSendsRefundsBack, "refundFail"),
    declined("4000000000000002", Decline::Generic, "chargeDeclined"),
    declined("4000000000009995", Decline::InsufficientFunds, "chargeDeclinedInsufficientFunds"),
    declined("4000000000009987", Decline::LostCard, "chargeDeclinedLostCard"),
    declined("4000000000009979", Decline::StolenCard, "chargeDeclinedStolenCard"),
    declined("4000000000000069", Decline::ExpiredCard, "chargeDeclinedExpiredCard"),
    declined("4000000000000127", Decline::IncorrectCvc, "chargeDeclinedIncorrectCvc"),
    declined("4000000000000119", Decline::ProcessingError, "chargeDeclinedProcessingError"),
    declined("4000000000006975", Decline::VelocityExceeded, "chargeDeclinedVelocityLimitExceeded"),
    declined("4100000000000019", Decline::Fraudulent, "chargeDeclinedFraudulent"),
    declined("4000000000000341", Decline::Generic, "chargeCustomerFail"),
    card("4000002500003155", Visa, AsksThenPays, "authenticationRequired"),
    card("4000002760003184", Visa, AsksThenPays, "authenticationRequiredOnSetup"),
    card("4000000000003220", Visa, AsksThenPays, "threeDSecure2Required"),
    card("4000000000003063", Visa, RedirectsThenPays, "threeDSecureRequired"),
    card("4000008400001629", Visa, AsksThenDeclines(Decline::Generic), "threeDSecureRequiredChargeDeclined"),
    card(
        "4000008260003178",
        Visa,
        AsksThenDeclines(Decline::InsufficientFunds),
        "authenticationRequiredChargeDeclinedInsufficientFunds",
    ),
];

/// The stored part of a card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub brand: Brand,
    pub behaviour: Behaviour,
    pub last4: String,
    pub exp_month: usize,
    pub exp_year: i64,
    /// Whether a security code was given.
    pub cvc_given: bool,
    /// `apple_pay` or `google_pay`.
    #[serde(default)]
    pub wallet: Option<String>,
}

impl Card {
    /// Returns the test card with this name in `pm_card_…`, or `None` if there is no such card.
    pub fn from_token(name: &str, exp_year: i64) -> Option<Self> {
        let known = TEST_CARDS.iter().find(|card| !card.token.is_empty() && card.token == name)?;
        Some(known.to_card(12, exp_year, true))
    }

    pub fn is_expired(&self, now: i64) -> bool {
        let (year, month, _) = clock::date(now);
        (self.exp_year, self.exp_month) < (year, month)
    }

    /// The members that payment methods and charges share.
    pub fn to_json(&self, address_checks: Value) -> Value {
        let mut checks = address_checks;
        checks["cvc_check"] = json!(self.cvc_given.then_some("pass"));
        json!({
            "brand": self.brand.code(),
            "checks": checks,
            "country": "US",
            "exp_month": self.exp_month, "exp_year": self.exp_year,
            "funding": "credit",
            "last4": self.last4,
            "wallet": self.wallet.as_ref().map(|wallet| json!({ "type": wallet, "dynamic_last4": null })),
        })
    }
}

impl TestCard {
    pub fn to_card(&self, exp_month: usize, exp_year: i64, cvc_given: bool) -> Card {
        Card {
            brand: self.brand,
            behaviour: self.behaviour,
            last4: self.number[self.number.len() - 4..].to_owned(),
            exp_month,
            exp_year,
            cvc_given,
            wallet: None,
        }
    }
}

pub fn passes_luhn(number: &str) -> bool {
    let digits = number.bytes().rev().map(|b| u32::from(b - b'0'));
    let sum: u32 = digits
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::{TEST_CARDS, passes_luhn};

    #[test]
    fn every_test_card_passes_the_checksum_and_has_its_own_name() {
        for card in TEST_CARDS {
            assert!(passes_luhn(card.number), "{}", card.number);
            let same = TEST_CARDS.iter().filter(|other| {
                other.number == card.number || (!card.token.is_empty() && other.token == card.token)
            });
            assert_eq!(same.count(), 1, "{}", card.number);
        }
    }
}
