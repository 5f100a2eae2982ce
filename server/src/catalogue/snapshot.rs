//! The read side of the catalogue: every tool for sale, in memory, as bytes that are ready to send.
//!
//! A snapshot is immutable and swapped whole. A write calls [`Catalogue::changed`]; the next reader on this node
//! brings the snapshot up to date first, so that whoever wrote reads what they wrote. Other nodes notice by
//! [`Catalogue::refresh`], which the shop calls twice a second. Purchases never trust a snapshot.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use arc_swap::ArcSwap;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};

use super::{
    listing::{Listing, Sort, ToolQuery},
    store,
    tool::Tool,
};
use crate::{
    db::{self, Db},
    values::{
        ids::{Id, sha256_hex},
        time::Moment,
    },
    web::{error::ApiError, negotiation},
};

/// Rows are read again this long after they changed: clocks of other nodes differ, and a transaction that began
/// earlier may commit later.
const OVERLAP: Duration = Duration::from_secs(10);
/// Answers to different questions that are kept ready. Past that a question is answered, but not kept.
const MOST_ANSWERS: usize = 256;
/// Smaller answers are not worth compressing.
const COMPRESS_FROM: usize = 1_024;

pub struct Catalogue {
    db: Db,
    /// Pictures of ours are absolute on the wire.
    public_url: String,
    current: ArcSwap<Snapshot>,
    /// Counts calls of [`Catalogue::changed`]; a snapshot knows which of them it contains.
    changes: AtomicU64,
    rebuilding: tokio::sync::Mutex<()>,
}

/// A tool with its wire form.
pub struct Listed {
    tool: Tool,
    json: Bytes,
}

impl AsRef<Tool> for Listed {
    fn as_ref(&self) -> &Tool {
        &self.tool
    }
}

impl AsRef<Tool> for Arc<Listed> {
    fn as_ref(&self) -> &Tool {
        &self.tool
    }
}

#[derive(Default)]
pub struct Snapshot {
    changes: u64,
    newest_change: Option<Moment>,
    by_id: HashMap<Id, Arc<Listed>>,
    sorted: [OnceLock<Vec<Arc<Listed>>>; 5],
    answers: Mutex<HashMap<ToolQuery, Arc<Answered>>>,
}

/// A list as it is sent.
pub struct Answered {
    pub json: Bytes,
    pub etag: String,
    pub total: usize,
    pub next: Option<String>,
    gzip: OnceLock<Option<Bytes>>,
}

impl Answered {
    /// `None` when compressing is not worth it.
    pub fn gzip(&self) -> Option<Bytes> {
        self.gzip
            .get_or_init(|| {
                if self.json.len() < COMPRESS_FROM {
                    return None;
                }
                let mut encoder =
                    GzEncoder::new(Vec::with_capacity(self.json.len() / 4), Compression::fast());
                encoder.write_all(&self.json).ok()?;
                encoder.finish().ok().map(Bytes::from)
            })
            .clone()
    }
}

impl Catalogue {
    pub fn new(db: Db, public_url: &str) -> Self {
        Self {
            db,
            public_url: public_url.to_owned(),
            current: ArcSwap::default(),
            // The empty snapshot contains change 0; this one makes the first reader load the table.
            changes: AtomicU64::new(1),
            rebuilding: tokio::sync::Mutex::new(()),
        }
    }

    /// Call after a transaction that changed a tool or its stock was committed.
    pub fn changed(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// A snapshot with every change that was announced on this node before the call. When the database does not
    /// answer, the last one: reading goes on while buying cannot.
    pub async fn current(&self) -> Arc<Snapshot> {
        let snapshot = self.current.load_full();
        if snapshot.changes >= self.changes.load(Ordering::Acquire) {
            return snapshot;
        }
        let _alone = self.rebuilding.lock().await;
        // Whoever held the lock before may have read all that we need.
        if self.current.load().changes < self.changes.load(Ordering::Acquire)
            && let Err(error) = self.read_changes().await
        {
            tracing::warn!(%error, "the catalogue could not be brought up to date");
        }
        self.current.load_full()
    }

    /// Reads what changed since the last time, on whichever node.
    pub async fn refresh(&self) -> Result<(), db::Error> {
        let _alone = self.rebuilding.lock().await;
        self.read_changes().await
    }

    /// Only under the lock.
    async fn read_changes(&self) -> Result<(), db::Error> {
        let old = self.current.load_full();
        let contained = self.changes.load(Ordering::Acquire);
        let since = old.newest_change.map_or(Moment::from_micros(i64::MIN), |moment| moment.minus(OVERLAP));
        let rows = self
            .db
            .read_long(move |tx| Box::pin(async move { store::changed_since(tx, since).await }))
            .await?;
        let news: Vec<_> = rows.into_iter().filter(|row| !old.contains(row)).collect();
        if news.is_empty() && old.changes >= contained {
            return Ok(());
        }
        self.current.store(Arc::new(old.with(news, contained, &self.public_url)));
        Ok(())
    }
}

impl Snapshot {
    fn contains(&self, row: &store::ToolRow) -> bool {
        let known = Id::parse(&row.id).and_then(|id| self.by_id.get(&id).map(|listed| &listed.tool));
        match known {
            Some(tool) => {
                row.deleted_at.is_none()
                    && (tool.changed_at.micros(), tool.available, tool.revision)
                        == (row.changed_at, row.available, row.revision)
            }
            None => row.deleted_at.is_some(),
        }
    }

    fn with(&self, news: Vec<store::ToolRow>, changes: u64, public_url: &str) -> Self {
        let mut by_id = self.by_id.clone();
        let mut newest_change = self.newest_change;
        for row in news {
            newest_change = newest_change.max(Some(Moment::from_micros(row.changed_at)));
            let is_deleted = row.deleted_at.is_some();
            let Some(tool) = row.into_tool() else { continue };
            if is_deleted {
                by_id.remove(&tool.id);
                continue;
            }
            let json = serde_json::to_vec(&tool.to_wire(public_url)).unwrap_or_default().into();
            by_id.insert(tool.id.clone(), Arc::new(Listed { tool, json }));
        }
        Self { changes, newest_change, by_id, ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub fn tool(&self, id: &Id) -> Option<&Tool> {
        self.by_id.get(id).map(|listed| &listed.tool)
    }

    fn sorted(&self, sort: Sort) -> &[Arc<Listed>] {
        self.sorted[sort as usize].get_or_init(|| {
            let mut tools: Vec<_> = self.by_id.values().cloned().collect();
            tools.sort_unstable_by(|a, b| sort.compare(&a.tool, &b.tool));
            tools
        })
    }

    /// The answer to a question, made once per snapshot.
    pub fn answer(&self, query: &ToolQuery) -> Result<Arc<Answered>, ApiError> {
        if let Some(known) = self.answers.lock().ok().and_then(|answers| answers.get(query).cloned()) {
            return Ok(known);
        }
        let answered = Arc::new(self.work_out(&query.check()?)?);
        if let Ok(mut answers) = self.answers.lock()
            && answers.len() < MOST_ANSWERS
        {
            answers.insert(query.clone(), Arc::clone(&answered));
        }
        Ok(answered)
    }

    fn work_out(&self, listing: &Listing) -> Result<Answered, ApiError> {
        let by_id = |id: &str| Id::parse(id).and_then(|id| self.by_id.get(&id));
        let chosen = listing.choose(self.sorted(listing.sort), by_id)?;
        let size: usize = chosen.tools.iter().map(|listed| listed.json.len() + 1).sum();
        let mut json = Vec::with_capacity(size + 2);
        json.push(b'[');
        for (at, listed) in chosen.tools.iter().enumerate() {
            if at > 0 {
                json.push(b',');
            }
            json.extend_from_slice(&listed.json);
        }
        json.push(b']');
        let etag = negotiation::weak_etag(&sha256_hex(&json));
        Ok(Answered {
            json: json.into(),
            etag,
            total: chosen.total,
            next: chosen.next,
            gzip: OnceLock::new(),
        })
    }
}
