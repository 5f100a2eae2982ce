//! Makes the cached tools from their rows. For the whole table, one thread reads the rows and another makes the entries.

use std::{
    mem,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
};

use super::{
    entry::CatalogueEntry,
    search::WordNumbers,
    store::{self, ToolRow},
};
use crate::db::{self, Db, Tx};

const ROWS_IN_BATCH: usize = 256;

/// What makes an entry of a row.
pub struct EntryBuilder {
    /// For absolute picture URLs.
    pub public_url: String,
    pub words: Arc<WordNumbers>,
}

impl EntryBuilder {
    pub fn entry(&self, row: ToolRow) -> Result<CatalogueEntry, db::Error> {
        let tool = row.into_tool()?;
        CatalogueEntry::new(&tool, &self.public_url, &self.words)
            .map_err(|_| db::Error::broken_row("tools", tool.id.as_str()))
    }

    /// All tools that are not removed, oldest first.
    pub async fn load_all(self: Arc<Self>, db: &Db) -> Result<Vec<Arc<CatalogueEntry>>, db::Error> {
        let (sender, batches) = mpsc::channel();
        let building = tokio::task::spawn_blocking(move || self.build_all(&batches));
        db.read_long(sender, |tx, sender| Box::pin(send_rows(tx, sender))).await?;
        // The sender is dropped, so the entries come to an end.
        let mut entries = building.await.map_err(db::Error::other)??;
        entries.sort_unstable_by(|a, b| a.creation_key().cmp(&b.creation_key()));
        Ok(entries)
    }

    fn build_all(&self, batches: &Receiver<RowBatch>) -> Result<Vec<Arc<CatalogueEntry>>, db::Error> {
        let mut all = Vec::new();
        for batch in batches {
            match batch {
                RowBatch::First => all.clear(),
                RowBatch::Next(rows) => {
                    for row in rows {
                        all.push(Arc::new(self.entry(row)?));
                    }
                }
            }
        }
        Ok(all)
    }
}

/// Rows of the table on their way from the database to the entries.
enum RowBatch {
    /// The read begins. After a broken connection it begins again.
    First,
    Next(Vec<ToolRow>),
}

async fn send_rows(tx: &Tx<'_>, batches: &Sender<RowBatch>) -> Result<(), db::Error> {
    // An error means that a row was invalid. The receiver reports it.
    let send = |batch| drop(batches.send(batch));
    send(RowBatch::First);
    let mut batch = Vec::with_capacity(ROWS_IN_BATCH);
    let receive = |row| {
        batch.push(row);
        if batch.len() == ROWS_IN_BATCH {
            send(RowBatch::Next(mem::replace(&mut batch, Vec::with_capacity(ROWS_IN_BATCH))));
        }
        Ok(())
    };
    store::each_live_tool(tx, receive).await?;
    send(RowBatch::Next(batch));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{ids::Id, time::Timestamp};

    fn row(name: &str) -> ToolRow {
        ToolRow {
            id: Id::new(Timestamp::from_micros(1)).to_string(),
            name: name.into(),
            description: "For the border".into(),
            img: "/x".into(),
            price_cents: 100,
            available: 1,
            minimum: 1,
            revision: 1,
            created_at: 1,
            changed_at: 1,
            deleted_at: None,
            sku: None,
            category: None,
            draft: 0,
            low_stock: None,
            price_steps: None,
            img_alt: String::new(),
            more_pictures: None,
            slug: name.into(),
        }
    }

    fn built(batches: Vec<RowBatch>) -> Result<Vec<String>, db::Error> {
        let (sender, receiver) = mpsc::channel();
        for batch in batches {
            sender.send(batch).unwrap();
        }
        drop(sender);
        let builder = EntryBuilder { public_url: "http://x".into(), words: Arc::default() };
        Ok(builder.build_all(&receiver)?.iter().map(|entry| entry.slug.clone()).collect())
    }

    #[test]
    fn a_read_that_begins_again_lists_no_tool_twice() {
        let once = vec![RowBatch::First, RowBatch::Next(vec![row("hoe"), row("rake")])];
        assert_eq!(built(once).unwrap(), ["hoe", "rake"]);
        let again = vec![
            RowBatch::First,
            RowBatch::Next(vec![row("hoe")]),
            RowBatch::First,
            RowBatch::Next(vec![row("hoe")]),
            RowBatch::Next(vec![row("rake")]),
        ];
        assert_eq!(built(again).unwrap(), ["hoe", "rake"]);
        let invalid = ToolRow { price_cents: -1, ..row("fork") };
        built(vec![RowBatch::First, RowBatch::Next(vec![invalid])]).unwrap_err();
    }
}
