//! What the provider remembers, and the file it survives in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::charges::Charge;
use super::events::Event;
use super::intents::Intent;
use super::methods::Method;
use super::refunds::Refund;
use super::shelf::Shelf;

const DAY: i64 = 86_400;

/// Everything there is to know.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Book {
    pub intents: Shelf<Intent>,
    pub methods: Shelf<Method>,
    pub charges: Shelf<Charge>,
    pub refunds: Shelf<Refund>,
    pub events: Shelf<Event>,
    /// By idempotency key.
    pub answers: BTreeMap<String, KeptAnswer>,
    /// Idempotency keys of calls that are being served.
    #[serde(skip)]
    pub keys_in_use: BTreeSet<String>,
    #[serde(skip)]
    changes: u64,
}

/// The answer to a call that carried an idempotency key.
#[derive(Clone, Serialize, Deserialize)]
pub struct KeptAnswer {
    pub at: i64,
    pub path: String,
    /// Of the parameters.
    pub fingerprint: String,
    pub status: u16,
    pub body: serde_json::Value,
}

/// The book behind its lock, and the file behind the book.
pub struct Ledger {
    book: Mutex<Book>,
    file: Option<PathBuf>,
    /// How many changes the file holds. Held while writing: whoever waits for it finds, more often than not, that
    /// the write before has saved their change as well.
    saved: Arc<tokio::sync::Mutex<u64>>,
}

impl Ledger {
    pub fn open(file: Option<PathBuf>) -> io::Result<Self> {
        let book = match &file {
            Some(path) => read(path)?,
            None => Book::default(),
        };
        Ok(Self { book: Mutex::new(book), file, saved: Arc::default() })
    }

    pub fn book(&self) -> MutexGuard<'_, Book> {
        // A call that panicked has left its marks at most on the objects of its own payment.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `change` on the book, and returns when its effects are in the file, if there is one.
    pub async fn change<T>(&self, now: i64, change: impl FnOnce(&mut Book) -> T) -> io::Result<T> {
        let (outcome, mine) = {
            let mut book = self.book();
            let outcome = change(&mut book);
            book.changes += 1;
            (outcome, book.changes)
        };
        if let Some(path) = &self.file {
            self.save(path, mine, now).await?;
        }
        Ok(outcome)
    }

    async fn save(&self, path: &Path, wanted: u64, now: i64) -> io::Result<()> {
        let mut saved = Arc::clone(&self.saved).lock_owned().await;
        if *saved >= wanted {
            return Ok(());
        }
        let (content, changes) = {
            let mut book = self.book();
            book.forget(now);
            (serde_json::to_vec(&*book)?, book.changes)
        };
        let path = path.to_owned();
        tokio::task::spawn_blocking(move || {
            write(&path, &content)?;
            *saved = changes;
            Ok(())
        })
        .await
        .map_err(io::Error::other)?
    }
}

impl Book {
    /// Events are kept for 30 days and idempotency keys for one, as at the provider.
    fn forget(&mut self, now: i64) {
        self.events.forget_before(now - 30 * DAY);
        self.answers.retain(|_, answer| answer.at >= now - DAY);
    }
}

fn read(path: &Path) -> io::Result<Book> {
    match fs::read(path) {
        Ok(content) => serde_json::from_slice(&content)
            .map_err(|error| io::Error::other(format!("{} is not a ledger: {error}", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Book::default()),
        Err(error) => Err(error),
    }
}

/// Replaces the file in one step, so that a crash leaves the old one or the new one.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("writing");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}
