//! A basket as a customer reads it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    http::BasketView,
    join::BasketNotice,
    line::{BasketLine, BasketTool},
    quotes::{Dollars, QuoteJson, problem::ProblemJson, quote_basket},
};
use crate::{
    catalogue::tools::{price_steps::PriceStep, tool::absolute},
    settings::charges::Charges,
    shop::Shop,
    values::{
        address::QuoteAddress,
        language::{Localized, localized},
        locale::AmountFormat,
        money::Cents,
        postal_code::find_postal_code,
    },
};

#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Basket)]
pub struct BasketJson {
    /// Counts the changes. 0: it is empty.
    pub revision: i64,
    /// The lines in the order in which they were added.
    pub lines: Vec<BasketLineJson>,
    /// What happened to the basket, once.
    pub notices: Vec<NoticeJson>,
    /// For the address of the profile, else for the shop’s province. Without the tools that are no longer for sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = QuoteJson)]
    pub quote: Option<QuoteJson>,
    /// Delivery or taxes may be added, so the place matters. Absent: nothing is charged but the goods.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub has_charges: bool,
    /// The shop has discount codes, so the page asks for one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub takes_codes: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BasketLine)]
pub struct BasketLineJson {
    pub tool_id: String,
    pub tool_name: String,
    /// The tool's public page is `/tool/{slug}`.
    pub slug: String,
    pub img: String,
    /// What `img` shows. May be empty.
    pub img_alt: String,
    pub quantity: i64,
    /// Dollars for one piece, at this quantity.
    #[schema(value_type = f64)]
    pub price: Cents,
    #[schema(value_type = f64)]
    pub total: Dollars,
    pub available_quantity: i64,
    pub minimum_quantity: i64,
    /// Lower prices for larger quantities.
    #[schema(max_items = 5)]
    pub price_steps: Vec<PriceStep>,
    /// Why so many pieces cannot be bought now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ProblemJson)]
    pub problem: Option<ProblemJson>,
    /// What changed since the customer last saw the line, once.
    pub changes: Vec<NoticeJson>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = BasketNotice)]
pub struct NoticeJson {
    /// `price_changed`, `joined` or `left_out`.
    pub code: &'static str,
    #[schema(value_type = String)]
    pub detail: Localized,
}

impl BasketJson {
    pub fn new(shop: &Shop, view: BasketView, notices: Vec<BasketNotice>) -> Self {
        let BasketView { basket, address, old_prices, has_charges, takes_codes, is_visitor } = view;
        let notices =
            notices.into_iter().map(|it| NoticeJson { code: it.code, detail: it.sentence }).collect();
        let Some(mut basket) = basket else { return Self { notices, ..Self::default() } };
        // Where nothing depends on the place, any has the discount of a code.
        // And the limit of a visitor is on the total.
        let is_limited = is_visitor && shop.guest_limit().is_some();
        let is_anywhere = !has_charges && (basket.code.is_some() || is_limited);
        let to = known_place(&shop.settings.current().charges, &address)
            .or(is_anywhere.then_some(QuoteAddress::ANYWHERE));
        let quote = to.map(|to| quote_basket(shop, Some(&basket), &to, None, is_visitor));
        basket.lines.sort_by(|a, b| (a.added_at, &a.tool.id).cmp(&(b.added_at, &b.tool.id)));
        let lines = basket.lines.into_iter().map(|line| {
            let old = old_prices.iter().find(|(tool, _)| *tool == line.tool.id).map(|(_, price)| *price);
            BasketLineJson::new(line, old, shop.public_url(), shop.amounts())
        });
        Self { revision: basket.revision, lines: lines.collect(), notices, quote, has_charges, takes_codes }
    }
}

/// The lines that can be quoted.
pub fn on_sale(lines: &[BasketLine]) -> Vec<(&BasketTool, i64)> {
    lines.iter().filter(|line| line.tool.is_published()).map(|line| (&line.tool, line.quantity)).collect()
}

/// The place to which the goods probably go: as this text says, or where the shop is.
fn known_place(charges: &Charges, address: &str) -> Option<QuoteAddress> {
    let to = charges.destination_of(address)?;
    let postal_code = find_postal_code(address).filter(|code| to.area.as_deref() == Some(code.area()));
    Some(QuoteAddress { province: to.province, postal_code })
}

impl BasketLineJson {
    /// No quantity of it can be bought now.
    pub fn is_sold_out(&self) -> bool {
        self.problem.as_ref().is_some_and(|problem| matches!(problem.code, "tool_unavailable" | "sold_out"))
    }

    fn new(line: BasketLine, old_price: Option<Cents>, public_url: &str, amounts: AmountFormat) -> Self {
        let price = line.price();
        let problem =
            line.tool.problem(line.quantity).map(|problem| ProblemJson::of_line(&line.tool, problem));
        let change = old_price.map(|old| NoticeJson {
            code: "price_changed",
            detail: localized!(
                language =>
                "The price was {}, now it is {}.",
                "Le prix était de {}, il est maintenant de {}.",
                old.format(amounts.in_language(language)),
                price.format(amounts.in_language(language))
            ),
        });
        let BasketTool { id, name, slug, img, img_alt, price_steps, available, minimum, .. } = line.tool;
        Self {
            tool_id: id.into_string(),
            tool_name: name,
            slug,
            img: absolute(&img, public_url).into_owned(),
            img_alt,
            quantity: line.quantity,
            price,
            total: Dollars(price.as_i64().saturating_mul(line.quantity)),
            available_quantity: available,
            minimum_quantity: minimum,
            price_steps: price_steps.as_slice().to_vec(),
            problem,
            changes: change.into_iter().collect(),
        }
    }
}
