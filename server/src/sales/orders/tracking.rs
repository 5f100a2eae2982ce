//! How an order was shipped: the carrier, the tracking number and the link to follow the parcel.

use reqwest::Url;
use serde_json::Value;

use crate::{
    db::row,
    values::{FromJson, InvalidValue, language::localized, text::Text, text_enum},
};

text_enum! {
    pub enum Carrier {
        CanadaPost = "Canada Post",
        Purolator = "Purolator",
        Ups = "UPS",
        FedEx = "FedEx",
        Dhl = "DHL",
        /// A carrier that the shop does not know. It may have a link of its own.
        Other = "Other",
    }
}

impl Carrier {
    /// The address of the carrier's tracking page up to the number.
    const fn tracking_page(self) -> Option<&'static str> {
        match self {
            Self::CanadaPost => {
                Some("https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=")
            }
            Self::Purolator => Some("https://www.purolator.com/en/shipping/tracker?pin="),
            Self::Ups => Some("https://www.ups.com/track?tracknum="),
            Self::FedEx => Some("https://www.fedex.com/fedextrack/?trknbr="),
            Self::Dhl => Some("https://www.dhl.com/ca-en/home/tracking.html?tracking-id="),
            Self::Other => None,
        }
    }
}

impl FromJson for Carrier {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        value.as_str().and_then(Self::parse).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str).join(", ");
            InvalidValue::new(
                "unknown",
                localized!(
                    "Please choose one of these carriers: {names}.",
                    "Veuillez choisir l’un de ces transporteurs\u{a0}: {names}."
                ),
            )
        })
    }
}

/// Letters, digits and dashes, without the spaces that carriers print between them. `None` if the number is empty.
#[derive(Debug, PartialEq, Eq)]
pub struct TrackingNumber(pub Option<String>);

impl FromJson for TrackingNumber {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let text = Text::<60>::from_json(value)?;
        let number: String = text.as_str().chars().filter(|c| !c.is_whitespace()).collect();
        if !number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            let why = localized!(
                "A tracking number has only letters, digits and dashes. Please check it.",
                "Un numéro de suivi ne contient que des lettres, des chiffres et des tirets. Veuillez le \
                 vérifier."
            );
            return Err(InvalidValue::new("invalid_characters", why));
        }
        Ok(Self(Some(number).filter(|number| !number.is_empty())))
    }
}

/// An https URL that the owner typed. `None` if the link is empty.
#[derive(Debug, PartialEq, Eq)]
pub struct TrackingLink(pub Option<String>);

impl FromJson for TrackingLink {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let text = Text::<500>::from_json(value)?;
        if text.as_str().is_empty() {
            return Ok(Self(None));
        }
        let url = Url::parse(text.as_str())
            .ok()
            .filter(|url| url.scheme() == "https" && url.username().is_empty() && url.password().is_none());
        let why = localized!(
            "Please enter a link that starts with https://.",
            "Veuillez entrer un lien qui commence par https://."
        );
        let url = url.ok_or_else(|| InvalidValue::new("not_https", why))?;
        // Percent-encoding makes it longer.
        Text::<500>::from_json(&Value::from(url.as_str()))?;
        Ok(Self(Some(url.into())))
    }
}

row! {
    /// Every part is optional.
    #[derive(Default, PartialEq, Eq)]
    pub struct Tracking {
        pub carrier: Option<Carrier>,
        pub number: Option<String>,
        /// The link is only there with [`Carrier::Other`].
        pub own_link: Option<String>,
    }
}

impl Tracking {
    /// `None` for a carrier that the shop does not know.
    pub fn carrier_name(&self) -> Option<&'static str> {
        self.carrier.filter(|carrier| *carrier != Carrier::Other).map(Carrier::as_str)
    }

    /// The address at which the customer follows the parcel.
    pub fn url(&self) -> Option<String> {
        match (self.carrier?.tracking_page(), &self.number) {
            (Some(page), Some(number)) => Some(format!("{page}{number}")),
            (Some(_), None) => None,
            (None, _) => self.own_link.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tracking_link_is_built_only_from_checked_parts() {
        let number = |text: &str| TrackingNumber::from_json(&json!(text));
        assert_eq!(number(" 1Z 999 AA1 "), Ok(TrackingNumber(Some("1Z999AA1".into()))));
        assert_eq!(number("  "), Ok(TrackingNumber(None)));
        for text in ["1&a=b", "../x", "<b>", "é", "1\u{200b}2"] {
            assert_eq!(number(text).map_err(|fault| fault.code), Err("invalid_characters"), "{text}");
        }
        let link = |text: &str| TrackingLink::from_json(&json!(text)).map_err(|fault| fault.code);
        assert_eq!(link(" https://bike.example/7 "), Ok(TrackingLink(Some("https://bike.example/7".into()))));
        for text in ["http://bike.example", "javascript:alert(1)", "bike.example", "https://a:b@bike.example"]
        {
            assert_eq!(link(text), Err("not_https"), "{text}");
        }
        assert_eq!(link(&format!("https://bike.example/{}", "é".repeat(300))), Err("too_long"));
    }

    #[test]
    fn a_known_carrier_needs_a_number_and_ignores_a_link_of_its_own() {
        let own_link = Some("https://bike.example/7".to_owned());
        let url = |carrier, number: Option<&str>| {
            Tracking { carrier, number: number.map(str::to_owned), own_link: own_link.clone() }.url()
        };
        for carrier in Carrier::ALL {
            assert_eq!(serde_json::to_value(carrier).unwrap(), carrier.as_str());
            let expected =
                carrier.tracking_page().map_or_else(|| own_link.clone(), |page| Some(format!("{page}7")));
            assert_eq!(url(Some(carrier), Some("7")), expected);
        }
        assert_eq!((url(Some(Carrier::Ups), None), url(None, Some("7"))), (None, None));
        assert_eq!(url(Some(Carrier::Other), None), own_link);
    }
}
