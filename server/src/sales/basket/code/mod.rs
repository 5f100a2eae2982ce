//! The discount code of a basket: at most one.

pub mod http;

use super::{Basket, BasketHolder, store};
use crate::{
    base::rate_limit::{self, RateLimit, RateLimited},
    db::{self, Committed, Tx},
    sales::{
        discounts::{self, normalized},
        orders,
    },
    values::time::Timestamp,
};

#[derive(Clone)]
struct CodeChange {
    holder: BasketHolder,
    /// The code as it was typed. An empty one removes the code.
    code: String,
    /// The limits of the account, of the network, or of both.
    limits: Vec<RateLimit>,
    has_charges: bool,
    now: Timestamp,
}

enum ChangeCodeError {
    EmptyBasket,
    /// One reason for all codes that do not work, so that trying tells nothing.
    NotValid,
    TooMany(RateLimited),
}

/// A refusal commits, because a code that does not work counts.
async fn change_code(tx: &Tx<'_>, change: &CodeChange) -> Result<Committed<(), ChangeCodeError>, db::Error> {
    let CodeChange { holder, now, .. } = change;
    let code = normalized(&change.code);
    if code.is_empty() {
        if let Some(basket) = holder.basket(tx).await? {
            store::set_code(tx, &basket.id, None).await?;
            store::count_change(tx, &basket.id).await?;
        }
        return Ok(Committed::Done(()));
    }
    let found = discounts::store::by_code(tx, &code, holder.customer_key());
    let (basket, found) = tokio::try_join!(holder.basket(tx), found)?;
    let limits = limits_of(tx, change).await?;
    if let Committed::Refused(limited) = rate_limit::take(tx, limits, *now).await? {
        return Ok(Committed::Refused(ChangeCodeError::TooMany(limited)));
    }
    let Some(basket) = basket else { return Ok(Committed::Refused(ChangeCodeError::EmptyBasket)) };
    let works = |minimum: i64| minimum <= goods(&basket);
    match found {
        Some(found) if found.discount(*now).is_some_and(|it| works(it.minimum.as_i64())) => {
            // Only tries that fail count, because a network has many customers.
            rate_limit::give_back(tx, limits).await?;
            store::set_code(tx, &basket.id, Some(&found.code.id)).await?;
            store::count_change(tx, &basket.id).await?;
            Ok(Committed::Done(()))
        }
        Some(_) | None => Ok(Committed::Refused(ChangeCodeError::NotValid)),
    }
}

/// A customer who never paid counts for the network too, because accounts cost nothing.
async fn limits_of<'c>(tx: &Tx<'_>, change: &'c CodeChange) -> Result<&'c [RateLimit], db::Error> {
    let [own, _] = &change.limits[..] else { return Ok(&change.limits) };
    match &change.holder {
        BasketHolder::Account { id, .. } if orders::store::has_paid(tx, id).await? => {
            Ok(std::slice::from_ref(own))
        }
        BasketHolder::Account { .. } | BasketHolder::Cookie { .. } => Ok(&change.limits),
    }
}

fn goods(basket: &Basket) -> i64 {
    let on_sale = basket.lines.iter().filter(|line| line.tool.is_published());
    on_sale.map(|line| line.price().as_i64().saturating_mul(line.quantity)).sum()
}
