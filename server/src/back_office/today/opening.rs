//! What the owner has to do before the shop opens.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    base::config::RunMode,
    settings::shop_settings::{cache::CurrentSettings, settings::first_value},
    shop::Shop,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum OpeningStep {
    Name,
    Phone,
    FirstTool,
    Payment,
    Email,
    Backup,
    LegalTexts,
    Delivery,
    Taxes,
    Logo,
}

/// `optional`: to do, and the shop can open without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningState {
    Done,
    Todo,
    Optional,
}

/// Empty once all that is needed is done. A demo never opens.
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
    let first = |name| first_value(shop.config.mode, name);
    // By card, or as the owner's text tells customers to pay.
    let takes_money =
        shop.payments.as_ref().is_some_and(|cards| !cards.is_test_mode) || !own.how_to_pay.is_empty();
    let needed = [
        (OpeningStep::Name, own.name != first("name")),
        (OpeningStep::Phone, own.phone != first("phone")),
        (OpeningStep::FirstTool, has_tool),
        (OpeningStep::Payment, takes_money),
        (OpeningStep::Email, shop.mailer.is_on()),
        (OpeningStep::Backup, has_backup),
        (OpeningStep::LegalTexts, settings.drafts.is_empty()),
    ];
    if needed.iter().all(|(_, is_done)| *is_done) {
        return Vec::new();
    }
    let state = |is_done, otherwise| if is_done { OpeningState::Done } else { otherwise };
    let needed = needed.map(|(step, is_done)| (step, state(is_done, OpeningState::Todo)));
    let charges = &settings.charges;
    let optional = [
        (OpeningStep::Delivery, !charges.methods.is_empty()),
        (OpeningStep::Taxes, !charges.registrations.is_empty()),
        (OpeningStep::Logo, !own.logo.is_empty()),
    ];
    needed
        .into_iter()
        .chain(optional.map(|(step, is_done)| (step, state(is_done, OpeningState::Optional))))
        .collect()
}
