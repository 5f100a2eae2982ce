//! Putting a tool into a basket, changing how many, and taking it out.

use thiserror::Error;

use super::{BasketHolder, MAX_LINES, store};
use crate::{
    accounts,
    db::{self, Tx},
    values::{ids::Id, money::Cents, quantity::MAX_QUANTITY, time::Timestamp},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineQuantity {
    /// Absolute, so that a repeat changes nothing. 0 takes the tool out.
    Exactly(i64),
    /// This many pieces are added to the line. `None` adds as many as the tool's minimum.
    More(Option<i64>),
}

#[derive(Debug, Clone)]
pub struct LineChange {
    pub holder: BasketHolder,
    pub tool: Id,
    pub quantity: LineQuantity,
    pub now: Timestamp,
}

#[derive(Debug, Error)]
pub enum ChangeLineError {
    #[error("the tool is not for sale")]
    ToolUnavailable,
    #[error("the basket has {MAX_LINES} lines already")]
    TooManyLines,
    #[error("the account was deleted meanwhile")]
    AccountDeleted,
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Returns the price that the customer saw before, if it is no longer the price of that quantity.
pub async fn change_line(
    tx: &Tx<'_>,
    LineChange { holder, tool, quantity, now }: &LineChange,
) -> Result<Option<Cents>, ChangeLineError> {
    let (found, basket_before_lock) = tokio::try_join!(store::tool(tx, tool), holder.basket(tx))?;
    let is_there =
        basket_before_lock.is_some_and(|basket| basket.lines.iter().any(|line| line.tool.id == *tool));
    let is_removal = *quantity == LineQuantity::Exactly(0);
    if is_removal && !is_there {
        return Ok(None);
    }
    let Some(found) = found.filter(|tool| is_removal || tool.is_published()) else {
        return Err(ChangeLineError::ToolUnavailable);
    };
    let new = Id::new(*now);
    let basket = match holder {
        BasketHolder::Account { id: user, .. } => {
            if !accounts::store::lock_user(tx, user).await? {
                return Err(ChangeLineError::AccountDeleted);
            }
            store::lock_of_user(tx, user, &new, *now).await?
        }
        BasketHolder::Cookie { hash, .. } => store::lock_of_cookie(tx, hash, &new, *now).await?,
    };
    let lines = holder.basket(tx).await?.map(|basket| basket.lines).unwrap_or_default();
    let line = lines.iter().find(|line| line.tool.id == *tool);
    // Another tab has taken it out meanwhile.
    if line.is_none() && is_removal {
        return Ok(None);
    }
    if line.is_none() && lines.len() >= MAX_LINES {
        return Err(ChangeLineError::TooManyLines);
    }
    let before = line.map_or(0, |line| line.quantity);
    let quantity = match *quantity {
        LineQuantity::Exactly(quantity) => quantity,
        LineQuantity::More(more) => before.saturating_add(more.unwrap_or(found.minimum)).min(MAX_QUANTITY),
    };
    let shown_before = line.filter(|line| line.is_price_new()).map(|line| line.shown);
    if quantity == 0 {
        store::remove_line(tx, &basket, tool).await?;
    } else {
        store::set_line(tx, &basket, tool, quantity, found.price_for(quantity), *now).await?;
    }
    if before != quantity {
        store::count_change(tx, &basket).await?;
    }
    Ok(shown_before.filter(|_| quantity > 0))
}
