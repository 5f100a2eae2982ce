//! Why tools cannot be bought as they stand, in sentences.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    sales::{
        basket::{
            line::{BasketTool, LineProblem},
            listed::listed,
        },
        quote::QuoteProblem,
    },
    settings::delivery::DeliveryMethod,
    values::{locale::AmountFormat, money::Cents, province::Province},
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteProblem)]
pub struct ProblemJson {
    /// `sold_out`, `not_enough_stock`, `below_minimum`, `tool_unavailable`, `nothing_to_buy`, `not_delivered_there`,
    /// `too_heavy`, `method_gone`, `total_out_of_range` or `login_required`.
    pub code: &'static str,
    pub detail: String,
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
            QuoteProblem::NotDeliveredThere | QuoteProblem::MethodGone | QuoteProblem::TotalOutOfRange => {
                None
            }
        };
        let (code, detail) = sentence(problem, tools, methods, province, amounts);
        Self { tool_id, ..Self::of_whole(code, detail) }
    }

    /// A problem that concerns no single tool.
    pub fn of_whole(code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), tool_id: None, available: None, minimum: None }
    }
}

/// No tool of the basket is left.
pub const NOTHING_TO_BUY: &str = "Nothing in your basket can be bought now.";

/// A visitor may not buy for so much.
pub fn login_required(most: Cents, amounts: AmountFormat) -> String {
    format!("Please log in to buy for more than {}. Your basket stays as it is.", most.format(amounts))
}

/// The code of a problem, and what the customer reads.
pub fn sentence(
    problem: &QuoteProblem,
    tools: &[(&BasketTool, i64)],
    methods: &[DeliveryMethod],
    province: Province,
    amounts: AmountFormat,
) -> (&'static str, String) {
    match problem {
        QuoteProblem::NotDeliveredThere => ("not_delivered_there", not_delivered(methods, province)),
        QuoteProblem::TooHeavy { unknown: Some(id) } => {
            let name = tools.iter().find(|(tool, _)| tool.id == *id).map_or("", |(tool, _)| &tool.name);
            let detail =
                format!("The shop has not entered what {name} weighs. Please ask us about its delivery.");
            ("too_heavy", detail)
        }
        QuoteProblem::TooHeavy { unknown: None } => (
            "too_heavy",
            "Together these tools are too heavy to deliver. Please take fewer, or ask us.".into(),
        ),
        QuoteProblem::MethodGone => (
            "method_gone",
            "The delivery that you chose is not offered for this purchase. Please check the new one.".into(),
        ),
        QuoteProblem::TotalOutOfRange => {
            let least = Cents::MIN_CHARGE.format(amounts);
            let most = Cents::MAX.format(amounts);
            let detail =
                format!("We can charge a card between {least} and {most}. Please change the quantity.");
            ("total_out_of_range", detail)
        }
    }
}

/// It was used up, ended, or used by this customer before.
pub fn ended_code(code: &str) -> String {
    format!("The code {code} does not work any more.")
}

/// Says where the shop delivers instead.
fn not_delivered(methods: &[DeliveryMethod], province: Province) -> String {
    const NAMED: usize = 5;
    let mut places: Vec<&str> = Vec::new();
    let named = methods.iter().flat_map(|method| {
        let areas = method.areas.iter().map(String::as_str);
        let provinces = method.provinces.iter().map(|province| province.name());
        areas.chain(provinces.filter(|_| method.areas.is_empty()))
    });
    for place in named {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    format!(
        "We do not deliver to this place in {}. We deliver to {}.",
        province.name(),
        listed(&places, NAMED)
    )
}
