//! What the public page of a tool shows: the tool, its categories, its reviews and related tools.

pub mod http;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalogue::{
        categories::{self, Category},
        listing::entry::CatalogueEntry,
        tools::slugs::{self, FormerSlug},
    },
    db,
    sales::reviews::{review::Review, store},
    shop::Shop,
    values::{ids::Id, language::Language},
};

const RELATED_TOOLS: usize = 4;
const NEWEST_REVIEWS: i64 = 12;

/// The stars of all published reviews of a tool, or of the shop.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct RatingSummary {
    /// The average of ratings from 0 to 5, to one decimal.
    pub average: f64,
    pub count: i64,
    /// How many reviews have 0, 1, 2, 3, 4 and 5 whole stars.
    pub stars: [i64; 6],
}

impl RatingSummary {
    /// Sums up the groups of the store, which have stars, number and sum. Returns `None` if there are no reviews.
    pub fn of(groups: &[(i64, i64, f64)]) -> Option<Self> {
        let count: i64 = groups.iter().map(|(_, count, _)| count).sum();
        let sum: f64 = groups.iter().map(|(_, _, sum)| sum).sum();
        #[expect(clippy::cast_precision_loss, reason = "a tool has fewer than 2^52 reviews")]
        let average = (10.0 * sum / count.max(1) as f64).round() / 10.0;
        let mut stars = [0; 6];
        for (of, count, _) in groups {
            if let Some(place) = usize::try_from(*of).ok().and_then(|of| stars.get_mut(of)) {
                *place = *count;
            }
        }
        (count > 0).then_some(Self { average, count, stars })
    }
}

pub struct ToolPage {
    pub tool: Arc<CatalogueEntry>,
    /// The category of the tool after the categories above it.
    pub categories: Vec<Category>,
    /// The rating is `None` if the tool has no reviews.
    pub rating: Option<RatingSummary>,
    /// Newest first.
    pub reviews: Vec<Review>,
    pub related: Vec<Arc<CatalogueEntry>>,
}

/// What stands at the address of a tool's page.
pub enum ToolAddress {
    OnSale(Box<ToolPage>),
    /// The slug that the tool has now.
    Renamed(String),
    Removed,
    Unknown,
}

pub async fn find(shop: &Shop, slug: &str) -> Result<ToolAddress, db::Error> {
    let snapshot = shop.catalogue.current().await?;
    let Some(tool) = snapshot.by_slug(slug) else {
        return Ok(match slugs::find_former(&shop.db, slug).await? {
            FormerSlug::Renamed(slug) if snapshot.by_slug(&slug).is_some() => ToolAddress::Renamed(slug),
            FormerSlug::Renamed(_) | FormerSlug::Unknown => ToolAddress::Unknown,
            FormerSlug::Removed => ToolAddress::Removed,
        });
    };
    let (rating, reviews) = read_reviews(shop, &tool.id).await?;
    let all = shop.categories.current();
    let categories =
        tool.extras.category.as_deref().map(|slug| categories::path_to(&all, slug)).unwrap_or_default();
    let family = categories.first().map(|top| categories::family(&all, &top.slug)).unwrap_or_default();
    let related = snapshot.related(tool, &family, RELATED_TOOLS);
    Ok(ToolAddress::OnSale(Box::new(ToolPage {
        tool: Arc::clone(tool),
        categories,
        rating,
        reviews,
        related,
    })))
}

async fn read_reviews(shop: &Shop, tool: &Id) -> Result<(Option<RatingSummary>, Vec<Review>), db::Error> {
    let read = shop.db.read(tool.clone(), |tx, tool| {
        Box::pin(async move {
            let newest = store::of_tool(tx, tool, NEWEST_REVIEWS).await?;
            Ok((newest, store::ratings_of_tool(tx, tool).await?))
        })
    });
    let (newest, ratings) = read.await?;
    Ok((RatingSummary::of(&ratings), newest.into_iter().map(|row| row.review).collect()))
}

impl ToolPage {
    pub fn name_categories_in(&mut self, language: Language) {
        self.categories = self.categories.iter().map(|category| category.in_language(language)).collect();
    }

    pub fn large_picture(&self, public_url: &str) -> String {
        large_picture(&self.tool.img, public_url)
    }
}

/// The shop's own pictures have a large size.
pub fn large_picture(img: &str, public_url: &str) -> String {
    let own = img.strip_prefix(public_url).filter(|path| path.starts_with("/images/"));
    own.and_then(|path| path.strip_suffix("/350.webp"))
        .map_or_else(|| img.to_owned(), |folder| format!("{public_url}{folder}/700.webp"))
}
