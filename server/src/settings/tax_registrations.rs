//! Where the shop is registered for sales taxes. It charges these taxes and no others.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::list_setting;
use crate::values::{
    InvalidValue,
    language::{Localized, localized},
    province::Province,
    taxes::{Tax, rates::DatedRate},
    text_enum,
};

text_enum! {
    pub enum TaxAuthority {
        /// One account for GST and for HST in all of Canada.
        Federal = "GST/HST",
        Quebec = "QST",
        BritishColumbia = "BC PST",
        Manitoba = "MB RST",
        Saskatchewan = "SK PST",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaxRegistration {
    pub authority: TaxAuthority,
    /// As the authority writes it.
    #[schema(min_length = 1, max_length = 40)]
    pub number: String,
    pub from: Date,
    /// The last day. `None`: the registration goes on.
    pub until: Option<Date>,
}

impl TaxAuthority {
    /// The authority that takes this tax on a sale in this province. Returns `None` if no authority does.
    pub const fn of(tax: Tax, province: Province) -> Option<Self> {
        Some(match (tax, province) {
            (Tax::Gst | Tax::Hst, _) => Self::Federal,
            (Tax::Qst, Province::Quebec) => Self::Quebec,
            (Tax::Pst, Province::BritishColumbia) => Self::BritishColumbia,
            (Tax::Pst, Province::Saskatchewan) => Self::Saskatchewan,
            (Tax::Rst, Province::Manitoba) => Self::Manitoba,
            (Tax::Qst | Tax::Pst | Tax::Rst, _) => return None,
        })
    }

    /// The number as it is printed, if it can be one. Spaces are free; letters may be small.
    pub fn check_number(self, text: &str) -> Result<String, InvalidValue> {
        let compact: String = text.to_uppercase().chars().filter(|c| !c.is_whitespace()).collect();
        let invalid = |why: Localized| Err(InvalidValue::new("invalid_registration_number", why));
        match self {
            Self::Federal => match split(&compact, 9, "RT") {
                Some((number, account)) if passes_luhn(number) => {
                    Ok(format!("{} {} RT{account}", &number[..5], &number[5..]))
                }
                Some(_) => invalid(localized!(
                    "The last digit of the business number does not fit. Please check the number.",
                    "Le dernier chiffre du numéro d’entreprise ne correspond pas. Veuillez vérifier le numéro."
                )),
                None => invalid(localized!(
                    "A GST/HST number looks like 12345 6782 RT0001. Please check it.",
                    "Un numéro de TPS/TVH ressemble à 12345 6782 RT0001. Veuillez le vérifier."
                )),
            },
            Self::Quebec => match (split(&compact, 10, "TQ"), compact.strip_prefix("NR")) {
                (Some((number, account)), _) => Ok(format!("{number} TQ{account}")),
                (None, Some(digits)) if digits.len() == 8 && is_number(digits) => Ok(compact),
                _ => invalid(localized!(
                    "A QST number looks like 1234567890 TQ0001 or NR12345678. Please check it.",
                    "Un numéro de TVQ ressemble à 1234567890 TQ0001 ou à NR12345678. Veuillez le vérifier."
                )),
            },
            Self::BritishColumbia | Self::Manitoba | Self::Saskatchewan => {
                let is_plain = compact.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                if is_plain && (5..=15).contains(&compact.len()) {
                    Ok(compact)
                } else {
                    invalid(localized!(
                        "A number has 5 to 15 letters, digits and hyphens. Please check it.",
                        "Un numéro compte de 5 à 15\u{a0}lettres, chiffres et traits d’union. Veuillez le \
                         vérifier."
                    ))
                }
            }
        }
    }
}

impl TaxRegistration {
    /// The registration that this tax is charged under on a day.
    pub fn find(list: &[Self], tax: Tax, province: Province, day: Date) -> Option<&Self> {
        let authority = TaxAuthority::of(tax, province)?;
        list.iter().find(|registration| registration.authority == authority && registration.is_valid_on(day))
    }

    pub fn is_valid_on(&self, day: Date) -> bool {
        self.from <= day && self.until.is_none_or(|until| day <= until)
    }
}

/// How many registrations, or rates of the owner, a shop has at most.
const MAX_ROWS: usize = 50;
/// The highest rate that an owner can enter: 30 %.
const MAX_RATE: i64 = 300_000;
const MAX_REASON: usize = 200;

/// The registrations that a client sends, as they are stored.
pub fn check_registrations(value: &Value) -> Result<String, InvalidValue> {
    let mut list: Vec<TaxRegistration> = list_setting::read(value, &localized!("rows", "lignes"), MAX_ROWS)?;
    let invalid = |row: usize, member: &str, why: Localized| {
        Err(InvalidValue::new("invalid_tax_registration", why).in_row(row).at(member))
    };
    for (place, row) in list.iter_mut().enumerate() {
        let checked = row.authority.check_number(&row.number);
        row.number = checked.map_err(|refusal| refusal.in_row(place).at("number"))?;
        if row.until.is_some_and(|until| until < row.from) {
            return invalid(
                place,
                "until",
                localized!("The last day lies before the first.", "Le dernier jour précède le premier."),
            );
        }
    }
    for (place, row) in list.iter().enumerate() {
        let overlaps = |other: &&TaxRegistration| {
            other.authority == row.authority
                && other.from <= row.until.unwrap_or(Date::MAX)
                && row.from <= other.until.unwrap_or(Date::MAX)
        };
        if list[..place].iter().any(|other| overlaps(&other)) {
            let why = localized!(
                "Two registrations are valid on the same day. Please enter the last day of the first one.",
                "Deux inscriptions sont valides le même jour. Veuillez entrer le dernier jour de la première."
            );
            return invalid(place, "from", why);
        }
    }
    list_setting::stored(&list)
}

/// A rate that the owner entered, because a budget came before a new version of the shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddedRate {
    pub province: Province,
    pub tax: Tax,
    /// The rate in millionths of the price: 99,750 is 9.975 %. 0 says that the tax ended.
    #[schema(minimum = 0, maximum = 300_000)]
    pub millionths: i64,
    pub from: Date,
    /// Such as the law or the budget.
    #[schema(min_length = 1, max_length = 200)]
    pub reason: String,
}

impl AddedRate {
    pub fn into_dated(self) -> DatedRate {
        DatedRate {
            province: self.province,
            tax: self.tax,
            millionths: self.millionths,
            from: self.from,
            source: self.reason,
            address: String::new(),
            read: self.from,
            sure: String::new(),
        }
    }
}

/// The rates that a client sends, as they are stored.
pub fn check_added_rates(value: &Value) -> Result<String, InvalidValue> {
    let mut list: Vec<AddedRate> = list_setting::read(value, &localized!("rows", "lignes"), MAX_ROWS)?;
    for (place, rate) in list.iter_mut().enumerate() {
        rate.reason = rate.reason.trim().to_owned();
        let invalid = |member: &str, why: Localized| {
            Err(InvalidValue::new("invalid_tax_rate", why).in_row(place).at(member))
        };
        if !(0..=MAX_RATE).contains(&rate.millionths) {
            return invalid(
                "millionths",
                localized!("A rate lies between 0 and 30 %.", "Un taux se situe entre 0 et 30\u{a0}%."),
            );
        }
        if TaxAuthority::of(rate.tax, rate.province).is_none() {
            return invalid(
                "tax",
                localized!("This province has no such tax.", "Cette province n’a pas cette taxe."),
            );
        }
        if rate.reason.is_empty() || rate.reason.chars().count() > MAX_REASON {
            return invalid(
                "reason",
                localized!(
                    "Please enter why, such as the law or the budget.",
                    "Veuillez entrer la raison, par exemple la loi ou le budget."
                ),
            );
        }
    }
    list_setting::stored(&list)
}

/// The number and the account of `123456782RT0001`.
fn split<'t>(text: &'t str, digits: usize, program: &str) -> Option<(&'t str, &'t str)> {
    let (number, account) = text.split_once(program)?;
    let fits = number.len() == digits && account.len() == 4 && is_number(number) && is_number(account);
    fits.then_some((number, account))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The check digit of business numbers.
fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let value = u32::from(digit - b'0') * if place % 2 == 1 { 2 } else { 1 };
            value / 10 + value % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_checked_where_the_rule_is_known() {
        for (authority, text, expected) in [
            (TaxAuthority::Federal, "12345 6782 RT0001", "12345 6782 RT0001"),
            (TaxAuthority::Federal, "123456782rt0001", "12345 6782 RT0001"),
            (TaxAuthority::Quebec, "1234567890TQ0001", "1234567890 TQ0001"),
            (TaxAuthority::Quebec, "nr 12345678", "NR12345678"),
            (TaxAuthority::BritishColumbia, "PST-1234-5678", "PST-1234-5678"),
            (TaxAuthority::Manitoba, "1234567", "1234567"),
        ] {
            assert_eq!(authority.check_number(text).unwrap(), expected, "{text}");
        }
        for (authority, text) in [
            (TaxAuthority::Federal, "12345 6783 RT0001"),
            (TaxAuthority::Federal, "12345 6782"),
            (TaxAuthority::Federal, "12345 6782 RT001"),
            (TaxAuthority::Federal, "1234٥6782RT0001"),
            (TaxAuthority::Quebec, "123456789TQ0001"),
            (TaxAuthority::Quebec, "NR1234567"),
            (TaxAuthority::Saskatchewan, "1234"),
            (TaxAuthority::Saskatchewan, "<b>12345</b>"),
        ] {
            let refused = authority.check_number(text).unwrap_err();
            assert_eq!(refused.code, "invalid_registration_number", "{text}");
        }
    }

    #[test]
    fn registrations_are_corrected_and_never_overlap() {
        let row = |number: &str, from: &str, until: Option<&str>| json!({ "authority": "GST/HST", "number": number, "from": from, "until": until });
        let first = row("123456782rt0001", "2020-01-01", Some("2025-12-31"));
        let second = row("12345 6782 RT0001", "2026-01-01", None);
        let stored = check_registrations(&json!([first, second])).unwrap();
        assert!(stored.contains(r#""number":"12345 6782 RT0001","from":"2020-01-01","until":"2025-12-31""#));
        assert_eq!(check_registrations(&json!([])), Ok(String::new()));
        let invalid = "invalid_tax_registration";
        for (wrong, code, member) in [
            (second.clone(), invalid, Some("from")),
            (row("123456782RT0001", "2026-02-01", Some("2026-01-01")), invalid, Some("until")),
            (row("123456783RT0001", "2026-02-01", None), "invalid_registration_number", Some("number")),
            (row("123456782RT0001", "", None), "not_a_list", Some("from")),
            (json!({}), "not_a_list", None),
        ] {
            let refusal = check_registrations(&json!([second, wrong])).unwrap_err();
            assert_eq!((refusal.code, refusal.row), (code, Some(1)), "{wrong}");
            assert_eq!(refusal.member.as_deref(), member, "{wrong}");
        }
        let refusal = check_registrations(&json!("no")).unwrap_err();
        assert_eq!((refusal.code, refusal.row), ("not_a_list", None));
    }

    #[test]
    fn a_rate_of_the_owner_has_a_reason_and_a_limit() {
        let row = |province: &str, tax: &str, millionths: i64, reason: &str| {
            let from = "2027-04-01";
            json!([{ "province": province, "tax": tax, "millionths": millionths, "from": from, "reason": reason }])
        };
        assert!(check_added_rates(&row("NS", "HST", 130_000, "Budget of 2027")).is_ok());
        for (rows, member, why) in [
            (row("NS", "HST", 300_001, "x"), "millionths", "30 %"),
            (row("NS", "HST", -1, "x"), "millionths", "30 %"),
            (row("NS", "HST", 130_000, " "), "reason", "why"),
            (row("ON", "PST", 130_000, "x"), "tax", "no such tax"),
        ] {
            let refusal = check_added_rates(&rows).unwrap_err();
            assert!(
                refusal.code == "invalid_tax_rate" && refusal.detail.english().contains(why),
                "{refusal:?}"
            );
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(0), Some(member)));
        }
    }

    #[test]
    fn a_tax_is_charged_from_the_first_to_the_last_day_of_its_registration() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let list = [TaxRegistration {
            authority: TaxAuthority::Federal,
            number: "12345 6782 RT0001".into(),
            from: day("2026-01-01"),
            until: Some(day("2026-06-30")),
        }];
        let found =
            |tax, on: &str| TaxRegistration::find(&list, tax, Province::NovaScotia, day(on)).is_some();
        assert_eq!(
            [
                found(Tax::Hst, "2025-12-31"),
                found(Tax::Hst, "2026-01-01"),
                found(Tax::Hst, "2026-06-30"),
                found(Tax::Hst, "2026-07-01")
            ],
            [false, true, true, false]
        );
        assert!(!found(Tax::Qst, "2026-03-01"));
        assert_eq!(TaxAuthority::of(Tax::Pst, Province::Ontario), None);
    }
}
