//! Admin use-cases: add a tool, update it, take it off sale.

use super::{
    events::{stock_changed, tool_changed},
    store::{self, StockChangeReason},
    tool::{Tool, ToolExtras, ToolUpdate},
    version::ToolVersion,
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        idempotency::{self, KeyStatus, StoredResponse},
    },
    db::{self, Tx},
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{InvalidValue, ids::Id, money::Cents, quantity},
};

/// `img` was checked by [`crate::catalogue::uploads::image_url::check_image_url`].
pub struct NewTool {
    pub name: String,
    pub description: String,
    pub price: Cents,
    pub img: String,
    pub available: i64,
    pub minimum: i64,
    pub extras: ToolExtras,
}

/// What the database refuses for a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolConflict {
    /// Another tool has this name.
    NameTaken,
    SkuTaken,
    UnknownCategory,
}

impl ToolConflict {
    pub fn of(error: db::Error) -> Result<Self, db::Error> {
        match &error {
            db::Error::Constraint { name, .. } if error.is_unique_violation() && name.contains("sku") => {
                Ok(Self::SkuTaken)
            }
            _ if error.is_unique_violation() => Ok(Self::NameTaken),
            _ if error.is_foreign_key_violation() => Ok(Self::UnknownCategory),
            _ => Err(error),
        }
    }
}

/// Why a tool was not written.
#[derive(Debug)]
pub enum WriteToolError {
    Conflict(ToolConflict),
    Db(db::Error),
}

impl From<db::Error> for WriteToolError {
    fn from(error: db::Error) -> Self {
        ToolConflict::of(error).map_or_else(Self::Db, Self::Conflict)
    }
}

pub async fn add(shop: &Shop, by: &Id, draft: NewTool) -> Result<Id, WriteToolError> {
    let now = shop.clock.now();
    let tool = Tool {
        id: Id::new(now),
        name: draft.name,
        description: draft.description.into(),
        img: draft.img,
        price: draft.price,
        available: draft.available,
        minimum: draft.minimum,
        revision: 1,
        created_at: now,
        changed_at: now,
        extras: draft.extras,
    };
    let id = tool.id.clone();
    let entry = AuditEntry::by(by, AuditAction::AddTool, id.clone(), now);
    shop.db
        .write((shop.webhooks.clone(), tool, entry), |tx, (webhooks, tool, entry)| {
            Box::pin(async move {
                store::insert_tool(tx, tool, entry.actor.as_ref(), StockChangeReason::Added).await?;
                tool_changed(webhooks, tx, tool, "added", entry.at).await?;
                audit::record(tx, entry).await
            })
        })
        .await?;
    shop.catalogue.mark_changed(&id);
    Ok(id)
}

pub enum UpdateToolOutcome {
    Made(ToolVersion),
    /// The tool had these values already.
    Unchanged(ToolVersion),
    /// Unknown, or off sale.
    NotFound,
    /// Another admin changed the tool since.
    VersionConflict,
    Rejected(ToolConflict),
    /// The stock would be negative, because of orders since.
    StockBelowZero {
        available: i64,
    },
    StockTooLarge,
    /// They do not fit the price and the minimum quantity.
    InvalidPriceSteps(InvalidValue),
    /// The idempotency key was used before.
    Repeated(KeyStatus),
}

#[derive(Clone)]
pub struct UpdatePrecondition {
    /// One of these must have the revision of the tool.
    pub versions: Vec<ToolVersion>,
    /// The idempotency key and the response to store: a repeated request must not add stock twice
    /// (docs/decisions/0009).
    pub key: Option<(idempotency::IdempotentRequest, StoredResponse)>,
}

/// Updates the tool if it still has one of the expected revisions. Orders since then do not matter.
pub async fn update(
    shop: &Shop,
    by: &Id,
    id: &Id,
    basis: UpdatePrecondition,
    change: ToolUpdate,
) -> Result<UpdateToolOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::EditTool, id.clone(), shop.clock.now());
    let attempt = || {
        let input = (shop.webhooks.clone(), entry.clone(), basis.clone(), change.clone());
        shop.db.write(input, |tx, (webhooks, entry, basis, change)| {
            Box::pin(update_in_tx(tx, webhooks, entry, basis, change))
        })
    };
    let mut outcome = attempt().await;
    if basis.key.is_some() && outcome.as_ref().is_err_and(db::Error::is_unique_violation) {
        // Either the name or the SKU is taken, or a concurrent request with the same key committed first. The retry
        // tells which.
        outcome = attempt().await;
    }
    match outcome {
        Ok(edited) => {
            if let UpdateToolOutcome::Made(_) = edited {
                shop.catalogue.mark_changed(id);
            }
            Ok(edited)
        }
        Err(error) => ToolConflict::of(error).map(UpdateToolOutcome::Rejected),
    }
}

async fn update_in_tx(
    tx: &Tx<'_>,
    webhooks: &Webhooks,
    entry: &AuditEntry,
    basis: &UpdatePrecondition,
    change: &ToolUpdate,
) -> Result<UpdateToolOutcome, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    // Locked before reading, so that concurrent updates have committed and their writes are visible.
    store::lock_tool(tx, id).await?;
    if let Some((request, _)) = &basis.key {
        match idempotency::lookup(tx, request, now).await? {
            KeyStatus::New => {}
            known => return Ok(UpdateToolOutcome::Repeated(known)),
        }
    }
    let Some(tool) = store::live_by_id(tx, id).await? else { return Ok(UpdateToolOutcome::NotFound) };
    let Some(seen) = basis.versions.iter().find(|version| version.revision == tool.revision) else {
        return Ok(UpdateToolOutcome::VersionConflict);
    };
    let delta = change.available.map_or(0, |counted| counted.saturating_sub(seen.available));
    let has_new_details = change.changes_details(&tool);
    if delta == 0 && !has_new_details {
        return Ok(UpdateToolOutcome::Unchanged(tool.version()));
    }
    if delta > 0 && tool.available.saturating_add(delta) > quantity::MAX_QUANTITY {
        return Ok(UpdateToolOutcome::StockTooLarge);
    }
    let revision = if has_new_details { tool.revision + 1 } else { tool.revision };
    let changed = change.clone().applied(&tool, revision, now);
    if let Err(fault) = changed.check_price_steps() {
        return Ok(UpdateToolOutcome::InvalidPriceSteps(fault));
    }
    let Some(available) = store::update_tool(tx, &changed, tool.revision, delta).await? else {
        return Ok(UpdateToolOutcome::StockBelowZero { available: tool.available });
    };
    if delta != 0 {
        let by = entry.actor.as_ref();
        store::insert_stock_change(tx, id, delta, StockChangeReason::Edited, by, now).await?;
        stock_changed(webhooks, tx, id, now).await?;
    }
    if has_new_details {
        tool_changed(webhooks, tx, &changed, "edited", now).await?;
    }
    audit::record(tx, entry).await?;
    if let Some((request, answer)) = &basis.key {
        idempotency::store_response(tx, request, answer, now).await?;
    }
    Ok(UpdateToolOutcome::Made(ToolVersion { revision, available }))
}

pub enum RemoveToolOutcome {
    Removed,
    /// The tool was off sale already.
    AlreadyRemoved,
    NotFound,
}

/// Takes a tool off sale. Its orders keep name and price and can still be paid. Its stock stays in the stock records.
pub async fn remove(shop: &Shop, by: &Id, id: &Id) -> Result<RemoveToolOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::DeleteTool, id.clone(), shop.clock.now());
    let input = (shop.webhooks.clone(), entry);
    let removed = shop
        .db
        .write_repeatable(input, |tx, (webhooks, entry)| Box::pin(remove_in_tx(tx, webhooks, entry)))
        .await?;
    if let RemoveToolOutcome::Removed = removed {
        shop.catalogue.mark_changed(id);
    }
    Ok(removed)
}

async fn remove_in_tx(
    tx: &Tx<'_>,
    webhooks: &Webhooks,
    entry: &AuditEntry,
) -> Result<RemoveToolOutcome, db::Error> {
    let id = &entry.subject;
    let tool = store::live_by_id(tx, id).await?;
    if store::remove_from_sale(tx, id, entry.at).await? {
        if let Some(tool) = tool {
            tool_changed(webhooks, tx, &tool, "removed", entry.at).await?;
        }
        audit::record(tx, entry).await?;
        return Ok(RemoveToolOutcome::Removed);
    }
    Ok(if store::find_row(tx, id).await?.is_some() {
        if tx.may_be_committed() { RemoveToolOutcome::Removed } else { RemoveToolOutcome::AlreadyRemoved }
    } else {
        RemoveToolOutcome::NotFound
    })
}
