//! GET /identity/account/export.

use super::AccountExport;
use crate::{
    accounts::{
        extractors::AnyAccountByCookie,
        user::{AuthMethod, Role},
    },
    http::prelude::*,
    sales::{
        former_orders::http::FormerOrderJson,
        orders::order_json::OrderJson,
        purchases::{Purchase, purchase_json::PurchaseTaxJson},
        reviews::review::ReviewWithState,
    },
    shop::Shop,
    values::{payment_method::PaymentMethod, province::Province, social_provider::SocialProvider},
};

const CONTENT_DISPOSITION_FILE: HeaderValue =
    HeaderValue::from_static("attachment; filename=\"trowel-account.json\"");

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(export_account))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountExport)]
struct AccountExportJson {
    exported_at: Timestamp,
    account: ExportedAccount,
    #[schema(required)]
    profile: Option<ExportedProfile>,
    ways_to_sign_in: Vec<ExportedLoginMethod>,
    sessions: Vec<ExportedSession>,
    /// The phones and browsers that are told of new orders.
    push_devices: Vec<ExportedPushDevice>,
    orders: Vec<OrderJson>,
    /// What was paid at once, with delivery and taxes. Its orders have its number.
    purchases: Vec<ExportedPurchase>,
    payments: Vec<ExportedPayment>,
    /// The card provider keeps the saved cards, under this customer. `null` without.
    #[schema(required)]
    card_customer: Option<ExportedCardCustomer>,
    /// The orders of the former shop with the account's confirmed address.
    former_orders: Vec<FormerOrderJson>,
    reviews: Vec<ExportedReview>,
    /// The purchases for which an e-mail was due that asks for reviews.
    review_requests: Vec<ExportedReviewRequest>,
    /// When the account's confirmed address ended these e-mails. `null` if it did not.
    #[schema(required)]
    review_requests_ended_at: Option<Timestamp>,
    /// The consents of the account's confirmed address to the newsletter.
    newsletter_consents: Vec<ExportedConsent>,
    /// Sold-out tools that the account waits for.
    stock_alerts: Vec<ExportedStockAlert>,
    /// The tools in the account's basket.
    basket: Vec<ExportedBasketLine>,
    /// Stored e-mails to the account's address.
    emails: Vec<ExportedEmail>,
    /// Actions of administrators on the account.
    changes_by_administrators: Vec<ExportedAuditEntry>,
    /// What the shop wrote down about the account and its orders.
    notes: Vec<ExportedNote>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedAccount {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    email_verified_at: Option<Timestamp>,
    #[schema(required)]
    phone: Option<String>,
    #[serde(rename = "photoURL")]
    #[schema(required)]
    photo_url: Option<String>,
    #[schema(value_type = Role)]
    role: String,
    /// The language of e-mails to the account.
    #[schema(value_type = Language)]
    language: &'static str,
    has_password: bool,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct ExportedProfile {
    location: String,
    address: String,
    phone: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedLoginMethod {
    #[schema(value_type = SocialProvider)]
    provider: &'static str,
    label: String,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedSession {
    #[schema(value_type = AuthMethod)]
    method: &'static str,
    user_agent: String,
    created_at: Timestamp,
    seen_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedPushDevice {
    user_agent: String,
    created_at: Timestamp,
}

/// Amounts in dollars.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedPurchase {
    #[serde(rename = "_id")]
    id: String,
    number: i64,
    created_at: Timestamp,
    #[schema(required)]
    province: Option<Province>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(value_type = f64)]
    goods: Cents,
    #[schema(value_type = f64)]
    discount: Cents,
    #[schema(required)]
    discount_code: Option<String>,
    /// The name of the method.
    #[schema(required)]
    delivery: Option<String>,
    #[schema(value_type = f64)]
    shipping: Cents,
    taxes: Vec<PurchaseTaxJson>,
    #[schema(value_type = f64)]
    total: Cents,
    /// The language of its e-mails.
    language: Language,
}

impl From<Purchase> for ExportedPurchase {
    fn from(purchase: Purchase) -> Self {
        Self {
            id: purchase.id.to_string(),
            number: purchase.number,
            created_at: purchase.created_at,
            province: purchase.province,
            postal_code: purchase.postal_code.as_ref().map(|code| code.as_str().to_owned()),
            goods: purchase.goods,
            discount: purchase.discount,
            taxes: PurchaseTaxJson::all(&purchase),
            discount_code: purchase.discount_code,
            delivery: purchase.delivery.name,
            shipping: purchase.shipping,
            total: purchase.total,
            language: purchase.language,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedPayment {
    order_id: String,
    /// The amount in the currency's main unit.
    #[schema(value_type = f64)]
    amount: Cents,
    currency: String,
    state: &'static str,
    /// How it was paid without the card provider. Absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PaymentMethod)]
    method: Option<PaymentMethod>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedCardCustomer {
    /// The card provider's id. `null` while the provider has not answered.
    #[schema(required)]
    id: Option<String>,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedReview {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    review: String,
    rating: f64,
    /// `published`, `pending` or `hidden`.
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    tool_name: Option<String>,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedReviewRequest {
    purchase_id: String,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedConsent {
    language: Language,
    /// The text beside the box.
    wording: String,
    /// The path of the page with the box.
    page: String,
    asked_at: Timestamp,
    /// `null`: the address has not agreed.
    #[schema(required)]
    confirmed_at: Option<Timestamp>,
    #[schema(required)]
    withdrawn_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedStockAlert {
    tool_id: String,
    tool_name: String,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedBasketLine {
    tool_id: String,
    tool_name: String,
    quantity: i64,
}

#[derive(Serialize, ToSchema)]
struct ExportedEmail {
    kind: String,
    subject: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedNote {
    /// `null`: about the account.
    #[schema(required)]
    order_id: Option<String>,
    text: String,
}

#[derive(Serialize, ToSchema)]
struct ExportedAuditEntry {
    action: String,
    at: Timestamp,
}

impl AccountExportJson {
    fn new(export: AccountExport, shop: &Shop) -> Self {
        Self {
            exported_at: shop.clock.now(),
            account: ExportedAccount {
                id: export.account.id.into_string(),
                name: export.account.display_name,
                email: export.account.email,
                email_verified_at: export.account.email_verified_at,
                phone: export.account.phone,
                photo_url: export.account.photo_url,
                role: export.account.role.as_str().to_owned(),
                language: export.account.language.as_str(),
                has_password: export.account.has_password,
                created_at: export.account.created_at,
            },
            profile: export.profile.map(|profile| ExportedProfile {
                location: profile.location,
                address: profile.address,
                phone: profile.phone,
            }),
            ways_to_sign_in: each(export.links, |link| ExportedLoginMethod {
                provider: link.provider.as_str(),
                label: link.label,
                created_at: link.created_at,
            }),
            sessions: each(export.sessions, |session| ExportedSession {
                method: session.method.as_str(),
                user_agent: session.user_agent,
                created_at: session.created_at,
                seen_at: session.last_seen_at,
            }),
            push_devices: each(export.push_devices, |device| ExportedPushDevice {
                user_agent: device.user_agent,
                created_at: device.created_at,
            }),
            orders: each(export.orders, |order| OrderJson::new(order, &shop.config)),
            purchases: each(export.purchases, ExportedPurchase::from),
            payments: each(export.payments, |payment| ExportedPayment {
                order_id: payment.order_id.into_string(),
                amount: payment.amount,
                currency: payment.currency,
                state: payment.state.as_str(),
                method: payment.method,
            }),
            card_customer: export.card_customer.map(|customer| ExportedCardCustomer {
                id: customer.customer_id,
                created_at: customer.created_at,
            }),
            former_orders: each(export.former_orders, FormerOrderJson::new),
            reviews: each(export.reviews, |ReviewWithState { review, state }| ExportedReview {
                id: review.id.into_string(),
                name: review.name,
                review: review.review,
                rating: review.rating,
                state: state.as_str().to_owned(),
                tool_name: review.tool_name,
                created_at: review.created_at,
            }),
            review_requests: each(export.review_requests, |(purchase_id, created_at)| {
                ExportedReviewRequest { purchase_id: purchase_id.into_string(), created_at }
            }),
            review_requests_ended_at: export.review_requests_ended_at,
            newsletter_consents: each(export.newsletter_consents, |consent| ExportedConsent {
                language: consent.language,
                wording: consent.wording,
                page: consent.page,
                asked_at: consent.asked_at,
                confirmed_at: consent.confirmed_at,
                withdrawn_at: consent.withdrawn_at,
            }),
            stock_alerts: each(export.stock_alerts, |alert| ExportedStockAlert {
                tool_id: alert.tool_id.into_string(),
                tool_name: alert.tool_name,
                created_at: alert.created_at,
            }),
            basket: each(export.basket, |(tool_id, tool_name, quantity)| ExportedBasketLine {
                tool_id: tool_id.into_string(),
                tool_name,
                quantity,
            }),
            emails: each(export.emails, |email| ExportedEmail { kind: email.kind, subject: email.subject }),
            changes_by_administrators: each(export.audit_entries, |entry| ExportedAuditEntry {
                action: entry.action,
                at: entry.created_at,
            }),
            notes: notes(export.notes, export.order_notes),
        }
    }
}

fn notes(of_account: String, of_orders: Vec<(String, String)>) -> Vec<ExportedNote> {
    let account = Some(of_account).filter(|text| !text.is_empty()).map(|text| (None, text));
    let orders = of_orders.into_iter().map(|(order, text)| (Some(order), text));
    account.into_iter().chain(orders).map(|(order_id, text)| ExportedNote { order_id, text }).collect()
}

fn each<T, U>(rows: Vec<T>, part: impl Fn(T) -> U) -> Vec<U> {
    rows.into_iter().map(part).collect()
}

/// All data the shop holds on the caller's account, as a file.
#[utoipa::path(get, path = "/identity/account/export", tag = "accounts", security(("session" = [])),
    responses((status = 200, body = AccountExportJson, headers(("Content-Disposition" = String)))))]
async fn export_account(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<Response, ApiError> {
    let export =
        super::export_account(&shop, &session.user.id).await?.ok_or_else(ApiError::unauthenticated)?;
    tracing::info!(user = session.user.id.as_str(), "account exported by its owner");
    let name = [(header::CONTENT_DISPOSITION, CONTENT_DISPOSITION_FILE)];
    Ok((name, ApiJson(AccountExportJson::new(export, &shop))).into_response())
}
