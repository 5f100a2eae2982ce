//! PUT /basket/code.

use super::{ChangeCodeError, CodeChange, change_code};
use crate::{
    accounts::extractors::AnyAccountOrVisitor,
    base::rate_limit::LimitedAction,
    db::Committed,
    http::{client_ip::truncate, prelude::*},
    sales::basket::{
        basket_json::BasketJson,
        http::{BasketCaller, has_charges, view_basket},
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(put_basket_code))
}

#[derive(Deserialize, ToSchema)]
struct BasketCodeBody {
    /// The code in capital or small letters, with or without spaces. Empty text removes the code of the basket.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 40)]
    code: Field<Text<40>>,
}

/// Use a discount code for the basket, in place of another one. A code that does not work has the same answer whatever
/// the reason is. The checkout uses it up.
#[utoipa::path(put, path = "/basket/code", tag = "basket", request_body = BasketCodeBody,
    security((), ("session" = []), ("bearer" = [])),
    responses((status = 200, body = BasketJson), (status = 409, description = "`basket_empty`"),
        (status = 422, description = "`code_not_valid`"), (status = 429, description = "`too_many_codes_tried`")))]
async fn put_basket_code(
    State(shop): State<Arc<Shop>>,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    _: SameOrigin,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    JsonBody(body): JsonBody<BasketCodeBody>,
) -> Result<ApiJson<BasketJson>, ApiError> {
    let code = body.code.required("code")?.into_string();
    let user = session.as_ref().map(|session| session.user.id.to_string());
    let subjects = user.into_iter().chain([truncate(address).to_string()]);
    let limits = subjects.map(|subject| LimitedAction::TryDiscountCode.by(&subject)).collect();
    let caller = BasketCaller::new(&shop, session, &headers);
    let holder = caller.holder().ok_or_else(basket_empty)?;
    let change = CodeChange { holder, code, limits, has_charges: has_charges(&shop), now: shop.clock.now() };
    let changed = shop.db.write(change, |tx, change| {
        Box::pin(async move {
            Ok(match change_code(tx, change).await? {
                Committed::Done(()) => {
                    Committed::Done(view_basket(tx, &change.holder, change.has_charges).await?)
                }
                Committed::Refused(refusal) => Committed::Refused(refusal),
            })
        })
    });
    let view = changed.await?.into_result().map_err(refused)?;
    Ok(ApiJson(BasketJson::new(&shop, view, Vec::new())))
}

fn basket_empty() -> ApiError {
    ApiError::conflict(
        "basket_empty",
        localized!(
            "Please put a tool into the basket first.",
            "Veuillez d’abord ajouter un outil au panier."
        ),
    )
}

fn refused(refusal: ChangeCodeError) -> ApiError {
    match refusal {
        ChangeCodeError::EmptyBasket => basket_empty(),
        ChangeCodeError::NotValid => ApiError::unprocessable(
            "code_not_valid",
            localized!(
                "This code does not work for your basket. Please check its letters, its days and from which \
                 amount it works.",
                "Ce code ne s’applique pas à votre panier. Veuillez vérifier ses lettres, ses jours et le \
                 montant à partir duquel il s’applique."
            ),
        ),
        ChangeCodeError::TooMany(limited) => limited.into(),
    }
}
