//! GET and POST /basket, outside the API.

use axum::{
    Extension, Router,
    extract::Query,
    http::{Uri, request::Parts},
    routing::get,
};
use serde_json::json;

use super::{PlainBasket, TypedPlace, put_into};
use crate::{
    accounts::{extractors::AnyAccountOrVisitor, session::store::Session},
    http::{address_body::QuoteAddressBody, prelude::*},
    sales::basket::{
        basket_json::BasketJson,
        change::LineQuantity,
        http::{BasketCaller, change_basket, has_charges, view_basket},
        quotes::quote_basket,
    },
    shop::Shop,
    site::{
        complete_page::CompletePage,
        spa::{self, AppShell, ShellPage},
    },
    values::{
        address::QuoteAddress,
        language::Language,
        page_path,
        quantity::{MAX_QUANTITY, out_of_range, parse_whole},
    },
};

/// The English path.
const PATH: &str = "/basket";

pub fn routes() -> Router<Arc<Shop>> {
    let page = get(read_page).post(change_line);
    Language::ALL
        .into_iter()
        .map(|language| page_path::in_language(language, PATH))
        .fold(Router::new(), |routes, path| routes.route(&path, page.clone()))
}

async fn read_page(
    State(shop): State<Arc<Shop>>,
    Extension(app_shell): Extension<Arc<AppShell>>,
    session: Result<AnyAccountOrVisitor, ApiError>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let Some(redirect) = spa::redirect_to_public_url(&shop, &headers, &uri) {
        return redirect;
    }
    // The app of a browser with JavaScript shows why the shop cannot answer.
    let session = session.ok().and_then(|AnyAccountOrVisitor(session)| session);
    let page = page(&shop, &app_shell, session, &uri, &headers, None).await;
    page.unwrap_or_else(IntoResponse::into_response)
}

/// Changes a line as the forms of pages say: `tool`, and `quantity` or `add`. Without both it adds the tool's minimum.
async fn change_line(
    State(shop): State<Arc<Shop>>,
    Extension(app_shell): Extension<Arc<AppShell>>,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    _: SameOrigin,
    ClientIp(address): ClientIp,
    Parts { uri, headers, .. }: Parts,
    RawBody(body): RawBody,
) -> Result<Response, ApiError> {
    let caller = BasketCaller::new(&shop, session.clone(), &headers);
    let changed = match parse_form(&body) {
        Ok((tool, quantity)) => change_basket(&shop, caller, address, tool, quantity).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(changed) => {
            let location = format!("{}{}", uri.path(), TypedPlace::of(&uri).query);
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
            let answer = response.headers_mut();
            answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            answer.extend(changed.cookie.map(|cookie| (header::SET_COOKIE, cookie)));
            Ok(response)
        }
        Err(refusal) => page(&shop, &app_shell, session, &uri, &headers, Some(refusal)).await,
    }
}

fn parse_form(body: &[u8]) -> Result<(Id, LineQuantity), ApiError> {
    let text = std::str::from_utf8(body).unwrap_or_default();
    let pairs = format!("/?{text}").parse::<Uri>().ok().and_then(|uri| pairs(&uri)).unwrap_or_default();
    let last = |name: &str| pairs.iter().rfind(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let count = |name, least| {
        let typed = last(name).filter(|typed| !typed.trim().is_empty());
        let number = typed.map(|typed| parse_whole(&json!(typed)).unwrap_or(-1));
        match number {
            Some(number) if !(least..=MAX_QUANTITY).contains(&number) => {
                Err(ApiError::invalid_field(name, out_of_range(least)))
            }
            number => Ok(number),
        }
    };
    let tool = ToolPathId::parse(last("tool").unwrap_or_default())?;
    let quantity = match count("quantity", 0)? {
        Some(quantity) => LineQuantity::Exactly(quantity),
        None => LineQuantity::More(count("add", 1)?),
    };
    Ok((tool, quantity))
}

fn pairs(uri: &Uri) -> Option<Vec<(String, String)>> {
    Query::try_from_uri(uri).ok().map(|Query(pairs)| pairs)
}

impl TypedPlace {
    fn of(uri: &Uri) -> Self {
        let pairs = pairs(uri).unwrap_or_default();
        let value = |name: &str| {
            let found = pairs.iter().find(|(key, _)| key == name);
            found.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        Self {
            province: value("province"),
            postal_code: value("postalCode"),
            method: value("method"),
            query: uri.query().map(|query| format!("?{query}")).unwrap_or_default(),
        }
    }

    /// Checks the typed place. Returns `None` if no place was typed.
    fn check(&self) -> Option<Result<QuoteAddress, ApiError>> {
        if self.province.is_empty() && self.postal_code.is_empty() {
            return None;
        }
        let body = json!({ "province": self.province, "postalCode": self.postal_code });
        let body = serde_json::from_value::<QuoteAddressBody>(body).map_err(ApiError::internal);
        Some(body.and_then(QuoteAddressBody::check))
    }
}

/// The page with the caller's basket in it. It changes nothing, so that the app tells of changes that are new.
/// `refusal` is the error of the change that the page answers.
async fn page(
    shop: &Arc<Shop>,
    app_shell: &AppShell,
    session: Option<Session>,
    uri: &Uri,
    headers: &HeaderMap,
    refusal: Option<ApiError>,
) -> Result<Response, ApiError> {
    let (found, page) = match spa::find_page(app_shell, shop, uri).await? {
        ShellPage::Elsewhere(response) => return Ok(response),
        ShellPage::Here(status, page) => (status, page),
    };
    let status = refusal.as_ref().map_or(found, |refusal| refusal.status);
    let holder = BasketCaller::new(shop, session, headers).holder();
    let typed = TypedPlace::of(uri);
    let language = page_path::language_of(uri.path());
    let basket = match holder {
        None => None,
        Some(holder) => {
            let input = (holder, has_charges(shop));
            let read = shop
                .db
                .read(input, |tx, (holder, has_charges)| Box::pin(view_basket(tx, holder, *has_charges)));
            read.await.inspect_err(|error| tracing::warn!(%error, "the basket page has no basket")).ok()
        }
    };
    let place = typed.check();
    let basket = basket.filter(|view| view.basket.is_some()).map(|view| {
        let stored = view.basket.clone();
        let is_visitor = view.is_visitor;
        let mut basket = BasketJson::new(shop, view, Vec::new());
        let to = match &place {
            Some(to) => to.as_ref().ok().cloned(),
            None => basket.quote.as_ref().map(|quote| quote.destination.to_address()),
        };
        let method = Some(typed.method.as_str()).filter(|method| !method.is_empty());
        if let Some(to) = to {
            basket.quote = Some(quote_basket(shop, stored.as_ref(), &to, method, is_visitor));
        }
        basket
    });
    if basket.is_none() && refusal.is_none() {
        return Ok(private(page.respond(status, headers)));
    }
    let plain = PlainBasket {
        basket: &basket.unwrap_or_default(),
        typed: &typed,
        place_error: place
            .as_ref()
            .and_then(|place| place.as_ref().err())
            .map(|error| error.sentence().in_language(language)),
        refusal: refusal.as_ref().map(|error| error.sentence().in_language(language)),
        amounts: shop.amounts_in(language),
        language,
    };
    let html = put_into(&String::from_utf8_lossy(&page.html), &plain.content(), language);
    let page = CompletePage::new(html, page.policy.clone()).map_err(ApiError::internal)?;
    Ok(private(page.respond(status, headers)))
}

/// Kept by no browser and no proxy.
fn private(mut response: Response) -> Response {
    let answer = response.headers_mut();
    answer.remove(header::ETAG);
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}
