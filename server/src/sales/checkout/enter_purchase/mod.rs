//! Staff enters several tools at once for a customer, for example on the phone. They are one unpaid purchase of that
//! customer, delivered or fetched, at the amounts that staff read out.

pub mod http;

use std::{sync::Arc, time::Duration};

use super::{
    CheckoutError, CheckoutOutcome,
    new_purchase::{NewPurchase, ShownQuote, contact},
    place_purchase, store_outcome,
};
use crate::{
    base::{
        email::{Mailer, order_summary::PaymentTerms},
        idempotency::{self, IdempotentRequest, KeyStatus},
    },
    db::{self, Tx},
    sales::{
        basket::{
            line::{BasketTool, LineProblem},
            store::tool,
        },
        orders::{
            enter_order::{EnteredOrder, OrderCustomer},
            order::{Contact, Order},
        },
        purchases::Purchase,
        quote::Quote,
    },
    settings::{shop_settings::cache::CurrentSettings, webhooks::Webhooks},
    shop::Shop,
    values::{
        address::{Address, QuoteAddress},
        ids::Id,
        language::Localized,
        locale::AmountFormat,
        time::Timestamp,
    },
};

pub struct EnterPurchaseRequest {
    /// Different tools with their quantities.
    pub lines: Vec<(Id, i64)>,
    /// `None` if the customer fetches the goods, or takes them along.
    pub address: Option<Address>,
    /// Where the goods are delivered or fetched.
    pub to: QuoteAddress,
    pub method: Option<String>,
    /// The quote that staff saw.
    pub digest: String,
}

struct EntryInput {
    number: i64,
    entered: EnteredOrder,
    request: EnterPurchaseRequest,
    key: IdempotentRequest,
    /// Why the customer cannot pay by card: the owner's text about how to pay. `None` while card payment is on.
    how_to_pay: Option<Localized>,
    /// How long the purchase waits for its payment.
    held_for: Option<Duration>,
    mailer: Mailer,
    webhooks: Webhooks,
    amounts: AmountFormat,
    settings: Arc<CurrentSettings>,
    now: Timestamp,
}

/// The response is stored under the key in the same transaction.
pub async fn enter_purchase(
    shop: &Shop,
    entered: EnteredOrder,
    request: EnterPurchaseRequest,
    key: IdempotentRequest,
) -> Result<CheckoutOutcome, db::Error> {
    let how_to_pay = shop.how_to_pay();
    let can_be_paid = how_to_pay.is_none();
    let input = Arc::new(EntryInput {
        number: shop.order_numbers.next(&shop.db).await?,
        entered,
        request,
        key,
        how_to_pay,
        held_for: shop.config.limits.unpaid_order_ttl.filter(|_| can_be_paid),
        mailer: shop.mailer.clone(),
        webhooks: shop.webhooks.clone(),
        amounts: shop.amounts(),
        settings: shop.settings.current(),
        now: shop.clock.now(),
    });
    place_purchase(shop, input.number, || {
        shop.db.write(Arc::clone(&input), |tx, input| Box::pin(enter_in_tx(tx, input)))
    })
    .await
}

async fn enter_in_tx(tx: &Tx<'_>, input: &EntryInput) -> Result<CheckoutOutcome, db::Error> {
    let EntryInput { request, key, now, .. } = input;
    let tools = futures_util::future::try_join_all(request.lines.iter().map(|(id, _)| tool(tx, id)));
    let (key_status, tools) = tokio::try_join!(idempotency::lookup(tx, key, *now), tools)?;
    let KeyStatus::New = key_status else { return Ok(CheckoutOutcome::Repeated(key_status)) };
    let placed = match quote_lines(input, &tools) {
        Ok((quote, tools)) => Box::pin(write(tx, input, &quote, &tools)).await,
        Err(refusal) => Err(refusal),
    };
    store_outcome(tx, placed, key, http::stored_answer, *now).await
}

type QuotedTools<'a> = (Quote, Vec<(&'a BasketTool, i64)>);

fn quote_lines<'a>(
    input: &EntryInput,
    tools: &'a [Option<BasketTool>],
) -> Result<QuotedTools<'a>, CheckoutError> {
    let EntryInput { request: EnterPurchaseRequest { lines, to, method, digest, .. }, .. } = input;
    let mut found = Vec::new();
    for (tool, (id, quantity)) in tools.iter().zip(lines) {
        let gone = || CheckoutError::Line {
            tool: id.clone(),
            name: "A tool".to_owned(),
            problem: LineProblem::ToolUnavailable,
        };
        found.push((tool.as_ref().ok_or_else(gone)?, *quantity));
    }
    let shown = ShownQuote { to, method: method.as_deref(), discount: None, digest };
    let quote = shown.check(&input.settings, input.amounts, &found, Vec::new, input.now)?;
    Ok((quote, found))
}

async fn write(
    tx: &Tx<'_>,
    input: &EntryInput,
    quote: &Quote,
    tools: &[(&BasketTool, i64)],
) -> Result<(Purchase, Vec<Order>), CheckoutError> {
    let EntryInput { entered, request, how_to_pay, held_for, now, .. } = input;
    let is_fetched = quote.delivery.as_ref().is_none_or(|delivery| delivery.method.is_pick_up);
    if request.address.is_none() && !is_fetched {
        return Err(CheckoutError::AddressMissing);
    }
    let OrderCustomer { user, needs_link, .. } = entered.find_or_make_customer(tx, *now).await?;
    let to_nowhere = || Contact { phone: String::new(), address: String::new() };
    let new = NewPurchase {
        number: input.number,
        quote,
        to: &request.to,
        tools,
        code: None,
        customer: &user,
        contact: request.address.as_ref().map_or_else(to_nowhere, |it| contact(it, &user.display_name)),
        held_until: None,
        pays_at_pick_up: false,
        is_entered: true,
        new_customer: None,
        can_be_paid: how_to_pay.is_none(),
        language: user.language,
        now: *now,
    };
    let (purchase, orders) = new.write(tx, &input.webhooks).await?;
    let text = how_to_pay.as_ref().map(|text| text.in_language(purchase.language).to_owned());
    let payment = PaymentTerms {
        can_be_paid: text.is_none(),
        at_pick_up: false,
        how_to_pay: text.unwrap_or_default(),
        held_for: *held_for,
    };
    entered.record(tx, &purchase, &orders, needs_link, &input.mailer, payment).await?;
    Ok((purchase, orders))
}
