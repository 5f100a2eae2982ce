//! /discountCodes: what the owner makes and ends.

use super::{DiscountCode, MAX_CODES, normalized, store};
use crate::{
    accounts::extractors::Admin,
    base::audit::{self, AuditAction, AuditEntry},
    http::prelude::*,
    shop::Shop,
    values::{
        day::{day_at, parse_end_of_day, parse_start_of_day},
        discount::{Discount, DiscountKind},
        money::UncheckedAmount,
        quantity::OrderQuantity,
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_discount_codes, add_discount_code))
        .routes(routes!(end_discount_code))
}

/// Letters, digits and hyphens.
struct CodeText(String);

impl FromJson for CodeText {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        let code = normalized(SingleLine::<40>::from_json(value)?.as_str());
        let is_valid = (3..=30).contains(&code.len())
            && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let why = localized!(
            "Please enter 3 to 30 letters, digits or hyphens, such as SPRING10.",
            "Veuillez entrer de 3 à 30\u{a0}lettres, chiffres ou traits d’union, par exemple SPRING10."
        );
        if is_valid { Ok(Self(code)) } else { Err(InvalidValue::new("invalid_code", why)) }
    }
}

impl FromJson for DiscountKind {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        let why = localized!(
            "Please choose percent, amount or delivery.",
            "Veuillez choisir percent, amount ou delivery."
        );
        value.as_str().and_then(Self::parse).ok_or_else(|| InvalidValue::new("unknown", why))
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DiscountCodeBody {
    /// Letters, digits and hyphens. Customers may write it in small letters and with spaces.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 3, max_length = 40)]
    code: Field<CodeText>,
    #[serde(default)]
    #[schema(required, value_type = DiscountKind)]
    kind: Field<DiscountKind>,
    /// Percent from 1 to 99, or dollars. Not for free delivery.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    value: Field<UncheckedAmount>,
    /// Dollars of goods from which on it works.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0)]
    minimum: Field<Cents>,
    /// The first day, as `2026-11-26`, where the shop is. If absent, now.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    from: Field<SingleLine<10>>,
    /// The last day. If absent, until it is ended.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    until: Field<SingleLine<10>>,
    /// How many purchases may have it. If absent, as many as there are.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 1_000_000)]
    max_uses: Field<OrderQuantity>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    once_per_customer: Field<bool>,
}

impl DiscountCodeBody {
    fn check(self, shop: &Shop) -> Result<DiscountCode, ApiError> {
        let mut check = Validator::new();
        let code = check.required("code", self.code);
        let kind = check.required("kind", self.kind);
        let value = check.optional("value", self.value).map_or(0, UncheckedAmount::as_i64);
        let minimum = check.optional("minimum", self.minimum);
        let from = check.optional("from", self.from);
        let until = check.optional("until", self.until);
        let max_uses = check.optional("maxUses", self.max_uses);
        let is_once = check.optional("oncePerCustomer", self.once_per_customer).unwrap_or(false);
        let value = match kind {
            Some(DiscountKind::Percent) if value % 100 == 0 && (100..10_000).contains(&value) => value / 100,
            Some(DiscountKind::Percent) => {
                let why = localized!(
                    "Please enter a whole percentage from 1 to 99.",
                    "Veuillez entrer un pourcentage entier de 1 à 99."
                );
                check.add_error("value", InvalidValue::new("out_of_range", why));
                0
            }
            Some(DiscountKind::Amount) if (1..=Cents::MAX.as_i64()).contains(&value) => value,
            Some(DiscountKind::Amount) => {
                let why = localized!(
                    "Please enter an amount above 0.",
                    "Veuillez entrer un montant supérieur à 0."
                );
                check.add_error("value", InvalidValue::new("out_of_range", why));
                0
            }
            Some(DiscountKind::Delivery) | None => 0,
        };
        let zone = &shop.settings.current().time_zone;
        let now = shop.clock.now();
        let mut day = |name, text: Option<SingleLine<10>>, parse: fn(&str, &_) -> Option<Timestamp>| {
            let text = text?;
            let day = parse(text.as_str(), zone);
            if day.is_none() {
                let why = localized!(
                    "Please enter a day, such as 2026-05-01.",
                    "Veuillez entrer un jour, par exemple 2026-05-01."
                );
                check.add_error(name, InvalidValue::new("not_a_day", why));
            }
            day
        };
        let starts_at = day("from", from, parse_start_of_day).unwrap_or(now);
        let ends_at = day("until", until, parse_end_of_day);
        if ends_at.is_some_and(|end| end <= starts_at || end <= now) {
            let why = localized!(
                "Please enter a last day that is not over, and not before the first one.",
                "Veuillez entrer un dernier jour qui n’est pas passé et qui ne précède pas le premier."
            );
            check.add_error("until", InvalidValue::new("out_of_range", why));
        }
        let (code, kind) = check.finish((code, kind))?;
        let minimum = minimum.unwrap_or(Cents::ZERO);
        Ok(DiscountCode {
            id: Id::new(now),
            discount: Discount { code: code.0, kind, value, minimum },
            starts_at,
            ends_at,
            max_uses: max_uses.map(OrderQuantity::as_i64),
            used: 0,
            is_once,
            created_at: now,
            ended_at: None,
        })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DiscountCode)]
struct DiscountCodeJson {
    #[serde(rename = "_id")]
    id: String,
    code: String,
    kind: DiscountKind,
    /// Percent, dollars, or 0 for free delivery.
    value: f64,
    /// Dollars of goods from which on it works.
    #[schema(value_type = f64)]
    minimum: Cents,
    #[schema(format = Date)]
    from: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = Date)]
    until: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    max_uses: Option<i64>,
    once_per_customer: bool,
    /// Purchases that have it. One that is deleted unpaid does not count.
    used: i64,
    /// Dollars that it took off their goods.
    given: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ended_at: Option<Timestamp>,
}

impl DiscountCodeJson {
    fn new((it, given): (DiscountCode, i64), shop: &Shop) -> Self {
        let zone = &shop.settings.current().time_zone;
        let Discount { code, kind, value, minimum } = it.discount;
        let dollars = |cents: i64| {
            #[expect(clippy::cast_precision_loss, reason = "below 10^15 every cent count is exact")]
            let cents = cents as f64;
            cents / 100.0
        };
        // The last day ends where the next one begins.
        let last = |end: Timestamp| day_at(Timestamp::from_micros(end.micros() - 1), zone).to_string();
        Self {
            id: it.id.into_string(),
            code,
            kind,
            value: if kind == DiscountKind::Percent { dollars(value * 100) } else { dollars(value) },
            minimum,
            from: day_at(it.starts_at, zone).to_string(),
            until: it.ends_at.map(last),
            max_uses: it.max_uses,
            once_per_customer: it.is_once,
            used: it.used,
            given: dollars(given),
            ended_at: it.ended_at,
        }
    }
}

/// The 200 newest discount codes, ended ones too.
#[utoipa::path(get, path = "/discountCodes", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = Vec<DiscountCodeJson>), (status = 403)))]
async fn list_discount_codes(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<DiscountCodeJson>>, ApiError> {
    let codes = shop.db.read((), |tx, ()| Box::pin(store::newest(tx, MAX_CODES))).await?;
    Ok(ApiJson(codes.into_iter().map(|code| DiscountCodeJson::new(code, &shop)).collect()))
}

/// Makes a discount code.
#[utoipa::path(post, path = "/discountCodes", tag = "site", request_body = DiscountCodeBody,
    security(("bearer" = [])),
    responses((status = 200, body = Inserted), (status = 403),
        (status = 409, description = "`code_exists`, `too_many_codes`")))]
async fn add_discount_code(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<DiscountCodeBody>,
) -> Result<ApiJson<Inserted>, ApiError> {
    let code = body.check(&shop)?;
    let entry =
        AuditEntry::by(&session.user.id, AuditAction::AddDiscountCode, code.id.clone(), code.created_at);
    let id = code.id.clone();
    let added = shop.db.try_write((code, entry), |tx, (code, entry)| {
        Box::pin(async move {
            if store::count_active(tx).await? >= MAX_CODES {
                let why = localized!(
                    "The shop has {MAX_CODES} codes already. Please end one first.",
                    "La boutique a déjà {MAX_CODES}\u{a0}codes. Veuillez d’abord mettre fin à l’un d’eux."
                );
                return Err(ApiError::conflict("too_many_codes", why));
            }
            if !store::insert(tx, code).await? {
                let why = localized!(
                    "There is such a code already. Please choose another word, or end that code first.",
                    "Ce code existe déjà. Veuillez choisir un autre mot, ou d’abord mettre fin à ce code."
                );
                return Err(ApiError::conflict("code_exists", why));
            }
            Ok(audit::record(tx, entry).await?)
        })
    });
    added.await?;
    Ok(ApiJson(Inserted::new(id.into_string())))
}

/// Ends a discount code. Purchases that have it keep it.
#[utoipa::path(delete, path = "/discountCodes/{id}", tag = "site", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 403)))]
async fn end_discount_code(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    DiscountCodePathId(id): DiscountCodePathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let entry = AuditEntry::by(&session.user.id, AuditAction::EndDiscountCode, id, shop.clock.now());
    let ended = shop.db.write(entry, |tx, entry| {
        Box::pin(async move {
            let is_ended = store::end(tx, &entry.subject, entry.at).await?;
            if is_ended {
                audit::record(tx, entry).await?;
            }
            Ok(is_ended)
        })
    });
    if ended.await? { Ok(ApiJson(Deleted::one())) } else { Err(ApiError::not_found(Missing::DiscountCode)) }
}
