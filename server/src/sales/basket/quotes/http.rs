//! POST /quote.

use serde_json::Value;

use super::{QuoteJson, problem::ProblemJson, quote_basket, quote_tools};
use crate::sales::basket::{
    BasketHolder, MAX_LINES,
    http::{BasketCaller, too_many_lines},
    line::BasketTool,
    store,
};
use crate::{
    accounts::extractors::AnyAccountOrVisitor,
    db::{self, Tx},
    http::{address_body::QuoteAddressBody, prelude::*},
    shop::Shop,
    values::{address::QuoteAddress, quantity::OrderQuantity, read_rows},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(quote))
}

#[derive(Deserialize, ToSchema)]
struct QuoteBody {
    /// If absent, the lines of the caller's basket.
    #[serde(default)]
    #[schema(value_type = Option<Vec<LineToQuote>>, max_items = 50)]
    lines: Field<LinesToQuote>,
    /// If absent, where the shop is.
    #[serde(default)]
    #[schema(nullable = false)]
    address: Option<QuoteAddressBody>,
    /// The id of a delivery method. If absent, the first that fits.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    method: Field<Text<40>>,
}

#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only documented; LinesToQuote parses it")]
pub struct LineToQuote {
    tool_id: String,
    #[schema(minimum = 1, maximum = 1_000_000)]
    quantity: i64,
}

/// The tools and quantities of a quote. The tools differ. `None` stands for an id that no tool can have.
#[derive(Debug, PartialEq, Eq)]
pub struct LinesToQuote(Vec<(Option<Id>, i64)>);

impl LinesToQuote {
    /// Returns `None` if no tool can have one of the ids.
    pub fn into_known(self) -> Option<Vec<(Id, i64)>> {
        self.0.into_iter().map(|(id, quantity)| Some((id?, quantity))).collect()
    }
}

impl FromJson for LinesToQuote {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let invalid = |detail: Localized| InvalidValue::new("invalid_lines", detail);
        let rows = value.as_array().ok_or_else(|| {
            invalid(localized!("Please send a list of lines.", "Veuillez envoyer une liste de lignes."))
        })?;
        let mut tools = Vec::new();
        let lines = read_rows(rows, |row| {
            let quantity =
                OrderQuantity::from_json(&row["quantity"]).map_err(|fault| fault.at("quantity"))?;
            let no_id = || {
                invalid(localized!("Each line needs a toolId.", "Chaque ligne doit avoir un toolId."))
                    .at("toolId")
            };
            let tool = Id::parse(row["toolId"].as_str().ok_or_else(no_id)?);
            if tool.is_some() && tools.contains(&tool) {
                let repeated = InvalidValue::new(
                    "repeated_tool",
                    localized!("Please name each tool once.", "Veuillez nommer chaque outil une seule fois."),
                );
                return Err(repeated.at("toolId"));
            }
            tools.push(tool.clone());
            Ok((tool, quantity.as_i64()))
        });
        lines.map(Self)
    }
}

/// What tools cost at a place. Goods, delivery, each tax and the total, and why they cannot be bought as they stand.
#[utoipa::path(post, path = "/quote", tag = "basket", request_body = QuoteBody,
    security((), ("session" = []), ("bearer" = [])),
    responses((status = 200, body = QuoteJson), (status = 404, description = "`not_found`: a tool that is not for sale"),
        (status = 422, description = "`too_many_lines`")))]
async fn quote(
    State(shop): State<Arc<Shop>>,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
    JsonBody(body): JsonBody<QuoteBody>,
) -> Result<ApiJson<QuoteJson>, ApiError> {
    let mut check = Validator::new();
    let lines = check.optional("lines", body.lines);
    let method = check.optional("method", body.method).map(Text::into_string);
    check.finish(())?;
    let home = shop.settings.current().charges.home;
    let to = match (body.address, home) {
        (None, Some(province)) => QuoteAddress { province, postal_code: None },
        (address, _) => address.unwrap_or_default().check()?,
    };
    if lines.as_ref().is_some_and(|lines| lines.0.len() > MAX_LINES) {
        return Err(too_many_lines());
    }
    shop.limiters.quotes.admit(address)?;
    let method = method.as_deref();
    if let Some(lines) = lines {
        let ids: Option<Vec<Id>> = lines.0.iter().map(|(id, _)| id.clone()).collect();
        let found = match ids {
            Some(ids) => shop.db.read(ids, |tx, ids| Box::pin(tools_on_sale(tx, ids))).await?,
            None => None,
        };
        let found = found.ok_or_else(|| ApiError::not_found(Missing::Tool))?;
        let tools: Vec<_> =
            found.iter().zip(&lines.0).map(|(tool, (_, quantity))| (tool, *quantity)).collect();
        let is_any_left = tools.is_empty() || tools.iter().any(|(tool, _)| tool.is_left());
        let quote = quote_tools(&shop, &tools, &to, method, None);
        return Ok(ApiJson(if is_any_left {
            quote
        } else {
            quote.with_problem(ProblemJson::of_whole(
                "nothing_to_buy",
                localized!(
                    "Nothing of this can be bought now.",
                    "Rien de cela ne peut être acheté pour le moment."
                ),
            ))
        }));
    }
    let holder = BasketCaller::new(&shop, session, &headers).holder();
    let is_visitor = holder.as_ref().is_none_or(BasketHolder::is_visitor);
    let basket = match holder {
        Some(holder) => shop.db.read(holder, |tx, holder| Box::pin(holder.basket(tx))).await?,
        None => None,
    };
    Ok(ApiJson(quote_basket(&shop, basket.as_ref(), &to, method, is_visitor)))
}

/// Reads these tools in the order of the ids. Returns `None` if one of them is not for sale.
async fn tools_on_sale(tx: &Tx<'_>, ids: &[Id]) -> Result<Option<Vec<BasketTool>>, db::Error> {
    let found = futures_util::future::try_join_all(ids.iter().map(|id| store::tool(tx, id))).await?;
    Ok(found.into_iter().map(|tool| tool.filter(BasketTool::is_published)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refused_line_is_named_by_its_row_and_member() {
        let good = json!({ "toolId": Id::new(Timestamp::from_micros(0)).to_string(), "quantity": 1 });
        for (line, member) in [
            (json!({ "toolId": "x" }), "quantity"),
            (json!({ "quantity": 1 }), "toolId"),
            (good.clone(), "toolId"),
        ] {
            let refusal = LinesToQuote::from_json(&json!([good, line])).unwrap_err();
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(1), Some(member)), "{line}");
        }
    }
}
