//! A Canadian address in parts, as Canada Post's guidelines name them.
//!
//! `http::address_body` parses it from JSON. An order keeps it as one line, in the field that it always had.

use serde::Serialize;

use super::{
    InvalidValue,
    contact_phone::ContactPhone,
    language::{Language, localized},
    postal_code::PostalCode,
    province::Province,
};

// Canada Post advises lines below 40 characters. Longer ones arrive too, and an order's line takes 300.
pub const MAX_NAME: usize = 120;
pub const MAX_COMPANY: usize = 100;
pub const MAX_STREET: usize = 100;
pub const MAX_UNIT: usize = 30;
pub const MAX_CITY: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The street includes the number of the house.
    pub street: String,
    /// The number or name of an apartment or office. An address in a building with several may have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The municipality, which is never translated.
    pub city: String,
    pub province: Province,
    pub postal_code: PostalCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<ContactPhone>,
}

/// The part of an address that decides the price of a delivery and its taxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteAddress {
    pub province: Province,
    pub postal_code: Option<PostalCode>,
}

impl QuoteAddress {
    /// Quotes that do not depend on a place use this address.
    pub const ANYWHERE: Self = Self { province: Province::Ontario, postal_code: None };
}

impl Address {
    /// Formats the address without name and company, such as `10-123 Main St, Halifax NS  B3J 1A1`.
    pub fn one_line(&self) -> String {
        format!("{}, {}", self.street_line(), self.last_line())
    }

    /// A unit such as `10` or `4B` stands before the number of the house, and `Apt 10` behind the street. What would look
    /// like another number there is called a unit.
    fn street_line(&self) -> String {
        let street = &self.street;
        let Some(unit) = self.unit.as_ref().map(|unit| unit.trim_start_matches('#').trim_start()) else {
            return street.clone();
        };
        let is_short = unit.len() <= 2 || unit.contains(|c: char| c.is_ascii_digit());
        let is_word = unit.chars().all(|c| c.is_ascii_alphanumeric());
        let is_named = unit.chars().take_while(|c| c.is_alphabetic()).count() > 1;
        match from_number(street) {
            Some(street) if is_word && is_short => format!("{unit}-{street}"),
            _ if is_named => format!("{street} {unit}"),
            _ => format!("{street} Unit {unit}"),
        }
    }

    /// Canada Post wants two spaces before the postal code.
    fn last_line(&self) -> String {
        format!("{} {}  {}", self.city, self.province.as_str(), self.postal_code.as_str())
    }
}

/// Returns a street from the number of the house on, without the sign before it in `N° 12 rue C`. Returns `None` if the
/// street does not begin with a number.
fn from_number(street: &str) -> Option<&str> {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let signs = ["N°", "n°", "Nº", "nº", "№", "No.", "no.", "No", "no", "#"];
    let behind = signs.iter().find_map(|sign| street.strip_prefix(sign)).unwrap_or(street).trim_start();
    is_number(behind).then_some(behind)
}

/// Why an address has no province that its taxes could follow.
#[derive(Debug, PartialEq, Eq)]
pub enum ProvinceError {
    /// Neither the province nor the postal code tells it. A code on a border tells the provinces to choose from.
    Unknown(&'static [Province]),
    /// The postal code lies in these provinces, and the chosen one is not among them.
    Mismatch(&'static [Province]),
}

/// The province of an address: the one that was chosen if the postal code lies in it, or the code's own.
pub fn find_province(chosen: Option<Province>, code: Option<&PostalCode>) -> Result<Province, ProvinceError> {
    let possible = code.map_or(&[][..], PostalCode::provinces);
    match (chosen, possible) {
        (Some(chosen), possible) if possible.is_empty() || possible.contains(&chosen) => Ok(chosen),
        (Some(_), possible) => Err(ProvinceError::Mismatch(possible)),
        (None, [only]) => Ok(*only),
        (None, possible) => Err(ProvinceError::Unknown(possible)),
    }
}

/// The same for a line of text, which cannot be asked about: the postal code wins, and of a border area the first
/// province.
pub fn likely_province(named: Option<Province>, code: Option<&PostalCode>) -> Option<Province> {
    match find_province(named, code) {
        Ok(province) => Some(province),
        Err(ProvinceError::Unknown(possible) | ProvinceError::Mismatch(possible)) => {
            possible.first().copied()
        }
    }
}

impl ProvinceError {
    /// Returns the province that the postal code lies in, if another one was chosen.
    pub fn fitting_province(&self) -> Option<Province> {
        match self {
            Self::Mismatch(possible) => possible.first().copied(),
            Self::Unknown(_) => None,
        }
    }

    /// Makes the error of the field `province`, with a sentence that names the possible provinces.
    pub fn into_invalid(self, code: Option<&PostalCode>) -> InvalidValue {
        let code = code.map_or("", PostalCode::as_str);
        let names = |possible: &[Province], language| {
            let or = match language {
                Language::English => " or ",
                Language::French => " ou ",
            };
            possible.iter().map(|province| province.name_in(language)).collect::<Vec<_>>().join(or)
        };
        match self {
            Self::Unknown([]) => InvalidValue::new(
                "required",
                localized!(
                    "Please choose a province or territory.",
                    "Veuillez choisir une province ou un territoire."
                ),
            ),
            Self::Unknown(possible) => InvalidValue::new(
                "required",
                localized!(
                    language =>
                    "{code} lies in {}. Please choose one.",
                    "{code} se trouve dans l’une de ces provinces\u{a0}: {}. Veuillez en choisir une.",
                    names(possible, language)
                ),
            ),
            Self::Mismatch(possible) => InvalidValue::new(
                "province_mismatch",
                localized!(
                    language =>
                    "{code} lies in {}. Please change the province, or check the postal code.",
                    "{code} se trouve ailleurs ({}). Veuillez modifier la province, ou vérifier le code postal.",
                    names(possible, language)
                ),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(street: &str, unit: Option<&str>) -> Address {
        Address {
            name: "Ada Byron".into(),
            company: None,
            street: street.into(),
            unit: unit.map(str::to_owned),
            city: "Halifax".into(),
            province: Province::NovaScotia,
            postal_code: PostalCode::parse("B3J 1A1").unwrap(),
            phone: None,
        }
    }

    #[test]
    fn an_address_is_printed_as_canada_post_wants_it() {
        for (street, unit, line) in [
            ("123 Main St", Some("10"), "10-123 Main St"),
            ("123 Main St", Some("# 4B"), "4B-123 Main St"),
            ("123 Main St", Some("PH"), "PH-123 Main St"),
            ("123 Main St", Some("Apt 10"), "123 Main St Apt 10"),
            ("123 Main St", Some("Basement"), "123 Main St Basement"),
            ("PO Box 12", Some("10"), "PO Box 12 Unit 10"),
            ("PO Box 12", Some("Apt 10"), "PO Box 12 Apt 10"),
            ("12 Elm", Some("10-B"), "12 Elm Unit 10-B"),
            ("12 Elm", Some("B-10"), "12 Elm Unit B-10"),
            ("12 Elm", Some("1/2"), "12 Elm Unit 1/2"),
            ("N° 12 rue C", Some("4"), "4-12 rue C"),
            ("No. 12 rue C", Some("# 4"), "4-12 rue C"),
            ("#12 rue C", Some("Apt 4"), "#12 rue C Apt 4"),
            ("Nottingham Road", Some("4"), "Nottingham Road Unit 4"),
            ("123 Main St", None, "123 Main St"),
        ] {
            let address = address(street, unit);
            assert_eq!(address.one_line(), format!("{line}, Halifax NS  B3J 1A1"));
        }
    }

    #[test]
    fn the_longest_address_is_an_address_of_an_order() {
        let address = Address {
            city: "x".repeat(MAX_CITY),
            ..address(&format!("1{}", "x".repeat(MAX_STREET - 1)), Some(&"1".repeat(MAX_UNIT)))
        };
        assert!(address.one_line().chars().count() <= 300);
    }

    #[test]
    fn the_postal_code_tells_the_province_and_is_compared_with_it() {
        use Province::*;
        let find = |chosen, code: &str| find_province(chosen, PostalCode::parse(code).as_ref());
        assert_eq!(find(None, "H2X 1Y4"), Ok(Quebec));
        assert_eq!(find(Some(Quebec), "H2X 1Y4"), Ok(Quebec));
        assert_eq!(find(Some(Quebec), "K1A 0B1"), Ok(Quebec));
        assert_eq!(find(Some(Quebec), ""), Ok(Quebec));
        assert_eq!(likely_province(Some(Ontario), PostalCode::parse("H2X 1Y4").as_ref()), Some(Quebec));
        assert_eq!(likely_province(None, PostalCode::parse("K1A 0B1").as_ref()), Some(Ontario));
        assert_eq!(likely_province(Some(Yukon), None), Some(Yukon));
        assert_eq!(likely_province(None, None), None);
        assert_eq!(find(None, "R8A 1A1"), Err(ProvinceError::Unknown(&[Manitoba, Saskatchewan])));
        assert_eq!(find(None, ""), Err(ProvinceError::Unknown(&[])));
        let mismatch = find(Some(Ontario), "H2X 1Y4").unwrap_err();
        assert_eq!(mismatch.fitting_province(), Some(Quebec));
        let code = PostalCode::parse("H2X 1Y4");
        let InvalidValue { code, detail, .. } = mismatch.into_invalid(code.as_ref());
        assert_eq!(code, "province_mismatch");
        assert_eq!(
            detail.english(),
            "H2X 1Y4 lies in Québec. Please change the province, or check the postal code."
        );
    }
}
