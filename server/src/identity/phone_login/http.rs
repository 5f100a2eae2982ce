//! The two calls of phone login.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Asker, StartError, VerifyError, start, verify};
use crate::{
    clients::sms::SmsClient,
    http::{
        client_ip::ClientAddress,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody},
        origin::OurOrigin,
    },
    identity::{
        one_time_code::{Sent, code_input::Digits},
        session::{
            Method,
            start::{Arrival, DEVICE, Identity},
        },
        social::{account_linking::Refusal, http::FLOW},
    },
    rate_limit::http::humanize_seconds,
    shop::Shop,
    values::{Fault, ids::Secret, phone::Phone, time::Moment},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(start_by_phone)).routes(routes!(verify_phone))
}

fn gateway(shop: &Shop) -> Result<&SmsClient, ApiError> {
    shop.sms.as_ref().ok_or_else(|| ApiError::not_found("login method"))
}

#[derive(Deserialize, ToSchema)]
struct StartBody {
    #[serde(default)]
    #[schema(value_type = String, example = "+1 613 555 0142")]
    phone: Field<Phone>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeSent {
    #[schema(value_type = String, format = DateTime)]
    expires_at: Moment,
    /// When another code can be requested.
    #[schema(value_type = String, format = DateTime)]
    resend_at: Moment,
}

impl From<Sent> for CodeSent {
    fn from(sent: Sent) -> Self {
        Self { expires_at: sent.expires_at, resend_at: sent.resend_at }
    }
}

/// Send a code by text message, to log in with in this browser. The response does not reveal whether the number has an
/// account.
#[utoipa::path(post, path = "/identity/phone/start", tag = "identity", request_body = StartBody,
    responses((status = 200, body = CodeSent), (status = 403, body = Problem), (status = 404, description = "Not offered", body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, description = "`sms_unavailable`", body = Problem)))]
async fn start_by_phone(
    State(shop): State<Arc<Shop>>,
    _: OurOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<StartBody>,
) -> Result<Response, ApiError> {
    let gateway = gateway(&shop)?;
    let mut check = Check::new();
    let Some(phone) = check.required("phone", body.phone) else { return Err(check.refusal()) };
    shop.throttle.admit(address)?;
    shop.texts.admit(address)?;
    let browser = FLOW.of(&headers, shop.public_url()).unwrap_or_default();
    let cookie = [(header::SET_COOKIE, FLOW.set(shop.public_url(), &browser)?)];
    let answer = match start(&shop, gateway, &phone, &asker(&shop, &headers, &browser)).await {
        Ok(sent) => Answer(CodeSent::from(sent)).into_response(),
        Err(error) => start_problem(error, shop.clock.now()).into_response(),
    };
    // The cookie is set with an error too, because a code may arrive although the gateway did not answer.
    Ok((cookie, answer).into_response())
}

fn asker(shop: &Shop, headers: &HeaderMap, browser: &Secret) -> Asker {
    Asker { holder: browser.hash(), device: DEVICE.of(headers, shop.public_url()).map(Arc::new) }
}

fn start_problem(error: StartError, now: Moment) -> ApiError {
    match error {
        StartError::RateLimited(limited) => limited.into(),
        StartError::Silent { resend_at } => {
            let seconds = now.seconds_until(resend_at).max(1);
            let wait = humanize_seconds(seconds);
            let detail = format!(
                "Text messages cannot be sent right now. Please try again in {wait}, or log in another way."
            );
            ApiError::unavailable("sms_unavailable", detail).after(seconds)
        }
        StartError::CannotReach => ApiError::field(
            "phone",
            Fault::new(
                "unreachable",
                "We can’t send a text message to this number. Please check it, or sign in another way.",
            ),
        ),
        StartError::Db(error) => error.into(),
    }
}

#[derive(Deserialize, ToSchema)]
struct VerifyBody {
    #[serde(default)]
    #[schema(value_type = String, example = "+1 613 555 0142")]
    phone: Field<Phone>,
    #[serde(default)]
    #[schema(value_type = String, example = "012345")]
    code: Field<Digits>,
}

/// Log in with the code, in the browser that requested it. A new account has no e-mail address, and gets no access
/// token until it is completed.
#[utoipa::path(post, path = "/identity/phone/verify", tag = "identity", request_body = VerifyBody,
    responses((status = 200, body = Identity), (status = 403, body = Problem), (status = 404, description = "Not offered", body = Problem),
        (status = 409, description = "`code_expired`: a new one is needed", body = Problem),
        (status = 422, description = "also a wrong code", body = Problem), (status = 429, body = Problem)))]
async fn verify_phone(
    State(shop): State<Arc<Shop>>,
    _: OurOrigin,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<VerifyBody>,
) -> Result<Response, ApiError> {
    gateway(&shop)?;
    let mut check = Check::new();
    let (phone, code) = (check.required("phone", body.phone), check.required("code", body.code));
    let (Some(phone), Some(code)) = (phone, code) else { return Err(check.refusal()) };
    shop.throttle.admit(address)?;
    let Some(browser) = FLOW.of(&headers, shop.public_url()) else { return Err(VerifyError::Over.into()) };
    let arrival = Arrival::new(&shop, &headers, Method::Phone);
    let asker = asker(&shop, &headers, &browser);
    let admitted = verify(&shop, &phone, code.as_str(), &asker, arrival.session.clone()).await?;
    let cookies = arrival.cookies(&shop, &admitted.user)?;
    Ok((cookies, Answer(Identity::from(&admitted.user))).into_response())
}

impl From<VerifyError> for ApiError {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Wrong => Self::field(
                "code",
                Fault::new(
                    "wrong_code",
                    "This is not the code we sent. Please check the text message again.",
                ),
            ),
            VerifyError::Over => {
                Self::conflict("code_expired", "Your code has expired. Please request a new one.")
            }
            VerifyError::Refused(Refusal::Closed) => Self::new(
                StatusCode::FORBIDDEN,
                "account_closed",
                "The account with this phone number has been deleted. Please sign up again.",
            ),
            VerifyError::Refused(Refusal::OtherLinked) => Self::conflict(
                "provider_already_linked",
                "This account already has another phone number. Please remove that one first.",
            ),
            VerifyError::Refused(Refusal::Db(error)) | VerifyError::Db(error) => error.into(),
        }
    }
}
