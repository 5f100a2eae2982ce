//! What the shop charges beyond its prices: delivery and taxes, as the owner set them up.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    delivery::{DeliveryMethod, Destination},
    shop_settings::preferences::ShopPreferences,
    tax_registrations::{AddedRate, TaxRegistration},
};
use crate::values::{
    address::likely_province, postal_code::find_postal_code, province::Province, taxes::rates::DatedRate,
};

/// What a purchase may cost beside its goods.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChargeKind {
    Delivery,
    Taxes,
}

#[derive(Debug, Clone, Default)]
pub struct Charges {
    /// Where the shop is. `None` if that is not known, so nothing can be fetched there.
    pub home: Option<Province>,
    pub registrations: Vec<TaxRegistration>,
    /// Rates that the owner entered.
    pub added_rates: Vec<DatedRate>,
    /// The delivery methods in the owner's order. If there are none, the shop charges no delivery.
    pub methods: Vec<DeliveryMethod>,
    /// The provinces whose provincial tax is not on the delivery.
    pub delivery_without_provincial_tax: Vec<Province>,
    /// A new shop does not sell there before it is ready for Québec.
    pub is_closed_to_quebec: bool,
}

impl Charges {
    /// Reads the charges from the settings. `address` is the shop's, on several lines.
    pub fn new(preferences: &ShopPreferences, address: &str) -> Self {
        let home = Province::from_words(&preferences.home_province).or_else(|| {
            let code = find_postal_code(&address.replace('\n', " "))?;
            let [province] = code.provinces() else { return None };
            Some(*province)
        });
        let added = preferences.added_tax_rates.iter().cloned();
        Self {
            home,
            registrations: preferences.tax_registrations.clone(),
            added_rates: added.map(AddedRate::into_dated).collect(),
            methods: preferences.delivery_methods.clone(),
            delivery_without_provincial_tax: preferences
                .untaxed_delivery
                .split_whitespace()
                .filter_map(Province::from_words)
                .collect(),
            is_closed_to_quebec: false,
        }
    }

    /// What a purchase costs beside its goods, here or there, on this day.
    pub fn kinds(&self, day: Date) -> Vec<ChargeKind> {
        let is_taxed = self.registrations.iter().any(|registration| registration.is_valid_on(day));
        [(ChargeKind::Delivery, !self.methods.is_empty()), (ChargeKind::Taxes, is_taxed)]
            .into_iter()
            .filter_map(|(kind, is_charged)| is_charged.then_some(kind))
            .collect()
    }

    /// The place to which an order with only a line of text goes: the one that the text names, or the shop's province.
    pub fn destination_of(&self, address: &str) -> Option<Destination> {
        named_place(address).or_else(|| self.home.map(|province| Destination { province, area: None }))
    }
}

/// The place that an address of one text names, by its postal code or by the province at the end of one of its parts.
pub fn named_place(address: &str) -> Option<Destination> {
    let code = find_postal_code(address);
    let named = named_province(address);
    let Some(code) = code else { return named.map(|province| Destination { province, area: None }) };
    Some(Destination::new(likely_province(named, Some(&code))?, Some(&code)))
}

/// The last parts are searched first. Of several parts the first one is a street, which may be called Ontario Street.
fn named_province(address: &str) -> Option<Province> {
    let parts = address.split([',', ';', '\n']).map(|part| {
        let words = part.split_whitespace().filter(|word| !is_of_no_province(word));
        words.collect::<Vec<_>>()
    });
    let parts: Vec<_> = parts.filter(|words| !words.is_empty()).collect();
    let streets = usize::from(parts.len() > 1);
    parts.iter().skip(streets).rev().find_map(|words| {
        // No name of a province has more than four words.
        let first = words.len().saturating_sub(4);
        (first..words.len()).find_map(|start| Province::from_words(&words[start..].join(" ")))
    })
}

/// The country, or a half of a postal code.
fn is_of_no_province(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit()) || word.trim_end_matches('.').eq_ignore_ascii_case("canada")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_shop(address: &str) -> Charges {
        let mut preferences = ShopPreferences::with(crate::base::config::RunMode::Serve, &[].into()).unwrap();
        preferences.home_province = String::new();
        Charges::new(&preferences, address)
    }

    #[test]
    fn an_address_of_one_line_tells_its_province() {
        let charges = of_shop("1 Maple Street\nHalifax NS  B3J 1A1");
        assert_eq!(charges.home, Some(Province::NovaScotia));
        for (address, province) in [
            ("12 Fern Lane, Montréal H2X 1Y4", Province::Quebec),
            ("12 Fern Lane, Toronto, Ontario", Province::Ontario),
            ("12 Fern Lane, Toronto ON", Province::Ontario),
            ("12 Fern Lane, Charlottetown Prince Edward Island", Province::PrinceEdwardIsland),
            ("12 Fern Lane, Toronto, Ontario, Canada", Province::Ontario),
            ("12 Fern Lane, Toronto, ON, Canada.", Province::Ontario),
            ("12 Fern Lane\nToronto ON\nM5V 2T6", Province::Ontario),
            ("12 Fern Lane\nToronto ON\nCANADA", Province::Ontario),
            ("12 Fern Lane, Calgary AB, please ring twice", Province::Alberta),
            ("140 Promenade du Portage, Gatineau QC K1A 0B1", Province::Quebec),
            ("1 Main Street, Creighton (SK) R8A 1A1.", Province::Saskatchewan),
            ("12 Ontario, Halifax", Province::NovaScotia),
            ("12 Fern Lane, Toronto. M5V 2T6.", Province::Ontario),
            ("12, rue Fougère, Gatineau (Qué.)", Province::Quebec),
            ("12 Fern Lane, Charlottetown, P.E.I.", Province::PrinceEdwardIsland),
            ("12, rue Fougère, Yellowknife, Territoires du Nord-Ouest", Province::NorthwestTerritories),
            ("12 Fern Lane, Hull ON K1A–0B1", Province::Ontario),
            ("12 Fern Lane NE", Province::NovaScotia),
            ("12 Fern Lane", Province::NovaScotia),
            ("", Province::NovaScotia),
        ] {
            assert_eq!(charges.destination_of(address).unwrap().province, province, "{address}");
        }
        assert_eq!(of_shop("1 Maple Street").destination_of("12 Fern Lane"), None);
    }
}
