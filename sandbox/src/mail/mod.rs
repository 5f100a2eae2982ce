//! A mail server that delivers nothing: the other end of SMTP, and an inbox in which people and tests read what came.
//!
//! It takes every letter for every address, as the mail server of a provider does for its customers, over a plain
//! connection of this machine. Reading order: `session` is one connection from greeting to farewell, `mishaps` how it
//! can be made to go wrong, `letters` what is kept of it, `inbox` the pages.

mod inbox;
mod letters;
mod mishaps;
mod session;

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::routing::get;
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::clock::{self, Clock};

use letters::Letters;

pub use letters::Letter;
pub use mishaps::{Mishap, Step};

/// Where the inbox is mounted.
pub const MOUNT: &str = "/sandbox/mail";

#[derive(Clone)]
pub struct MailSettings {
    /// What opens the inbox, as in `/sandbox/mail/?key=…`. `None`: it is open to whoever reaches it, which is fine on a
    /// machine of one's own; the letters hold links that sign in.
    pub key: Option<String>,
    pub clock: Clock,
}

impl Default for MailSettings {
    fn default() -> Self {
        Self { key: None, clock: clock::system() }
    }
}

impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings").finish_non_exhaustive()
    }
}

/// A running stand-in. Clones and routers share it; it stops listening with the last one.
#[derive(Clone)]
pub struct MailSandbox(Arc<Post>);

struct Post {
    address: SocketAddr,
    accepting: AbortHandle,
    key: Option<String>,
    clock: Clock,
    letters: Mutex<Letters>,
    mishaps: Mutex<Vec<(Step, Mishap)>>,
}

impl MailSandbox {
    /// Listens on a free port of this machine. Must be called within a runtime.
    ///
    /// # Errors
    /// When there is no port to listen on.
    pub fn open(settings: MailSettings) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let address = listener.local_addr()?;
        Ok(Self(Arc::new_cyclic(|post| Post {
            address,
            accepting: tokio::spawn(session::accept(listener, Weak::clone(post))).abort_handle(),
            key: settings.key,
            clock: settings.clock,
            letters: Mutex::default(),
            mishaps: Mutex::default(),
        })))
    }

    /// Where the shop's server brings its letters.
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// What came, the oldest first.
    pub fn letters(&self) -> Vec<Letter> {
        self.0.letters().all().cloned().collect()
    }

    /// Lets this go wrong at the next such step, after what was asked for before.
    pub fn misbehave(&self, step: Step, mishap: Mishap) {
        self.0.mishaps().push((step, mishap));
    }

    /// The inbox under [`MOUNT`], to be merged into the shop's router.
    pub fn router(&self) -> Router {
        let at = |path: &str| format!("{MOUNT}{path}");
        Router::new()
            .route(MOUNT, get(inbox::list))
            .route(&at("/"), get(inbox::list))
            .route(&at("/letters"), get(inbox::json))
            .route(&at("/letters/{id}"), get(inbox::letter))
            .route(&at("/letters/{id}/html"), get(inbox::html_part))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.0), inbox::unlock))
            .route(&at("/inbox.css"), get(inbox::style))
            .with_state(Arc::clone(&self.0))
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Post {
    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mishaps(&self) -> MutexGuard<'_, Vec<(Step, Mishap)>> {
        self.mishaps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mishap_at(&self, step: Step) -> Option<Mishap> {
        let mut mishaps = self.mishaps();
        let at = mishaps.iter().position(|(asked, _)| *asked == step)?;
        Some(mishaps.remove(at).1)
    }
}
