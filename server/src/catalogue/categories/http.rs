//! GET and POST /categories; PUT and DELETE /categories/{id}.

use super::{Category, CategoryError, MAX_CATEGORIES, delete, save};
use crate::{
    accounts::extractors::Admin,
    http::{language_query::LanguageQuery, prelude::*},
    shop::Shop,
    values::slug::slug_of,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_categories, add_category))
        .routes(routes!(edit_category, delete_category))
}

/// The categories of the shop, by name. Those below a category follow it.
///
/// Without `language` each has its English name, and `frenchName` if the owner has entered one.
#[utoipa::path(get, path = "/categories", tag = "tools", params(LanguageQuery),
    responses((status = 200, body = Vec<Category>)))]
async fn list_categories(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> ApiJson<Vec<Category>> {
    let categories = match query.chosen() {
        Some(language) => shop.categories.in_language(language),
        None => shop.categories.current(),
    };
    ApiJson(categories.to_vec())
}

/// A category. The slug is made of the name, unless the first save has one. Later saves do not change it.
#[derive(Deserialize, ToSchema)]
struct CategoryBody {
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 60)]
    name: Field<SingleLine<60>>,
    /// Missing: it stays. Empty: French pages show `name`.
    #[serde(default, rename = "frenchName")]
    #[schema(value_type = Option<String>, max_length = 60)]
    french_name: Field<SingleLine<60>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 60, pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")]
    slug: Field<Slug>,
    /// The slug of the category above. Empty or missing: none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 60)]
    parent: Field<SingleLine<60>>,
}

/// Small letters, digits and single hyphens.
struct Slug(String);

impl FromJson for Slug {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        let text = SingleLine::<60>::from_json(value)?.into_string();
        if slug_of(&text) == text {
            return Ok(Self(text));
        }
        Err(InvalidValue::new(
            "invalid_slug",
            localized!(
                "Please use lower-case letters, digits and single hyphens, like hand-tools.",
                "Veuillez utiliser des lettres minuscules, des chiffres et des traits d’union simples, par \
                 exemple hand-tools."
            ),
        ))
    }
}

impl CategoryBody {
    fn into_category(self, id: Id) -> Result<Category, ApiError> {
        let mut check = Validator::new();
        let name = check.required("name", self.name).map(SingleLine::into_string);
        let french_name = if let Field::Blank(_) = self.french_name {
            Some(String::new())
        } else {
            check.given("frenchName", self.french_name).map(SingleLine::into_string)
        };
        let slug = check.optional("slug", self.slug);
        let parent = check.optional("parent", self.parent).map(SingleLine::into_string);
        let slug = slug.map(|slug| slug.0).or_else(|| name.as_deref().map(slug_of)).unwrap_or_default();
        if name.is_some() && slug.is_empty() {
            let why = localized!(
                "We cannot make an address of this name. Please enter one, like hand-tools.",
                "Nous ne pouvons pas former d’adresse avec ce nom. Veuillez en entrer une, par exemple \
                 hand-tools."
            );
            check.add_error("slug", InvalidValue::new("required", why));
        }
        Ok(Category { id, slug, name: check.finish(name)?, french_name, parent })
    }
}

impl From<CategoryError> for ApiError {
    fn from(error: CategoryError) -> Self {
        match error {
            CategoryError::Db(error) => error.into(),
            CategoryError::NotFound => Self::not_found(Missing::Category),
            CategoryError::SlugTaken => Self::conflict(
                "slug_taken",
                localized!(
                    "Another category has this address. Please choose a different one.",
                    "Une autre catégorie a cette adresse. Veuillez en choisir une différente."
                ),
            ),
            CategoryError::InvalidParent => Self::invalid_field(
                "parent",
                InvalidValue::new(
                    "unknown",
                    localized!(
                        "Please choose a top-level category.",
                        "Veuillez choisir une catégorie du premier niveau."
                    ),
                ),
            ),
            CategoryError::HasChildren => Self::conflict(
                "has_categories_below",
                localized!(
                    "This category contains others, so it has to stay at the top level. Please move those \
                     first.",
                    "Cette catégorie en contient d’autres, donc elle doit rester au premier niveau. Veuillez \
                     d’abord les déplacer."
                ),
            ),
            CategoryError::TooMany => Self::conflict(
                "too_many_categories",
                localized!(
                    "A shop can have at most {MAX_CATEGORIES} categories.",
                    "Une boutique peut avoir au plus {MAX_CATEGORIES}\u{a0}catégories."
                ),
            ),
        }
    }
}

/// Adds a category. Returns its id.
#[utoipa::path(post, path = "/categories", tag = "tools", request_body = CategoryBody,
    security(("bearer" = [])),
    responses((status = 200, body = Inserted), (status = 403),
        (status = 409, description = "`slug_taken`, `too_many_categories`")))]
async fn add_category(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<CategoryBody>,
) -> Result<ApiJson<Inserted>, ApiError> {
    let category = body.into_category(Id::new(shop.clock.now()))?;
    let id = category.id.to_string();
    save(&shop, &session.user.id, category, true).await?;
    Ok(ApiJson(Inserted::new(id)))
}

/// Saves names and parent. The slug stays, so that links keep working.
#[utoipa::path(put, path = "/categories/{id}", tag = "tools", request_body = CategoryBody,
    security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`has_categories_below`")))]
async fn edit_category(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<CategoryBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = CategoryPathId::parse(&id)?;
    let category = body.into_category(id)?;
    save(&shop, &session.user.id, category, false).await?;
    Ok(ApiJson(WriteResult::modified()))
}

/// Deletes a category. Its tools stay and have none. Categories below it move to the first level.
#[utoipa::path(delete, path = "/categories/{id}", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 403)))]
async fn delete_category(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    CategoryPathId(id): CategoryPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    if delete(&shop, &session.user.id, &id).await? {
        Ok(ApiJson(Deleted::one()))
    } else {
        Err(ApiError::not_found(Missing::Category))
    }
}
