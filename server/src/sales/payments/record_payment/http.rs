//! POST /manageOrders/{id}/payment.

use super::{RecordPaymentOutcome, RecordedPayment, record_payment};
use crate::{
    accounts::extractors::StaffWritingOrders,
    base::idempotency::{IdempotencyKey, IdempotentRequest, StoredResponse},
    http::prelude::*,
    sales::orders::{enter_order::http::person, place_order_problem::amount_differs},
    shop::Shop,
    values::{
        day::{day_at, parse_start_of_day},
        money::UncheckedAmount,
        payment_method::PaymentMethod,
    },
};

/// Older payments are a slip of the keyboard.
const MAX_DAYS: u64 = 366;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(record_order_payment)).merge(super::orders_http::routes())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecordPaymentBody {
    #[serde(default)]
    #[schema(required, value_type = PaymentMethod)]
    payment_method: Field<PaymentMethod>,
    /// Dollars that the customer has paid; must be what is due for the whole purchase. May be left out for a purchase
    /// of one order without delivery and taxes.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    amount: Field<UncheckedAmount>,
    /// The day on which the money came, as `2026-11-24`, in the last year. If absent, today where the shop is.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    received_on: Field<Text<10>>,
    /// The number of a cheque or transfer, for the shop.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 100)]
    reference: Field<SingleLine<100>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentRecorded {
    acknowledged: bool,
    /// The method and the number of the order, such as `cash-1042`.
    transaction_id: String,
}

/// The fields beside the method.
pub fn check_details(
    shop: &Shop,
    check: &mut Validator,
    method: PaymentMethod,
    amount: Field<UncheckedAmount>,
    received_on: Field<Text<10>>,
    reference: Field<SingleLine<100>>,
) -> RecordedPayment {
    let zone = shop.settings.current().time_zone.clone();
    let now = shop.clock.now();
    let today = day_at(now, &zone).to_string();
    let received_on = check.optional("receivedOn", received_on).map_or(today, Text::into_string);
    let earliest = now.minus(std::time::Duration::from_hours(24 * MAX_DAYS));
    let fault = match parse_start_of_day(&received_on, &zone) {
        None => Some(InvalidValue::new(
            "not_a_day",
            localized!("Give a day as 2026-11-05.", "Donnez un jour dans ce format\u{a0}: 2026-11-05."),
        )),
        Some(day) if day > now => Some(InvalidValue::new(
            "in_the_future",
            localized!("Choose today or an earlier day.", "Choisissez aujourd’hui ou un jour antérieur."),
        )),
        Some(day) if day < earliest => Some(InvalidValue::new(
            "too_early",
            localized!("Choose a day of the last year.", "Choisissez un jour de la dernière année."),
        )),
        Some(_) => None,
    };
    if let Some(fault) = fault {
        check.add_error("receivedOn", fault);
    }
    let reference = check.optional("reference", reference).map(SingleLine::into_string);
    let amount = check.optional("amount", amount).map(UncheckedAmount::as_i64);
    RecordedPayment { method, amount, received_on, reference }
}

/// Record that an order was paid without the card provider (staff). Then it is a paid order like any other. An open
/// card payment is canceled first.
#[utoipa::path(post, path = "/manageOrders/{id}/payment", tag = "orders", params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one payment")),
    request_body = RecordPaymentBody, security(("bearer" = [])),
    responses((status = 200, body = PaymentRecorded),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`already_paid`, `amount_differs` (with the `amountDue`), `refunded`, `payment_under_way`, `card_payment_open` (and card payment is off), `idempotency_running`"),
        (status = 422, description = "`invalid_field`, `idempotency_mismatch`"),
        (status = 503, description = "`provider_unavailable`: a card payment could not be canceled; nothing changed")))]
async fn record_order_payment(
    State(shop): State<Arc<Shop>>,
    StaffWritingOrders(caller): StaffWritingOrders,
    PathSegment(id): PathSegment,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let by = person(caller)?;
    // The order counts too: a key belongs to one payment.
    let hashed = [id.as_bytes(), &body.bytes].concat();
    let request = IdempotentRequest::new(key, by.actor(), "POST /manageOrders/{id}/payment", &hashed);
    let RecordPaymentBody { payment_method, amount, received_on, reference } = body.parse()?;
    let mut check = Validator::new();
    let method = check.required("paymentMethod", payment_method);
    let details = check_details(
        &shop,
        &mut check,
        method.unwrap_or(PaymentMethod::Other),
        amount,
        received_on,
        reference,
    );
    check.finish(method)?;
    let id = OrderPathId::parse(&id)?;
    let recorded = run_to_completion(async move {
        Ok(record_payment(&shop, by.actor(), id, details, request, stored_response).await?)
    });
    match recorded.await? {
        RecordPaymentOutcome::Repeated(status) => Ok(status.into_stored()?.into_response()),
        outcome => respond(&outcome).map(|recorded| ApiJson(recorded).into_response()),
    }
}

fn stored_response(outcome: &RecordPaymentOutcome) -> Option<StoredResponse> {
    match respond(outcome) {
        Ok(recorded) => serde_json::to_string(&recorded).ok().map(StoredResponse::success),
        Err(refusal) => StoredResponse::from_error(&refusal),
    }
}

pub(super) fn respond(outcome: &RecordPaymentOutcome) -> Result<PaymentRecorded, ApiError> {
    match outcome {
        RecordPaymentOutcome::Recorded(transaction_id) => {
            Ok(PaymentRecorded { acknowledged: true, transaction_id: transaction_id.clone() })
        }
        RecordPaymentOutcome::AlreadyPaid => Err(ApiError::conflict(
            "already_paid",
            localized!(
                "This order is already paid, so nothing was recorded.",
                "Cette commande est déjà payée, donc rien n’a été enregistré."
            ),
        )),
        RecordPaymentOutcome::AmountDiffers { number, due, amounts } => Err(amount_differs(
            *due,
            localized!(
                language =>
                "The amount due for order #{number} is {}. Nothing was recorded. Please check the amount and \
                 record it again.",
                "Le montant dû pour la commande nº\u{a0}{number} est de {}. Rien n’a été enregistré. Veuillez \
                 vérifier le montant et l’enregistrer de nouveau.",
                due.format(amounts.in_language(language))
            ),
        )),
        RecordPaymentOutcome::Refunded => Err(ApiError::conflict(
            "refunded",
            localized!(
                "This order was paid and refunded, so nothing was recorded. Please enter a new order.",
                "Cette commande a été payée puis remboursée, donc rien n’a été enregistré. Veuillez entrer une \
                 nouvelle commande."
            ),
        )),
        RecordPaymentOutcome::CardPaymentUnderWay => Err(ApiError::conflict(
            "payment_under_way",
            localized!(
                "A card payment of this order is being processed, so nothing was recorded. Please try again in \
                 a moment.",
                "Un paiement par carte de cette commande est en traitement, donc rien n’a été enregistré. \
                 Veuillez réessayer dans un instant."
            ),
        )),
        RecordPaymentOutcome::CardPaymentOpen => Err(ApiError::conflict(
            "card_payment_open",
            localized!(
                "The customer has begun to pay this order by card, and the shop can’t cancel that while card \
                 payment is off. Nothing was recorded. Delete the order and enter it again, or turn card \
                 payment on.",
                "Le client a commencé à payer cette commande par carte, et la boutique ne peut pas l’annuler \
                 tant que le paiement par carte est désactivé. Rien n’a été enregistré. Supprimez la commande \
                 et entrez-la de nouveau, ou activez le paiement par carte."
            ),
        )),
        RecordPaymentOutcome::Unknown => Err(ApiError::not_found(Missing::Order)),
        RecordPaymentOutcome::Repeated(_) => {
            Err(ApiError::internal("a repeated request has its own response"))
        }
    }
}
