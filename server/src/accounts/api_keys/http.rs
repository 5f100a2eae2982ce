//! GET and POST /api-keys, DELETE /api-keys/{id}.

use serde_json::Value;

use super::{CreateKeyError, CreatedKey, MAX_DAYS, NewApiKey, create, revoke, store};
use crate::{
    accounts::{
        extractors::Admin,
        password::{
            PlaintextPassword,
            http::{current_password, reauth_error},
            reauthenticate::reauthenticate,
        },
        permissions::KeyScope,
    },
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_api_keys, create_api_key)).routes(routes!(revoke_api_key))
}

/// The administrator whose key it is.
#[derive(Serialize, ToSchema)]
struct ApiKeyHolder {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    email: Option<String>,
}

/// A key with which scripts call the API.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApiKey {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    holder: ApiKeyHolder,
    scopes: Vec<KeyScope>,
    created_at: Timestamp,
    expires_at: Timestamp,
    /// When the key was last used, to the hour. Absent until its first use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_used_at: Option<Timestamp>,
}

/// The keys of all administrators that still work, newest first.
#[utoipa::path(get, path = "/api-keys", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = Vec<ApiKey>), (status = 403)))]
async fn list_api_keys(State(shop): State<Arc<Shop>>, _: Admin) -> Result<ApiJson<Vec<ApiKey>>, ApiError> {
    let rows = shop.db.read(shop.clock.now(), |tx, now| store::in_use(tx, *now)).await?;
    let keys = rows.into_iter().map(|row| ApiKey {
        id: row.id.into_string(),
        name: row.name,
        holder: ApiKeyHolder { name: row.holder_name, email: row.holder_email },
        scopes: KeyScope::split(&row.scopes),
        created_at: row.created_at,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
    });
    Ok(ApiJson(keys.collect()))
}

/// The scopes of a key. There is at least one.
struct KeyScopes(Vec<KeyScope>);

impl FromJson for KeyScopes {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match Vec::deserialize(value) {
            Ok(scopes) if !scopes.is_empty() => Ok(Self(scopes)),
            _ => Err(InvalidValue::new(
                "required",
                localized!("Choose what the key can do.", "Choisissez ce que la clé permet de faire."),
            )),
        }
    }
}

struct KeyDays(i64);

impl FromJson for KeyDays {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match value.as_i64() {
            Some(days) if (1..=MAX_DAYS).contains(&days) => Ok(Self(days)),
            _ => Err(InvalidValue::new(
                "out_of_range",
                localized!("A key can last 1 to 366 days.", "Une clé peut durer de 1 à 366\u{a0}jours."),
            )),
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct NewApiKeyBody {
    /// What the key is for.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 60)]
    name: Field<SingleLine<60>>,
    #[serde(default)]
    #[schema(required, value_type = Vec<KeyScope>, min_items = 1)]
    scopes: Field<KeyScopes>,
    /// After how many days it expires.
    #[serde(default)]
    #[schema(required, value_type = i64, minimum = 1, maximum = 366)]
    days: Field<KeyDays>,
    /// Absent if the account has none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

#[derive(Serialize, ToSchema)]
struct CreatedApiKey {
    #[serde(rename = "_id")]
    id: String,
    /// The secret for `Authorization: Bearer …`. It is not shown again.
    key: String,
}

/// Create a key for scripts. It works as long as its user is an administrator.
#[utoipa::path(post, path = "/api-keys", tag = "accounts", request_body = NewApiKeyBody,
    security(("bearer" = [])),
    responses((status = 200, body = CreatedApiKey),
        (status = 403, description = "`forbidden`, `reauthentication_required`: there is no password, and this session began more than ten minutes ago"),
        (status = 409, description = "`too_many_api_keys`"),
        (status = 422, description = "`invalid_field`: for example `wrong_password` in `password`")))]
async fn create_api_key(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<NewApiKeyBody>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let name = check.required("name", body.name);
    let scopes = check.required("scopes", body.scopes);
    let days = check.required("days", body.days);
    let password = current_password(&mut check, "password", body.password);
    let (name, KeyScopes(scopes), KeyDays(days)) = check.finish((name, scopes, days))?;
    // A stolen token must not become a key that lasts for a year.
    reauthenticate(&shop, &session, password.as_ref()).await.map_err(|why| reauth_error("password", why))?;
    let new = NewApiKey { name: name.into_string(), scopes, days };
    let CreatedKey { id, key } = create(&shop, &session, new).await?;
    let body = ApiJson(CreatedApiKey { id: id.into_string(), key });
    Ok(([(header::CACHE_CONTROL, "no-store")], body).into_response())
}

impl From<CreateKeyError> for ApiError {
    fn from(error: CreateKeyError) -> Self {
        match error {
            CreateKeyError::TooMany => Self::conflict(
                "too_many_api_keys",
                localized!(
                    "You have 20 keys in use. Please revoke one that you no longer need.",
                    "Vous avez 20\u{a0}clés en service. Veuillez en révoquer une dont vous n’avez plus besoin."
                ),
            ),
            CreateKeyError::SessionExpired => Self::unauthenticated(),
            CreateKeyError::Db(error) => error.into(),
        }
    }
}

/// Revoke a key of any administrator. It stops working at once.
#[utoipa::path(delete, path = "/api-keys/{id}", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 403)))]
async fn revoke_api_key(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    ApiKeyPathId(id): ApiKeyPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    if revoke(&shop, &session.user.id, id).await? {
        Ok(ApiJson(Deleted::one()))
    } else {
        Err(ApiError::not_found(Missing::ApiKey))
    }
}
