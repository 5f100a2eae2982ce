//! What the provider remembers, and the file it survives in.
//!
//! The file is a sequence of books, one a line: the first holds everything there was at the last opening, each
//! further one what a group of calls has changed. A payment thus costs the same however many there are. A line
//! without its end was cut short by a crash, before anyone was told of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
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
    #[serde(skip_serializing_if = "Shelf::is_empty")]
    pub intents: Shelf<Intent>,
    #[serde(skip_serializing_if = "Shelf::is_empty")]
    pub methods: Shelf<Method>,
    #[serde(skip_serializing_if = "Shelf::is_empty")]
    pub charges: Shelf<Charge>,
    #[serde(skip_serializing_if = "Shelf::is_empty")]
    pub refunds: Shelf<Refund>,
    #[serde(skip_serializing_if = "Shelf::is_empty")]
    pub events: Shelf<Event>,
    /// By idempotency key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    answers: BTreeMap<String, KeptAnswer>,
    /// Idempotency keys of calls that are being served.
    #[serde(skip)]
    pub keys_in_use: BTreeSet<String>,
    #[serde(skip)]
    answers_changed: BTreeSet<String>,
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
    /// Held while writing: whoever waits for it finds, more often than not, that the write before has saved their
    /// change as well.
    saved: Arc<tokio::sync::Mutex<Saved>>,
}

#[derive(Default)]
struct Saved {
    /// How many changes the file holds.
    changes: u64,
    /// A write has failed, so the file may end in half a line: it is to be written anew.
    doubtful: bool,
}

impl Ledger {
    pub fn open(file: Option<PathBuf>, now: i64) -> io::Result<Self> {
        let mut book = Book::default();
        if let Some(path) = &file {
            book = read(path)?;
            book.forget(now);
            replace(path, &line(&book)?)?;
        }
        Ok(Self { book: Mutex::new(book), file, saved: Arc::default() })
    }

    pub fn book(&self) -> MutexGuard<'_, Book> {
        // A call that panicked has left its marks at most on the objects of its own payment.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `change` on the book, and returns when its effects are in the file, if there is one.
    pub async fn change<T>(&self, change: impl FnOnce(&mut Book) -> T) -> io::Result<T> {
        let (outcome, mine) = {
            let mut book = self.book();
            let outcome = change(&mut book);
            book.changes += 1;
            (outcome, book.changes)
        };
        if let Some(path) = &self.file {
            self.save(path, mine).await?;
        }
        Ok(outcome)
    }

    async fn save(&self, path: &Path, wanted: u64) -> io::Result<()> {
        let mut saved = Arc::clone(&self.saved).lock_owned().await;
        if saved.changes >= wanted {
            return Ok(());
        }
        let anew = saved.doubtful;
        let (content, changes) = {
            let mut book = self.book();
            let changed = book.take_changed();
            (line(if anew { &book } else { &changed })?, book.changes)
        };
        // Until it is known to be written, what was taken above is in memory only.
        saved.doubtful = true;
        let path = path.to_owned();
        tokio::task::spawn_blocking(move || {
            if anew { replace(&path, &content) } else { append(&path, &content) }?;
            *saved = Saved { changes, doubtful: false };
            Ok(())
        })
        .await
        .map_err(io::Error::other)?
    }
}

impl Book {
    /// The answer first given to a key, for a day.
    pub fn answer(&self, key: &str, now: i64) -> Option<&KeptAnswer> {
        self.answers.get(key).filter(|answer| answer.at >= now - DAY)
    }

    pub fn keep_answer(&mut self, key: String, answer: KeptAnswer) {
        self.answers_changed.insert(key.clone());
        self.answers.insert(key, answer);
    }

    /// Events are kept for 30 days and answers for one, as at the provider.
    fn forget(&mut self, now: i64) {
        self.events.forget_before(now - 30 * DAY);
        self.answers.retain(|_, answer| answer.at >= now - DAY);
    }

    /// A book of what has changed since this was last called.
    fn take_changed(&mut self) -> Self {
        let keys = std::mem::take(&mut self.answers_changed);
        let answers = keys.into_iter().filter_map(|key| self.answers.get_key_value(&key));
        Self {
            intents: self.intents.take_changed(),
            methods: self.methods.take_changed(),
            charges: self.charges.take_changed(),
            refunds: self.refunds.take_changed(),
            events: self.events.take_changed(),
            answers: answers.map(|(key, answer)| (key.clone(), answer.clone())).collect(),
            ..Self::default()
        }
    }

    fn absorb(&mut self, later: Self) {
        self.intents.absorb(later.intents);
        self.methods.absorb(later.methods);
        self.charges.absorb(later.charges);
        self.refunds.absorb(later.refunds);
        self.events.absorb(later.events);
        self.answers.extend(later.answers);
    }
}

fn line(book: &Book) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(book)?;
    line.push(b'\n');
    Ok(line)
}

fn read(path: &Path) -> io::Result<Book> {
    let content = match fs::read(path) {
        Ok(content) => content,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Book::default()),
        Err(error) => return Err(error),
    };
    let mut book = Book::default();
    for (number, line) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") && number > 0 {
            break;
        }
        let later = serde_json::from_slice(line).map_err(|error| {
            io::Error::other(format!("{} is not a ledger: line {}: {error}", path.display(), number + 1))
        })?;
        book.absorb(later);
    }
    book.take_changed();
    Ok(book)
}

/// Replaces the file in one step, so that a crash leaves the old one or the new one.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
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
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

fn append(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(content)?;
    file.sync_data()
}
