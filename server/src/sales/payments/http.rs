//! POST /create-payment-intent, and the provider's webhook.

use std::net::IpAddr;

use super::{
    PaymentError,
    create_intent::{CreateIntentOutcome, PaymentTarget},
    guest_purchase, orders_http, purchase, record_payment, refund,
    saved_cards::{self, card_use::CardChoice},
    start_payment,
    store::{self, PaymentState},
    webhook,
};
use crate::{
    accounts::{extractors::AnyAccountByToken, session::store::Session},
    base::idempotency::{self, IdempotencyKey, StoredResponse},
    clients::stripe::webhook::{StripeEvent, signature_is_valid},
    http::prelude::*,
    shop::Shop,
    values::metrics,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(create_payment_intent))
        .routes(routes!(receive_stripe_event))
        .merge(orders_http::routes())
        .merge(purchase::http::routes())
        .merge(guest_purchase::http::routes())
        .merge(refund::http::routes())
        .merge(record_payment::http::routes())
        .merge(saved_cards::http::routes())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreateIntentBody {
    /// Dollars; exactly the total of an unpaid order of the caller.
    #[serde(default)]
    #[schema(required, value_type = f64, minimum = 0, maximum = 999_999.99)]
    total_price: Field<Cents>,
    /// Which order, when several come to the same total.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 64)]
    order_id: Field<Text<64>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClientSecret {
    /// The card provider's browser script needs it.
    client_secret: String,
}

impl ClientSecret {
    fn intent_id(&self) -> &str {
        start_payment::intent_id_of(&self.client_secret)
    }
}

/// Start to pay an order, or continue. Repeated calls for one order return the same secret.
#[utoipa::path(post, path = "/create-payment-intent", tag = "payment", request_body = CreateIntentBody,
    security(("bearer" = [])), params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ClientSecret),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 404, description = "the order is unknown, or it belongs to another account"),
        (status = 409, description = "`no_payable_order`, `part_of_purchase` (with its page `purchase`), `already_paid`, `refunded`, `payments_disabled`, `payment_refused`, `idempotency_running`"),
        (status = 422, description = "`idempotency_mismatch`"),
        (status = 429, description = "`too_many_intents`"),
        (status = 503, description = "`provider_unavailable`")))]
async fn create_payment_intent(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    ClientIp(client): ClientIp,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let started = match idempotency::IdempotentRequest::new(
        key,
        &session.user.id,
        "POST /create-payment-intent",
        &body.bytes,
    ) {
        Some(request) => {
            run_to_completion(start_payment_idempotent(shop, (session, client), request, body)).await
        }
        None => run_to_completion(async move { start_payment(&shop, (&session, client), &body).await })
            .await
            .map(IntoResponse::into_response),
    };
    let result = started.as_ref().map_or_else(|error| error.code, |_| "started");
    metrics::PAYMENTS.with_label_values(&[result]).inc();
    started
}

/// Claims the idempotency key first, and completes or releases it whatever the outcome.
async fn start_payment_idempotent(
    shop: Arc<Shop>,
    (session, client): (Session, IpAddr),
    request: idempotency::IdempotentRequest,
    body: RawJson,
) -> Result<Response, ApiError> {
    let now = shop.clock.now();
    let reserve = || {
        let input = (request.clone(), now);
        shop.db.write(input, |tx, (request, now)| Box::pin(idempotency::begin(tx, request, *now)))
    };
    if let Some(kept) = idempotency::retry_once(reserve).await?.into_result()? {
        return repeat_response(&shop, (&session, client), &body, kept).await;
    }
    let answer = start_payment(&shop, (&session, client), &body).await;
    let kept = match &answer {
        Ok(ApiJson(secret)) => Some(StoredResponse::success(secret.intent_id().to_owned())),
        Err(error) => StoredResponse::from_error(error),
    };
    shop.db
        .write((request, now, kept), |tx, (request, now, kept)| {
            Box::pin(idempotency::complete(tx, request, *now, kept.as_ref()))
        })
        .await?;
    answer.map(IntoResponse::into_response)
}

/// A stored success holds the intent's id. Its secret is read from the payment, which drops it when it is over.
async fn repeat_response(
    shop: &Shop,
    caller: (&Session, IpAddr),
    body: &RawJson,
    kept: StoredResponse,
) -> Result<Response, ApiError> {
    if !kept.is_success() {
        return Ok(kept.into_response());
    }
    let payment = shop
        .db
        .read(kept.body().to_owned(), |tx, intent_id| Box::pin(store::by_intent(tx, intent_id)))
        .await?;
    match payment.map(|payment| payment.state) {
        Some(PaymentState::Open { client_secret, .. }) => {
            Ok(ApiJson(ClientSecret { client_secret }).into_response())
        }
        _ => start_payment(shop, caller, body).await.map(IntoResponse::into_response),
    }
}

async fn start_payment(
    shop: &Shop,
    (session, client): (&Session, IpAddr),
    body: &RawJson,
) -> Result<ApiJson<ClientSecret>, ApiError> {
    let body: CreateIntentBody = body.parse()?;
    let mut check = Validator::new();
    let total = check.required("totalPrice", body.total_price);
    let order = check.optional("orderId", body.order_id);
    let total = check.finish(total)?;
    let order = match order {
        None => None,
        Some(id) => Some(Id::parse(id.as_str()).ok_or_else(|| ApiError::not_found(Missing::Order))?),
    };
    let started = start_payment::start_payment(
        shop,
        (&session.user.id, client),
        PaymentTarget::Order(order, total),
        &CardChoice::NewCard,
    )
    .await?;
    client_secret(started).map(|client_secret| ApiJson(ClientSecret { client_secret }))
}

/// The secret of a payment that was started, or why it was not.
pub fn client_secret(started: CreateIntentOutcome) -> Result<String, ApiError> {
    match started {
        CreateIntentOutcome::ClientSecret(secret) => Ok(secret),
        CreateIntentOutcome::UnknownOrder => Err(ApiError::not_found(Missing::Order)),
        CreateIntentOutcome::PartOfPurchase(purchase) => Err(part_of_purchase(&purchase)),
        CreateIntentOutcome::NoPayableOrder => Err(ApiError::conflict(
            "no_payable_order",
            localized!(
                "You have no unpaid order with this total. Please check My Orders.",
                "Vous n’avez aucune commande impayée avec ce total. Veuillez vérifier «\u{a0}Mes \
                 commandes\u{a0}»."
            ),
        )),
        CreateIntentOutcome::TotalChanged(total) => Err(ApiError::conflict(
            "total_changed",
            localized!(
                "The amount of this order has changed. Please check it and pay again.",
                "Le montant de cette commande a changé. Veuillez le vérifier et payer de nouveau."
            ),
        )
        .with("total", serde_json::json!(total))),
        CreateIntentOutcome::AlreadyPaid => Err(already_paid()),
        CreateIntentOutcome::Refunded => Err(refunded()),
        CreateIntentOutcome::TooMany(limited) => Err(limited.into()),
        CreateIntentOutcome::CardNotSaved => Err(ApiError::conflict(
            "card_not_saved",
            localized!(
                "This card is no longer saved. Please use another card.",
                "Cette carte n’est plus enregistrée. Veuillez utiliser une autre carte."
            ),
        )),
        CreateIntentOutcome::Refused => Err(ApiError::conflict(
            "payment_refused",
            localized!(
                "The card provider does not accept a payment for this order. Your order stays reserved. Please \
                 contact the shop.",
                "Le fournisseur de paiement par carte n’accepte pas de paiement pour cette commande. Votre \
                 commande reste réservée. Veuillez communiquer avec la boutique."
            ),
        )),
    }
}

pub(super) fn already_paid() -> ApiError {
    ApiError::conflict(
        "already_paid",
        localized!(
            "This order is already paid, so it can’t be paid again or deleted.",
            "Cette commande est déjà payée, donc elle ne peut être ni payée de nouveau ni supprimée."
        ),
    )
}

/// Refuses with the page of the purchase, so that a client can lead there.
fn part_of_purchase(purchase: &Id) -> ApiError {
    ApiError::conflict(
        "part_of_purchase",
        localized!(
            "This order is paid together with others. Please open the whole purchase to pay.",
            "Cette commande se paie avec d’autres. Veuillez ouvrir l’achat complet pour payer."
        ),
    )
    .with("purchase", format!("/purchases/{purchase}"))
}

pub(super) fn refunded() -> ApiError {
    ApiError::conflict(
        "refunded",
        localized!(
            "This order is being refunded to your card, so it can’t be paid or deleted.",
            "Cette commande est en cours de remboursement sur votre carte, donc elle ne peut être ni payée ni \
             supprimée."
        ),
    )
}

/// The card provider's events, proved by their signature over the raw body.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "payment",
    request_body(content = inline(Object), content_type = "application/json"),
    params(("Stripe-Signature" = String, Header)),
    responses((status = 200, description = "Stored"),
        (status = 400, description = "`bad_signature`, `malformed_json`, `incomplete_body`"),
        (status = 404, description = "card payment is off")))]
async fn receive_stripe_event(
    State(shop): State<Arc<Shop>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Result<StatusCode, ApiError> {
    let Some(cards) = &shop.payments else { return Err(ApiError::not_found(Missing::ApiAddress)) };
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !signature_is_valid(signature, &body, &cards.webhook_secret, shop.clock.now()) {
        return Err(ApiError::bad_request(
            "bad_signature",
            localized!(
                "The signature is missing, wrong or too old. Check TROWEL_STRIPE_WEBHOOK_SECRET and the clock \
                 of this server.",
                "La signature est absente, incorrecte ou trop ancienne. Vérifiez TROWEL_STRIPE_WEBHOOK_SECRET \
                 et l’horloge de ce serveur."
            ),
        ));
    }
    let event: StripeEvent = serde_json::from_slice(&body).map_err(|error| {
        tracing::error!(%error, "a signed event of the card provider is not in the shape that is read here");
        let detail = localized!(
            "This event has no object. Set the webhook's payload style to snapshot.",
            "Cet événement n’a pas d’objet. Réglez le style du contenu du webhook à snapshot."
        );
        ApiError::bad_request("malformed_json", detail)
    })?;
    webhook::receive(&shop, cards, event).await?;
    Ok(StatusCode::OK)
}

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Db(error) => error.into(),
            PaymentError::Disabled => Self::conflict(
                "payments_disabled",
                localized!(
                    "This shop does not accept card payments right now. Your order stays reserved.",
                    "Cette boutique n’accepte pas les paiements par carte pour le moment. Votre commande reste \
                     réservée."
                ),
            ),
            PaymentError::Provider(cause) => {
                tracing::warn!(%cause, "the card provider gave no usable response");
                Self::unavailable(
                    "provider_unavailable",
                    localized!(
                        "We can’t reach the card provider right now. If you have paid, your payment will show \
                         up here automatically. Otherwise please try again in a moment.",
                        "Nous ne pouvons pas joindre le fournisseur de paiement par carte pour le moment. Si \
                         vous avez payé, votre paiement s’affichera ici automatiquement. Sinon, veuillez \
                         réessayer dans un instant."
                    ),
                )
            }
        }
    }
}
