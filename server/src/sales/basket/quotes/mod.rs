//! A quote as a customer reads it: amounts in dollars, rates in percent, and sentences about what cannot be bought.

pub mod http;
pub mod problem;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use self::problem::{ProblemJson, ended_code, login_required, nothing_to_buy};
use super::{
    Basket,
    basket_json::on_sale,
    line::{BasketTool, LineProblem},
};
use crate::{
    sales::quote::{Quote, QuoteTerms, quote},
    settings::{delivery::Destination, shop_settings::cache::CurrentSettings},
    shop::Shop,
    values::{
        address::QuoteAddress,
        day::day_at,
        discount::{Discount, DiscountKind},
        language::{Localized, localized},
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
    /// Dollars. Tools that are sold out cost nothing.
    #[schema(value_type = f64)]
    pub goods: Dollars,
    /// What the code takes off the goods. The taxes are on the rest.
    #[schema(value_type = f64)]
    pub discount: Dollars,
    /// The code changes the sum, also by a free delivery.
    #[serde(skip)]
    has_discount: bool,
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
    /// The revision of the basket, if a basket was quoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    pub basket_revision: Option<i64>,
    /// The discount code of the basket.
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
    detail: Option<Localized>,
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
    /// In the language of the request.
    #[schema(value_type = String)]
    pub name: Localized,
    #[schema(value_type = String)]
    pub text: Localized,
    #[schema(value_type = f64)]
    pub price: Dollars,
    /// Dollars. The delivery is free when the goods cost so much after the discount. Left out if no amount makes it free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, required = false, nullable = false)]
    pub free_from: Option<Cents>,
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
    let lines: Vec<_> =
        tools.iter().filter(|it| is_in_sum(it)).map(|(tool, quantity)| tool.quote_line(*quantity)).collect();
    let destination = Destination::new(to.province, to.postal_code.as_ref());
    let quoted = quote(&terms, &lines, &destination, method);
    QuoteJson::new(&quoted, tools, to, &settings, shop.amounts())
}

/// Quotes what is in a basket. `is_visitor` says that the customer has not logged in.
pub fn quote_basket(
    shop: &Shop,
    basket: Option<&Basket>,
    to: &QuoteAddress,
    method: Option<&str>,
    is_visitor: bool,
) -> QuoteJson {
    let now = shop.clock.now();
    let amounts = shop.amounts();
    let tools = basket.map(|basket| on_sale(&basket.lines)).unwrap_or_default();
    let discount = basket.and_then(|basket| basket.discount(now));
    let quote = quote_tools(shop, &tools, to, method, discount).of_basket(basket, amounts, now);
    quote.with_limit(shop.guest_limit().filter(|_| is_visitor), amounts)
}

/// A tool that is sold out costs nothing, because no quantity of it can be bought. The customer can change every other
/// line.
fn is_in_sum((tool, quantity): &(&BasketTool, i64)) -> bool {
    tool.problem(*quantity) != Some(LineProblem::SoldOut)
}

impl QuotedDestination {
    pub fn to_address(&self) -> QuoteAddress {
        let postal_code = self.postal_code.as_deref().and_then(PostalCode::parse);
        QuoteAddress { province: self.province, postal_code }
    }
}

impl QuoteJson {
    /// Adds to the quote what the basket has: its revision, its code, and a problem if it is sold out. `None` is an
    /// empty basket.
    #[must_use]
    pub fn of_basket(self, basket: Option<&Basket>, amounts: AmountFormat, now: Timestamp) -> Self {
        let code = basket.and_then(|basket| basket.code.as_ref());
        let code = code.map(|basket_code| {
            let Discount { code, kind, minimum, .. } = &basket_code.code.discount;
            let detail = match basket_code.discount(now) {
                None => Some(ended_code(code)),
                Some(_) if self.goods.0 < minimum.as_i64() => Some(localized!(
                    language =>
                    "{code} works from {} of goods on.",
                    "{code} s’applique à partir de {} de marchandise.",
                    minimum.format(amounts.in_language(language))
                )),
                Some(_) if !self.has_discount => {
                    Some(localized!("This delivery is free already.", "Cette livraison est déjà gratuite."))
                }
                Some(_) => None,
            };
            let free_delivery = *kind == DiscountKind::Delivery && detail.is_none();
            QuotedCodeJson { code: code.clone(), free_delivery, detail }
        });
        let basket_revision = Some(basket.map_or(0, |basket| basket.revision));
        let quote = Self { basket_revision, code, ..self };
        if basket.is_some_and(Basket::is_sold_out) {
            quote.with_problem(ProblemJson::of_whole("nothing_to_buy", nothing_to_buy()))
        } else {
            quote
        }
    }

    /// Adds a problem if the purchase costs more than `most`, which is the limit without a login.
    #[must_use]
    pub fn with_limit(self, most: Option<Cents>, amounts: AmountFormat) -> Self {
        match most.filter(|most| self.total.0 > most.as_i64()) {
            Some(most) => {
                self.with_problem(ProblemJson::of_whole("login_required", login_required(most, amounts)))
            }
            None => self,
        }
    }

    #[must_use]
    pub fn with_problem(mut self, problem: ProblemJson) -> Self {
        self.problems.push(problem);
        self
    }

    /// `tools` are in the order of the quote, which has none that is sold out.
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
        let of_whole = quote.problem.as_ref().filter(|_| !quote.lines.is_empty());
        let of_whole = of_whole.map(|it| ProblemJson::of_quote(it, tools, methods, to.province, amounts));
        let in_sum = tools.iter().filter(|it| is_in_sum(it));
        let lines = quote.lines.iter().zip(in_sum).map(|(line, (tool, _))| QuotedLineJson {
            tool_id: line.tool.to_string(),
            tool_name: tool.name.clone(),
            quantity: line.quantity,
            price: line.price,
            total: Dollars(line.goods),
        });
        let taxes = quote.taxes().map(|tax| QuotedTaxJson {
            tax: tax.rate.tax,
            rate: tax.rate.percent(),
            base: Dollars(tax.base),
            amount: Dollars(tax.amount),
        });
        let methods = quote.methods.iter().map(|(method, price)| QuotedMethodJson {
            id: method.id.clone(),
            name: method.localized_name(),
            text: method.localized_text(),
            price: Dollars(*price),
            free_from: method.free_from(),
            days_from: method.days_from,
            days_to: method.days_to,
            pick_up: method.is_pick_up,
            pay_at_pick_up: settings.preferences.takes_payment_at(method),
        });
        Self {
            goods: Dollars(quote.goods),
            has_discount: quote.discount.is_some(),
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
