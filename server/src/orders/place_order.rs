//! Placing an order: one transaction finds the tool, takes the stock and writes the order, or changes nothing.

use std::{sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    notify_customer::notify_customer,
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    catalogue::{self, tool::Tool},
    db::{self, Tx},
    email::{Mailer, message::EmailMessage},
    idempotency::{self, KeyStatus, StoredResponse},
    identity::{self, store::Session, user::User},
    rate_limit::{self, LimitedAction, RateLimit, RateLimited},
    shop::Shop,
    values::{ids::Id, money::Cents, time::Timestamp},
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
    TooManyUnpaid {
        max: i64,
        /// More are allowed once the customer's address is verified.
        needs_verification: bool,
    },
    #[error(transparent)]
    RateLimited(RateLimited),
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
    purchase: PurchaseRequest,
    request: Option<idempotency::IdempotentRequest>,
    answer: fn(&PlaceOrderOutcome) -> Option<StoredResponse>,
) -> Result<PlaceOrderOutcome, db::Error> {
    let input = Arc::new(OrderInput {
        customer: session.user.clone(),
        session: session.id.clone(),
        purchase,
        request,
        answer,
        max_unpaid: [false, true].map(|is_verified| shop.config.max_unpaid_orders(is_verified)),
        limit: LimitedAction::PlaceOrder
            .by(session.user.id.as_str())
            .at_most(shop.config.limits.orders_per_hour),
        can_be_paid: shop.payments.is_some(),
        held_for: shop.config.unpaid_order_ttl(true),
        mailer: shop.mailer.clone(),
        now: shop.clock.now(),
    });
    let attempt = || shop.db.write(Arc::clone(&input), |tx, input| Box::pin(place_once(tx, input)));
    let outcome = idempotency::retry_once(attempt).await;
    if let Ok(PlaceOrderOutcome::Placed { tool, .. }) = &outcome {
        shop.catalogue.mark_changed(tool);
        shop.mailer.notify();
    }
    outcome
}

struct OrderInput {
    customer: User,
    session: Id,
    purchase: PurchaseRequest,
    request: Option<idempotency::IdempotentRequest>,
    answer: fn(&PlaceOrderOutcome) -> Option<StoredResponse>,
    /// Without and with a verified address.
    max_unpaid: [i64; 2],
    limit: RateLimit,
    can_be_paid: bool,
    held_for: Option<Duration>,
    mailer: Mailer,
    now: Timestamp,
}

async fn place_once(tx: &Tx<'_>, input: &OrderInput) -> Result<PlaceOrderOutcome, db::Error> {
    let &OrderInput { can_be_paid, held_for, now, .. } = input;
    if let Some(request) = &input.request {
        match idempotency::lookup(tx, request, now).await? {
            KeyStatus::New => {}
            known => return Ok(PlaceOrderOutcome::Repeated(known)),
        }
    }
    let outcome = match insert_order(tx, input).await? {
        Ok(order) => {
            let message = |order| EmailMessage::OrderPlaced { order, can_be_paid, held_for };
            notify_customer(&input.mailer, tx, &order, message, now).await?;
            PlaceOrderOutcome::Placed { order: order.id, tool: order.tool_id }
        }
        Err(refusal) => PlaceOrderOutcome::Refused(refusal),
    };
    if let Some((request, kept)) = input.request.as_ref().zip((input.answer)(&outcome)) {
        idempotency::store_response(tx, request, &kept, now).await?;
    }
    Ok(outcome)
}

/// Changes nothing but the order and its stock, and those only together.
async fn insert_order(tx: &Tx<'_>, input: &OrderInput) -> Result<Result<Order, PlaceOrderError>, db::Error> {
    let &OrderInput { ref customer, ref session, ref purchase, max_unpaid, ref limit, now, .. } = input;
    let tool = match find_tool(tx, purchase).await? {
        Ok(tool) => tool,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let total = match check_terms(&tool, purchase) {
        Ok(total) => total,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if !identity::store::lock_user(tx, &customer.id).await? {
        return Ok(Err(PlaceOrderError::SignedOut));
    }
    // Read after the lock: a session that was revoked while we waited places no order.
    let customer_now = store::customer(tx, &customer.id, session, max_unpaid[1]).await?;
    let Some((is_verified, unpaid)) = customer_now else {
        return Ok(Err(PlaceOrderError::SignedOut));
    };
    let max = max_unpaid[usize::from(is_verified)];
    if unpaid >= max {
        let needs_verification = max < max_unpaid[1];
        return Ok(Err(PlaceOrderError::TooManyUnpaid { max, needs_verification }));
    }
    if let Err(limited) = rate_limit::take(tx, std::slice::from_ref(limit), now).await? {
        return Ok(Err(PlaceOrderError::RateLimited(limited)));
    }
    if catalogue::store::take_from_stock(tx, &tool, purchase.quantity, now).await?.is_none() {
        // Another buyer or an edit changed the tool after we read it. Read it again to report the current reason.
        return match find_tool(tx, purchase).await? {
            Err(refusal) => Ok(Err(refusal)),
            Ok(now_sold) => match check_terms(&now_sold, purchase) {
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
        quantity: purchase.quantity,
        total,
        customer_name: customer.display_name.clone(),
        customer_email: customer.email.clone().unwrap_or_default(),
        contact: purchase.contact.clone(),
        state: OrderState::Unpaid,
        created_at: now,
        is_verified,
    };
    store::insert_unpaid(tx, &order).await?;
    Ok(Ok(order))
}

async fn find_tool(
    tx: &Tx<'_>,
    purchase: &PurchaseRequest,
) -> Result<Result<Tool, PlaceOrderError>, db::Error> {
    let found = match &purchase.tool_id {
        Some(id) => catalogue::store::live_by_id(tx, id).await?,
        None => catalogue::store::live_by_name(tx, &purchase.tool_name).await?,
    };
    Ok(match found {
        None => Err(PlaceOrderError::ToolUnavailable),
        Some(tool)
            if catalogue::tool::name_key(&tool.name) != catalogue::tool::name_key(&purchase.tool_name) =>
        {
            Err(PlaceOrderError::ToolMismatch)
        }
        Some(tool) => Ok(tool),
    })
}

/// The order's total, if the request matches the tool's current price and stock.
fn check_terms(tool: &Tool, purchase: &PurchaseRequest) -> Result<Cents, PlaceOrderError> {
    if purchase.quantity < tool.minimum {
        return Err(PlaceOrderError::BelowMinimum { minimum: tool.minimum });
    }
    let Some(total) = tool.price.times(purchase.quantity) else {
        return Err(PlaceOrderError::TotalOutOfRange);
    };
    if purchase.quantity > tool.available {
        return Err(PlaceOrderError::NotEnoughStock { available: tool.available });
    }
    if purchase.price_cents != tool.price.as_i64() {
        return Err(PlaceOrderError::PriceChanged { price: tool.price });
    }
    if purchase.total_cents != total.as_i64() {
        return Err(PlaceOrderError::WrongTotal { price: tool.price, quantity: purchase.quantity, total });
    }
    Ok(total)
}
