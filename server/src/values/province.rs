//! The provinces and territories of Canada.

use serde_json::Value;

use super::{FromJson, InvalidValue, text_enum};

text_enum! {
    /// By its two letters.
    pub enum Province {
        Alberta = "AB",
        BritishColumbia = "BC",
        Manitoba = "MB",
        NewBrunswick = "NB",
        NewfoundlandAndLabrador = "NL",
        NovaScotia = "NS",
        NorthwestTerritories = "NT",
        Nunavut = "NU",
        Ontario = "ON",
        PrinceEdwardIsland = "PE",
        Quebec = "QC",
        Saskatchewan = "SK",
        Yukon = "YT",
    }
}

impl Province {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alberta => "Alberta",
            Self::BritishColumbia => "British Columbia",
            Self::Manitoba => "Manitoba",
            Self::NewBrunswick => "New Brunswick",
            Self::NewfoundlandAndLabrador => "Newfoundland and Labrador",
            Self::NovaScotia => "Nova Scotia",
            Self::NorthwestTerritories => "Northwest Territories",
            Self::Nunavut => "Nunavut",
            Self::Ontario => "Ontario",
            Self::PrinceEdwardIsland => "Prince Edward Island",
            Self::Quebec => "Québec",
            Self::Saskatchewan => "Saskatchewan",
            Self::Yukon => "Yukon",
        }
    }

    /// By its letters or its name, without regard to case and accents, as people write it at the end of an address.
    pub fn from_words(text: &str) -> Option<Self> {
        let plain = |text: &str| {
            let letters =
                text.chars().map(|c| if matches!(c, 'é' | 'É') { 'e' } else { c.to_ascii_lowercase() });
            letters.filter(char::is_ascii_alphabetic).collect::<String>()
        };
        let given = plain(text);
        Self::ALL.into_iter().find(|known| given == plain(known.as_str()) || given == plain(known.name()))
    }
}

impl FromJson for Province {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        value.as_str().and_then(Self::from_words).ok_or_else(|| {
            InvalidValue::new("unknown", "Please choose a province or territory of Canada, such as ON.")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_a_province_in_many_ways() {
        for (text, province) in [
            ("ON", Province::Ontario),
            (" on ", Province::Ontario),
            ("Quebec", Province::Quebec),
            ("QUÉBEC", Province::Quebec),
            ("P.E.", Province::PrinceEdwardIsland),
            ("prince edward island", Province::PrinceEdwardIsland),
            ("british-columbia", Province::BritishColumbia),
        ] {
            assert_eq!(Province::from_words(text), Some(province), "{text}");
        }
        for text in ["", "O", "Ontari", "NY", "ONQC"] {
            assert_eq!(Province::from_words(text), None, "{text}");
        }
    }
}
