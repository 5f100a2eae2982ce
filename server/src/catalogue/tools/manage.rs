//! Admin use-cases: add a tool, update it, take it off sale.

use super::{
    events::{stock_changed, tool_changed},
    pictures::ToolPicture,
    price_steps::PriceSteps,
    store,
    tool::{Tool, ToolExtras, ToolVersion},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        idempotency::{self, KeyStatus, StoredResponse},
    },
    db::{self, Tx},
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{Clearable, InvalidValue, ids::Id, money::Cents, quantity, time::Timestamp},
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

pub async fn add(shop: &Shop, by: &Id, draft: NewTool) -> Result<Result<Id, ToolConflict>, db::Error> {
    let now = shop.clock.now();
    let tool = Tool {
        id: Id::new(now),
        name: draft.name,
        description: draft.description,
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
    let entry =
        AuditEntry { actor: Some(by.clone()), action: AuditAction::AddTool, subject: id.clone(), at: now };
    let added = shop
        .db
        .write((shop.webhooks.clone(), tool, entry.clone()), |tx, (webhooks, tool, entry)| {
            Box::pin(async move {
                store::insert_tool(tx, tool, entry.actor.as_ref(), "added").await?;
                tool_changed(webhooks, tx, tool, "added", entry.at).await?;
                audit::record(tx, entry).await
            })
        })
        .await;
    match added {
        Ok(()) => {
            shop.catalogue.mark_changed(&id);
            shop.webhooks.notify();
            entry.log();
            Ok(Ok(id))
        }
        Err(error) => ToolConflict::of(error).map(Err),
    }
}

/// `None` leaves a field unchanged.
#[derive(Clone, Default)]
pub struct ToolUpdate {
    pub name: Option<String>,
    pub description: Option<String>,
    pub price: Option<Cents>,
    pub img: Option<String>,
    pub minimum: Option<i64>,
    /// The stock that the owner set for the version in the precondition. Sales and returns since then are applied to
    /// it.
    pub available: Option<i64>,
    pub sku: Option<Clearable<String>>,
    pub category: Option<Clearable<String>>,
    pub is_draft: Option<bool>,
    pub low_stock: Option<Clearable<i64>>,
    pub price_steps: Option<PriceSteps>,
    /// Belongs to `img`. Another picture without it has none.
    pub img_alt: Option<String>,
    pub more_pictures: Option<Vec<ToolPicture>>,
}

impl ToolUpdate {
    /// Whether the update changes something other than the stock.
    pub fn changes_details(&self, tool: &Tool) -> bool {
        fn differs<T: PartialEq>(new: Option<&T>, old: &T) -> bool {
            new.is_some_and(|new| new != old)
        }
        // Stored names may have surrounding blanks; names from requests have none.
        self.name.as_deref().is_some_and(|name| name != tool.name.trim())
            || differs(self.description.as_ref(), &tool.description)
            || differs(self.price.as_ref(), &tool.price)
            || differs(self.img.as_ref(), &tool.img)
            || differs(self.minimum.as_ref(), &tool.minimum)
            || self.extras(tool) != tool.extras
    }

    /// The tool with these details. Its stock stays.
    pub fn applied(self, tool: &Tool, revision: i64, now: Timestamp) -> Tool {
        let extras = self.extras(tool);
        Tool {
            id: tool.id.clone(),
            name: self.name.unwrap_or_else(|| tool.name.clone()),
            description: self.description.unwrap_or_else(|| tool.description.clone()),
            price: self.price.unwrap_or(tool.price),
            img: self.img.unwrap_or_else(|| tool.img.clone()),
            available: tool.available,
            minimum: self.minimum.unwrap_or(tool.minimum),
            revision,
            created_at: tool.created_at,
            changed_at: now,
            extras,
        }
    }

    fn extras(&self, tool: &Tool) -> ToolExtras {
        fn changed<T: Clone>(new: Option<&Clearable<T>>, old: Option<&T>) -> Option<T> {
            new.map_or(old, |new| new.0.as_ref()).cloned()
        }
        let old = &tool.extras;
        let has_new_img = self.img.as_ref().is_some_and(|img| *img != tool.img);
        let old_alt = if has_new_img { "" } else { &old.img_alt };
        ToolExtras {
            sku: changed(self.sku.as_ref(), old.sku.as_ref()),
            category: changed(self.category.as_ref(), old.category.as_ref()),
            is_draft: self.is_draft.unwrap_or(old.is_draft),
            low_stock: changed(self.low_stock.as_ref(), old.low_stock.as_ref()),
            price_steps: self.price_steps.as_ref().unwrap_or(&old.price_steps).clone(),
            img_alt: self.img_alt.as_deref().unwrap_or(old_alt).to_owned(),
            more_pictures: self.more_pictures.as_ref().unwrap_or(&old.more_pictures).clone(),
            slug: old.slug.clone(),
        }
    }
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
    let (actor, at) = (Some(by.clone()), shop.clock.now());
    let entry = AuditEntry { actor, action: AuditAction::EditTool, subject: id.clone(), at };
    let attempt = || {
        let input = (shop.webhooks.clone(), entry.clone(), basis.clone(), change.clone());
        shop.db.write(input, |tx, (webhooks, entry, basis, change)| {
            Box::pin(update_once(tx, webhooks, entry, basis, change))
        })
    };
    let mut outcome = attempt().await;
    if basis.key.is_some() && outcome.as_ref().is_err_and(db::Error::is_unique_violation) {
        // Either the name or the SKU is taken, or a concurrent request with the same key committed first. The retry tells which.
        outcome = attempt().await;
    }
    match outcome {
        Ok(edited) => {
            if let UpdateToolOutcome::Made(_) = edited {
                shop.catalogue.mark_changed(id);
                shop.webhooks.notify();
                entry.log();
            }
            Ok(edited)
        }
        Err(error) => ToolConflict::of(error).map(UpdateToolOutcome::Rejected),
    }
}

async fn update_once(
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
        store::insert_stock_change(tx, id, delta, "edited", entry.actor.as_ref(), now).await?;
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

/// Takes a tool off sale. Its orders keep name and price and can still be paid. Its stock stays in the ledger.
pub async fn remove(shop: &Shop, by: &Id, id: &Id) -> Result<RemoveToolOutcome, db::Error> {
    let (actor, at) = (Some(by.clone()), shop.clock.now());
    let entry = AuditEntry { actor, action: AuditAction::DeleteTool, subject: id.clone(), at };
    let input = (shop.webhooks.clone(), entry.clone());
    let removed = shop
        .db
        .write_repeatable(input, |tx, (webhooks, entry)| Box::pin(remove_once(tx, webhooks, entry)))
        .await?;
    if let RemoveToolOutcome::Removed = removed {
        shop.catalogue.mark_changed(id);
        shop.webhooks.notify();
        entry.log();
    }
    Ok(removed)
}

async fn remove_once(
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
