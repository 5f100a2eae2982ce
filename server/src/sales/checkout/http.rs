//! GET and POST /checkout.

use std::net::IpAddr;

use super::{CheckoutBuyer, CheckoutOutcome, CheckoutRequest, check_out};
use crate::{
    accounts::{
        extractors::AnyAccountByToken,
        http::{required, wrong_email},
        profiles,
    },
    base::idempotency::{self, IdempotencyKey, IdempotentRequest, StoredResponse},
    http::{address_body::AddressBody, prelude::*},
    sales::{
        basket::BASKET_COOKIE,
        guests::{
            CheckoutBrowser, Guest,
            http::{GUEST_COOKIE, GuestBrowser, secret_without_token},
        },
        payments::{
            create_intent::PaymentTarget, http::client_secret, saved_cards::card_use::CardChoice,
            start_payment::start_payment,
        },
        purchases::Purchase,
    },
    shop::Shop,
    values::{metrics, money::Cents},
};
use axum::{extract::FromRequestParts, http::request::Parts};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_saved_address, buy_basket))
        .merge(super::enter_purchase::http::routes())
}

const ROUTE: &str = "POST /checkout";

/// A whole number.
struct BasketRevision(i64);

impl FromJson for BasketRevision {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        let why = localized!(
            "Send the revision of the basket, a whole number.",
            "Envoyez la révision du panier, un nombre entier."
        );
        value.as_i64().map(Self).ok_or_else(|| InvalidValue::new("not_a_number", why))
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckoutBody {
    /// The revision of the basket that the customer saw. If absent, the digest alone says what it held.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    basket_revision: Field<BasketRevision>,
    /// The digest of the quote that the customer saw.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 64)]
    digest: Field<Text<64>>,
    #[serde(default)]
    #[schema(required)]
    address: AddressBody,
    /// The id of a delivery method. If absent, the first that fits.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    method: Field<Text<40>>,
    /// Keep the address for the next purchase.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    save_address: Field<bool>,
    /// Pay where the goods are fetched, if the quote's method has `payAtPickUp`. The goods wait for three days.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    pay_at_pick_up: Field<bool>,
    /// Required without a login: where the shop sends the link to the order, once it is paid.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Email)]
    email: Field<Email>,
}

impl CheckoutBody {
    /// Checks the body. The e-mail address is required if `is_guest`.
    fn check(self, is_guest: bool, language: Language) -> Result<(CheckoutRequest, Option<Email>), ApiError> {
        let mut check = Validator::new();
        let basket_revision = check.optional("basketRevision", self.basket_revision);
        let digest = check.required("digest", self.digest);
        let method = check.optional("method", self.method).map(Text::into_string);
        let saves_address = check.optional("saveAddress", self.save_address).unwrap_or(false);
        let pays_at_pick_up = check.optional("payAtPickUp", self.pay_at_pick_up).unwrap_or(false);
        let email = if is_guest {
            required(
                &mut check,
                "email",
                localized!("Email is required", "L’adresse courriel est obligatoire"),
                self.email,
            )
        } else {
            None
        };
        let digest = check.finish(digest)?;
        let address = self.address.check()?;
        let request = CheckoutRequest {
            basket_revision: basket_revision.map(|revision| revision.0),
            digest: digest.into_string(),
            address,
            method,
            saves_address,
            pays_at_pick_up,
            language,
        };
        Ok((request, email))
    }
}

/// A purchase that waits for its payment.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlacedPurchase {
    purchase_id: String,
    /// What people call it, as 1042 of #1042.
    number: i64,
    /// Dollars.
    #[schema(value_type = f64)]
    total: Cents,
    /// Until when its stock is held. Absent while card payment is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    held_until: Option<Timestamp>,
    /// The card provider's browser script needs it. Absent if the provider does not answer: the page of the purchase
    /// gets it later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    client_secret: Option<String>,
    /// It is paid where the goods are fetched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pay_at_pick_up: bool,
}

/// The answer that is stored, without the client secret. The purchase's payment has that.
pub fn stored_answer(purchase: &Purchase) -> Option<StoredResponse> {
    serde_json::to_string(&PlacedPurchase::new(purchase)).ok().map(StoredResponse::success)
}

impl PlacedPurchase {
    fn new(purchase: &Purchase) -> Self {
        Self {
            purchase_id: purchase.id.to_string(),
            number: purchase.number,
            total: purchase.total,
            held_until: purchase.held_until,
            client_secret: None,
            pay_at_pick_up: purchase.pays_at_pick_up,
        }
    }

    /// Starts its payment. The purchase stands whatever the card provider answers.
    async fn with_secret(self, shop: &Shop, customer: &Customer, client: IpAddr) -> Self {
        let Some(id) = Id::parse(&self.purchase_id) else { return self };
        if shop.payments.is_none() || self.pay_at_pick_up {
            return self;
        }
        let secret = customer.start_payment(shop, id, client).await;
        if let Err(error) = &secret {
            tracing::warn!(code = error.code, purchase = self.purchase_id, "a checkout has no payment yet");
        }
        Self { client_secret: secret.ok(), ..self }
    }
}

/// Who checks out. Without a token, a browser with a basket's cookie is a guest.
enum CheckoutCaller {
    Account(AnyAccountByToken),
    Guest {
        basket: Secret,
        /// The hash of the secret that proves its earlier purchases.
        before: Option<String>,
    },
}

impl FromRequestParts<Arc<Shop>> for CheckoutCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        match secret_without_token(parts, shop, &BASKET_COOKIE)? {
            Some(basket) => {
                let before = GUEST_COOKIE.of(&parts.headers, shop.public_url());
                Ok(Self::Guest { basket, before: before.map(|secret| secret.hash()) })
            }
            None => AnyAccountByToken::from_request_parts(parts, shop).await.map(Self::Account),
        }
    }
}

/// The customer who has the purchase, also when the request is repeated.
enum Customer {
    Account(Id),
    Guest(CheckoutBrowser),
}

impl Customer {
    async fn start_payment(&self, shop: &Shop, purchase: Id, client: IpAddr) -> Result<String, ApiError> {
        let user = match self {
            Self::Account(user) => user.clone(),
            Self::Guest(browser) => {
                let new = GuestBrowser { hash: browser.new_secret(&purchase).hash() };
                // A repeat may come after a later checkout, whose secret proves this purchase too.
                match (new.customer_of(shop, &purchase).await, browser.before.clone()) {
                    (Err(_), Some(hash)) => GuestBrowser { hash }.customer_of(shop, &purchase).await?,
                    (customer, _) => customer?,
                }
            }
        };
        let target = PaymentTarget::Purchase(purchase, None);
        // A page with another choice asks for the secret with it.
        client_secret(start_payment(shop, (&user, client), target, &CardChoice::NewCard).await?)
    }

    /// The secret of a guest's browser whose first answer may have been lost.
    async fn renew(&self, shop: &Shop, purchase: &str) -> Result<Option<Secret>, ApiError> {
        let (Self::Guest(browser), Some(purchase)) = (self, Id::parse(purchase)) else { return Ok(None) };
        let input = (browser.clone(), purchase);
        let renewed = shop.db.write(input, |tx, (browser, purchase)| Box::pin(browser.renew(tx, purchase)));
        Ok(renewed.await?)
    }
}

/// What the checkout knows of its customer.
#[derive(Serialize, ToSchema)]
struct KnownCustomer {
    /// The address of the last purchase whose customer saved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AddressBody)]
    address: Option<Box<serde_json::value::RawValue>>,
}

/// The address that the caller saved.
#[utoipa::path(get, path = "/checkout", tag = "basket", security(("bearer" = [])),
    responses((status = 200, body = KnownCustomer)))]
async fn get_saved_address(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
) -> Result<ApiJson<KnownCustomer>, ApiError> {
    let user = session.user.id;
    let stored = shop.db.read_statement(user, |tx, user| profiles::store::delivery_address(tx, user)).await?;
    let address = stored.flatten().and_then(|parts| serde_json::value::RawValue::from_string(parts).ok());
    Ok(ApiJson(KnownCustomer { address }))
}

/// Buy the basket. Takes the stock of all its lines in one transaction and starts the payment. The amount is the one of
/// the quote that the customer saw. If the shop allows it, a visitor without a login buys the basket of the cookie.
#[utoipa::path(post, path = "/checkout", tag = "basket", request_body = CheckoutBody, security((), ("bearer" = [])),
    params(("Idempotency-Key" = String, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one purchase")),
    responses((status = 200, body = PlacedPurchase),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`, `idempotency_key_required`"),
        (status = 403, description = "`wrong_email`, `forbidden_origin`"),
        (status = 409, description = "`basket_empty`, `nothing_to_buy`, `basket_changed`, `quote_changed` (with the new `quote` and the `changes`), `sold_out`, `not_enough_stock`, `below_minimum`, `tool_unavailable` (with `toolId` and `toolName`), `too_many_unpaid_orders`, `takes_too_much`, `not_paid_at_pick_up`, `pick_up_waits`, `email_not_verified`, `login_required` (the amount is too high without a login), `idempotency_running`"),
        (status = 422, description = "`invalid_field`, `quebec_not_open`, `not_delivered_there`, `too_heavy`, `total_out_of_range`, `idempotency_mismatch`"),
        (status = 429, description = "`too_many_orders`")))]
async fn buy_basket(
    State(shop): State<Arc<Shop>>,
    caller: CheckoutCaller,
    ClientIp(client): ClientIp,
    RequestLanguage(language): RequestLanguage,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let (buyer, customer, request, key) = match caller {
        CheckoutCaller::Account(AnyAccountByToken(session)) => {
            let key = IdempotentRequest::new(key, &session.user.id, ROUTE, &body.bytes);
            let request = match body.parse::<CheckoutBody>().and_then(|body| body.check(false, language)) {
                Ok((request, _)) => request,
                Err(refusal) => return idempotency::store_refusal(&shop.db, &shop.clock, key, refusal).await,
            };
            let key = key.ok_or_else(key_required)?;
            if session.user.email.is_none() {
                return Err(wrong_email());
            }
            let customer = Customer::Account(session.user.id.clone());
            (CheckoutBuyer::Account(session), customer, request, key)
        }
        CheckoutCaller::Guest { .. } if !shop.sells_to_guests() => return Err(ApiError::unauthenticated()),
        CheckoutCaller::Guest { basket, before } => {
            shop.limiters.guests.admit(client)?;
            let (request, email) = body.parse::<CheckoutBody>()?.check(true, language)?;
            let key = IdempotentRequest::of_browser(key, &basket, ROUTE, &body.bytes);
            let key = key.ok_or_else(key_required)?;
            let email = email.ok_or_else(ApiError::unauthenticated)?;
            let browser = CheckoutBrowser { basket: Arc::new(basket), before, key: key.clone() };
            let guest =
                Guest::new(&request.address.name, email, request.language, browser.clone(), shop.clock.now());
            (CheckoutBuyer::Guest(guest), Customer::Guest(browser), request, key)
        }
    };
    run_to_completion(async move {
        let result = match check_out(&shop, buyer, client, request, key).await? {
            CheckoutOutcome::Placed { purchase, .. } => {
                let placed = PlacedPurchase::new(&purchase).with_secret(&shop, &customer, client).await;
                let cookie = match &customer {
                    Customer::Account(_) => None,
                    Customer::Guest(browser) => Some(browser.new_secret(&purchase.id)),
                };
                Ok(("placed", with_cookie(&shop, cookie, ApiJson(placed))?))
            }
            CheckoutOutcome::Refused(error) => Err(*error),
            CheckoutOutcome::Repeated(status) => {
                repeat(&shop, (&customer, client), status.into_result()?).await
            }
        };
        let name = result.as_ref().map_or_else(|error| error.code, |(name, _)| *name);
        metrics::ORDERS.with_label_values(&[name]).inc();
        result.map(|(_, response)| response)
    })
    .await
}

/// The browser keeps the secret that proves the purchase.
fn with_cookie(shop: &Shop, secret: Option<Secret>, answer: impl IntoResponse) -> Result<Response, ApiError> {
    let mut response = answer.into_response();
    if let Some(secret) = secret {
        response.headers_mut().append(header::SET_COOKIE, GUEST_COOKIE.set(shop.public_url(), &secret)?);
    }
    Ok(response)
}

pub fn key_required() -> ApiError {
    ApiError::bad_request(
        "idempotency_key_required",
        localized!(
            "Send an Idempotency-Key, so that a repeat buys nothing twice.",
            "Envoyez une Idempotency-Key, pour qu’une répétition n’achète rien deux fois."
        ),
    )
}

async fn repeat(
    shop: &Shop,
    (customer, client): (&Customer, IpAddr),
    stored: Option<StoredResponse>,
) -> Result<(&'static str, Response), ApiError> {
    let stored =
        stored.ok_or_else(|| ApiError::internal("an unused idempotency key was reported as used"))?;
    match serde_json::from_str::<PlacedPurchase>(stored.body()) {
        Ok(placed) if stored.is_success() => {
            let cookie = customer.renew(shop, &placed.purchase_id).await?;
            let placed = placed.with_secret(shop, customer, client).await;
            Ok(("repeated", with_cookie(shop, cookie, ApiJson(placed))?))
        }
        _ => Ok(("repeated", stored.into_response())),
    }
}
