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
    /// From an earlier file.
    Unchanged,
    /// The shop has no tool for the product.
    NoTool,
}

/// The tools that reviews may be about, drafts too.
struct Tools {
    names: HashMap<Id, String>,
    by_sku: HashMap<String, Id>,
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

/// By the SKU, or by where the import of tools led the product's former address.
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

/// Adds the review, unless an earlier file had it.
async fn import(
    tx: &Tx<'_>,
    tools: &Tools,
    review: &FormerReview,
    now: Timestamp,
) -> Result<ImportReviewOutcome, db::Error> {
    let Some(tool) = find_tool(tx, tools, review).await? else { return Ok(ImportReviewOutcome::NoTool) };
    let Some(tool_name) = tools.names.get(&tool).cloned() else { return Ok(ImportReviewOutcome::NoTool) };
    let FormerReview { name, text, rating, reply, created_at, .. } = review.clone();
    let content = format!("{tool}\n{name}\n{rating}\n{}\n{text}", created_at.micros());
    let former_key = sha256_hex(content.as_bytes());
    if store::has_former(tx, &former_key).await? {
        return Ok(ImportReviewOutcome::Unchanged);
    }
    let id = Id::new(now);
    let new = NewFormerReview { id, name, text, rating, reply, created_at, tool, tool_name, former_key };
    store::insert_former(tx, &new).await?;
    Ok(ImportReviewOutcome::Added)
}
