//! A quote as a customer reads it: amounts in dollars, rates in percent, and sentences about what cannot be bought.

pub mod http;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{
    Basket,
    line::{BasketTool, LineProblem},
};
use crate::{
    sales::quote::{Quote, QuoteProblem, QuoteTerms, quote},
    settings::{
        delivery::{DeliveryMethod, Destination},
        shop_settings::cache::CurrentSettings,
    },
    shop::Shop,
    values::{
        address::QuoteAddress,
        day::day_at,
        discount::{Discount, DiscountKind},
        locale::AmountFormat,
        money::Cents,
        postal_code::PostalCode,
        province::Province,
        taxes::Tax,
        time::Timestamp,
    },
};

/// Cents as a JSON number of dollars. A quote that cannot be paid may be larger than [`Cents`].
#[derive(Debug, Clone, Copy)]
pub struct Dollars(pub i64);

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_precision_loss, reason = "only an amount that cannot be charged is so large")]
        match Cents::new(self.0) {
            Some(cents) => cents.serialize(serializer),
            None => serializer.serialize_f64(self.0 as f64 / 100.0),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quote)]
pub struct QuoteJson {
    /// Dollars.
    #[schema(value_type = f64)]
    pub goods: Dollars,
    /// What the code takes off the goods. The taxes are on the rest.
    #[schema(value_type = f64)]
    pub discount: Dollars,
    /// 0 if nothing is charged for the delivery.
    #[schema(value_type = f64)]
    pub shipping: Dollars,
    pub taxes: Vec<QuotedTaxJson>,
    #[schema(value_type = f64)]
    pub total: Dollars,
    /// The deliveries that fit. Empty: none fits, or the shop charges none.
    pub methods: Vec<QuotedMethodJson>,
    /// The chosen one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub method: Option<String>,
    /// The same for the same amounts. A checkout names the quote that the customer saw.
    pub digest: String,
    pub lines: Vec<QuotedLineJson>,
    /// Why it cannot be paid as it stands.
    pub problems: Vec<ProblemJson>,
    pub destination: QuotedDestination,
    /// Of the basket, if it was quoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    pub basket_revision: Option<i64>,
    /// Of the basket.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = QuotedCodeJson)]
    pub code: Option<QuotedCodeJson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuotedCode)]
pub struct QuotedCodeJson {
    code: String,
    /// It takes the price of the delivery away.
    free_delivery: bool,
    /// Why it changes nothing now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    detail: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuotedTax)]
pub struct QuotedTaxJson {
    /// `GST`, `HST`, `QST`, `PST` or `RST`.
    #[schema(value_type = String)]
    pub tax: Tax,
    /// Percent.
    pub rate: f64,
    #[schema(value_type = f64)]
    pub base: Dollars,
    #[schema(value_type = f64)]
    pub amount: Dollars,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuotedMethod)]
pub struct QuotedMethodJson {
    pub id: String,
    pub name: String,
    pub text: String,
    #[schema(value_type = f64)]
    pub price: Dollars,
    pub days_from: u32,
    pub days_to: u32,
    /// The customer fetches the goods.
    pub pick_up: bool,
    /// The customer may pay there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub pay_at_pick_up: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuotedLine)]
pub struct QuotedLineJson {
    tool_id: String,
    tool_name: String,
    quantity: i64,
    /// Dollars for one piece, at this quantity.
    #[schema(value_type = f64)]
    price: Cents,
    #[schema(value_type = f64)]
    total: Dollars,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuotedDestination)]
pub struct QuotedDestination {
    pub province: Province,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub postal_code: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteProblem)]
pub struct ProblemJson {
    /// `sold_out`, `not_enough_stock`, `below_minimum`, `tool_unavailable`, `not_delivered_there`, `too_heavy`,
    /// `method_gone` or `total_out_of_range`.
    pub code: &'static str,
    pub detail: String,
    /// The tool that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub tool_id: Option<String>,
    /// With `not_enough_stock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    pub available: Option<i64>,
    /// With `below_minimum`.
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

    /// `methods`: all that the shop has.
    pub fn of_quote(
        problem: &QuoteProblem,
        tools: &[(&BasketTool, i64)],
        methods: &[DeliveryMethod],
        province: Province,
        amounts: AmountFormat,
    ) -> Self {
        let tool_id = match problem {
            QuoteProblem::TooHeavy { unknown } => unknown.as_ref().map(ToString::to_string),
            _ => None,
        };
        let (code, detail) = sentence(problem, tools, methods, province, amounts);
        Self { code, detail, tool_id, available: None, minimum: None }
    }
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
            let (least, most) = (Cents::MIN_CHARGE.format(amounts), Cents::MAX.format(amounts));
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

/// Where the shop delivers instead.
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
    let more = if places.len() > NAMED { " and more" } else { "" };
    places.truncate(NAMED);
    format!(
        "We do not deliver to this place in {}. We deliver to {}{more}.",
        province.name(),
        places.join(", ")
    )
}

/// Quotes tools in these quantities to a place, for today where the shop is.
pub fn quote_tools(
    shop: &Shop,
    tools: &[(&BasketTool, i64)],
    to: &QuoteAddress,
    method: Option<&str>,
    discount: Option<&Discount>,
) -> QuoteJson {
    let settings = shop.settings.current();
    let day = day_at(shop.clock.now(), &settings.time_zone);
    let terms = QuoteTerms { day, charges: &settings.charges, discount };
    let lines: Vec<_> = tools.iter().map(|(tool, quantity)| tool.quote_line(*quantity)).collect();
    let destination = Destination::new(to.province, to.postal_code.as_ref());
    let quoted = quote(&terms, &lines, &destination, method);
    QuoteJson::new(&quoted, tools, to, &settings, shop.amounts())
}

impl QuotedDestination {
    pub fn to_address(&self) -> QuoteAddress {
        let postal_code = self.postal_code.as_deref().and_then(PostalCode::parse);
        QuoteAddress { province: self.province, postal_code }
    }
}

impl QuoteJson {
    /// `None`: it is empty.
    #[must_use]
    pub fn of_basket(self, basket: Option<&Basket>, amounts: AmountFormat, now: Timestamp) -> Self {
        let code = basket.and_then(|basket| basket.code.as_ref());
        let code = code.map(|basket_code| {
            let Discount { code, kind, minimum, .. } = &basket_code.code.discount;
            let detail = match basket_code.discount(now) {
                None => Some(ended_code(code)),
                Some(_) if self.goods.0 < minimum.as_i64() => {
                    Some(format!("{code} works from {} of goods on.", minimum.format(amounts)))
                }
                Some(_) => None,
            };
            let free_delivery = *kind == DiscountKind::Delivery && detail.is_none();
            QuotedCodeJson { code: code.clone(), free_delivery, detail }
        });
        let basket_revision = Some(basket.map_or(0, |basket| basket.revision));
        Self { basket_revision, code, ..self }
    }

    /// `tools` are in the order of the quote.
    pub fn new(
        quote: &Quote,
        tools: &[(&BasketTool, i64)],
        to: &QuoteAddress,
        settings: &CurrentSettings,
        amounts: AmountFormat,
    ) -> Self {
        let methods = &settings.charges.methods;
        let of_lines = tools.iter().filter_map(|(tool, quantity)| {
            tool.problem(*quantity).map(|problem| ProblemJson::of_line(tool, problem))
        });
        let of_whole = quote.problem.as_ref().filter(|_| !tools.is_empty());
        let of_whole = of_whole.map(|it| ProblemJson::of_quote(it, tools, methods, to.province, amounts));
        let lines = quote.lines.iter().zip(tools).map(|(line, (tool, _))| QuotedLineJson {
            tool_id: line.tool.to_string(),
            tool_name: tool.name.clone(),
            quantity: line.quantity,
            price: line.price,
            total: Dollars(line.goods),
        });
        #[expect(clippy::cast_precision_loss, reason = "a rate is below a million")]
        let taxes = quote.taxes().map(|tax| QuotedTaxJson {
            tax: tax.rate.tax,
            rate: tax.rate.millionths as f64 / 10_000.0,
            base: Dollars(tax.base),
            amount: Dollars(tax.amount),
        });
        let methods = quote.methods.iter().map(|(method, price)| QuotedMethodJson {
            id: method.id.clone(),
            name: method.name.clone(),
            text: method.text.clone(),
            price: Dollars(*price),
            days_from: method.days_from,
            days_to: method.days_to,
            pick_up: method.is_pick_up,
            pay_at_pick_up: settings.preferences.takes_payment_at(method),
        });
        Self {
            goods: Dollars(quote.goods),
            discount: Dollars(quote.discount.as_ref().map_or(0, |discount| discount.amount)),
            shipping: Dollars(quote.delivery.as_ref().map_or(0, |delivery| delivery.price)),
            taxes: taxes.collect(),
            total: Dollars(quote.total),
            methods: methods.collect(),
            method: quote.delivery.as_ref().map(|delivery| delivery.method.id.clone()),
            digest: quote.digest.clone(),
            lines: lines.collect(),
            problems: of_lines.chain(of_whole).collect(),
            destination: QuotedDestination {
                province: to.province,
                postal_code: to.postal_code.as_ref().map(|code| code.as_str().to_owned()),
            },
            basket_revision: None,
            code: None,
        }
    }
}
