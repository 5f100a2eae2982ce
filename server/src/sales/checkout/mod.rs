//! Buying a basket: one transaction takes the stock of all its lines, writes the purchase and empties the basket, or changes
//! nothing. Nothing is charged that the customer has not seen: the request names the quote by its digest.

pub mod http;
mod problem;

use std::{net::IpAddr, sync::Arc};

use crate::{
    accounts::{profiles, session::store::Session},
    base::{
        config::limits::Limits,
        email::{
            Mailer,
            message::{EmailMessage, PaymentTerms},
        },
        idempotency::{self, IdempotentRequest, KeyStatus, StoredResponse},
    },
    catalogue::tools::{
        events::stock_changed,
        store::{SoldTool, take_from_stock},
    },
    db::{self, Tx},
    http::error::ApiError,
    sales::{
        basket::{self, Basket, line::LineProblem, quotes::QuoteJson},
        orders::{
            check_session::check_session,
            notify_customer::notify_of,
            order::{Contact, Order, OrderState, PiecesBack},
            place_order::PlaceOrderError,
            store as orders,
            tracking::Tracking,
        },
        purchases::{self, Purchase, PurchaseLine},
        quote::{Quote, QuoteProblem, QuoteTerms, quote},
    },
    settings::{delivery::Destination, shop_settings::cache::CurrentSettings, webhooks::Webhooks},
    shop::Shop,
    values::{
        address::{Address, QuoteAddress},
        day::day_at,
        ids::Id,
        locale::AmountFormat,
        money::Cents,
        time::Timestamp,
    },
};

pub struct CheckoutRequest {
    /// The basket that the customer saw.
    pub basket_revision: i64,
    /// The quote that the customer saw.
    pub digest: String,
    pub address: Address,
    pub method: Option<String>,
    /// For the next purchase.
    pub saves_address: bool,
}

/// Why nothing was bought. The basket is as it was.
pub enum CheckoutError {
    Customer(PlaceOrderError),
    EmptyBasket,
    BasketChanged,
    Line {
        tool: Id,
        name: String,
        problem: LineProblem,
    },
    /// Another amount or another method than the customer saw, with a sentence for each price that changed.
    QuoteChanged {
        quote: Box<QuoteJson>,
        changes: Vec<String>,
    },
    NotDeliverable(&'static str, String),
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
    session: Session,
    client: IpAddr,
    request: CheckoutRequest,
    key: IdempotentRequest,
    limits: Limits,
    /// Why the customer cannot pay by card: the owner's text about how to pay. `None`: card payment is on.
    how_to_pay: Option<String>,
    mailer: Mailer,
    webhooks: Webhooks,
    amounts: AmountFormat,
    settings: Arc<CurrentSettings>,
    now: Timestamp,
}

/// Buys the basket of the account. The response is stored under the key in the same transaction.
pub async fn check_out(
    shop: &Shop,
    session: Session,
    client: IpAddr,
    request: CheckoutRequest,
    key: IdempotentRequest,
) -> Result<CheckoutOutcome, db::Error> {
    let input = Arc::new(CheckoutInput {
        number: shop.order_numbers.next(&shop.db).await?,
        session,
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
    let attempt = || shop.db.write(Arc::clone(&input), |tx, input| Box::pin(check_out_in_tx(tx, input)));
    let first = idempotency::retry_once(attempt).await;
    let may_be_committed = matches!(first, Err(db::Error::OutcomeUnknown));
    // The second run finds the key if the first was committed.
    let outcome = if may_be_committed { idempotency::retry_once(attempt).await } else { first };
    match &outcome {
        Ok(CheckoutOutcome::Placed { tools, .. }) => {
            for tool in tools {
                shop.catalogue.mark_changed(tool);
            }
        }
        Ok(_) if !may_be_committed => shop.order_numbers.give_back(input.number),
        Err(error) if error.is_retryable() && !may_be_committed => {
            shop.order_numbers.give_back(input.number);
        }
        // A purchase may have the number.
        _ => {}
    }
    outcome
}

/// On PostgreSQL it takes three round trips, as an order does: the basket and the key, the locks of the customer, and the
/// changes with COMMIT. The tools are locked only in the last one, in the order of their ids.
async fn check_out_in_tx(tx: &Tx<'_>, input: &CheckoutInput) -> Result<CheckoutOutcome, db::Error> {
    let user = &input.session.user.id;
    let (key_status, basket) =
        tokio::try_join!(idempotency::lookup(tx, &input.key, input.now), basket::lines_of_user(tx, user))?;
    let KeyStatus::New = key_status else { return Ok(CheckoutOutcome::Repeated(key_status)) };
    let placed = match price_basket(input, basket) {
        Ok(priced) => Box::pin(buy(tx, input, priced)).await?,
        Err(refusal) => Err(refusal),
    };
    let (outcome, answer) = match placed {
        Ok((purchase, tools)) => {
            let answer = http::stored_answer(&purchase);
            (CheckoutOutcome::Placed { purchase: Box::new(purchase), tools }, answer)
        }
        Err(refusal) => {
            let error = problem::checkout_problem(refusal);
            let answer = StoredResponse::from_error(&error);
            (CheckoutOutcome::Refused(Box::new(error)), answer)
        }
    };
    if let Some(answer) = answer {
        idempotency::store_response(tx, &input.key, &answer, input.now).await?;
    }
    Ok(outcome)
}

/// A basket that can be bought as the customer saw it.
struct PricedBasket {
    basket: Basket,
    quote: Quote,
    to: Destination,
}

fn price_basket(input: &CheckoutInput, basket: Option<Basket>) -> Result<PricedBasket, CheckoutError> {
    let CheckoutInput { request, settings, amounts, now, .. } = input;
    let basket = basket.ok_or(CheckoutError::EmptyBasket)?;
    if basket.revision != request.basket_revision {
        return Err(CheckoutError::BasketChanged);
    }
    for line in &basket.lines {
        if let Some(problem) = line.tool.problem(line.quantity) {
            let (tool, name) = (line.tool.id.clone(), line.tool.name.clone());
            return Err(CheckoutError::Line { tool, name, problem });
        }
    }
    let tools: Vec<_> = basket.lines.iter().map(|line| (&line.tool, line.quantity)).collect();
    let lines: Vec<_> = tools.iter().map(|(tool, quantity)| tool.quote_line(*quantity)).collect();
    let to = Destination::new(request.address.province, Some(&request.address.postal_code));
    let terms = QuoteTerms { day: day_at(*now, &settings.time_zone), charges: &settings.charges };
    let quote = quote(&terms, &lines, &to, request.method.as_deref());
    let methods = &settings.charges.methods;
    match &quote.problem {
        None | Some(QuoteProblem::MethodGone) => {}
        Some(problem) => {
            let (code, sentence) = basket::quotes::sentence(problem, &tools, methods, to.province, *amounts);
            return Err(CheckoutError::NotDeliverable(code, sentence));
        }
    }
    if quote.problem.is_some() || quote.digest != request.digest {
        let place =
            QuoteAddress { province: to.province, postal_code: Some(request.address.postal_code.clone()) };
        let json = QuoteJson::new(&quote, &tools, &place, methods, *amounts).of_basket(basket.revision);
        let changed = basket.lines.iter().filter(|line| line.is_price_new());
        let changes = changed.map(|line| {
            let (name, old, new) =
                (&line.tool.name, line.shown.format(*amounts), line.price().format(*amounts));
            format!("The price of {name} was {old}, now it is {new}.")
        });
        return Err(CheckoutError::QuoteChanged { quote: Box::new(json), changes: changes.collect() });
    }
    Ok(PricedBasket { basket, quote, to })
}

/// Changes all or nothing. The function runs again and reports the current reason if another customer or an edit changes a
/// tool or the basket after it was read.
async fn buy(
    tx: &Tx<'_>,
    input: &CheckoutInput,
    PricedBasket { basket, quote, to }: PricedBasket,
) -> Result<Result<(Purchase, Vec<Id>), CheckoutError>, db::Error> {
    let CheckoutInput { request, limits, now, .. } = input;
    let customer = Box::pin(check_session(tx, limits, (&input.session, input.client), *now)).await?;
    if let Err(refusal) = customer {
        return Ok(Err(CheckoutError::Customer(refusal)));
    }
    let can_be_paid = input.how_to_pay.is_none();
    let id = Id::new(*now);
    let plain = Purchase::plain(&id, input.number, Cents::ZERO, *now);
    let Some(purchase) = plain.quoted(&quote, &to) else {
        return Ok(Err(CheckoutError::Customer(PlaceOrderError::TotalOutOfRange { amounts: input.amounts })));
    };
    let purchase = Purchase {
        postal_code: Some(request.address.postal_code.clone()),
        held_until: can_be_paid.then(|| now.plus(limits.checkout_ttl)),
        ..purchase
    };
    let Some(shares) = purchase.lines(&quote) else { return Err(tx.conflict()) };
    basket::store::delete_at_end(tx, &basket.id, basket.revision).await?;
    purchases::store::insert(tx, &purchase).await?;
    let mut orders = Vec::new();
    for (line, share) in basket.lines.iter().zip(shares) {
        let order = new_order(input, &purchase, line, share, can_be_paid).ok_or_else(|| tx.conflict())?;
        let sold = SoldTool { id: &line.tool.id, price: line.tool.price, revision: line.tool.revision };
        take_from_stock(tx, &sold, order.quantity, 0, *now).await?;
        orders::insert_line(tx, &order).await?;
        stock_changed(&input.webhooks, tx, &order.tool_id, *now).await?;
        orders.push(order);
    }
    if request.saves_address {
        save_address(tx, &input.session.user.id, &request.address, *now).await?;
    }
    let payment = PaymentTerms {
        can_be_paid,
        how_to_pay: input.how_to_pay.clone().unwrap_or_default(),
        held_for: can_be_paid.then_some(limits.checkout_ttl),
    };
    let message = |order| EmailMessage::OrderPlaced { order, payment };
    notify_of(&input.mailer, tx, &purchase, &orders, message, *now).await?;
    Ok(Ok((purchase, orders.into_iter().map(|order| order.tool_id).collect())))
}

/// `None`: the amounts are none that an order can have.
fn new_order(
    input: &CheckoutInput,
    purchase: &Purchase,
    line: &basket::line::BasketLine,
    share: PurchaseLine,
    can_be_paid: bool,
) -> Option<Order> {
    let CheckoutInput { request, session, now, .. } = input;
    let price = line.price();
    let is_first = share.number == 1;
    Some(Order {
        id: if is_first { purchase.id.clone() } else { Id::new(*now) },
        number: purchase.number,
        user_id: session.user.id.clone(),
        tool_id: line.tool.id.clone(),
        tool_name: line.tool.name.clone(),
        price,
        quantity: line.quantity,
        total: Cents::new(price.as_i64().checked_mul(line.quantity)?)?,
        line: share,
        customer_name: session.user.display_name.clone(),
        customer_email: session.user.email.clone().unwrap_or_default(),
        contact: contact(&request.address, &session.user.display_name),
        state: OrderState::Unpaid,
        tracking: Tracking::default(),
        disputed_at: None,
        part_refunded: Cents::ZERO,
        pieces: PiecesBack::default(),
        created_at: *now,
        held_until: None,
        is_entered: false,
        is_kept: !can_be_paid,
    })
}

/// As the form of the specified purchase stores them (docs/decisions/0005). The label of a parcel has the customer's name, so
/// another recipient stands in the address.
fn contact(address: &Address, customer: &str) -> Contact {
    let recipient = Some(&address.name).filter(|name| !name.trim().eq_ignore_ascii_case(customer.trim()));
    let parts = [recipient, address.company.as_ref()].into_iter().flatten().cloned();
    let line: Vec<String> = parts.chain([address.one_line()]).collect();
    Contact {
        phone: line.join(", "),
        address: address.phone.as_ref().map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
    }
}

async fn save_address(tx: &Tx<'_>, user: &Id, address: &Address, now: Timestamp) -> Result<(), db::Error> {
    let parts = serde_json::to_string(address).map_err(|_| tx.conflict())?;
    let phone = address.phone.as_ref().map_or("", |phone| phone.as_str());
    profiles::store::save_delivery_address(tx, user, &parts, &address.one_line(), phone, now).await
}
