//! The things that a 404 can be about, in both languages.

use crate::values::language::{Localized, localized};

/// Whether a French noun takes `il` or `elle`.
#[derive(Clone, Copy)]
enum Gender {
    Masculine,
    Feminine,
}

use Gender::{Feminine, Masculine};

/// Declares the things with their English noun, and their French noun behind `ce`, `cet` or `cette`.
macro_rules! missing_things {
    ($($name:ident = $english:literal, $french:literal, $gender:ident;)*) => {
        /// A thing that was not found.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Missing {
            $($name),*
        }

        impl Missing {
            #[cfg(test)]
            const ALL: [Self; [$($english),*].len()] = [$(Self::$name),*];

            const fn nouns(self) -> (&'static str, &'static str, Gender) {
                match self { $(Self::$name => ($english, $french, $gender)),* }
            }
        }
    };
}

missing_things! {
    Account = "account", "Ce compte", Masculine;
    ApiAddress = "API address", "Cette adresse de l’API", Feminine;
    ApiKey = "API key", "Cette clé d’API", Feminine;
    Category = "category", "Cette catégorie", Feminine;
    Delivery = "delivery", "Cet envoi", Masculine;
    Device = "device", "Cet appareil", Masculine;
    DiscountCode = "discount code", "Ce code de rabais", Masculine;
    Email = "e-mail", "Ce courriel", Masculine;
    Figure = "figure", "Ce chiffre", Masculine;
    File = "file", "Ce fichier", Masculine;
    Import = "import", "Cette importation", Feminine;
    Item = "item", "Cet élément", Masculine;
    LoginMethod = "login method", "Ce mode de connexion", Masculine;
    LoginProvider = "login provider", "Ce fournisseur de connexion", Masculine;
    Order = "order", "Cette commande", Feminine;
    Picture = "picture", "Cette image", Feminine;
    Post = "post", "Cet article", Masculine;
    Purchase = "purchase", "Cet achat", Masculine;
    Redirect = "redirect", "Cette redirection", Feminine;
    Refund = "refund", "Ce remboursement", Masculine;
    Review = "review", "Cet avis", Masculine;
    SavedCard = "saved card", "Cette carte enregistrée", Feminine;
    Session = "session", "Cette session", Feminine;
    Sku = "SKU", "Cette UGS", Feminine;
    Tool = "tool", "Cet outil", Masculine;
    Webhook = "webhook", "Ce webhook", Masculine;
}

impl Missing {
    /// What was not found, and why that may be.
    pub fn sentence(self) -> Localized {
        let (english, french, gender) = self.nouns();
        let (pronoun, ending) = match gender {
            Masculine => ("il", ""),
            Feminine => ("elle", "e"),
        };
        localized!(
            "We could not find this {english}. It may have been deleted, or it belongs to another account.",
            "{french} est introuvable. Peut-être a-t-{pronoun} été supprimé{ending}, ou appartient-{pronoun} à \
             un autre compte."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::language::Language;

    #[test]
    fn each_thing_has_its_article_and_its_gender() {
        let french = |missing: Missing| missing.sentence().in_language(Language::French).to_owned();
        assert_eq!(
            french(Missing::Order),
            "Cette commande est introuvable. Peut-être a-t-elle été supprimée, ou appartient-elle à un autre compte."
        );
        assert_eq!(
            french(Missing::Tool),
            "Cet outil est introuvable. Peut-être a-t-il été supprimé, ou appartient-il à un autre compte."
        );
        for missing in Missing::ALL {
            let (noun, article, gender) = missing.nouns();
            let is_feminine = matches!(gender, Gender::Feminine);
            assert_eq!(article.starts_with("Cette "), is_feminine, "{noun}");
            let noun = article.split_once(' ').map_or("", |(_, noun)| noun);
            let is_vowel = noun.starts_with(['a', 'e', 'é', 'i', 'o', 'u']);
            assert!(is_feminine || article.starts_with(if is_vowel { "Cet " } else { "Ce " }), "{article}");
        }
    }
}
