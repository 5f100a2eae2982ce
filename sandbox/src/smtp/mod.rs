//! An SMTP server that delivers nothing: it accepts every e-mail for every address and puts it into the [`Inbox`].
//!
//! It listens on the local machine without TLS. `session` is one connection.

mod session;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Weak};
use std::{fmt, io};

use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::clock::{self, SandboxClock};
use crate::faults::{self, FaultQueue};
use crate::inbox::{Inbox, MAIL_MOUNT};
use crate::{admin_auth, inbox_store::ReceivedEmail};

/// Where the inbox page and the control endpoints are mounted.
pub const MOUNT: &str = MAIL_MOUNT;

#[derive(Clone)]
pub struct SmtpSettings {
    /// The bearer key of `/_control`.
    pub control_key: String,
    pub inbox: Inbox,
    pub clock: SandboxClock,
}

impl SmtpSettings {
    pub fn new(control_key: impl Into<String>) -> Self {
        Self { control_key: control_key.into(), inbox: Inbox::default(), clock: clock::system() }
    }
}

impl fmt::Debug for SmtpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpSettings").finish_non_exhaustive()
    }
}

/// A running SMTP server, shared by clones. It stops listening when the last clone is dropped.
#[derive(Clone)]
pub struct SmtpSandbox(Arc<MailServer>);

struct MailServer {
    address: SocketAddr,
    accepting: AbortHandle,
    settings: SmtpSettings,
    faults: Arc<FaultQueue>,
}

impl SmtpSandbox {
    /// Listens on a free port of this machine. Must be called within a runtime.
    ///
    /// # Errors
    /// When no port is available.
    pub fn open(settings: SmtpSettings) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let address = listener.local_addr()?;
        Ok(Self(Arc::new_cyclic(|server| MailServer {
            address,
            accepting: tokio::spawn(session::accept(listener, Weak::clone(server))).abort_handle(),
            settings,
            faults: Arc::default(),
        })))
    }

    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// The oldest first.
    pub fn emails(&self) -> Vec<ReceivedEmail> {
        self.0.settings.inbox.store().emails().rev().cloned().collect()
    }

    /// The control endpoints under [`MOUNT`]. They keep the server running.
    pub fn router(&self) -> Router {
        let key = self.0.settings.control_key.clone();
        let control = faults::control_routes(&self.0.faults)
            .layer(middleware::from_fn_with_state(key, admin_auth::require_key))
            .layer(axum::Extension(self.clone()));
        Router::new().nest(MOUNT, control)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
