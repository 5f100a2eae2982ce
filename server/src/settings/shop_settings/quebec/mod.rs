//! What the law of Québec asks of a shop that sells there, as far as the settings tell it. docs/quebec.md explains each
//! duty.

pub(super) mod http;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    preferences::{QuebecSales, ShopPreferences, TaxStatus},
    settings::{ChangedSettings, ShopSettings},
    translation::{TRANSLATED, french, own},
};
use crate::{
    base::config::RunMode,
    settings::delivery::DeliveryMethod,
    values::{postal_code::provinces_of_area, province::Province},
};

/// In the order of the owner's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum QuebecDutyCode {
    SellerName,
    Address,
    Phone,
    Email,
    PrivacyOfficer,
    /// The owner has accepted the text in French, as the next two.
    Privacy,
    Terms,
    Returns,
    /// Each method that delivers to Québec says how many days it takes.
    DeliveryDays,
    /// Each text that the owner has changed is also in French.
    FrenchTexts,
    Taxes,
    /// Receipts and e-mails are in the buyer's language. The shop does it.
    Receipts,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuebecDuty {
    pub code: QuebecDutyCode,
    pub is_done: bool,
    /// The settings that are missing, or the delivery methods without days.
    pub missing: Vec<String>,
}

const LEGAL_TEXTS: [(QuebecDutyCode, &str); 3] = [
    (QuebecDutyCode::Privacy, "privacy"),
    (QuebecDutyCode::Terms, "terms"),
    (QuebecDutyCode::Returns, "returns"),
];

/// All duties with their state. `settings` are the English ones.
pub fn duties(
    mode: RunMode,
    changed: &ChangedSettings,
    settings: &ShopSettings,
    preferences: &ShopPreferences,
) -> Vec<QuebecDuty> {
    let has_name = !settings.legal_name.is_empty() || changed.contains_key("name");
    let filled = [
        (QuebecDutyCode::SellerName, vec![("legalName", has_name)]),
        (QuebecDutyCode::Address, vec![("address", !settings.address.is_empty())]),
        (QuebecDutyCode::Phone, vec![("phone", !settings.phone.is_empty())]),
        (QuebecDutyCode::Email, vec![("email", !settings.email.is_empty())]),
        (
            QuebecDutyCode::PrivacyOfficer,
            vec![
                ("privacyOfficer", !settings.privacy_officer.is_empty()),
                ("privacyContact", !settings.privacy_contact.is_empty()),
            ],
        ),
    ];
    // The first text in French is a draft, and an English text alone is no French one.
    let legal = LEGAL_TEXTS.map(|(code, name)| (code, vec![(name, own(changed, name).is_some())]));
    let answers_taxes =
        preferences.tax_status == TaxStatus::Unregistered || !preferences.tax_registrations.is_empty();
    let of_settings = |(code, settings): (QuebecDutyCode, Vec<(&str, bool)>)| {
        let missing = settings.into_iter().filter(|(_, is_set)| !is_set).map(|(name, _)| name.to_owned());
        QuebecDuty::new(code, missing.collect())
    };
    filled
        .into_iter()
        .chain(legal)
        .map(of_settings)
        .chain([
            delivery_days(&preferences.delivery_methods),
            QuebecDuty::new(QuebecDutyCode::FrenchTexts, texts_in_english_alone(mode, changed)),
            of_settings((QuebecDutyCode::Taxes, vec![("taxStatus", answers_taxes)])),
            QuebecDuty::new(QuebecDutyCode::Receipts, Vec::new()),
        ])
        .collect()
}

/// Whether the shop sells into Québec. `has_gate` is false in shops that sold before the duties were asked for.
pub fn is_open(has_gate: bool, sales: QuebecSales, duties: &[QuebecDuty]) -> bool {
    match sales {
        QuebecSales::Open => true,
        QuebecSales::Ready => !has_gate || duties.iter().all(|duty| duty.is_done),
    }
}

impl QuebecDuty {
    fn new(code: QuebecDutyCode, missing: Vec<String>) -> Self {
        Self { code, is_done: missing.is_empty(), missing }
    }
}

/// Without any method the shop delivers everywhere and tells no days.
fn delivery_days(methods: &[DeliveryMethod]) -> QuebecDuty {
    let unsaid =
        methods.iter().filter(|method| delivers_to_quebec(method) && method.days_to == 0).map(|it| &it.name);
    let duty = QuebecDuty::new(QuebecDutyCode::DeliveryDays, unsaid.cloned().collect());
    QuebecDuty { is_done: duty.is_done && !methods.is_empty(), ..duty }
}

fn delivers_to_quebec(method: &DeliveryMethod) -> bool {
    let in_province = method.provinces.is_empty() || method.provinces.contains(&Province::Quebec);
    let mut areas = method.areas.iter();
    let in_area =
        method.areas.is_empty() || areas.any(|area| provinces_of_area(area).contains(&Province::Quebec));
    !method.is_pick_up && in_province && in_area
}

/// The legal texts are duties of their own.
fn texts_in_english_alone(mode: RunMode, changed: &ChangedSettings) -> Vec<String> {
    let is_legal = |name: &str| LEGAL_TEXTS.iter().any(|(_, legal)| *legal == name);
    let is_written = |name: &str| changed.get(name).is_some_and(|text| !text.is_empty());
    TRANSLATED
        .into_iter()
        .filter(|name| !is_legal(name) && is_written(name) && french(mode, changed, name).is_none())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::delivery::tests::flat;

    fn open_duties(changed: &ChangedSettings) -> Vec<QuebecDuty> {
        let settings = ShopSettings::with(RunMode::Serve, changed).unwrap();
        let preferences = ShopPreferences::with(RunMode::Serve, changed).unwrap();
        let all = duties(RunMode::Serve, changed, &settings, &preferences);
        assert_eq!(all.len(), 12);
        all.into_iter().filter(|duty| !duty.is_done).collect()
    }

    fn codes(duties: &[QuebecDuty]) -> Vec<QuebecDutyCode> {
        duties.iter().map(|duty| duty.code).collect()
    }

    fn ready() -> ChangedSettings {
        let post = DeliveryMethodOf { days: (2, 5) }.stored();
        [
            ("name", "Fern & Spade"),
            ("address", "1 Maple Street\nHalifax NS  B3J 1A1"),
            ("phone", "902 555-0142"),
            ("email", "hello@example.com"),
            ("privacyOfficer", "Fern Hill"),
            ("privacyContact", "902 555-0142"),
            ("fr.privacy", "Nous gardons peu de renseignements."),
            ("fr.terms", "Qui vend"),
            ("fr.returns", "Trente jours"),
            ("deliveryMethods", post.as_str()),
            ("taxStatus", "unregistered"),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into()
    }

    struct DeliveryMethodOf {
        days: (u32, u32),
    }

    impl DeliveryMethodOf {
        fn stored(&self) -> String {
            let mut post = flat("post", &[(0, 1_500)]);
            (post.days_from, post.days_to) = self.days;
            serde_json::to_string(&[post]).unwrap()
        }
    }

    #[test]
    fn a_new_shop_has_every_duty_but_the_ones_that_the_shop_does_itself() {
        use QuebecDutyCode as Code;
        let open = codes(&open_duties(&ChangedSettings::new()));
        assert_eq!(
            open,
            [
                Code::SellerName,
                Code::Address,
                Code::Phone,
                Code::Email,
                Code::PrivacyOfficer,
                Code::Privacy,
                Code::Terms,
                Code::Returns,
                Code::DeliveryDays,
                Code::Taxes
            ]
        );
        assert_eq!(open_duties(&ready()), []);
    }

    #[test]
    fn a_text_in_english_alone_is_missing_by_its_name() {
        let mut changed = ready();
        changed.insert("tagline".to_owned(), "Hoes".to_owned());
        changed.insert("terms".to_owned(), "Who sells".to_owned());
        changed.remove("fr.terms");
        let open = open_duties(&changed);
        let missing: Vec<_> = open.iter().map(|duty| duty.missing.join(" ")).collect();
        assert_eq!(missing, ["terms", "tagline"]);
        changed.insert("fr.tagline".to_owned(), "Binettes".to_owned());
        changed.insert("fr.terms".to_owned(), "Qui vend".to_owned());
        assert_eq!(open_duties(&changed), []);
    }

    #[test]
    fn a_method_that_does_not_deliver_to_quebec_needs_no_days() {
        let mut post = flat("post", &[(0, 1_500)]);
        (post.days_from, post.days_to) = (0, 0);
        let is_done = |method: &DeliveryMethod| delivery_days(std::slice::from_ref(method)).is_done;
        assert!(!is_done(&post));
        assert_eq!(delivery_days(std::slice::from_ref(&post)).missing, [post.name.clone()]);
        assert!(is_done(&DeliveryMethod { provinces: vec![Province::Ontario], ..post.clone() }));
        assert!(is_done(&DeliveryMethod { areas: vec!["B3J".to_owned()], ..post.clone() }));
        assert!(!is_done(&DeliveryMethod {
            areas: vec!["B3J".to_owned(), "H2X".to_owned()],
            ..post.clone()
        }));
        assert!(is_done(&DeliveryMethod { is_pick_up: true, ..post }));
        assert!(!delivery_days(&[]).is_done);
    }

    #[test]
    fn a_shop_with_an_open_duty_sells_there_only_without_a_gate_or_when_its_owner_has_opened_it() {
        let open = [QuebecDuty::new(QuebecDutyCode::Phone, vec!["phone".to_owned()])];
        let done = [QuebecDuty::new(QuebecDutyCode::Phone, vec![])];
        assert!(!is_open(true, QuebecSales::Ready, &open));
        assert!(is_open(true, QuebecSales::Ready, &done));
        assert!(is_open(true, QuebecSales::Open, &open));
        assert!(is_open(false, QuebecSales::Ready, &open));
    }
}
