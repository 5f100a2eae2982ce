//! The text beside the box of the newsletter: who sends what, and that the consent can be withdrawn.

use crate::{settings::shop_settings::settings::ShopSettings, values::language::Language};

/// The law asks for the purpose, the sender's name and postal address, and one more way to reach the sender.
pub fn wording(settings: &ShopSettings, shop_url: &str, language: Language) -> String {
    let ShopSettings { name, legal_name, .. } = settings;
    let sender = if legal_name.is_empty() || legal_name == name {
        name.clone()
    } else {
        format!("{legal_name} ({name})")
    };
    let address = settings.address.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut place: Vec<&str> = address.collect();
    place.extend(
        [settings.phone.as_str(), settings.email.as_str(), shop_url].into_iter().filter(|it| !it.is_empty()),
    );
    let place = place.join(", ");
    language.choose(
        format!(
            "I agree that {sender} sends me news and offers by e-mail. I can withdraw my consent at any time, with the \
             link in each e-mail or by writing to the shop. {sender}, {place}"
        ),
        format!(
            "J’accepte que {sender} m’envoie des nouvelles et des offres par courriel. Je peux retirer mon consentement \
             en tout temps, par le lien dans chaque courriel ou en écrivant à la boutique. {sender}, {place}"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_the_sender_the_address_and_the_way_out_in_both_languages() {
        let settings = ShopSettings {
            name: "Fern & Co".into(),
            legal_name: "Fern Tools Inc.".into(),
            address: "12 Fern Lane\n\nHalifax NS  B3J 1A1".into(),
            phone: "902 555-0142".into(),
            email: String::new(),
            ..ShopSettings::default()
        };
        let place =
            "Fern Tools Inc. (Fern & Co), 12 Fern Lane, Halifax NS  B3J 1A1, 902 555-0142, https://fern.ca";
        for (language, way_out) in [
            (Language::English, "I can withdraw my consent at any time"),
            (Language::French, "Je peux retirer mon consentement en tout temps"),
        ] {
            let text = wording(&settings, "https://fern.ca", language);
            assert!(text.ends_with(place) && text.contains(way_out), "{text}");
        }
    }
}
