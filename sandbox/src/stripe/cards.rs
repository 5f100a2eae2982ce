//! The published test cards, and what each of them does.
//!
//! A number is looked at once, when it comes in, and turned into a [`Card`]: brand, last digits and a
//! [`Behaviour`]. Numbers that are not test cards are refused as the provider refuses real ones in test mode.

use serde::{Deserialize, Serialize};

use super::error::Refusal;
use super::form::Params;
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
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::Amex => "amex",
            Self::Discover => "discover",
            Self::Diners => "diners",
            Self::Jcb => "jcb",
            Self::Unionpay => "unionpay",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Visa => "Visa",
            Self::Mastercard => "Mastercard",
            Self::Amex => "American Express",
            Self::Discover => "Discover",
            Self::Diners => "Diners Club",
            Self::Jcb => "JCB",
            Self::Unionpay => "UnionPay",
        }
    }

    fn cvc_length(self) -> usize {
        if self == Self::Amex { 4 } else { 3 }
    }
}

/// What happens when money is asked of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    Pays,
    /// Later the payer's bank asks for the money back.
    PaysAndIsDisputed,
    Declines(Decline),
    /// The bank asks the customer to prove themselves, then the payment goes through.
    AsksThenPays,
    AsksThenDeclines(Decline),
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
    /// `code` of the error, and of the failed charge.
    pub fn code(self) -> &'static str {
        match self {
            Self::ExpiredCard => "expired_card",
            Self::IncorrectCvc => "incorrect_cvc",
            Self::ProcessingError => "processing_error",
            _ => "card_declined",
        }
    }

    pub fn decline_code(self) -> &'static str {
        match self {
            Self::Generic => "generic_decline",
            Self::InsufficientFunds => "insufficient_funds",
            Self::LostCard => "lost_card",
            Self::StolenCard => "stolen_card",
            Self::ExpiredCard => "expired_card",
            Self::IncorrectCvc => "incorrect_cvc",
            Self::ProcessingError => "processing_error",
            Self::VelocityExceeded => "card_velocity_exceeded",
            Self::Fraudulent => "fraudulent",
        }
    }

    /// What the customer reads.
    pub fn message(self) -> &'static str {
        match self {
            Self::Generic | Self::LostCard | Self::StolenCard | Self::Fraudulent => "Your card was declined.",
            Self::InsufficientFunds => "Your card has insufficient funds.",
            Self::ExpiredCard => "Your card has expired.",
            Self::IncorrectCvc => "Your card's security code is incorrect.",
            Self::ProcessingError => {
                "An error occurred while processing your card. Try again in a little bit."
            }
            Self::VelocityExceeded => {
                "Your card was declined for making repeated attempts too frequently or exceeding its amount limit."
            }
        }
    }

    pub fn refusal(self) -> Refusal {
        let refusal = Refusal::card(self.code(), Some(self.decline_code()), self.message());
        if self == Self::IncorrectCvc { refusal.param("cvc") } else { refusal }
    }
}

/// A published test card.
pub struct TestCard {
    pub number: &'static str,
    pub brand: Brand,
    pub behaviour: Behaviour,
    /// `pm_card_…` and `tok_…` name the card by this, where it has a name.
    token: &'static str,
    country: &'static str,
    funding: &'static str,
}

const fn card(number: &'static str, brand: Brand, behaviour: Behaviour, token: &'static str) -> TestCard {
    TestCard { number, brand, behaviour, token, country: "US", funding: "credit" }
}

const fn declined(number: &'static str, decline: Decline, token: &'static str) -> TestCard {
    card(number, Visa, Declines(decline), token)
}

use Behaviour::{AsksThenDeclines, AsksThenPays, Declines, Pays, PaysAndIsDisputed};
use Brand::{Amex, Diners, Discover, Jcb, Mastercard, Unionpay, Visa};

pub const TEST_CARDS: &[TestCard] = &[
    card("4242424242424242", Visa, Pays, "visa"),
    TestCard { funding: "debit", ..card("4000056655665556", Visa, Pays, "visa_debit") },
    card("5555555555554444", Mastercard, Pays, "mastercard"),
    card("2223003122003222", Mastercard, Pays, "mastercard_2series"),
    TestCard { funding: "debit", ..card("5200828282828210", Mastercard, Pays, "mastercard_debit") },
    TestCard { funding: "prepaid", ..card("5105105105105100", Mastercard, Pays, "mastercard_prepaid") },
    card("378282246310005", Amex, Pays, "amex"),
    card("371449635398431", Amex, Pays, ""),
    card("6011111111111117", Discover, Pays, "discover"),
    card("6011000990139424", Discover, Pays, ""),
    TestCard { funding: "debit", ..card("6011981111111113", Discover, Pays, "discover_debit") },
    card("3056930009020004", Diners, Pays, "diners"),
    card("36227206271667", Diners, Pays, "diners_14_digit"),
    card("3566002020360505", Jcb, Pays, "jcb"),
    card("6200000000000005", Unionpay, Pays, "unionpay"),
    TestCard { funding: "debit", ..card("6200000000000047", Unionpay, Pays, "unionpay_debit") },
    card("6205500000000000004", Unionpay, Pays, ""),
    TestCard { country: "CA", ..card("4000001240000000", Visa, Pays, "ca") },
    TestCard { country: "GB", ..card("4000008260000000", Visa, Pays, "gb") },
    TestCard { country: "FR", ..card("4000002500000003", Visa, Pays, "fr") },
    TestCard { country: "DE", ..card("4000002760000016", Visa, Pays, "de") },
    card("4000000000000259", Visa, PaysAndIsDisputed, "createDispute"),
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
    card("4000008400001629", Visa, AsksThenDeclines(Decline::Generic), "threeDSecureRequiredChargeDeclined"),
    card(
        "4000008260003178",
        Visa,
        AsksThenDeclines(Decline::InsufficientFunds),
        "authenticationRequiredChargeDeclinedInsufficientFunds",
    ),
];

/// What is kept of a card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub brand: Brand,
    pub behaviour: Behaviour,
    pub last4: String,
    pub exp_month: u32,
    pub exp_year: i64,
    pub country: String,
    pub funding: String,
    /// Whether a security code was given, and so could be checked.
    pub cvc_given: bool,
}

impl Card {
    /// From a group of `number`, `exp_month`, `exp_year`, `cvc`.
    pub fn from_form(form: &mut Params, now: i64) -> Result<Self, Refusal> {
        let number = form.require("number")?.replace([' ', '-'], "");
        let exp_month = form.require_integer("exp_month")?;
        let exp_year = form.require_integer("exp_year")?;
        let cvc = form.take("cvc");

        if !number.bytes().all(|b| b.is_ascii_digit()) || !(12..=19).contains(&number.len()) {
            return Err(Refusal::card("invalid_number", None, "Your card number is invalid.").param("number"));
        }
        if !passes_luhn(&number) {
            return Err(
                Refusal::card("incorrect_number", None, "Your card number is incorrect.").param("number")
            );
        }
        let Some(known) = TEST_CARDS.iter().find(|card| card.number == number) else {
            let message = "Your card was declined. Your request was in test mode, but used a non test card.";
            return Err(Refusal::card("card_declined", Some("test_mode_live_card"), message).param("number"));
        };
        let exp_year = if (0..100).contains(&exp_year) { exp_year + 2000 } else { exp_year };
        let (this_year, this_month) = year_and_month(now);
        let month_wrong = || {
            Refusal::card("invalid_expiry_month", None, "Your card's expiration month is invalid.")
                .param("exp_month")
        };
        let exp_month =
            u32::try_from(exp_month).ok().filter(|m| (1..=12).contains(m)).ok_or_else(month_wrong)?;
        if exp_year < this_year || exp_year > this_year + 50 {
            let message = "Your card's expiration year is invalid.";
            return Err(Refusal::card("invalid_expiry_year", None, message).param("exp_year"));
        }
        if exp_year == this_year && exp_month < this_month {
            return Err(month_wrong());
        }
        let cvc_fits = |cvc: &String| {
            let lengths = 3..=known.brand.cvc_length();
            lengths.contains(&cvc.len()) && cvc.bytes().all(|b| b.is_ascii_digit())
        };
        if !cvc.as_ref().is_none_or(cvc_fits) {
            let message = "Your card's security code is invalid.";
            return Err(Refusal::card("invalid_cvc", None, message).param("cvc"));
        }
        Ok(known.to_card(exp_month, exp_year, cvc.is_some()))
    }

    /// From the name after `pm_card_` or `tok_`.
    pub fn from_token(name: &str, now: i64) -> Option<Self> {
        // Both `chargeDeclined` and `visa_chargeDeclined` are in use.
        let bare = name.strip_prefix("visa_").filter(|rest| rest.starts_with("charge")).unwrap_or(name);
        let known = TEST_CARDS.iter().find(|card| !card.token.is_empty() && card.token == bare)?;
        Some(known.to_card(12, year_and_month(now).0 + 1, true))
    }
}

impl TestCard {
    fn to_card(&self, exp_month: u32, exp_year: i64, cvc_given: bool) -> Card {
        Card {
            brand: self.brand,
            behaviour: self.behaviour,
            last4: self.number[self.number.len() - 4..].to_owned(),
            exp_month,
            exp_year,
            country: self.country.to_owned(),
            funding: self.funding.to_owned(),
            cvc_given,
        }
    }
}

fn passes_luhn(number: &str) -> bool {
    let sum: u32 = number
        .bytes()
        .rev()
        .map(|b| u32::from(b - b'0'))
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// The proleptic Gregorian year and month (1–12) of a time in seconds since 1970, UTC.
pub fn year_and_month(seconds: i64) -> (i64, u32) {
    let (year, month, _) = clock::date(seconds);
    (year, month)
}

#[cfg(test)]
mod tests {
    use super::{Card, TEST_CARDS, passes_luhn};
    use crate::stripe::form::Params;

    /// 2026-11-20
    const NOW: i64 = 1_795_132_800;

    fn read(number: &str, month: &str, year: &str, cvc: &str) -> Result<Card, serde_json::Value> {
        let pairs = [("number", number), ("exp_month", month), ("exp_year", year), ("cvc", cvc)];
        let mut form = Params::new(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).to_vec());
        Card::from_form(&mut form, NOW).map_err(|refusal| refusal.detail())
    }

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

    #[test]
    fn the_month_of_expiry_is_the_last_good_one() {
        assert!(read("4242424242424242", "11", "26", "123").is_ok());
        assert_eq!(
            read("4242424242424242", "10", "2026", "123").unwrap_err()["code"],
            "invalid_expiry_month"
        );
        assert_eq!(read("4242424242424242", "12", "2025", "123").unwrap_err()["code"], "invalid_expiry_year");
        assert_eq!(
            read("4242424242424242", "13", "2027", "123").unwrap_err()["code"],
            "invalid_expiry_month"
        );
    }

    #[test]
    fn numbers_are_checked_before_the_bank_is_asked() {
        assert_eq!(read("4242424242424241", "12", "30", "123").unwrap_err()["code"], "incorrect_number");
        assert_eq!(read("4242", "12", "30", "123").unwrap_err()["code"], "invalid_number");
        assert_eq!(read("4242 4242 4242 4242", "12", "30", "12").unwrap_err()["code"], "invalid_cvc");
        assert_eq!(
            read("4111111111111111", "12", "30", "123").unwrap_err()["decline_code"],
            "test_mode_live_card"
        );
        assert!(read("378282246310005", "12", "30", "1234").is_ok());
        assert!(read("4242424242424242", "12", "30", "1234").is_err());
    }

    #[test]
    fn nothing_kept_of_a_card_is_its_number() {
        let kept = serde_json::to_string(&read("4242424242424242", "12", "30", "987").unwrap()).unwrap();
        assert!(!kept.contains("424242") && !kept.contains("987"), "{kept}");
    }
}
