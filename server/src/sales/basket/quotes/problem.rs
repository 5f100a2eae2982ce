//! Why tools cannot be bought as they stand, in sentences.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    sales::{
        basket::{
            line::{BasketTool, LineProblem},
            listed::listed,
        },
        quote::{
            QuoteProblem,
            sentences::{card_limits, quebec_not_open},
        },
    },
    settings::delivery::DeliveryMethod,
    values::{
        language::{Language, Localized, localized},
        locale::AmountFormat,
        money::Cents,
        province::Province,
    },
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteProblem)]
pub struct ProblemJson {
    /// `sold_out`, `not_enough_stock`, `below_minimum`, `tool_unavailable`, `nothing_to_buy`, `quebec_not_open`,
    /// `not_delivered_there`, `too_heavy`, `method_gone`, `total_out_of_range` or `login_required`.
    pub code: &'static str,
    #[schema(value_type = String)]
    pub detail: Localized,
    /// The tool that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub tool_id: Option<String>,
    /// How many pieces are left. Only `not_enough_stock` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    pub available: Option<i64>,
    /// The smallest quantity. Only `below_minimum` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    pub minimum: Option<i64>,
}

impl ProblemJson {
    pub fn of_line(tool: &BasketTool, problem: LineProblem) -> Self {
        let (available, minimum) = match problem {
            LineProblem::NotEnoughStock { available } => (Some(available), None),
            LineProblem::BelowMinimum { minimum } => (None, Some(minimum)),
            LineProblem::ToolUnavailable | LineProblem::SoldOut => (None, None),
        };
        let tool_id = Some(tool.id.to_string());
        Self { code: problem.code(), detail: problem.sentence(), tool_id, available, minimum }
    }

    /// Says why a quote cannot be paid. `methods` are all that the shop has.
    pub fn of_quote(
        problem: &QuoteProblem,
        tools: &[(&BasketTool, i64)],
        methods: &[DeliveryMethod],
        province: Province,
        amounts: AmountFormat,
    ) -> Self {
        let tool_id = match problem {
            QuoteProblem::TooHeavy { unknown } => unknown.as_ref().map(ToString::to_string),
            QuoteProblem::QuebecNotOpen
            | QuoteProblem::NotDeliveredThere
            | QuoteProblem::MethodGone
            | QuoteProblem::TotalOutOfRange => None,
        };
        let (code, detail) = sentence(problem, tools, methods, province, amounts);
        Self { tool_id, ..Self::of_whole(code, detail) }
    }

    /// A problem that concerns no single tool.
    pub fn of_whole(code: &'static str, detail: Localized) -> Self {
        Self { code, detail, tool_id: None, available: None, minimum: None }
    }
}

/// No tool of the basket is left.
pub fn nothing_to_buy() -> Localized {
    localized!(
        "Nothing in your basket can be bought now.",
        "Rien dans votre panier ne peut être acheté pour le moment."
    )
}

/// A visitor may not buy for so much.
pub fn login_required(most: Cents, amounts: AmountFormat) -> Localized {
    localized!(
        language =>
        "Please log in to buy for more than {}. Your basket stays as it is.",
        "Veuillez vous connecter pour acheter pour plus de {}. Votre panier reste comme il est.",
        most.format(amounts.in_language(language))
    )
}

/// The code of a problem, and what the customer reads.
pub fn sentence(
    problem: &QuoteProblem,
    tools: &[(&BasketTool, i64)],
    methods: &[DeliveryMethod],
    province: Province,
    amounts: AmountFormat,
) -> (&'static str, Localized) {
    match problem {
        QuoteProblem::QuebecNotOpen => ("quebec_not_open", quebec_not_open()),
        QuoteProblem::NotDeliveredThere => ("not_delivered_there", not_delivered(methods, province)),
        QuoteProblem::TooHeavy { unknown: Some(id) } => {
            let name = tools.iter().find(|(tool, _)| tool.id == *id).map_or("", |(tool, _)| &tool.name);
            let detail = localized!(
                "The shop has not entered what {name} weighs. Please ask us about its delivery.",
                "La boutique n’a pas indiqué le poids de «\u{a0}{name}\u{a0}». Veuillez nous consulter au \
                 sujet de sa livraison."
            );
            ("too_heavy", detail)
        }
        QuoteProblem::TooHeavy { unknown: None } => (
            "too_heavy",
            localized!(
                "Together these tools are too heavy to deliver. Please take fewer, or ask us.",
                "Ensemble, ces outils sont trop lourds pour la livraison. Veuillez en prendre moins, ou nous \
                 consulter."
            ),
        ),
        QuoteProblem::MethodGone => (
            "method_gone",
            localized!(
                "The delivery that you chose is not offered for this purchase. Please check the new one.",
                "Le mode de livraison choisi n’est pas offert pour cet achat. Veuillez vérifier le nouveau."
            ),
        ),
        QuoteProblem::TotalOutOfRange => ("total_out_of_range", card_limits(amounts)),
    }
}

/// It was used up, ended, or used by this customer before.
pub fn ended_code(code: &str) -> Localized {
    localized!("The code {code} does not work any more.", "Le code {code} ne s’applique plus.")
}

/// Says where the shop delivers instead.
fn not_delivered(methods: &[DeliveryMethod], province: Province) -> Localized {
    const NAMED: usize = 5;
    localized!(
        language =>
        "We do not deliver to this place in {}. We deliver to {}.",
        "Nous ne livrons pas à cet endroit ({}). Nous livrons ici\u{a0}: {}.",
        province.name_in(language),
        listed(&places(methods, language), NAMED, language)
    )
}

/// The places that the methods name, each once.
fn places(methods: &[DeliveryMethod], language: Language) -> Vec<&str> {
    let mut places: Vec<&str> = Vec::new();
    let named = methods.iter().flat_map(|method| {
        let areas = method.areas.iter().map(String::as_str);
        let provinces = method.provinces.iter().map(move |province| province.name_in(language));
        areas.chain(provinces.filter(|_| method.areas.is_empty()))
    });
    for place in named {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}
