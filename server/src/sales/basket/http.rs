//! GET /basket and PUT /basket/lines/{toolId}.

use std::net::IpAddr;

use super::{
    BASKET_COOKIE, Basket, BasketHolder, MAX_LINES,
    basket_json::BasketJson,
    change::{ChangeLineError, LineChange, LineQuantity, change_line},
    join::{BasketNotice, join},
    quotes, store,
};
use crate::{
    accounts::{extractors::AnyAccountOrVisitor, profiles, session::store::Session},
    base::idempotency,
    db::{self, Tx},
    http::{origin::check_origin, prelude::*},
    sales::discounts,
    shop::Shop,
    values::quantity::StockCount,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_basket))
        .routes(routes!(put_basket_line))
        .merge(super::code::http::routes())
        .merge(quotes::http::routes())
}

/// The caller, and the basket that the browser has.
pub struct BasketCaller {
    user: Option<Id>,
    /// The account's key of [`BasketHolder::customer_key`]. Empty for a visitor.
    customer_key: String,
    secret: Option<Secret>,
    /// Another site that sends the browser here changes nothing.
    is_from_shop: bool,
}

/// A basket as it is answered.
pub struct BasketView {
    pub basket: Option<Basket>,
    /// The address of the customer's profile. Empty if it is not known, or nothing depends on it.
    pub address: String,
    /// What the customer saw before, of lines that have another price now.
    pub old_prices: Vec<(Id, Cents)>,
    /// A price depends on the place.
    pub has_charges: bool,
    /// The shop has discount codes.
    pub takes_codes: bool,
    /// The customer has not logged in.
    pub is_visitor: bool,
}

impl BasketCaller {
    pub fn new(shop: &Shop, session: Option<Session>, headers: &HeaderMap) -> Self {
        let user = session.map(|session| session.user);
        let email = user.as_ref().and_then(|user| user.email.as_deref());
        Self {
            customer_key: email.map(discounts::customer_key).unwrap_or_default(),
            user: user.map(|user| user.id),
            secret: BASKET_COOKIE.of(headers, shop.public_url()),
            is_from_shop: check_origin(headers, shop.public_url(), &shop.config.allowed_origins).is_ok(),
        }
    }

    pub fn holder(&self) -> Option<BasketHolder> {
        match &self.user {
            Some(id) => {
                Some(BasketHolder::Account { id: id.clone(), customer_key: self.customer_key.clone() })
            }
            None => self.secret.as_ref().map(|secret| BasketHolder::visitor(secret.hash())),
        }
    }

    /// A visitor's secret is one that this shop has made: it has a basket, or has bought one today. Another program may
    /// have put any other one into the browser.
    async fn has_known_secret(&self, shop: &Shop) -> Result<bool, db::Error> {
        let Some(secret) = &self.secret else { return Ok(false) };
        let input = (secret.hash(), Id::of_secret(secret));
        let read = shop.db.read(input, |tx, (hash, browser)| {
            Box::pin(async move {
                let basket = store::exists_of_cookie(tx, hash);
                tokio::try_join!(basket, idempotency::store::has_succeeded(tx, browser))
            })
        });
        read.await.map(|(has_basket, has_bought)| has_basket || has_bought)
    }

    /// Makes the browser's basket the account's after a login. Returns `None` if there was no login.
    async fn join(&self, shop: &Shop) -> Result<Option<Vec<BasketNotice>>, db::Error> {
        let Some((user, secret)) = self.user.as_ref().zip(self.secret.as_ref()).filter(|_| self.is_from_shop)
        else {
            return Ok(None);
        };
        let input = (user.clone(), self.customer_key.clone(), secret.hash(), shop.clock.now());
        let joined = shop.db.write(input, |tx, (user, customer_key, hash, now)| {
            Box::pin(join(tx, (user, customer_key), hash, *now))
        });
        joined.await.map(Some)
    }
}

pub async fn view_basket(
    tx: &Tx<'_>,
    holder: &BasketHolder,
    has_charges: bool,
) -> Result<BasketView, db::Error> {
    let profile = async {
        match holder {
            BasketHolder::Account { id, .. } if has_charges => profiles::store::profile(tx, id).await,
            BasketHolder::Account { .. } | BasketHolder::Cookie { .. } => Ok(None),
        }
    };
    let (basket, profile, takes_codes) =
        tokio::try_join!(holder.basket(tx), profile, discounts::store::are_any(tx))?;
    let new = basket.iter().flat_map(|basket| &basket.lines).filter(|line| line.is_price_new());
    let old_prices = new.map(|line| (line.tool.id.clone(), line.shown)).collect();
    let address = profile.map(|profile| profile.address).unwrap_or_default();
    let is_visitor = holder.is_visitor();
    Ok(BasketView { basket, address, old_prices, has_charges, takes_codes, is_visitor })
}

pub fn has_charges(shop: &Shop) -> bool {
    !shop.charges_today().is_empty()
}

/// The next answer says nothing of changes that this one says.
async fn mark_shown(tx: &Tx<'_>, basket: &Basket) -> Result<(), db::Error> {
    for line in basket.lines.iter().filter(|line| line.is_price_new()) {
        store::set_shown(tx, &basket.id, &line.tool.id, line.quantity, line.price()).await?;
    }
    Ok(())
}

/// The caller's basket, with the prices and stock of now. It tells what changed since the last answer. Without a login
/// it is the cookie's. The first call after a login joins both.
#[utoipa::path(get, path = "/basket", tag = "basket", security((), ("session" = []), ("bearer" = [])),
    responses((status = 200, body = BasketJson)))]
async fn get_basket(
    State(shop): State<Arc<Shop>>,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let caller = BasketCaller::new(&shop, session, &headers);
    let notices = caller.join(&shop).await?;
    let Some(holder) = caller.holder() else { return Ok(ApiJson(BasketJson::default()).into_response()) };
    let input = (holder, has_charges(&shop));
    let read =
        shop.db.read(input, |tx, (holder, has_charges)| Box::pin(view_basket(tx, holder, *has_charges)));
    let view = read.await?;
    if caller.is_from_shop && !view.old_prices.is_empty() {
        let basket = view.basket.clone();
        let marked = shop.db.write(basket, |tx, basket| {
            Box::pin(async move {
                match basket {
                    Some(basket) => mark_shown(tx, basket).await,
                    None => Ok(()),
                }
            })
        });
        marked.await?;
    }
    let is_joined = notices.is_some();
    let mut response = ApiJson(BasketJson::new(&shop, view, notices.unwrap_or_default())).into_response();
    if is_joined {
        response.headers_mut().append(header::SET_COOKIE, BASKET_COOKIE.clear(shop.public_url())?);
    }
    Ok(response)
}

#[derive(Deserialize, ToSchema)]
pub struct PutBasketLineBody {
    /// How many pieces, whatever there were before. 0 takes the tool out.
    #[serde(default)]
    #[schema(required, value_type = i64, minimum = 0, maximum = 1_000_000)]
    quantity: Field<StockCount>,
}

/// Put a tool into the basket, change how many pieces, or take it out. Reserves no stock. Without a login it sets the
/// cookie of the basket.
#[utoipa::path(put, path = "/basket/lines/{toolId}", tag = "basket", params(("toolId" = String, Path)),
    request_body = PutBasketLineBody, security((), ("session" = []), ("bearer" = [])),
    responses((status = 200, body = BasketJson), (status = 422, description = "`too_many_lines`")))]
async fn put_basket_line(
    State(shop): State<Arc<Shop>>,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    _: SameOrigin,
    ClientIp(address): ClientIp,
    PathSegment(tool): PathSegment,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PutBasketLineBody>,
) -> Result<Response, ApiError> {
    let quantity = body.quantity.required("quantity")?;
    let quantity = quantity.as_stock().map_err(|fault| ApiError::invalid_field("quantity", fault))?;
    let tool = ToolPathId::parse(&tool)?;
    let caller = BasketCaller::new(&shop, session, &headers);
    let changed = change_basket(&shop, caller, address, tool, LineQuantity::Exactly(quantity)).await?;
    let ChangedBasket { view, joined, cookie } = changed;
    let body = view.map_or_else(BasketJson::default, |view| BasketJson::new(&shop, view, joined));
    let mut response = ApiJson(body).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// A basket after its change.
pub struct ChangedBasket {
    /// `None` if there was nothing to take out.
    pub view: Option<BasketView>,
    pub joined: Vec<BasketNotice>,
    /// The header of the basket's cookie, which is set for a visitor and cleared after a login.
    pub cookie: Option<HeaderValue>,
}

/// Changes a line of the caller's basket. The caller has checked the origin.
pub async fn change_basket(
    shop: &Shop,
    mut caller: BasketCaller,
    address: IpAddr,
    tool: Id,
    quantity: LineQuantity,
) -> Result<ChangedBasket, ApiError> {
    if caller.user.is_none() {
        shop.limiters.baskets.admit(address)?;
        if !caller.has_known_secret(shop).await? {
            if quantity == LineQuantity::Exactly(0) {
                return Ok(ChangedBasket { view: None, joined: Vec::new(), cookie: None });
            }
            caller.secret = Some(Secret::new());
        }
    }
    let joined = caller.join(shop).await?;
    let Some(holder) = caller.holder() else { return Err(ApiError::unauthenticated()) };
    let change = LineChange { holder, tool, quantity, now: shop.clock.now() };
    let written = shop.db.try_write((change, has_charges(shop)), |tx, (change, has_charges)| {
        Box::pin(async move {
            let old_price = change_line(tx, change).await?;
            let mut view = view_basket(tx, &change.holder, *has_charges).await?;
            view.old_prices.extend(old_price.map(|price| (change.tool.clone(), price)));
            Ok(view)
        })
    });
    let view = written.await.map_err(refused)?;
    let cookie = match (joined.is_some(), caller.secret.filter(|_| caller.user.is_none())) {
        (true, _) => Some(BASKET_COOKIE.clear(shop.public_url())?),
        (false, Some(secret)) => Some(BASKET_COOKIE.set(shop.public_url(), &secret)?),
        (false, None) => None,
    };
    Ok(ChangedBasket { view: Some(view), joined: joined.unwrap_or_default(), cookie })
}

fn refused(refusal: ChangeLineError) -> ApiError {
    match refusal {
        ChangeLineError::ToolUnavailable => ApiError::not_found(Missing::Tool),
        ChangeLineError::TooManyLines => too_many_lines(),
        ChangeLineError::AccountDeleted => ApiError::unauthenticated(),
        ChangeLineError::Db(error) => error.into(),
    }
}

pub fn too_many_lines() -> ApiError {
    ApiError::unprocessable(
        "too_many_lines",
        localized!(
            "A basket has at most {MAX_LINES} different tools. Please check out first, or remove one.",
            "Un panier contient au plus {MAX_LINES}\u{a0}outils différents. Veuillez d’abord passer à la \
             caisse, ou en retirer un."
        ),
    )
}
