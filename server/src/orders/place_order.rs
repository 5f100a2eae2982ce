//! Placing an order: one transaction finds the tool, takes the stock and writes the order, or changes nothing.

use std::sync::Arc;

use thiserror::Error;

use super::{
    notify_customer::notify_customer,
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    catalogue::{self, tool::Tool},
    db::{self, Tx},
    email::message::EmailMessage,
    idempotency::{self, KeyStatus, StoredResponse},
    identity::{self, store::Session, user::User},
    shop::Shop,
    values::{ids::Id, money::Cents, time::Moment},
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
}

/// Why an order was not placed. Nothing was changed.
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
    PriceChanged { price: Cents },
    #[error("{quantity} × {price} is {total}")]
    WrongTotal { price: Cents, quantity: i64, total: Cents },
    #[error("the total cannot be charged")]
    TotalOutOfRange,
    #[error("{max} orders are unpaid already")]
    TooManyUnpaid { max: i64 },
}

pub enum PlaceOrderOutcome {
    Placed {
        order: Id,
        tool: Id,
    },
    Refused(PlaceOrderError),
    /// The stored response to the same request, or why none is stored yet.
    Repeated(KeyStatus),
}

/// Places the order. With an idempotency key, the response that `answer` makes is stored in the same transaction.
pub async fn place(
    shop: &Shop,
    session: &Session,
    wish: PurchaseRequest,
    request: Option<idempotency::IdempotentRequest>,
    answer: fn(&PlaceOrderOutcome) -> Option<StoredResponse>,
) -> Result<PlaceOrderOutcome, db::Error> {
    let now = shop.clock.now();
    let asked = Arc::new((session.user.clone(), session.id.clone(), wish, request));
    let most_unpaid = shop.config.limits.max_unpaid_orders;
    let (can_be_paid, held_for) = (shop.payments.is_some(), shop.config.limits.unpaid_order_ttl);
    let attempt = || {
        let (asked, mail) = (Arc::clone(&asked), shop.mailer.clone());
        shop.db.write_with(move |tx| {
            let (asked, mail) = (Arc::clone(&asked), mail.clone());
            Box::pin(async move {
                let (customer, session, wish, request) = &*asked;
                if let Some(request) = request {
                    match idempotency::lookup(tx, request, now).await? {
                        KeyStatus::New => {}
                        known => return Ok(PlaceOrderOutcome::Repeated(known)),
                    }
                }
                let outcome =
                    match place_in_transaction(tx, customer, session, wish, most_unpaid, now).await? {
                        Ok(order) => {
                            let letter = |order| EmailMessage::OrderPlaced { order, can_be_paid, held_for };
                            notify_customer(&mail, tx, &order, letter, now).await?;
                            PlaceOrderOutcome::Placed { order: order.id, tool: order.tool_id }
                        }
                        Err(refusal) => PlaceOrderOutcome::Refused(refusal),
                    };
                if let Some((request, kept)) = request.as_ref().zip(answer(&outcome)) {
                    idempotency::store_response(tx, request, &kept, now).await?;
                }
                Ok(outcome)
            })
        })
    };
    let mut outcome: Result<PlaceOrderOutcome, db::Error> = attempt().await;
    if outcome.as_ref().is_err_and(db::Error::is_unique_violation) {
        // A concurrent request with the same idempotency key committed first. Retry once: its stored response is
        // returned.
        outcome = attempt().await;
    }
    if let Ok(PlaceOrderOutcome::Placed { tool, .. }) = &outcome {
        shop.catalogue.mark_changed(tool);
        shop.mailer.notify();
    }
    outcome
}

/// Changes nothing but the order and its stock, and those only together.
async fn place_in_transaction(
    tx: &Tx<'_>,
    customer: &User,
    session: &Id,
    wish: &PurchaseRequest,
    most_unpaid: i64,
    now: Moment,
) -> Result<Result<Order, PlaceOrderError>, db::Error> {
    let tool = match find_tool(tx, wish).await? {
        Ok(tool) => tool,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let total = match check_terms(&tool, wish) {
        Ok(total) => total,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if !identity::store::lock_user(tx, &customer.id).await? {
        return Ok(Err(PlaceOrderError::SignedOut));
    }
    // Read after the lock: a session that was revoked while we waited places no order.
    let (is_signed_in, has_too_many) = tokio::try_join!(
        identity::session::store::exists(tx, &customer.id, session),
        store::has_unpaid(tx, &customer.id, most_unpaid)
    )?;
    if !is_signed_in {
        return Ok(Err(PlaceOrderError::SignedOut));
    }
    if has_too_many {
        return Ok(Err(PlaceOrderError::TooManyUnpaid { max: most_unpaid }));
    }
    if catalogue::store::take_from_stock(tx, &tool, wish.quantity, now).await?.is_none() {
        // Another buyer or an edit changed the tool after we read it. Read it again to report the current reason.
        return match find_tool(tx, wish).await? {
            Err(refusal) => Ok(Err(refusal)),
            Ok(now_sold) => match check_terms(&now_sold, wish) {
                Err(refusal) => Ok(Err(refusal)),
                // The stock came back meanwhile, or the change does not affect this order: retry the transaction.
                Ok(_) => Err(tx.conflict()),
            },
        };
    }
    let order = Order {
        id: Id::new(now),
        user_id: customer.id.clone(),
        tool_id: tool.id,
        tool_name: tool.name,
        price: tool.price,
        quantity: wish.quantity,
        total,
        customer_name: customer.display_name.clone(),
        customer_email: customer.email.clone().unwrap_or_default(),
        contact: wish.contact.clone(),
        state: OrderState::Unpaid,
        created_at: now,
    };
    store::insert_unpaid(tx, &order).await?;
    Ok(Ok(order))
}

async fn find_tool(tx: &Tx<'_>, wish: &PurchaseRequest) -> Result<Result<Tool, PlaceOrderError>, db::Error> {
    let found = match &wish.tool_id {
        Some(id) => catalogue::store::live_by_id(tx, id).await?,
        None => catalogue::store::live_by_name(tx, &wish.tool_name).await?,
    };
    Ok(match found {
        None => Err(PlaceOrderError::ToolUnavailable),
        Some(tool) if catalogue::tool::name_key(&tool.name) != catalogue::tool::name_key(&wish.tool_name) => {
            Err(PlaceOrderError::ToolMismatch)
        }
        Some(tool) => Ok(tool),
    })
}

/// The order's total, if the request matches the tool's current price and stock.
fn check_terms(tool: &Tool, wish: &PurchaseRequest) -> Result<Cents, PlaceOrderError> {
    if wish.quantity < tool.minimum {
        return Err(PlaceOrderError::BelowMinimum { minimum: tool.minimum });
    }
    let Some(total) = tool.price.times(wish.quantity) else { return Err(PlaceOrderError::TotalOutOfRange) };
    if wish.quantity > tool.available {
        return Err(PlaceOrderError::NotEnoughStock { available: tool.available });
    }
    if wish.price_cents != tool.price.as_i64() {
        return Err(PlaceOrderError::PriceChanged { price: tool.price });
    }
    if wish.total_cents != total.as_i64() {
        return Err(PlaceOrderError::WrongTotal { price: tool.price, quantity: wish.quantity, total });
    }
    Ok(total)
}
