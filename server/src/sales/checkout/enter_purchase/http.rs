//! POST /manageOrders/purchases.

use super::{EnterPurchaseRequest, enter_purchase};
use crate::{
    accounts::extractors::StaffWritingOrders,
    base::idempotency::{self, IdempotencyKey, IdempotentRequest, StoredResponse},
    http::{address_body::AddressBody, prelude::*},
    sales::{
        basket::{
            MAX_LINES,
            http::too_many_lines,
            quotes::http::{LineToQuote, LinesToQuote},
        },
        checkout::{CheckoutOutcome, http::key_required},
        orders::{
            enter_order::{
                EnteredOrder,
                http::{customer_email, person},
            },
            http::PlacedOrder,
        },
        payments::record_payment::{
            RecordedPayment,
            http::check_details,
            orders_http::{pay, pay_stored},
        },
        purchases::Purchase,
    },
    shop::Shop,
    values::{address::QuoteAddress, metrics, payment_method::PaymentMethod},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(enter_purchase_of_customer))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnterPurchaseBody {
    #[serde(default)]
    #[schema(required, value_type = Vec<LineToQuote>, min_items = 1, max_items = 50)]
    lines: Field<LinesToQuote>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 320)]
    customer_email: Field<Email>,
    /// The name of a new account. Otherwise ignored: the account's name is used.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    customer_name: Field<SingleLine<120>>,
    /// Required if the goods are delivered. If absent, the customer fetches them where the shop is.
    #[serde(default)]
    #[schema(nullable = false)]
    address: Option<AddressBody>,
    /// The id of a delivery method. If absent, the first that fits.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    method: Field<Text<40>>,
    /// The digest of the quote that the caller saw in the answer of POST /quote.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 64)]
    digest: Field<Text<64>>,
    /// How the customer has paid the quoted total already. If absent, the purchase is unpaid.
    #[serde(default)]
    #[schema(value_type = Option<PaymentMethod>)]
    payment_method: Field<PaymentMethod>,
    /// The day on which the money came, as `2026-11-24`. If absent, today where the shop is.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    received_on: Field<Text<10>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 100)]
    reference: Field<SingleLine<100>>,
}

struct CheckedEntry {
    request: EnterPurchaseRequest,
    email: Email,
    name: Option<String>,
    payment: Option<RecordedPayment>,
}

impl EnterPurchaseBody {
    fn check(self, shop: &Shop) -> Result<CheckedEntry, ApiError> {
        let mut check = Validator::new();
        let lines = check.required("lines", self.lines);
        let email = customer_email(&mut check, self.customer_email);
        let name = check.optional("customerName", self.customer_name).map(SingleLine::into_string);
        let method = check.optional("method", self.method).map(Text::into_string);
        let digest = check.required("digest", self.digest);
        let paid_by = check.optional("paymentMethod", self.payment_method);
        let payment = paid_by.map(|paid_by| {
            check_details(shop, &mut check, paid_by, Field::Missing, self.received_on, self.reference)
        });
        let (lines, email, digest) = check.finish((lines, email, digest))?;
        let address = self.address.map(AddressBody::check).transpose()?;
        let to = match (&address, shop.settings.current().charges.home) {
            (Some(address), _) => {
                QuoteAddress { province: address.province, postal_code: Some(address.postal_code.clone()) }
            }
            (None, Some(province)) => QuoteAddress { province, postal_code: None },
            (None, None) => {
                return Err(address_missing(localized!(
                    "Please enter the address. The shop’s own province is not known: see Taxes in the shop \
                     settings.",
                    "Veuillez entrer l’adresse. La province de la boutique n’est pas connue\u{a0}: voyez \
                     «\u{a0}Taxes\u{a0}» dans les paramètres de la boutique."
                )));
            }
        };
        let lines = lines.into_known().ok_or_else(|| ApiError::not_found(Missing::Tool))?;
        if lines.len() > MAX_LINES {
            return Err(too_many_lines());
        }
        if lines.is_empty() {
            let why = InvalidValue::new(
                "required",
                localized!("Please choose a tool.", "Veuillez choisir un outil."),
            );
            return Err(ApiError::invalid_field("lines", why));
        }
        let digest = digest.into_string();
        let request = EnterPurchaseRequest { lines, address, to, method, digest };
        Ok(CheckedEntry { request, email, name, payment })
    }
}

fn address_missing(why: Localized) -> ApiError {
    ApiError::invalid_field("address.street", InvalidValue::new("required", why))
}

pub fn stored_answer(purchase: &Purchase) -> Option<StoredResponse> {
    serde_json::to_string(&PlacedOrder::new(&purchase.id, Some(purchase))).ok().map(StoredResponse::success)
}

/// Enter several tools for a customer as one purchase, for example on the phone. The amounts are as the quote showed
/// them. With `customerName`, an address without an account gets one. With `paymentMethod`, the purchase is paid at
/// once.
#[utoipa::path(post, path = "/manageOrders/purchases", tag = "orders", request_body = EnterPurchaseBody,
    security(("bearer" = [])),
    params(("Idempotency-Key" = String, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "Repeat with the same key to be sure: it is one purchase")),
    responses((status = 200, body = PlacedOrder),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`, `idempotency_key_required`"),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 404, description = "`not_found`: an id that no tool can have"),
        (status = 409, description = "`quote_changed` (with the new `quote`), `sold_out`, `not_enough_stock`, `below_minimum`, `tool_unavailable` (with `toolId` and `toolName`), `account_blocked`, `amount_differs`, `idempotency_running`"),
        (status = 422, description = "`invalid_field` (of `customerName`: no account has the address, or one that has not confirmed it), `quebec_not_open`, `not_delivered_there`, `too_heavy`, `total_out_of_range`, `too_many_lines`, `idempotency_mismatch`")))]
async fn enter_purchase_of_customer(
    State(shop): State<Arc<Shop>>,
    StaffWritingOrders(caller): StaffWritingOrders,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let by = person(caller)?;
    let key = IdempotentRequest::new(key, by.actor(), "POST /manageOrders/purchases", &body.bytes);
    let checked = body.parse::<EnterPurchaseBody>().and_then(|body| body.check(&shop));
    let CheckedEntry { request, email, name, payment } = match checked {
        Ok(checked) => checked,
        Err(refusal) => return idempotency::store_refusal(&shop.db, &shop.clock, key, refusal).await,
    };
    let key = key.ok_or_else(key_required)?;
    let entered = EnteredOrder::new(&shop, by.actor(), email, name, payment.is_some());
    run_to_completion(async move {
        match enter_purchase(&shop, entered, request, key).await? {
            CheckoutOutcome::Placed { purchase, .. } => {
                let amount = Some(purchase.total.as_i64());
                let payment = payment.map(|payment| RecordedPayment { amount, ..payment });
                pay(shop, by, purchase.id.clone(), payment).await?;
                metrics::ORDERS.with_label_values(&["entered"]).inc();
                Ok(ApiJson(PlacedOrder::new(&purchase.id, Some(&purchase))).into_response())
            }
            CheckoutOutcome::Refused(error) => Err(*error),
            CheckoutOutcome::Repeated(status) => {
                let stored = status.into_stored()?;
                pay_stored(shop, by, &stored, payment).await?;
                Ok(stored.into_response())
            }
        }
    })
    .await
}
