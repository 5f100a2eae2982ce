//! /identity/push-devices: the phones and browsers that are told of new orders.

use super::{
    MAX_DEVICES,
    add::{self, AddDeviceError, NewDevice, Subscription},
    deliver,
    store::{self, PushDeviceRow},
};
use crate::{
    accounts::{
        extractors::{AnyAccountByCookie, StaffByCookie, user_agent as agent_of},
        session::{known_device, start::DEVICE_COOKIE, store::Session, user_agent},
    },
    clients::web_push::{PushOutcome, encryption::BrowserKeys},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_push_devices, add_push_device))
        .routes(routes!(remove_push_device))
        .routes(routes!(test_push_device))
}

/// A phone or browser that is told of new orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PushDevice)]
struct PushDeviceJson {
    id: String,
    /// For display, for example `Chrome on Android`.
    #[schema(value_type = String)]
    device: Localized,
    created_at: Timestamp,
    /// The first failure since the last success.
    #[schema(required)]
    failing_since: Option<Timestamp>,
    /// Whether the request comes from this browser.
    current: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PushDevices {
    /// What the browser subscribes to: its `applicationServerKey`, in base64url.
    public_key: String,
    devices: Vec<PushDeviceJson>,
}

#[derive(Serialize, ToSchema)]
struct AddedPushDevice {
    id: String,
}

/// What `PushSubscription.toJSON()` gives in a browser.
#[derive(Deserialize, ToSchema)]
struct PushDeviceBody {
    /// Begins with `https://`, and is no address of a private network.
    #[serde(default)]
    #[schema(required, value_type = String, pattern = "^https?://", max_length = 1000)]
    endpoint: Field<SingleLine<1000>>,
    /// A public key of 65 bytes, in base64url.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 87, max_length = 87)]
    p256dh: Field<SingleLine<87>>,
    /// 16 bytes, in base64url.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 22, max_length = 22)]
    auth: Field<SingleLine<22>>,
}

impl PushDeviceBody {
    fn check(self, shop: &Shop) -> Result<Subscription, ApiError> {
        let mut check = Validator::new();
        let endpoint = check.required("endpoint", self.endpoint).map(SingleLine::into_string);
        if endpoint.as_deref().is_some_and(|endpoint| !shop.push.client().accepts(endpoint)) {
            let sentence = localized!(
                "This is no address of a push service on the Internet.",
                "Ce n’est pas l’adresse d’un service de notifications sur Internet."
            );
            check.add_error("endpoint", InvalidValue::new("not_https", sentence));
        }
        let p256dh = check.required("p256dh", self.p256dh).map(SingleLine::into_string);
        let auth = check.required("auth", self.auth).map(SingleLine::into_string);
        if let (Some(p256dh), Some(auth)) = (&p256dh, &auth)
            && BrowserKeys::parse(p256dh, auth).is_none()
        {
            check.add_error(
                "p256dh",
                InvalidValue::new(
                    "invalid",
                    localized!("These are no keys of a browser.", "Ce ne sont pas les clés d’un navigateur."),
                ),
            );
        }
        let (endpoint, p256dh, auth) = check.finish((endpoint, p256dh, auth))?;
        Ok(Subscription { endpoint, p256dh, auth })
    }
}

/// The hash of the browser that sent the request. `None` if it has no cookie of a known browser.
fn browser_hash(shop: &Shop, headers: &HeaderMap, session: &Session) -> Option<String> {
    let browser = DEVICE_COOKIE.of(headers, shop.public_url())?;
    Some(known_device::hash(&browser, Some(&session.user.id)))
}

/// The caller's phones and browsers that are told of new orders, oldest first.
#[utoipa::path(get, path = "/identity/push-devices", tag = "identity", security(("session" = [])),
    responses((status = 200, body = PushDevices), (status = 403)))]
async fn list_push_devices(
    State(shop): State<Arc<Shop>>,
    StaffByCookie(session): StaffByCookie,
    headers: HeaderMap,
) -> Result<ApiJson<PushDevices>, ApiError> {
    let rows = shop.db.read(session.user.id.clone(), |tx, user| store::of_user(tx, user)).await?;
    let own = browser_hash(&shop, &headers, &session);
    let json = |row: PushDeviceRow| PushDeviceJson {
        current: own.as_ref() == Some(&row.browser_hash),
        id: row.id.into_string(),
        device: user_agent::name_of(&row.user_agent),
        created_at: row.created_at,
        failing_since: row.failing_since,
    };
    let devices = rows.into_iter().map(json).collect();
    Ok(ApiJson(PushDevices { public_key: shop.push.client().public_key().to_owned(), devices }))
}

/// Tell this browser of new orders. It replaces what the same browser subscribed before.
#[utoipa::path(post, path = "/identity/push-devices", tag = "identity", request_body = PushDeviceBody,
    security(("session" = [])),
    responses((status = 200, body = AddedPushDevice), (status = 403),
        (status = 409, description = "`too_many_push_devices`")))]
async fn add_push_device(
    State(shop): State<Arc<Shop>>,
    StaffByCookie(session): StaffByCookie,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PushDeviceBody>,
) -> Result<ApiJson<AddedPushDevice>, ApiError> {
    let subscription = body.check(&shop)?;
    // Without the cookie, no later login of the browser takes the device over.
    let browser_hash = browser_hash(&shop, &headers, &session).unwrap_or_else(|| session.id.to_string());
    let new = NewDevice { subscription, browser_hash, user_agent: agent_of(&headers) };
    let added = add::add(&shop, &session, new).await.map_err(refusal)?;
    tracing::info!(user = session.user.id.as_str(), "a device is told of new orders");
    Ok(ApiJson(AddedPushDevice { id: added.into_string() }))
}

fn refusal(error: AddDeviceError) -> ApiError {
    match error {
        AddDeviceError::TooMany => ApiError::conflict(
            "too_many_push_devices",
            localized!(
                "New orders are sent to {MAX_DEVICES} devices already. Remove one first.",
                "Les nouvelles commandes sont déjà signalées à {MAX_DEVICES}\u{a0}appareils. Retirez-en un \
                 d’abord."
            ),
        ),
        AddDeviceError::SessionEnded => ApiError::unauthenticated(),
        AddDeviceError::Db(error) => error.into(),
    }
}

/// Stop telling a device of new orders. A customer may remove what is left from an earlier role.
#[utoipa::path(delete, path = "/identity/push-devices/{id}", tag = "identity", params(("id" = String, Path)),
    security(("session" = [])), responses((status = 200, body = Deleted)))]
async fn remove_push_device(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    PushDevicePathId(id): PushDevicePathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let input = (session.user.id.clone(), id);
    if !shop.db.write(input, |tx, (user, id)| store::delete(tx, user, id)).await? {
        return Err(ApiError::not_found(Missing::Device));
    }
    Ok(ApiJson(Deleted::one()))
}

/// Send a test to a device at once. A device that its browser has ended is removed.
#[utoipa::path(post, path = "/identity/push-devices/{id}/test", tag = "identity", params(("id" = String, Path)),
    security(("session" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`push_device_gone`"),
        (status = 503, description = "`push_service_unavailable`")))]
async fn test_push_device(
    State(shop): State<Arc<Shop>>,
    StaffByCookie(session): StaffByCookie,
    PushDevicePathId(id): PushDevicePathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    match deliver::send_test(&shop, &session.user.id, &id).await? {
        Some(PushOutcome::Sent) => Ok(ApiJson(WriteResult::modified())),
        Some(PushOutcome::Gone) => Err(ApiError::conflict(
            "push_device_gone",
            localized!(
                "This device no longer takes notifications, so it was removed. Turn them on again on the \
                 device.",
                "Cet appareil n’accepte plus les notifications, donc il a été retiré. Activez-les de nouveau \
                 sur l’appareil."
            ),
        )),
        Some(PushOutcome::Failed) => Err(ApiError::unavailable(
            "push_service_unavailable",
            localized!(
                "The push service of this browser did not take the notification. Please try again in a minute.",
                "Le service de notifications de ce navigateur n’a pas accepté la notification. Veuillez \
                 réessayer dans une minute."
            ),
        )),
        None => Err(ApiError::not_found(Missing::Device)),
    }
}
