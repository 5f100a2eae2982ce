//! POST /manageShop/test-email and /manageShop/test-payments.

use super::begin;
use crate::{
    accounts::extractors::Admin,
    back_office::email_texts,
    base::{audit::AuditAction, email::wording::EmailWording},
    clients::stripe::StripeError,
    http::prelude::*,
    sales::payments::{
        PaymentError,
        test_connection::{self, LastEvent, WebhookRegistration},
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(test_email)).routes(routes!(test_payments))
}

/// What the mail server said.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EmailTest {
    /// Whether the mail server took the e-mail.
    is_sent: bool,
    to: String,
    /// The answer in the words of the mail server, or why it could not be asked.
    answer: String,
}

/// What the card provider said.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentTest {
    /// The key is for real payments.
    is_live: bool,
    /// Why the secret key cannot be used. Absent if the provider accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    key_error: Option<String>,
    webhook: WebhookCheck,
    /// The address of the webhook at the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    webhook_url: Option<String>,
    /// Events that the webhook does not send, and has to.
    missing_events: Vec<&'static str>,
    last_event: EventCheck,
    /// When the provider made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_event_at: Option<Timestamp>,
}

/// What the provider says about the webhook. `unknown` means that it did not answer, or that the key may not ask.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WebhookCheck {
    Registered,
    Missing,
    Disabled,
    /// The webhook does not send all events.
    Incomplete,
    #[default]
    Unknown,
}

/// The provider's newest event for the shop. `none` means that there was none in 30 days. `missing` means that it has
/// not arrived here.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum EventCheck {
    Arrived,
    Missing,
    None,
    #[default]
    Unknown,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EmailTestQuery {
    /// A kind of GET /manageShop/emails, which is sent with a sample. Otherwise it says that it is a test.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    kind: Field<&'static EmailWording>,
}

/// Sends a test e-mail to the caller's own address.
#[utoipa::path(post, path = "/manageShop/test-email", tag = "site", security(("bearer" = [])), params(EmailTestQuery),
    responses((status = 200, body = EmailTest), (status = 403), (status = 409, description = "`email_off`"),
        (status = 429, description = "`too_many_requests`")))]
async fn test_email(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    QueryParams(query): QueryParams<EmailTestQuery>,
) -> Result<ApiJson<EmailTest>, ApiError> {
    let mut check = Validator::new();
    let wording = check.optional("kind", query.kind);
    check.finish(())?;
    let message = match wording {
        Some(wording) => email_texts::sample(&shop, wording.kind, session.user.language).await?,
        None => None,
    };
    let off = || {
        ApiError::conflict(
            "email_off",
            localized!(
                "E-mail is off. Set TROWEL_SMTP_URL and TROWEL_MAIL_FROM on the shop's server, then restart \
                 the shop.",
                "Les courriels sont désactivés. Définissez TROWEL_SMTP_URL et TROWEL_MAIL_FROM sur le serveur \
                 de la boutique, puis redémarrez la boutique."
            ),
        )
    };
    let language = session.user.language;
    let own = session.user.email.and_then(|email| Email::parse(&email));
    let Some(to) = own.filter(|_| shop.mailer.is_on()) else { return Err(off()) };
    begin(&shop, &session.user.id, AuditAction::TestEmail).await?;
    let Some(sent) = shop.mailer.send_test(&to, message.as_ref(), language, shop.clock.now()).await else {
        return Err(off());
    };
    let is_sent = sent.is_ok();
    let answer = sent.unwrap_or_else(|error| error.to_string());
    Ok(ApiJson(EmailTest { is_sent, to: to.to_string(), answer }))
}

/// Asks the card provider whether keys and events work. Moves no money.
#[utoipa::path(post, path = "/manageShop/test-payments", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = PaymentTest), (status = 403), (status = 409, description = "`payment_off`"),
        (status = 429, description = "`too_many_requests`")))]
async fn test_payments(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
) -> Result<ApiJson<PaymentTest>, ApiError> {
    let Some(cards) = &shop.payments else {
        return Err(ApiError::conflict(
            "payment_off",
            localized!(
                "Card payment is off. Set TROWEL_STRIPE_SECRET_KEY and its companions on the shop's server, \
                 then restart the shop.",
                "Le paiement par carte est désactivé. Définissez TROWEL_STRIPE_SECRET_KEY et les paramètres \
                 qui l’accompagnent sur le serveur de la boutique, puis redémarrez la boutique."
            ),
        ));
    };
    begin(&shop, &session.user.id, AuditAction::TestPayments).await?;
    let tested = test_connection::test_connection(&shop.db, &cards.client, shop.public_url()).await;
    let (key_error, connection) = match tested {
        Ok(connection) => (None, Some(connection)),
        Err(PaymentError::Provider(error)) => (Some(error.to_string()), None),
        Err(error @ (PaymentError::Db(_) | PaymentError::Disabled)) => return Err(error.into()),
    };
    let (webhook, last_event) = connection.map(|it| (it.webhook, it.last_event)).unzip();
    let (webhook, webhook_url, missing_events) = webhook_json(webhook);
    let (last_event, last_event_at) = match last_event {
        Some(Ok(LastEvent::None)) => (EventCheck::None, None),
        Some(Ok(LastEvent::Arrived(at))) => (EventCheck::Arrived, Some(at)),
        Some(Ok(LastEvent::NotArrived(at))) => (EventCheck::Missing, Some(at)),
        Some(Err(_)) | None => (EventCheck::Unknown, None),
    };
    let is_live = cards.client.is_live();
    Ok(ApiJson(PaymentTest {
        is_live,
        key_error,
        webhook,
        webhook_url,
        missing_events,
        last_event,
        last_event_at,
    }))
}

fn webhook_json(
    found: Option<Result<WebhookRegistration, StripeError>>,
) -> (WebhookCheck, Option<String>, Vec<&'static str>) {
    match found {
        Some(Ok(WebhookRegistration::Missing)) => (WebhookCheck::Missing, None, Vec::new()),
        Some(Ok(WebhookRegistration::Disabled(url))) => (WebhookCheck::Disabled, Some(url), Vec::new()),
        Some(Ok(WebhookRegistration::Registered(url))) => (WebhookCheck::Registered, Some(url), Vec::new()),
        Some(Ok(WebhookRegistration::Incomplete(url, events))) => {
            (WebhookCheck::Incomplete, Some(url), events)
        }
        Some(Err(_)) | None => (WebhookCheck::Unknown, None, Vec::new()),
    }
}
