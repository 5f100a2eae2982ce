//! Events that did not arrive, fetched from the provider's own list of the last thirty days.
//!
//! The list is read from its newest entry down to where the reading before began, less an overlap for entries that show up
//! late. A long one is read over several rounds: until its end is reached, the mark stays where it was, and what is new
//! meanwhile waits for the next reading. Whatever goes wrong, the worst is that entries are read twice.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{reconcile::QUIET_FOR, store, webhook};
use crate::{
    clients::stripe::{
        self,
        webhook::{Event, EventPage},
    },
    db,
    lease::Lease,
    metadata,
    shop::{Cards, Shop},
};

/// What settles anything; the other kinds only say that a payment is under way.
const KINDS: [&str; 2] = ["payment_intent.succeeded", "payment_intent.canceled"];

/// What shows up later than this is found by asking about the payment itself.
const OVERLAP: Duration = QUIET_FOR;

/// A page is a hundred events.
const PAGES_PER_ROUND: usize = 5;

/// The name of the mark among the settings.
const MARK: &str = "card_events_read";

/// How far the list was read. All times are the provider's own: no clock of ours decides what is fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    account: String,
    /// All that was made until then was read; `None`: nothing yet.
    read_to: Option<i64>,
    unfinished: Option<Unfinished>,
}

/// A reading that goes on in the next round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Unfinished {
    /// When its first entry was made.
    newest: i64,
    /// Its last entry so far.
    after: String,
}

impl Mark {
    /// Of another account nothing was read.
    fn of(account: String, stored: Option<&str>) -> Self {
        let stored = stored.and_then(|text| serde_json::from_str::<Self>(text).ok());
        match stored {
            Some(mark) if mark.account == account => mark,
            _ => Self { account, ..Self::default() },
        }
    }

    fn since(&self) -> Option<i64> {
        self.read_to.map(|read_to| read_to.saturating_sub_unsigned(OVERLAP.as_secs()))
    }

    fn after(&self) -> Option<&str> {
        self.unfinished.as_ref().map(|unfinished| unfinished.after.as_str())
    }

    /// Once everything on this page was received.
    fn turn(&mut self, page: &EventPage) {
        let begun = self.unfinished.take();
        let newest =
            begun.map(|unfinished| unfinished.newest).or(page.data.first().map(|event| event.created));
        match (newest, page.data.last()) {
            (Some(newest), Some(last)) if page.has_more => {
                self.unfinished = Some(Unfinished { newest, after: last.id.clone() });
            }
            // It never goes back: an empty page says nothing, and late entries may be older.
            _ => self.read_to = self.read_to.max(newest),
        }
    }
}

/// Reads on, as many pages as a round may take.
pub async fn fetch(shop: &Shop, cards: &Cards, lease: &Lease<'_>) -> Result<(), db::Error> {
    let stored = shop.db.read(|tx| Box::pin(async move { metadata::store::get(tx, MARK).await })).await?;
    let mut mark = Mark::of(cards.client.account(), stored.as_deref());
    for _ in 0..PAGES_PER_ROUND {
        if !lease.goes_on().await? {
            return Ok(());
        }
        let before = mark.clone();
        match cards.client.list_events(&KINDS, mark.since(), mark.after()).await {
            Ok(page) => {
                receive_unknown(shop, &page).await?;
                mark.turn(&page);
            }
            // The entry to go on behind may be more than thirty days old by now.
            Err(stripe::Error::Refused { .. }) if mark.unfinished.is_some() => mark.unfinished = None,
            Err(error) => {
                tracing::warn!(%error, "the card provider's list of events could not be read");
                return Ok(());
            }
        }
        if mark != before {
            keep(shop, &mark).await?;
        }
        if mark.unfinished.is_none() {
            return Ok(());
        }
    }
    tracing::info!("many events are behind; the next round reads on");
    Ok(())
}

/// The oldest first, as they would have come.
async fn receive_unknown(shop: &Shop, page: &EventPage) -> Result<(), db::Error> {
    for event in unknown(shop, page).await?.iter().rev() {
        tracing::info!(event = event.id, kind = event.kind, "an event did not arrive and was fetched");
        webhook::receive(shop, event).await?;
    }
    Ok(())
}

async fn unknown(shop: &Shop, page: &EventPage) -> Result<Vec<Event>, db::Error> {
    let events: std::sync::Arc<[Event]> = page.data.clone().into();
    shop.db
        .read(move |tx| {
            let events = std::sync::Arc::clone(&events);
            Box::pin(async move {
                let mut unknown = Vec::new();
                for event in events.iter() {
                    if !store::is_event_known(tx, &event.id).await? {
                        unknown.push(event.clone());
                    }
                }
                Ok(unknown)
            })
        })
        .await
}

async fn keep(shop: &Shop, mark: &Mark) -> Result<(), db::Error> {
    let text = serde_json::json!(mark).to_string();
    shop.db
        .write(move |tx| {
            let text = text.clone();
            Box::pin(async move { metadata::store::put(tx, MARK, &text).await })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(events: &[(&str, i64)], has_more: bool) -> EventPage {
        let data = events.iter().map(|(id, created)| {
            serde_json::json!({ "id": id, "type": "payment_intent.succeeded", "created": created, "data": { "object": {} } })
        });
        serde_json::from_value(serde_json::json!({ "data": data.collect::<Vec<_>>(), "has_more": has_more }))
            .unwrap()
    }

    #[test]
    fn a_reading_counts_once_its_end_is_reached() {
        let mut mark = Mark::of("a".into(), None);
        assert_eq!((mark.since(), mark.after()), (None, None));
        mark.turn(&page(&[("evt_9", 9_000), ("evt_8", 8_000)], true));
        assert_eq!((mark.since(), mark.after()), (None, Some("evt_8")));
        mark.turn(&page(&[("evt_7", 7_000)], false));
        assert_eq!(
            (mark.since(), mark.after()),
            (Some(8_400), None),
            "the newest of the first page, less the overlap"
        );
        mark.turn(&page(&[("evt_8.5", 8_500)], false));
        mark.turn(&page(&[], false));
        assert_eq!(mark.since(), Some(8_400), "it never goes back");
    }

    #[test]
    fn a_list_that_shrinks_meanwhile_ends_the_reading() {
        let mut mark = Mark::of("a".into(), None);
        mark.turn(&page(&[("evt_9", 9_000)], true));
        mark.turn(&page(&[], false));
        assert_eq!((mark.since(), mark.after()), (Some(8_400), None));
    }

    #[test]
    fn what_was_read_of_another_account_or_cannot_be_read_counts_for_nothing() {
        let read = Mark { account: "a".into(), read_to: Some(9_000), unfinished: None };
        let stored = serde_json::json!(read).to_string();
        assert_eq!(Mark::of("a".into(), Some(&stored)), read);
        assert_eq!(Mark::of("b".into(), Some(&stored)).since(), None);
        assert_eq!(Mark::of("a".into(), Some("{}")).since(), None);
    }
}
