//! Buying a basket: one transaction takes the stock of all its lines, writes the purchase and empties the basket, or
//! changes nothing. Nothing is charged that the customer has not seen: the request names the quote by its digest.

mod buyer;
pub mod enter_purchase;
pub mod http;
mod new_customer;
mod new_purchase;
mod priced_basket;
mod problem;

use std::{net::IpAddr, sync::Arc, time::Duration};

pub use self::buyer::CheckoutBuyer;
use self::{
    new_purchase::{NewPurchase, contact},
    priced_basket::{PricedBasket, price_basket, tools_of},
};
use crate::{
    accounts::{self, profiles},
    base::{
        config::limits::Limits,
        email::{Mailer, message::EmailMessage, order_summary::PaymentTerms},
        idempotency::{self, IdempotentRequest, KeyStatus, StoredResponse},
        rate_limit::{self, LimitedAction, RateLimit},
    },
    db::{self, Committed, Tx},
    http::{client_ip::truncate, error::ApiError},
    sales::{
        basket::{self, BasketHolder, line::LineProblem, quotes::QuoteJson},
        orders::{notify_customer::notify_of, order::Order, place_order::PlaceOrderError},
        purchases::Purchase,
    },
    settings::{shop_settings::cache::CurrentSettings, webhooks::Webhooks},
    shop::Shop,
    values::{
        address::Address,
        ids::Id,
        language::{Language, Localized},
        locale::AmountFormat,
        money::Cents,
        time::Timestamp,
    },
};

pub struct CheckoutRequest {
    /// The basket that the customer saw. `None` if only the digest says what it held.
    pub basket_revision: Option<i64>,
    /// The quote that the customer saw.
    pub digest: String,
    pub address: Address,
    pub method: Option<String>,
    /// Whether the address is saved for the next purchase.
    pub saves_address: bool,
    /// The customer pays where the goods are fetched.
    pub pays_at_pick_up: bool,
    /// The language of the request, which the e-mails of the purchase have.
    pub language: Language,
}

/// How long the goods wait for a customer who pays at the shop.
const PICK_UP_TTL: Duration = Duration::from_hours(3 * 24);

/// Why nothing was bought. The basket is as it was. The transaction commits all the same, because the idempotency key
/// keeps the refusal.
pub enum CheckoutError {
    Customer(PlaceOrderError),
    EmptyBasket,
    /// Several tools, and none of them is left.
    NothingToBuy,
    BasketChanged,
    Line {
        tool: Id,
        name: String,
        problem: LineProblem,
    },
    /// Another amount or another method than the customer saw, with a sentence for each price that changed.
    QuoteChanged {
        quote: Box<QuoteJson>,
        changes: Vec<Localized>,
    },
    NotDeliverable(&'static str, Localized),
    /// The goods are delivered, and the address is not known.
    AddressMissing,
    /// It cannot be paid at the shop.
    NotPaidAtPickUp,
    /// A customer who never paid has one that waits to be paid at the shop.
    PickUpWaits,
    /// A customer who never paid has to confirm the address before goods wait for days.
    EmailNotVerified,
    /// A customer who never paid takes most pieces that are left of more tools than this.
    TakesTooMuch {
        most: i64,
    },
    /// A guest may not buy for more than this.
    LoginRequired {
        most: Cents,
        amounts: AmountFormat,
    },
    Db(db::Error),
}

impl From<db::Error> for CheckoutError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

impl From<PlaceOrderError> for CheckoutError {
    fn from(error: PlaceOrderError) -> Self {
        match error {
            PlaceOrderError::Db(error) => Self::Db(error),
            refusal => Self::Customer(refusal),
        }
    }
}

pub enum CheckoutOutcome {
    Placed {
        purchase: Box<Purchase>,
        tools: Vec<Id>,
    },
    Refused(Box<ApiError>),
    /// The stored response to the same request, or why none is stored yet.
    Repeated(KeyStatus),
}

struct CheckoutInput {
    number: i64,
    buyer: CheckoutBuyer,
    client: IpAddr,
    basket: BasketHolder,
    request: CheckoutRequest,
    key: IdempotentRequest,
    limits: Limits,
    /// Why the customer cannot pay by card: the owner's text about how to pay. `None` while card payment is on.
    how_to_pay: Option<Localized>,
    mailer: Mailer,
    webhooks: Webhooks,
    amounts: AmountFormat,
    settings: Arc<CurrentSettings>,
    now: Timestamp,
}

/// Buys the basket of the account or the browser. The response is stored under the key in the same transaction.
pub async fn check_out(
    shop: &Shop,
    buyer: CheckoutBuyer,
    client: IpAddr,
    request: CheckoutRequest,
    key: IdempotentRequest,
) -> Result<CheckoutOutcome, db::Error> {
    let input = Arc::new(CheckoutInput {
        number: shop.order_numbers.next(&shop.db).await?,
        basket: buyer.basket(),
        buyer,
        client,
        request,
        key,
        limits: shop.config.limits.clone(),
        how_to_pay: shop.how_to_pay(),
        mailer: shop.mailer.clone(),
        webhooks: shop.webhooks.clone(),
        amounts: shop.amounts(),
        settings: shop.settings.current(),
        now: shop.clock.now(),
    });
    place_purchase(shop, input.number, || {
        shop.db.write(Arc::clone(&input), |tx, input| Box::pin(check_out_in_tx(tx, input)))
    })
    .await
}

/// Places a purchase by this transaction, which looks up its idempotency key.
async fn place_purchase<F>(
    shop: &Shop,
    number: i64,
    attempt: impl Fn() -> F,
) -> Result<CheckoutOutcome, db::Error>
where
    F: Future<Output = Result<CheckoutOutcome, db::Error>>,
{
    let is_placed = |outcome: &_| matches!(outcome, CheckoutOutcome::Placed { .. });
    let has_key = true;
    let outcome = shop.order_numbers.place(number, has_key, is_placed, attempt).await?;
    if let CheckoutOutcome::Placed { tools, .. } = &outcome {
        for tool in tools {
            shop.catalogue.mark_changed(tool);
        }
    }
    Ok(outcome)
}

/// On PostgreSQL it takes three round trips, as an order does: the basket and the key, the locks of the customer, and
/// the changes with COMMIT. The tools are locked only in the last one, in the order of their ids.
async fn check_out_in_tx(tx: &Tx<'_>, input: &CheckoutInput) -> Result<CheckoutOutcome, db::Error> {
    let CheckoutInput { key, now, .. } = input;
    let basket = input.basket.basket(tx);
    let (key_status, basket) = tokio::try_join!(idempotency::lookup_uncounted(tx, key, *now), basket)?;
    let KeyStatus::New = key_status else { return Ok(CheckoutOutcome::Repeated(key_status)) };
    let ended_code =
        basket.as_ref().filter(|basket| basket.code.is_some() && basket.discount(*now).is_none());
    let ended_code_of = ended_code.filter(|_| input.buyer.is_guest()).map(|basket| basket.id.clone());
    let (key_status, placed) = match price_basket(input, basket) {
        Ok(priced) => {
            let lines = priced.basket.lines.len();
            let check = Box::pin(input.buyer.check(tx, &input.limits, input.client, lines, *now));
            let (key_status, customer) = tokio::join!(idempotency::count_new(tx, key, *now), check);
            let priced = match customer.map_err(CheckoutError::from) {
                Err(CheckoutError::Db(error)) => return Err(error),
                checked => checked.map(|customer| (priced, customer)),
            };
            (key_status?, priced)
        }
        Err(refusal) => (idempotency::count_new(tx, key, *now).await?, Err(refusal)),
    };
    let KeyStatus::New = key_status else { return Ok(CheckoutOutcome::Repeated(key_status)) };
    let mut placed = match placed {
        Ok((priced, customer)) => Box::pin(buy(tx, input, priced, customer)).await,
        Err(refusal) => Err(refusal),
    };
    // The basket of a visitor does not know whose code it is, so it would show the discount again.
    if let (Some(basket), Err(CheckoutError::QuoteChanged { .. })) = (&ended_code_of, &placed) {
        basket::store::set_code(tx, basket, None).await?;
        // The refusal tells whether the typed address has used the code.
        let limit = LimitedAction::TryDiscountCode.by(&truncate(input.client).to_string());
        if let Committed::Refused(limited) = rate_limit::take(tx, &[limit], *now).await? {
            placed = Err(CheckoutError::Customer(limited.into()));
        }
    }
    store_outcome(tx, placed, &input.key, http::stored_answer, input.now).await
}

/// Stores the answer under the key.
async fn store_outcome(
    tx: &Tx<'_>,
    placed: Result<(Purchase, Vec<Order>), CheckoutError>,
    key: &IdempotentRequest,
    answer_to: fn(&Purchase) -> Option<StoredResponse>,
    now: Timestamp,
) -> Result<CheckoutOutcome, db::Error> {
    let (outcome, answer) = match placed {
        Ok((purchase, orders)) => {
            let answer = answer_to(&purchase);
            let tools = orders.into_iter().map(|order| order.tool_id).collect();
            (CheckoutOutcome::Placed { purchase: Box::new(purchase), tools }, answer)
        }
        Err(CheckoutError::Db(error)) => return Err(error),
        Err(refusal) => {
            let error = problem::checkout_problem(refusal);
            let answer = StoredResponse::from_error(&error);
            (CheckoutOutcome::Refused(Box::new(error)), answer)
        }
    };
    if let Some(answer) = answer {
        idempotency::store_response(tx, key, &answer, now).await?;
    }
    Ok(outcome)
}

/// Changes all or nothing. The function runs again and reports the current reason if another customer or an edit
/// changes a tool or the basket after it was read.
async fn buy(
    tx: &Tx<'_>,
    input: &CheckoutInput,
    PricedBasket { basket, quote, to }: PricedBasket,
    (is_new_customer, counted): (bool, Vec<RateLimit>),
) -> Result<(Purchase, Vec<Order>), CheckoutError> {
    let CheckoutInput { request, buyer, now, .. } = input;
    let user = buyer.user();
    let can_be_paid = input.how_to_pay.is_none();
    let tools = tools_of(&basket);
    // While card payment is off, only a purchase that is paid at pick-up ends.
    let is_limited = is_new_customer && (can_be_paid || request.pays_at_pick_up);
    let new_customer = new_customer::hold_of(tx, input, &basket, is_limited).await?;
    let counted: Vec<_> =
        counted.into_iter().chain(new_customer.iter().flat_map(|hold| hold.counted.clone())).collect();
    rate_limit::take_all_at_end(tx, &counted, *now).await?;
    let new_customer_ttl = new_customer.as_ref().and_then(|hold| hold.ttl);
    let ttl = input.settings.preferences.checkout_ttl();
    let held_for = if request.pays_at_pick_up {
        Some(PICK_UP_TTL)
    } else {
        can_be_paid.then(|| new_customer_ttl.map_or(ttl, |shorter| shorter.min(ttl)))
    };
    basket::store::delete_at_end(tx, &basket.id, basket.revision).await?;
    let new = NewPurchase {
        number: input.number,
        quote: &quote,
        to: &to,
        tools: &tools,
        code: basket.code.as_ref().map(|code| (&code.code, input.basket.customer_key())),
        customer: user,
        contact: contact(&request.address, &user.display_name),
        held_until: held_for.map(|ttl| now.plus(ttl)),
        pays_at_pick_up: request.pays_at_pick_up,
        is_entered: false,
        new_customer,
        can_be_paid,
        language: request.language,
        now: *now,
    };
    if let CheckoutBuyer::Guest(guest) = buyer {
        accounts::store::insert_user(tx, &guest.user, None, *now).await?;
    }
    let (purchase, orders) = new.write(tx, &input.webhooks).await?;
    if let CheckoutBuyer::Guest(guest) = buyer {
        guest.store(tx, &purchase.id, *now).await?;
    } else if request.saves_address {
        save_address(tx, &user.id, &request.address, *now).await?;
    }
    let payment = PaymentTerms {
        can_be_paid,
        at_pick_up: request.pays_at_pick_up,
        how_to_pay: input
            .how_to_pay
            .as_ref()
            .map_or_else(String::new, |text| text.in_language(request.language).to_owned()),
        held_for,
    };
    let message = |order| EmailMessage::OrderPlaced { order, payment };
    notify_of(&input.mailer, tx, &purchase, &orders, message, *now).await?;
    Ok((purchase, orders))
}

async fn save_address(tx: &Tx<'_>, user: &Id, address: &Address, now: Timestamp) -> Result<(), db::Error> {
    let parts = serde_json::to_string(address).map_err(|_| tx.conflict())?;
    let phone = address.phone.as_ref().map_or("", |phone| phone.as_str());
    profiles::store::save_delivery_address(tx, user, &parts, &address.one_line(), phone, now).await
}
