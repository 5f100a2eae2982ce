//! The steps from an empty shop to an open one. The dashboard shows them, and so does the setup page.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    base::config::RunMode,
    settings::shop_settings::{
        cache::CurrentSettings,
        preferences::TaxStatus,
        settings::{ShopState, first_value},
    },
    shop::Shop,
};

/// The first eight are the way to the open shop, in this order. The others can follow later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum OpeningStep {
    Account,
    Owner,
    Shop,
    Taxes,
    Delivery,
    Payment,
    FirstTool,
    Open,
    Email,
    Backup,
    LegalTexts,
    Phone,
    Logo,
}

/// How far a step is. `optional` means that it is to do, and that the shop sells without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningState {
    Done,
    Todo,
    Optional,
}

/// Returns all steps until the owner opens the shop. Then it returns the steps that an open shop still needs. A demo
/// never opens.
pub fn opening_steps(
    shop: &Shop,
    settings: &CurrentSettings,
    has_backup: bool,
    has_tool: bool,
) -> Vec<(OpeningStep, OpeningState)> {
    if shop.config.mode == RunMode::Demo {
        return Vec::new();
    }
    let own = &settings.settings;
    let later = [
        (OpeningStep::Email, shop.mailer.is_on()),
        (OpeningStep::Backup, has_backup),
        (OpeningStep::LegalTexts, settings.drafts.is_empty()),
    ];
    let optional = [(OpeningStep::Phone, !own.phone.is_empty()), (OpeningStep::Logo, !own.logo.is_empty())];
    let way = way_to_open(shop, settings, has_tool);
    let state = |is_done, otherwise| if is_done { OpeningState::Done } else { otherwise };
    let all = way
        .into_iter()
        .chain(later)
        .map(|(step, is_done)| (step, state(is_done, OpeningState::Todo)))
        .chain(optional.map(|(step, is_done)| (step, state(is_done, OpeningState::Optional))));
    match own.shop_state {
        ShopState::Opening => all.collect(),
        ShopState::Open => {
            all.filter(|(step, state)| *state == OpeningState::Todo && step.is_of_open_shop()).collect()
        }
    }
}

/// Each step with whether it is done. An administrator asks, so the first two are.
fn way_to_open(shop: &Shop, settings: &CurrentSettings, has_tool: bool) -> [(OpeningStep, bool); 8] {
    let (own, charges) = (&settings.settings, &settings.charges);
    let has_name = own.name != first_value(shop.config.mode, "name");
    // An address alone lets taxes guess the province.
    let has_address = !own.address.is_empty() && !settings.preferences.home_province.is_empty();
    let says_no_tax = settings.preferences.tax_status == TaxStatus::Unregistered;
    // Customers pay by card, or as the owner's text tells them.
    let takes_money =
        shop.payments.as_ref().is_some_and(|cards| !cards.is_test_mode) || !own.how_to_pay.is_empty();
    [
        (OpeningStep::Account, true),
        (OpeningStep::Owner, true),
        (OpeningStep::Shop, has_name && has_address),
        (OpeningStep::Taxes, says_no_tax || !charges.registrations.is_empty()),
        (OpeningStep::Delivery, !charges.methods.is_empty()),
        (OpeningStep::Payment, takes_money),
        (OpeningStep::FirstTool, has_tool),
        (OpeningStep::Open, own.shop_state == ShopState::Open),
    ]
}

impl OpeningStep {
    /// Whether an open shop without this step cannot sell, or risks something. The other steps are for the owner to
    /// decide.
    fn is_of_open_shop(self) -> bool {
        matches!(self, Self::Payment | Self::FirstTool | Self::Email | Self::Backup | Self::LegalTexts)
    }
}
