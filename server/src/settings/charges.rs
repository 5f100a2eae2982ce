//! What the shop charges beyond its prices: delivery and taxes, as the owner set them up.

use jiff::civil::Date;

use super::{
    delivery::{DeliveryMethod, Destination},
    shop_settings::preferences::ShopPreferences,
    tax_registrations::{AddedRate, TaxRegistration},
};
use crate::{
    values::taxes::rates::DatedRate,
    values::{postal_code::find_postal_code, province::Province},
};

#[derive(Debug, Clone, Default)]
pub struct Charges {
    /// Where the shop is. `None`: not known, so nothing can be fetched there.
    pub home: Option<Province>,
    pub registrations: Vec<TaxRegistration>,
    /// Rates that the owner entered.
    pub added_rates: Vec<DatedRate>,
    /// In the owner's order. Empty: the shop charges no delivery.
    pub methods: Vec<DeliveryMethod>,
    /// Where the provincial tax is not on the delivery.
    pub delivery_without_provincial_tax: Vec<Province>,
}

impl Charges {
    /// `address`: of the shop, on several lines.
    pub fn new(preferences: &ShopPreferences, address: &str) -> Result<Self, serde_json::Error> {
        let home = Province::from_words(&preferences.home_province).or_else(|| {
            let code = find_postal_code(&address.replace('\n', " "))?;
            let [province] = code.provinces() else { return None };
            Some(*province)
        });
        let added: Vec<AddedRate> = rows(&preferences.added_tax_rates)?;
        Ok(Self {
            home,
            registrations: rows(&preferences.tax_registrations)?,
            added_rates: added.into_iter().map(AddedRate::into_dated).collect(),
            methods: rows(&preferences.delivery_methods)?,
            delivery_without_provincial_tax: preferences
                .untaxed_delivery
                .split_whitespace()
                .filter_map(Province::from_words)
                .collect(),
        })
    }

    /// Whether a purchase costs more than its goods anywhere on this day.
    pub fn is_any(&self, day: Date) -> bool {
        !self.methods.is_empty()
            || self.registrations.iter().any(|registration| registration.is_valid_on(day))
    }

    /// Where an order goes that has only a line of text: by its postal code, its last words, or the shop's province.
    pub fn destination_of(&self, address: &str) -> Option<Destination> {
        if let Some(code) = find_postal_code(address) {
            return Some(Destination::new(*code.provinces().first()?, Some(&code)));
        }
        let words = address.rsplit([',', '\n']).find(|part| !part.trim().is_empty()).unwrap_or_default();
        let last_words = words.split_whitespace().rev().take(4).collect::<Vec<_>>();
        let province = (1..=last_words.len()).rev().find_map(|count| {
            let text: Vec<&str> = last_words[..count].iter().rev().copied().collect();
            Province::from_words(&text.join(" "))
        });
        province.or(self.home).map(|province| Destination { province, area: None })
    }
}

fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Result<Vec<T>, serde_json::Error> {
    if text.is_empty() { Ok(Vec::new()) } else { serde_json::from_str(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_shop(address: &str) -> Charges {
        let mut preferences = ShopPreferences::with(crate::base::config::RunMode::Serve, &[].into()).unwrap();
        preferences.home_province = String::new();
        Charges::new(&preferences, address).unwrap()
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
            ("12 Fern Lane", Province::NovaScotia),
            ("", Province::NovaScotia),
        ] {
            assert_eq!(charges.destination_of(address).unwrap().province, province, "{address}");
        }
        assert_eq!(of_shop("1 Maple Street").destination_of("12 Fern Lane"), None);
    }
}
