//! Quotes the rest of an unpaid purchase after one of its lines was deleted.

use jiff::civil::Date;

use crate::{
    db::{Error, Tx},
    sales::{
        discounts,
        orders::{self, order::Order},
        purchases::{self, Purchase},
        quote::{Quote, QuoteLine, QuoteProblem, QuoteTerms, quote},
    },
    settings::{
        charges::Charges,
        delivery::{DeliveryMethod, DeliveryPrices, Destination, GoodsStep},
        shop_settings::cache::CurrentSettings,
        tax_registrations::TaxAuthority,
    },
    values::{
        address::QuoteAddress, day::day_at, discount::Discount, ids::Id, money::Cents, time::Timestamp,
    },
};

/// Stores what the purchase costs with these lines, at their prices and with the rates of its day. The delivery has its
/// price of today for what is left, or its old price if it does not fit any more. Requires the lock on the purchase.
/// Returns `false` and changes nothing if the rest cannot be charged.
pub async fn requote(
    tx: &Tx<'_>,
    id: &Id,
    kept: &[Order],
    settings: &CurrentSettings,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(purchase) = purchases::store::by_id(tx, id).await? else { return Err(tx.conflict()) };
    let weights = purchases::store::weights(tx, id).await?;
    let line = |order: &Order| QuoteLine {
        tool: order.tool_id.clone(),
        price: order.price,
        quantity: order.quantity,
        grams: weights.iter().find(|(tool, _)| *tool == order.tool_id).and_then(|(_, grams)| *grams),
    };
    let lines: Vec<_> = kept.iter().map(line).collect();
    let discount = discounts::store::of_purchase(tx, id).await?;
    let quoted = match purchase.province {
        Some(province) => {
            let to = Destination::new(province, purchase.postal_code.as_ref());
            let quote = quote_rest(&purchase, &lines, &to, discount.as_ref(), settings);
            purchase.quoted(&quote, &to).map(|purchase| (purchase, quote))
        }
        // Nothing depended on the place.
        None => plain(purchase, &lines),
    };
    let Some((purchase, quote)) = quoted else { return Ok(false) };
    let Some(shares) = purchase.lines(&quote) else { return Ok(false) };
    purchases::store::update(tx, &purchase).await?;
    if discount.is_some() && quote.discount.is_none() {
        discounts::give_back(tx, id).await?;
    }
    for (order, share) in kept.iter().zip(shares) {
        orders::store::update_line(tx, &order.id, &share, now).await?;
    }
    Ok(true)
}

fn quote_rest(
    purchase: &Purchase,
    lines: &[QuoteLine],
    to: &Destination,
    discount: Option<&Discount>,
    settings: &CurrentSettings,
) -> Quote {
    let day = day_at(purchase.created_at, &settings.time_zone);
    let asked = purchase.delivery.method.as_deref();
    // A registration that the owner has entered since adds no tax that the customer has not seen.
    let mut charges = settings.charges.clone();
    // The purchase was made before, so the rest of it is still sold.
    charges.is_closed_to_quebec = false;
    let taxed_in = purchase.tax_province.unwrap_or(to.province);
    charges.registrations.retain(|known| {
        purchase.taxes().any(|(tax, _)| TaxAuthority::of(tax, taxed_in) == Some(known.authority))
    });
    // It is picked up where the shop was when it was bought.
    if purchase.delivery.is_pick_up {
        charges.home = Some(taxed_in);
    }
    let now = quote(&QuoteTerms { day, charges: &charges, discount }, lines, to, asked);
    let is_alike = match &now.delivery {
        Some(delivery) => asked.is_some() && delivery.method.is_pick_up == purchase.delivery.is_pick_up,
        None => asked.is_none(),
    };
    let fits = match now.problem {
        None | Some(QuoteProblem::TotalOutOfRange) => true,
        Some(
            QuoteProblem::QuebecNotOpen
            | QuoteProblem::NotDeliveredThere
            | QuoteProblem::TooHeavy { .. }
            | QuoteProblem::MethodGone,
        ) => false,
    };
    if fits && is_alike {
        return now;
    }
    let methods = delivery_of(purchase).into_iter().collect();
    let charges = Charges { methods, ..charges };
    quote(&QuoteTerms { day, charges: &charges, discount }, lines, to, None)
}

fn plain(purchase: Purchase, lines: &[QuoteLine]) -> Option<(Purchase, Quote)> {
    let to = Destination::new(QuoteAddress::ANYWHERE.province, None);
    let terms = QuoteTerms { day: Date::MIN, charges: &Charges::default(), discount: None };
    let quote = quote(&terms, lines, &to, None);
    let quoted = purchase.quoted(&quote, &to)?;
    Some((Purchase { province: None, tax_province: None, ..quoted }, quote))
}

/// Its delivery at its price.
fn delivery_of(purchase: &Purchase) -> Option<DeliveryMethod> {
    let delivery = &purchase.delivery;
    let step = GoodsStep { from: Cents::ZERO, price: purchase.shipping };
    Some(DeliveryMethod {
        id: delivery.method.clone()?,
        // It has the language of the purchase already.
        name: delivery.name.clone()?,
        french_name: String::new(),
        text: String::new(),
        french_text: String::new(),
        is_pick_up: delivery.is_pick_up,
        provinces: vec![],
        areas: vec![],
        prices: DeliveryPrices::Goods(vec![step]),
        days_from: delivery.days_from?,
        days_to: delivery.days_to?,
    })
}
