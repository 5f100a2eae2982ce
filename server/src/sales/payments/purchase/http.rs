//! The calls about a purchase: to see, pay, extend, ship and delete it.

use serde_json::Value;

use super::{
    extend::{ExtendOutcome, extend},
    purchase_json::PurchaseJson,
};
use crate::sales::payments::{
    cancel_order,
    change_body::{OrderChange, ShipOrderBody},
    confirm,
    create_intent::{CreateIntentOutcome, PaymentTarget},
    ended_purchase,
    http::client_secret,
    orders_http::{confirmed, deleted, deletes, require_confirmed, ship_order},
    refund::plan::RefundablePurchase,
    saved_cards::card_use::CardChoice,
    start_payment::start_payment,
};
use crate::{
    accounts::{
        extractors::{AnyAccountByToken, AnyAccountReadingOrders, StaffWritingOrders},
        permissions::{Caller, Permission},
    },
    db::{self, Tx},
    http::prelude::*,
    sales::{
        guests::http::{GUEST_COOKIE, GuestJson, GuestOr},
        orders::{
            self, bought_tools,
            order::{Order, OrderState},
            ship_order::ShipTarget,
        },
        purchases::{self, Purchase},
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_purchase, delete_purchase))
        .routes(routes!(pay_purchase))
        .routes(routes!(confirm_purchase))
        .routes(routes!(extend_purchase))
        .routes(routes!(ship_purchase))
}

/// The purchase and its orders, by line. It has at least one.
async fn find(tx: &Tx<'_>, id: &Id) -> Result<Option<(Purchase, Vec<Order>)>, db::Error> {
    let (purchase, orders) =
        tokio::try_join!(purchases::store::by_id(tx, id), orders::store::of_purchase(tx, id))?;
    Ok(purchase.filter(|_| !orders.is_empty()).map(|purchase| (purchase, orders)))
}

/// Finds a purchase that the caller may see. For all other callers it does not exist.
async fn find_visible(
    shop: &Shop,
    id: &Id,
    may_see: impl Fn(&Order) -> bool,
) -> Result<(Purchase, Vec<Order>), ApiError> {
    let found = shop.db.read(id.clone(), |tx, id| Box::pin(find(tx, id))).await?;
    found
        .filter(|(_, orders)| orders.first().is_some_and(may_see))
        .ok_or_else(|| ApiError::not_found(Missing::Purchase))
}

/// What was paid at once: its orders, delivery and taxes. For its customer, the browser that bought it without a login,
/// and the people of the shop.
#[utoipa::path(get, path = "/purchases/{id}", tag = "orders", params(("id" = String, Path)),
    security((), ("bearer" = []), ("keyOrdersRead" = [])),
    responses((status = 200, body = PurchaseJson), (status = 403, description = "`api_key_not_allowed`"),
        (status = 410, description = "`purchase_ended`: it was deleted unpaid; `expired` tells whether it was not paid in time, and `lines` what it had")))]
async fn get_purchase(
    State(shop): State<Arc<Shop>>,
    caller: GuestOr<AnyAccountReadingOrders>,
    headers: HeaderMap,
    PurchasePathId(id): PurchasePathId,
) -> Result<Response, ApiError> {
    match read_purchase(&shop, &caller, &id).await {
        Err(error) if matches!(error.status, StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED) => {
            let user = match caller {
                GuestOr::Other(AnyAccountReadingOrders(caller)) => Some(caller.user.id),
                GuestOr::Guest(_) => None,
            };
            // Also of a guest who has logged in meanwhile.
            let browser = GUEST_COOKIE.of(&headers, shop.public_url()).map(|secret| secret.hash());
            Err(ended_purchase::http::problem(&shop, id, user, browser).await?.unwrap_or(error))
        }
        other => other,
    }
}

async fn read_purchase(
    shop: &Shop,
    caller: &GuestOr<AnyAccountReadingOrders>,
    id: &Id,
) -> Result<Response, ApiError> {
    if let GuestOr::Guest(browser) = caller {
        browser.customer_of(shop, id).await?;
    }
    let load = shop.db.read(id.clone(), |tx, id| {
        Box::pin(async move {
            let found = RefundablePurchase::load(tx, id).await?;
            Ok::<_, db::Error>((found, bought_tools::store::pictures(tx, id).await?))
        })
    });
    let (found, pictures) = load.await?;
    let found = found.filter(|found| match caller {
        GuestOr::Other(AnyAccountReadingOrders(caller)) => {
            found.orders.iter().any(|order| order.is_visible_to(caller))
        }
        GuestOr::Guest(_) => true,
    });
    let found = found.ok_or_else(|| ApiError::not_found(Missing::Purchase))?;
    let purchase = match caller {
        GuestOr::Guest(_) => PurchaseJson::for_guest(found, &shop.config),
        GuestOr::Other(AnyAccountReadingOrders(caller)) if caller.may(Permission::ReadOrders) => {
            PurchaseJson::new(found, &shop.config)
        }
        GuestOr::Other(_) => PurchaseJson::for_customer(found, &shop.config),
    };
    let purchase = purchase.with_pictures(pictures, shop.public_url());
    Ok(match caller {
        GuestOr::Guest(_) => GuestJson(purchase).into_response(),
        GuestOr::Other(_) => ApiJson(purchase).into_response(),
    })
}

/// Tells whether an order of the purchase is the caller's. The browser of a guest proves that for all of them: a payment
/// that arrives meanwhile gives them to another account.
async fn customer_check(
    shop: &Shop,
    caller: GuestOr<AnyAccountByToken>,
    id: &Id,
) -> Result<impl Fn(&Order) -> bool + Send + 'static, ApiError> {
    let user = match caller {
        GuestOr::Other(AnyAccountByToken(session)) => Some(session.user.id),
        GuestOr::Guest(browser) => browser.customer_of(shop, id).await.map(|_| None)?,
    };
    Ok(move |order: &Order| user.as_ref().is_none_or(|user| order.belongs_to(user)))
}

/// Delete an unpaid purchase with all its orders and give their stock back. For its customer and for administrators.
#[utoipa::path(delete, path = "/purchases/{id}", tag = "orders", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = Deleted),
        (status = 409, description = "`already_paid`, `refunded`, `payment_under_way`, `email_not_verified`"),
        (status = 503, description = "`provider_unavailable`: nothing changed")))]
async fn delete_purchase(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    PurchasePathId(id): PurchasePathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let caller = Caller::new(session.user);
    let may_see = |order: &Order| order.is_of(&caller) || caller.may(Permission::RunShop);
    let (_, orders) = find_visible(&shop, &id, may_see).await?;
    require_confirmed(&shop, orders.iter(), &caller)?;
    let first = orders.into_iter().next().map(|order| order.id);
    let first = first.ok_or_else(|| ApiError::not_found(Missing::Purchase))?;
    let outcome = run_to_completion(async move {
        Ok(cancel_order::cancel_purchase_of(&shop, &first, |order| deletes(order, &caller)).await?)
    });
    deleted(outcome.await?)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PurchaseSecret {
    /// The card provider's browser script needs it.
    client_secret: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayPurchaseBody {
    /// Dollars that the customer sees. No other amount is charged.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0)]
    total: Field<Cents>,
    /// The customer agrees that the card provider saves the next card of this payment for the account.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    save_card: Field<bool>,
    /// The card provider's id of a saved card of the account, which pays.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 255, pattern = "^[!-~]*$")]
    saved_card: Field<Text<255>>,
}

impl PayPurchaseBody {
    fn check(self) -> Result<(Option<Cents>, CardChoice), ApiError> {
        let mut check = Validator::new();
        let shown = check.optional("total", self.total);
        let saves_card = check.optional("saveCard", self.save_card).unwrap_or(false);
        let saved_card = check.optional("savedCard", self.saved_card);
        check.finish(())?;
        let card = match saved_card {
            Some(_) if saves_card => {
                let why = InvalidValue::new(
                    "already_saved",
                    localized!(
                        "Send either saveCard or savedCard.",
                        "Envoyez soit saveCard, soit savedCard."
                    ),
                );
                return Err(ApiError::invalid_field("savedCard", why));
            }
            Some(card) => CardChoice::SavedCard(card.into_string()),
            None if saves_card => CardChoice::SaveNewCard,
            None => CardChoice::NewCard,
        };
        Ok((shown, card))
    }
}

/// Start to pay a purchase, or continue: repeated calls return the same secret. For its customer.
#[utoipa::path(post, path = "/purchases/{id}/payment", tag = "payment", params(("id" = String, Path)),
    request_body = Option<PayPurchaseBody>, security((), ("bearer" = [])),
    responses((status = 200, body = PurchaseSecret),
        (status = 409, description = "`already_paid`, `refunded`, `total_changed` (with the new `total`), `card_not_saved` (the card is not saved for this account), `payments_disabled`, `payment_refused`"),
        (status = 429, description = "`too_many_intents`, `too_many_requests` (about saved cards)"),
        (status = 503, description = "`provider_unavailable`")))]
async fn pay_purchase(
    State(shop): State<Arc<Shop>>,
    caller: GuestOr<AnyAccountByToken>,
    ClientIp(client): ClientIp,
    PathSegment(id): PathSegment,
    OptionalJsonBody(body): OptionalJsonBody<PayPurchaseBody>,
) -> Result<ApiJson<PurchaseSecret>, ApiError> {
    let (shown, card) = body.map_or(Ok((None, CardChoice::NewCard)), PayPurchaseBody::check)?;
    let id = PurchasePathId::parse(&id)?;
    let start = |user: Id| {
        let shop = Arc::clone(&shop);
        let (target, card) = (PaymentTarget::Purchase(id.clone(), shown), card.clone());
        run_to_completion(async move { Ok(start_payment(&shop, (&user, client), target, &card).await?) })
    };
    let started = match caller {
        GuestOr::Other(AnyAccountByToken(session)) => start(session.user.id).await?,
        GuestOr::Guest(_) if card != CardChoice::NewCard => return Err(ApiError::unauthenticated()),
        GuestOr::Guest(browser) => {
            shop.limiters.guests.admit(client)?;
            match start(browser.customer_of(&shop, &id).await?).await? {
                // A payment that arrived meanwhile gives the purchase to another account.
                CreateIntentOutcome::UnknownOrder => start(browser.customer_of(&shop, &id).await?).await?,
                started => started,
            }
        }
    };
    client_secret(started).map(|client_secret| ApiJson(PurchaseSecret { client_secret }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConfirmPurchaseBody {
    /// The card provider's id of the payment.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 255, pattern = "^[!-~]*$")]
    transaction_id: Field<Text<255>>,
}

/// Report the payment of a purchase. The shop asks the card provider whether it was paid. For its customer.
#[utoipa::path(post, path = "/purchases/{id}/confirm", tag = "payment", params(("id" = String, Path)),
    request_body = ConfirmPurchaseBody, security((), ("bearer" = [])),
    responses((status = 200, body = WriteResult),
        (status = 409, description = "`payment_mismatch`, `payment_not_succeeded`, `payment_returned`, `already_paid`, `refunded`"),
        (status = 429, description = "`too_many_requests`: it was reported too often"),
        (status = 503, description = "`provider_unavailable`: the payment is settled later")))]
async fn confirm_purchase(
    State(shop): State<Arc<Shop>>,
    caller: GuestOr<AnyAccountByToken>,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<ConfirmPurchaseBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let mut check = Validator::new();
    let transaction_id = check.required("transactionId", body.transaction_id);
    let transaction_id = check.finish(transaction_id)?.into_string();
    let id = PurchasePathId::parse(&id)?;
    let is_customer = customer_check(&shop, caller, &id).await?;
    let (_, orders) = find_visible(&shop, &id, &is_customer).await?;
    let first = orders.into_iter().next().map(|order| order.id);
    let first = first.ok_or_else(|| ApiError::not_found(Missing::Purchase))?;
    let outcome =
        run_to_completion(
            async move { Ok(confirm::confirm(&shop, is_customer, &first, &transaction_id).await?) },
        );
    confirmed(outcome.await?)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExtendedHold {
    held_until: Timestamp,
}

/// Hold the stock of an unpaid purchase for the same time again, once. For its customer.
#[utoipa::path(post, path = "/purchases/{id}/extend", tag = "orders", params(("id" = String, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, body = ExtendedHold),
        (status = 409, description = "`cannot_extend`: it was extended before, its time is over, it is paid, or new customers hold most of a tool and no card was entered for it"),
        (status = 503, description = "`provider_unavailable`")))]
async fn extend_purchase(
    State(shop): State<Arc<Shop>>,
    caller: GuestOr<AnyAccountByToken>,
    PurchasePathId(id): PurchasePathId,
) -> Result<ApiJson<ExtendedHold>, ApiError> {
    let is_customer = customer_check(&shop, caller, &id).await?;
    let (purchase, _) = find_visible(&shop, &id, is_customer).await?;
    let detail = match extend(&shop, &purchase).await? {
        ExtendOutcome::HeldUntil(held_until) => return Ok(ApiJson(ExtendedHold { held_until })),
        ExtendOutcome::Refused => {
            localized!(
                "The time can be extended once, before it is over. Please pay now, or order again.",
                "Le délai peut être prolongé une fois, avant sa fin. Veuillez payer maintenant, ou commander \
                 de nouveau."
            )
        }
        ExtendOutcome::PaymentNotBegun => {
            localized!(
                "Other customers want these pieces, so the time cannot be extended. Please pay now, or order \
                 again.",
                "D’autres clients veulent ces pièces, donc le délai ne peut pas être prolongé. Veuillez payer \
                 maintenant, ou commander de nouveau."
            )
        }
    };
    Err(ApiError::conflict("cannot_extend", detail))
}

/// Ship all paid orders of a purchase in one parcel. For staff. All are shipped, or none.
#[utoipa::path(post, path = "/purchases/{id}/ship", tag = "orders", params(("id" = String, Path)),
    request_body = ShipOrderBody, security(("bearer" = []), ("keyOrdersWrite" = [])),
    responses((status = 200, body = WriteResult),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`not_shippable`, `refunded_at_provider`, `payment_disputed`, `payment_not_succeeded`"),
        (status = 503, description = "`provider_unavailable`: nothing is shipped")))]
async fn ship_purchase(
    State(shop): State<Arc<Shop>>,
    StaffWritingOrders(caller): StaffWritingOrders,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<Value>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let OrderChange::Ship(checked) = OrderChange::from_body(body) else {
        let detail = localized!(
            "Send {{status: \"Approved and shipped\"}} with or without {{carrier, trackingNumber, trackingUrl, \
             despiteDispute}}.",
            "Envoyez {{status: \"Approved and shipped\"}} avec ou sans {{carrier, trackingNumber, trackingUrl, \
             despiteDispute}}."
        );
        return Err(ApiError::invalid_field("status", InvalidValue::new("invalid_transition", detail)));
    };
    let (tracking, despite_dispute) = checked?;
    let id = PurchasePathId::parse(&id)?;
    let (_, orders) = find_visible(&shop, &id, |order| order.is_visible_to(&caller)).await?;
    if !orders.iter().any(|order| matches!(order.state, OrderState::Paid(_))) {
        return Err(ApiError::conflict(
            "not_shippable",
            localized!(
                "Nothing of this purchase can be shipped. It is not paid, or it is already shipped.",
                "Rien de cet achat ne peut être expédié. Il est impayé, ou déjà expédié."
            ),
        ));
    }
    ship_order(&shop, caller.actor(), ShipTarget::Purchase(id), tracking, despite_dispute).await
}
