//! The provinces and territories of Canada.

use serde_json::Value;

use super::{
    FromJson, InvalidValue,
    fold::fold,
    language::{Language, localized},
    text_enum,
};

text_enum! {
    /// A province or territory, with its two letters as text.
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

    pub const fn name_in(self, language: Language) -> &'static str {
        match language {
            Language::English => self.name(),
            Language::French => self.french_name(),
        }
    }

    const fn french_name(self) -> &'static str {
        match self {
            Self::Alberta => "Alberta",
            Self::BritishColumbia => "Colombie-Britannique",
            Self::Manitoba => "Manitoba",
            Self::NewBrunswick => "Nouveau-Brunswick",
            Self::NewfoundlandAndLabrador => "Terre-Neuve-et-Labrador",
            Self::NovaScotia => "Nouvelle-Écosse",
            Self::NorthwestTerritories => "Territoires du Nord-Ouest",
            Self::Nunavut => "Nunavut",
            Self::Ontario => "Ontario",
            Self::PrinceEdwardIsland => "Île-du-Prince-Édouard",
            Self::Quebec => "Québec",
            Self::Saskatchewan => "Saskatchewan",
            Self::Yukon => "Yukon",
        }
    }

    /// Other names and short forms, without signs and accents: English, then French.
    const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Alberta => &["alta", "alb"],
            Self::BritishColumbia => &["colombiebritannique", "cb"],
            Self::Manitoba => &["man"],
            Self::NewBrunswick => &["nouveaubrunswick"],
            Self::NewfoundlandAndLabrador => &[
                "newfoundland",
                "newfoundlandlabrador",
                "labrador",
                "nfld",
                "nf",
                "terreneuveetlabrador",
                "terreneuvelabrador",
                "terreneuve",
                "tnl",
            ],
            Self::NovaScotia => &["nouvelleecosse"],
            Self::NorthwestTerritories => &["northwestterritory", "nwt", "territoiresdunordouest", "tno"],
            Self::Nunavut => &["nvt", "nun"],
            Self::Ontario => &["ont"],
            Self::PrinceEdwardIsland => &["pei", "ileduprinceedouard", "ipe"],
            Self::Quebec => &["que", "pq"],
            Self::Saskatchewan => &["sask"],
            Self::Yukon => &["yukonterritory", "yuk", "yk", "territoireduyukon"],
        }
    }

    /// Finds a province by its letters or by a name in English or French. Case, accents and signs do not matter. The
    /// text is what people write at the end of an address.
    pub fn from_words(text: &str) -> Option<Self> {
        let letters = |text: &str| fold(text).chars().filter(char::is_ascii_alphabetic).collect::<String>();
        let given = letters(text);
        // `N.-É.` is Nouvelle-Écosse, and NE is north-east behind a street.
        if given == "ne" && text.contains(['É', 'é']) {
            return Some(Self::NovaScotia);
        }
        Self::ALL.into_iter().find(|known| {
            given == letters(known.as_str())
                || given == letters(known.name())
                || known.other_names().contains(&given.as_str())
        })
    }
}

impl FromJson for Province {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        value.as_str().and_then(Self::from_words).ok_or_else(|| {
            InvalidValue::new(
                "unknown",
                localized!(
                    "Please choose a province or territory of Canada, such as ON.",
                    "Veuillez choisir une province ou un territoire du Canada, par exemple ON."
                ),
            )
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
            ("Alta.", Province::Alberta),
            ("C.-B.", Province::BritishColumbia),
            ("Colombie-Britannique", Province::BritishColumbia),
            ("Man.", Province::Manitoba),
            ("N.-B.", Province::NewBrunswick),
            ("Nouveau-Brunswick", Province::NewBrunswick),
            ("Newfoundland", Province::NewfoundlandAndLabrador),
            ("Newfoundland & Labrador", Province::NewfoundlandAndLabrador),
            ("Terre-Neuve-et-Labrador", Province::NewfoundlandAndLabrador),
            ("T.-N.-L.", Province::NewfoundlandAndLabrador),
            ("Nouvelle-Écosse", Province::NovaScotia),
            ("N.-É.", Province::NovaScotia),
            ("N.W.T.", Province::NorthwestTerritories),
            ("Territoires du Nord-Ouest", Province::NorthwestTerritories),
            ("T.N.-O.", Province::NorthwestTerritories),
            ("Nt", Province::NorthwestTerritories),
            ("Ont.", Province::Ontario),
            ("PEI", Province::PrinceEdwardIsland),
            ("P.E.I.", Province::PrinceEdwardIsland),
            ("Île-du-Prince-Édouard", Province::PrinceEdwardIsland),
            ("Î.-P.-É.", Province::PrinceEdwardIsland),
            ("Qué.", Province::Quebec),
            ("P.Q.", Province::Quebec),
            ("Sask.", Province::Saskatchewan),
            ("Yukon Territory", Province::Yukon),
            ("Territoire du Yukon", Province::Yukon),
            ("Nunavut", Province::Nunavut),
        ] {
            assert_eq!(Province::from_words(text), Some(province), "{text}");
        }
        for text in ["", "O", "Ontari", "NY", "ONQC", "NE", "N.E."] {
            assert_eq!(Province::from_words(text), None, "{text}");
        }
    }
}
