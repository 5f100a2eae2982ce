//! Placing an order: one transaction finds the tool, takes the stock and writes the order, or changes nothing.

use std::{net::IpAddr, slice, sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    check_session::check_session,
    enter_order::{EnteredOrder, OrderCustomer},
    events::unpaid_order,
    held_stock,
    notify_customer::notify_of,
    order::{Contact, Order, OrderState, PiecesBack},
    order_quote::quote_order,
    store::insert,
    terms::check_terms,
    tracking::Tracking,
};
use crate::{
    accounts::session::store::Session,
    base::{
        config::{RunMode, limits::Limits},
        email::{Mailer, message::EmailMessage, order_summary::PaymentTerms},
        idempotency::{self, KeyStatus, StoredResponse},
        rate_limit::{self, LimitError, RateLimit, RateLimited},
    },
    catalogue::tools::{
        events::stock_changed,
        store::{SoldTool, published_by_id, published_by_name, take_from_stock},
        tool::Tool,
    },
    db::{self, Tx},
    sales::purchases::{self, Purchase, PurchaseLine},
    settings::{
        shop_settings::cache::CurrentSettings,
        webhooks::{WebhookEvent, Webhooks},
    },
    shop::Shop,
    values::{
        ids::Id,
        language::{Language, Localized},
        locale::AmountFormat,
        money::Cents,
        province::Province,
        time::Timestamp,
    },
};

/// What the customer orders. Price and total are what the page showed; they are checked and never trusted.
#[derive(Debug, Clone)]
pub struct PurchaseRequest {
    pub tool_id: Option<Id>,
    pub tool_name: String,
    pub quantity: i64,
    pub price_cents: i64,
    pub total_cents: i64,
    pub contact: Contact,
    /// The language of the request. An order that staff enters has the language of its customer.
    pub language: Language,
}

/// Why an order was not placed. Its transaction commits all the same, because the idempotency key keeps the refusal. So
/// an order is refused before anything is written.
#[derive(Debug, Error)]
pub enum PlaceOrderError {
    #[error("the session ended meanwhile, or the account was deleted")]
    SignedOut,
    #[error("no tool of that name is for sale")]
    ToolUnavailable,
    #[error("the id and the name belong to different tools")]
    ToolMismatch,
    #[error("the minimum is {minimum}")]
    BelowMinimum { minimum: i64 },
    #[error("only {available} left")]
    NotEnoughStock { available: i64 },
    #[error("the price is {price}")]
    PriceChanged { price: Cents, amounts: AmountFormat },
    #[error("{quantity} × {price} is {total}")]
    WrongTotal { price: Cents, quantity: i64, total: Cents, amounts: AmountFormat },
    #[error("{due} is due, and another amount was paid")]
    AmountDiffers { due: Cents, amounts: AmountFormat },
    #[error("the total cannot be charged")]
    TotalOutOfRange { amounts: AmountFormat },
    #[error("the address does not tell its province")]
    ProvinceUnknown,
    #[error("the shop does not deliver there")]
    NotDeliveredThere(Province),
    #[error("the shop is not ready for Québec")]
    QuebecNotOpen,
    #[error("no delivery takes this weight")]
    TooHeavy,
    #[error("{max} orders are unpaid already")]
    TooManyUnpaid {
        max: i64,
        /// How many are allowed after the customer's first payment, if those are more.
        max_after_payment: Option<i64>,
    },
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error("no account has this address, and no name was given for a new one")]
    CustomerUnknown,
    #[error("the account that has this address has not confirmed it")]
    CustomerUnconfirmed,
    #[error("the account of the customer is blocked")]
    CustomerBlocked,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<LimitError> for PlaceOrderError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::RateLimited(limited) => limited.into(),
            LimitError::Db(error) => error.into(),
        }
    }
}

pub enum Buyer {
    /// The caller, in this session, from this client address.
    LoggedIn(Session, IpAddr),
    /// A customer for whom staff enters the order.
    Named(EnteredOrder),
}

pub enum PlaceOrderOutcome {
    Placed {
        order: Id,
        tool: Id,
        /// The purchase with delivery and taxes, if the shop charges any.
        purchase: Option<Box<Purchase>>,
    },
    Refused(PlaceOrderError),
    /// The stored response to the same request, or why none is stored yet.
    Repeated(KeyStatus),
}

/// Places the order. With an idempotency key, the response that `answer` makes is stored in the same transaction.
pub async fn place(
    shop: &Shop,
    buyer: Buyer,
    purchase: PurchaseRequest,
    request: Option<idempotency::IdempotentRequest>,
    answer: fn(&PlaceOrderOutcome) -> Option<StoredResponse>,
) -> Result<PlaceOrderOutcome, db::Error> {
    let now = shop.clock.now();
    let input = Arc::new(OrderInput {
        number: shop.order_numbers.next(&shop.db).await?,
        buyer,
        purchase,
        request,
        answer,
        limits: shop.config.limits.clone(),
        how_to_pay: shop.how_to_pay(),
        mailer: shop.mailer.clone(),
        webhooks: shop.webhooks.clone(),
        amounts: shop.amounts(),
        // The demo's specified purchase has neither delivery nor taxes.
        is_quoted: shop.config.mode == RunMode::Serve,
        settings: shop.settings.current(),
        now,
    });
    let has_key = input.request.is_some();
    let is_placed = |outcome: &_| matches!(outcome, PlaceOrderOutcome::Placed { .. });
    let outcome = shop.order_numbers.place(input.number, has_key, is_placed, || {
        shop.db.write(Arc::clone(&input), |tx, input| Box::pin(place_in_tx(tx, input)))
    });
    let outcome = outcome.await?;
    if let PlaceOrderOutcome::Placed { tool, .. } = &outcome {
        shop.catalogue.mark_changed(tool);
    }
    Ok(outcome)
}

pub(super) struct OrderInput {
    pub number: i64,
    buyer: Buyer,
    pub purchase: PurchaseRequest,
    request: Option<idempotency::IdempotentRequest>,
    answer: fn(&PlaceOrderOutcome) -> Option<StoredResponse>,
    limits: Limits,
    /// Why the customer cannot pay by card: the owner's text about how to pay. `None` while card payment is on.
    how_to_pay: Option<Localized>,
    mailer: Mailer,
    webhooks: Webhooks,
    /// How a refusal writes amounts.
    pub amounts: AmountFormat,
    /// Delivery and taxes are charged.
    pub is_quoted: bool,
    pub settings: Arc<CurrentSettings>,
    pub now: Timestamp,
}

/// On PostgreSQL a purchase takes three round trips: the tool and the idempotency key, the locks of the customer, and
/// the changes with COMMIT. A key takes one more, and a confirmation by e-mail three. The stock of a tool that many
/// customers order is locked only in the last one.
async fn place_in_tx(tx: &Tx<'_>, input: &OrderInput) -> Result<PlaceOrderOutcome, db::Error> {
    let now = input.now;
    let key_status = async {
        match &input.request {
            Some(request) => idempotency::lookup(tx, request, now).await,
            None => Ok(KeyStatus::New),
        }
    };
    let (key_status, tool) = tokio::try_join!(key_status, find_tool(tx, &input.purchase))?;
    let KeyStatus::New = key_status else { return Ok(PlaceOrderOutcome::Repeated(key_status)) };
    let placed = match check_tool(tool, &input.purchase) {
        Ok(tool) => Box::pin(insert_order(tx, input, tool)).await,
        Err(refusal) => Err(refusal),
    };
    let outcome = match placed {
        Ok((order, purchase)) => {
            stock_changed(&input.webhooks, tx, &order.tool_id, now).await?;
            unpaid_order(&input.webhooks, tx, WebhookEvent::OrderPlaced, &order, now).await?;
            let purchase = purchase.map(Box::new);
            PlaceOrderOutcome::Placed { order: order.id, tool: order.tool_id, purchase }
        }
        Err(PlaceOrderError::Db(error)) => return Err(error),
        Err(refusal) => PlaceOrderOutcome::Refused(refusal),
    };
    if let Some((request, kept)) = input.request.as_ref().zip((input.answer)(&outcome)) {
        idempotency::store_response(tx, request, &kept, now).await?;
    }
    Ok(outcome)
}

/// Changes nothing but the order and its stock, and those only together. The function runs again and reports the
/// current reason if another buyer or an edit changes the tool after it was read (see `take_from_stock`).
async fn insert_order(
    tx: &Tx<'_>,
    input: &OrderInput,
    tool: Tool,
) -> Result<(Order, Option<Purchase>), PlaceOrderError> {
    let purchase = &input.purchase;
    let now = input.now;
    let (price, total) = check_terms(&tool, purchase, input.amounts)?;
    let id = Id::new(now);
    let priced = quote_order(input, &id, (&tool, price, total))?;
    let OrderCustomer { user: customer, is_new, needs_link, mut counted } = match &input.buyer {
        Buyer::LoggedIn(session, address) => {
            Box::pin(check_session(tx, &input.limits, (session, *address), 1, now)).await?
        }
        Buyer::Named(entered) => {
            entered.check_amount(priced.total, input.amounts)?;
            entered.find_or_make_customer(tx, now).await?
        }
    };
    let language = match input.buyer {
        Buyer::LoggedIn(..) => purchase.language,
        Buyer::Named(_) => customer.language,
    };
    let priced = priced.in_language(language, &input.settings.charges.methods);
    let can_be_paid = input.how_to_pay.is_none();
    let hold = hold_of(tx, input, &tool.id, is_new && can_be_paid).await?;
    counted.extend(hold.iter().flat_map(|hold| hold.counted.clone()));
    rate_limit::take_all_at_end(tx, &counted, now).await?;
    let new_customer_ttl = hold.as_ref().and_then(|hold| hold.ttl);
    let min_left = hold.as_ref().map_or(0, |hold| hold.min_left);
    let sold = SoldTool { id: &tool.id, price: tool.price, revision: tool.revision };
    take_from_stock(tx, &sold, purchase.quantity, min_left, now).await?;
    let line = PurchaseLine {
        federal_tax: priced.federal_tax_of_lines(),
        provincial_tax: priced.provincial_tax_of_lines(),
        ..PurchaseLine::only(&id, priced.total)
    };
    let order = Order {
        line,
        id,
        number: input.number,
        user_id: customer.id.clone(),
        tool_id: tool.id,
        tool_name: tool.name,
        price,
        quantity: purchase.quantity,
        total,
        customer_name: customer.display_name.clone(),
        customer_email: customer.email.clone().unwrap_or_default(),
        contact: purchase.contact.clone(),
        state: OrderState::Unpaid,
        tracking: Tracking::default(),
        disputed_at: None,
        part_refunded: Cents::ZERO,
        pieces: PiecesBack::default(),
        created_at: now,
        held_until: new_customer_ttl.map(|ttl| now.plus(ttl)),
        is_entered: matches!(input.buyer, Buyer::Named(_)),
        is_kept: !can_be_paid,
        is_guest: false,
        is_unconfirmed: false,
        is_hidden: false,
    };
    if priced.province.is_none() {
        purchases::store::insert_plain(tx, &priced).await?;
    } else {
        purchases::store::insert(tx, &priced).await?;
    }
    insert::line(tx, &order, hold.is_some()).await?;
    let held_for = new_customer_ttl.into_iter().chain(input.limits.unpaid_order_ttl).min();
    let payment = PaymentTerms {
        can_be_paid,
        at_pick_up: false,
        how_to_pay: input
            .how_to_pay
            .as_ref()
            .map_or_else(String::new, |text| text.in_language(priced.language).to_owned()),
        held_for: held_for.filter(|_| can_be_paid),
    };
    match &input.buyer {
        Buyer::LoggedIn(..) => {
            let message = |order| EmailMessage::OrderPlaced { order, payment };
            notify_of(&input.mailer, tx, &priced, slice::from_ref(&order), message, now).await?;
        }
        Buyer::Named(entered) => {
            let orders = slice::from_ref(&order);
            entered.record(tx, &priced, orders, needs_link, &input.mailer, payment).await?;
        }
    }
    let charges_more = priced.province.is_some();
    Ok((order, charges_more.then_some(priced)))
}

/// How an order of a customer who never paid holds its stock.
struct NewCustomerHold {
    /// How long the order holds its stock. `None` if as long as the orders of others.
    ttl: Option<Duration>,
    /// At least this many pieces stay in stock, also if others buy at the same time.
    min_left: i64,
    /// The limits that count the order when it is placed.
    counted: Vec<RateLimit>,
}

/// Says how the order of a customer who never paid holds its stock. Returns `None` if it does so as long as the orders
/// of others.
async fn hold_of(
    tx: &Tx<'_>,
    input: &OrderInput,
    tool: &Id,
    is_new: bool,
) -> Result<Option<NewCustomerHold>, PlaceOrderError> {
    let OrderInput { limits, buyer, purchase, now, .. } = input;
    let Buyer::LoggedIn(_, client) = buyer else { return Ok(None) };
    if !is_new || limits.new_customer_order_ttl(true).is_none() {
        return Ok(None);
    }
    let Some(holding) = held_stock::store::of_tool(tx, tool).await? else { return Err(tx.conflict().into()) };
    let takes_most = holding.is_most_with(purchase.quantity);
    let tools = if takes_most { &[tool][..] } else { &[] };
    let counted = held_stock::limits_of_most(limits, *client, tools);
    let min_left = if takes_most { 0 } else { holding.half() };
    rate_limit::check_all(tx, &counted, *now).await?;
    Ok(Some(NewCustomerHold { ttl: limits.new_customer_order_ttl(takes_most), min_left, counted }))
}

async fn find_tool(tx: &Tx<'_>, purchase: &PurchaseRequest) -> Result<Option<Tool>, db::Error> {
    match &purchase.tool_id {
        Some(id) => published_by_id(tx, id).await,
        None => published_by_name(tx, &purchase.tool_name).await,
    }
}

fn check_tool(found: Option<Tool>, purchase: &PurchaseRequest) -> Result<Tool, PlaceOrderError> {
    let tool = found.ok_or(PlaceOrderError::ToolUnavailable)?;
    if tool.is_named(&purchase.tool_name) { Ok(tool) } else { Err(PlaceOrderError::ToolMismatch) }
}
