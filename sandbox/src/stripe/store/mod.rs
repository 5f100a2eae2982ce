//! The database of the card provider: in memory, with an optional file.
//!
//! Each line of the file is a `Database` as JSON. The first line holds everything that existed when the file was
//! opened, each further line the changes of a call. So the cost of a payment does not depend on the number of
//! payments. A last line without its end was cut short by a crash. Its calls were never answered.

mod collection;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

pub use collection::Collection;

use super::model::charge::Charge;
use super::model::customer::Customer;
use super::model::event::Event;
use super::model::payment_intent::StoredIntent;
use super::model::payment_method::PaymentMethod;
use super::model::refund::Refund;

const DAY: i64 = 86_400;
const EVENT_TTL: i64 = 30 * DAY;
const IDEMPOTENCY_KEY_TTL: i64 = DAY;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Database {
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub intents: Collection<StoredIntent>,
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub methods: Collection<PaymentMethod>,
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub customers: Collection<Customer>,
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub charges: Collection<Charge>,
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub refunds: Collection<Refund>,
    #[serde(skip_serializing_if = "Collection::is_empty")]
    pub events: Collection<Event>,
    /// The stored responses by idempotency key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    responses: BTreeMap<String, IdempotentResponse>,
    /// The idempotency keys of calls in progress.
    #[serde(skip)]
    pub keys_in_use: BTreeSet<String>,
    #[serde(skip)]
    changed_responses: BTreeSet<String>,
    /// A write has failed and may have left half a line, so the next write replaces the file.
    #[serde(skip)]
    is_damaged: bool,
}

/// The response to a call with an idempotency key.
#[derive(Clone, Serialize, Deserialize)]
pub struct IdempotentResponse {
    pub created: i64,
    pub path: String,
    /// A hash of the parameters.
    pub fingerprint: String,
    pub status: u16,
    pub body: serde_json::Value,
}

pub struct Store {
    database: Mutex<Database>,
    file: Option<PathBuf>,
}

impl Store {
    pub fn open(file: Option<PathBuf>, now: i64) -> io::Result<Self> {
        let mut database = Database::default();
        if let Some(path) = &file {
            database = read(path)?;
            database.delete_expired(now);
            replace(path, &to_line(&database)?)?;
        }
        Ok(Self { database: Mutex::new(database), file })
    }

    pub fn lock(&self) -> MutexGuard<'_, Database> {
        // A call that panicked has changed at most the objects of its own payment.
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `change` and writes its effects to the file, if there is one. They survive the end of the program. They may
    /// be lost if the machine loses power, because a stand-in need not wait for the disk.
    pub fn write<T>(&self, change: impl FnOnce(&mut Database) -> T) -> io::Result<T> {
        let mut database = self.lock();
        let outcome = change(&mut database);
        if let Some(path) = &self.file {
            database.save(path)?;
        }
        Ok(outcome)
    }
}

impl Database {
    pub fn response(&self, key: &str, now: i64) -> Option<&IdempotentResponse> {
        self.responses.get(key).filter(|response| response.created >= now - IDEMPOTENCY_KEY_TTL)
    }

    pub fn store_response(&mut self, key: String, response: IdempotentResponse) {
        self.changed_responses.insert(key.clone());
        self.responses.insert(key, response);
    }

    fn delete_expired(&mut self, now: i64) {
        self.events.delete_before(now - EVENT_TTL);
        self.responses.retain(|_, response| response.created >= now - IDEMPOTENCY_KEY_TTL);
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        let changed = self.take_changed();
        let was_damaged = std::mem::replace(&mut self.is_damaged, true);
        if was_damaged {
            replace(path, &to_line(self)?)?;
        } else {
            OpenOptions::new().append(true).open(path)?.write_all(&to_line(&changed)?)?;
        }
        self.is_damaged = false;
        Ok(())
    }

    /// A copy of the objects that changed since the last call.
    fn take_changed(&mut self) -> Self {
        let keys = std::mem::take(&mut self.changed_responses);
        let responses = keys.into_iter().filter_map(|key| self.responses.get_key_value(&key));
        Self {
            intents: self.intents.take_changed(),
            methods: self.methods.take_changed(),
            customers: self.customers.take_changed(),
            charges: self.charges.take_changed(),
            refunds: self.refunds.take_changed(),
            events: self.events.take_changed(),
            responses: responses.map(|(key, response)| (key.clone(), response.clone())).collect(),
            ..Self::default()
        }
    }

    fn merge(&mut self, later: Self) {
        self.intents.merge(later.intents);
        self.methods.merge(later.methods);
        self.customers.merge(later.customers);
        self.charges.merge(later.charges);
        self.refunds.merge(later.refunds);
        self.events.merge(later.events);
        self.responses.extend(later.responses);
    }
}

fn to_line(database: &Database) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(database)?;
    line.push(b'\n');
    Ok(line)
}

fn read(path: &Path) -> io::Result<Database> {
    let content = match fs::read(path) {
        Ok(content) => content,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Database::default()),
        Err(error) => return Err(error),
    };
    let mut database = Database::default();
    for (number, line) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") && number > 0 {
            break;
        }
        let later = serde_json::from_slice(line).map_err(|error| {
            io::Error::other(format!("{}: line {} is not valid: {error}", path.display(), number + 1))
        })?;
        database.merge(later);
    }
    database.take_changed();
    Ok(database)
}

/// Replaces the file atomically.
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
