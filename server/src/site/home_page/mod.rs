//! What the home page of an owner's shop shows beside the newest tools and reviews.

pub mod http;

use std::{collections::HashMap, sync::Arc};

use serde::Serialize;
use utoipa::ToSchema;

use super::tool_page::RatingSummary;
use crate::{
    catalogue::{categories::Category, listing::entry::CatalogueEntry},
    http::error::ApiError,
    settings::{charges::ChargeKind, delivery::DeliveryMethod},
    shop::Shop,
    values::{ids::Id, language::Language, markdown, money::Cents, text::first_words},
};

const FAVOURITES: usize = 6;
const MAX_CATEGORIES: usize = 12;
/// Characters of the story, if it is taken from the About page.
const STORY_LENGTH: usize = 300;

pub struct HomePage {
    language: Language,
    favourites: Vec<Arc<CatalogueEntry>>,
    categories: Vec<CategoryTile>,
    rating: Option<RatingSummary>,
    delivery: Option<DeliveryPromise>,
    has_pick_up: bool,
    is_taxed: bool,
    about: String,
}

/// A category of the first level that has tools.
#[derive(Serialize, ToSchema)]
pub struct CategoryTile {
    slug: String,
    name: String,
    /// The picture of one of its tools.
    img: String,
}

/// The first delivery method of the owner that brings the goods.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryPromise {
    days_from: u32,
    days_to: u32,
    /// The delivery is free from this total of goods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    free_from: Option<Cents>,
}

impl DeliveryPromise {
    fn of(method: &DeliveryMethod) -> Self {
        Self { days_from: method.days_from, days_to: method.days_to, free_from: method.free_from() }
    }
}

pub async fn read(shop: &Shop, language: Language) -> Result<HomePage, ApiError> {
    let summary = shop.figures.get(shop).await?;
    let snapshot = shop.catalogue.current().await?;
    let current = shop.settings.current();
    let settings = current.in_language(language);
    let favourites = in_stock(&summary.best_sellers, snapshot.tools());
    let newest = snapshot.tools().iter().rev();
    let categories = tiles(&shop.categories.in_language(language), favourites.iter().chain(newest));
    let methods = &settings.charges.methods;
    let has_about = settings.settings.home.has_part("about");
    let about = if has_about { markdown::plain_text(&settings.about_content) } else { String::new() };
    Ok(HomePage {
        language,
        favourites: favourites.into_iter().take(FAVOURITES).collect(),
        categories,
        rating: RatingSummary::of(&summary.ratings),
        delivery: methods.iter().find(|method| !method.is_pick_up).map(DeliveryPromise::of),
        has_pick_up: methods.iter().any(|method| method.is_pick_up),
        is_taxed: shop.charges_today().iter().any(|charge| matches!(charge, ChargeKind::Taxes)),
        about: first_words(&about, STORY_LENGTH),
    })
}

/// The tools with these ids that can be ordered, in the order of the ids.
fn in_stock(ids: &[Id], tools: &[Arc<CatalogueEntry>]) -> Vec<Arc<CatalogueEntry>> {
    let places: HashMap<&Id, usize> = ids.iter().zip(0..).collect();
    let found = tools.iter().filter(|tool| tool.is_in_stock());
    let mut found: Vec<_> = found.filter_map(|tool| Some((*places.get(&tool.id)?, tool))).collect();
    found.sort_unstable_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, tool)| Arc::clone(tool)).collect()
}

/// The tiles show the first of these tools in each category.
fn tiles<'a>(
    categories: &[Category],
    tools: impl Iterator<Item = &'a Arc<CatalogueEntry>>,
) -> Vec<CategoryTile> {
    let tops: HashMap<&str, &str> = categories
        .iter()
        .map(|category| (&*category.slug, category.parent.as_deref().unwrap_or(&category.slug)))
        .collect();
    let mut pictures = HashMap::new();
    for tool in tools {
        if let Some(top) = tool.extras.category.as_deref().and_then(|slug| tops.get(slug)) {
            pictures.entry(*top).or_insert(&tool.img);
        }
    }
    let tile = |category: &Category| {
        let img: &String = pictures.get(&*category.slug)?;
        Some(CategoryTile { slug: category.slug.clone(), name: category.name.clone(), img: img.clone() })
    };
    categories.iter().filter_map(tile).take(MAX_CATEGORIES).collect()
}
