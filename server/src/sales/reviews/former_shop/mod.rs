//! Reviews of a former shop, from a file. They are shown as such, and never count as verified purchases.

mod file;
pub mod http;

use std::collections::HashMap;

use self::file::FormerReview;
use super::store::{self, NewFormerReview};
use crate::{
    catalogue::tools::{slugs, store as tools, tool::Tool},
    db::{self, Tx},
    settings::redirects::{self, old_path::OldPath},
    values::{hash::sha256_hex, ids::Id, time::Timestamp},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportReviewOutcome {
    Added,
    /// It is from an earlier file, and has a reply now.
    Changed,
    /// The shop has the review from an earlier file.
    Unchanged,
}

/// The tools that reviews may be about, drafts too.
struct Tools {
    names: HashMap<Id, String>,
    by_sku: HashMap<String, Id>,
}

/// The review of each row, or `None` if the shop has no tool for its product.
async fn find_all(
    tx: &Tx<'_>,
    rows: &[(u64, FormerReview)],
    now: Timestamp,
) -> Result<Vec<Option<NewFormerReview>>, db::Error> {
    let tools = read_tools(tx).await?;
    let mut found = HashMap::new();
    let mut counts = HashMap::new();
    let mut reviews = Vec::with_capacity(rows.len());
    for (_, review) in rows {
        let product = (&review.sku, &review.handle, &review.product_id);
        let tool = if let Some(tool) = found.get(&product) {
            Option::clone(tool)
        } else {
            let tool = find_tool(tx, &tools, review).await?;
            found.insert(product, tool.clone());
            tool
        };
        let tool = tool.and_then(|tool| Some((tools.names.get(&tool)?.clone(), tool)));
        reviews.push(tool.map(|(tool_name, tool)| new_review(review, tool, tool_name, &mut counts, now)));
    }
    Ok(reviews)
}

/// Makes the review to store. `counts` holds how many equal reviews came before, by their content.
fn new_review(
    review: &FormerReview,
    tool: Id,
    tool_name: String,
    counts: &mut HashMap<String, usize>,
    now: Timestamp,
) -> NewFormerReview {
    let FormerReview { name, text, rating, reply, created_at, .. } = review.clone();
    let content = format!("{tool}\n{name}\n{rating}\n{}\n{text}", created_at.micros());
    let content = sha256_hex(content.as_bytes());
    let count = counts.entry(content.clone()).or_default();
    *count += 1;
    let former_key = sha256_hex(format!("{content} {count}").as_bytes());
    NewFormerReview { id: Id::new(now), name, text, rating, reply, created_at, tool, tool_name, former_key }
}

async fn read_tools(tx: &Tx<'_>) -> Result<Tools, db::Error> {
    let (mut names, mut by_sku) = (HashMap::new(), HashMap::new());
    let receive = |tool: Tool| {
        if let Some(sku) = tool.extras.sku {
            by_sku.insert(sku, tool.id.clone());
        }
        names.insert(tool.id, tool.name);
        Ok(())
    };
    tools::each_live_tool(tx, receive).await?;
    Ok(Tools { names, by_sku })
}

/// Finds the tool by the SKU, or by the redirect that the import of tools made of the product's former address.
async fn find_tool(tx: &Tx<'_>, tools: &Tools, review: &FormerReview) -> Result<Option<Id>, db::Error> {
    if let Some(tool) = tools.by_sku.get(&review.sku) {
        return Ok(Some(tool.clone()));
    }
    let paths = [
        (&review.handle, format!("/products/{}", review.handle)),
        (&review.handle, format!("/product/{}", review.handle)),
        (&review.product_id, format!("/?p={}", review.product_id)),
    ];
    for (name, path) in paths {
        let Some(path) = OldPath::parse(&path).ok().filter(|_| !name.is_empty()) else { continue };
        let Some(target) = redirects::store::find(tx, &path).await? else { continue };
        let Some(slug) = target.strip_prefix("/tool/") else { continue };
        let tool = slugs::store::tool(tx, slug).await?;
        if let Some(tool) = tool.filter(|tool| tools.names.contains_key(tool)) {
            return Ok(Some(tool));
        }
    }
    Ok(None)
}

/// Adds the review, unless the shop has it. A reply that came later is taken, if it has none.
async fn import(tx: &Tx<'_>, new: &NewFormerReview) -> Result<ImportReviewOutcome, db::Error> {
    if store::insert_former(tx, new).await? {
        return Ok(ImportReviewOutcome::Added);
    }
    Ok(match &new.reply {
        Some(reply) if store::set_former_reply(tx, &new.former_key, reply).await? => {
            ImportReviewOutcome::Changed
        }
        _ => ImportReviewOutcome::Unchanged,
    })
}
