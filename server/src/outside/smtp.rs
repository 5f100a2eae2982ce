//! The mail server that takes what the shop writes.

use std::fmt;

use crate::values::email::Email;

/// Where it is and how to speak to it.
#[derive(Clone)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub privacy: Privacy,
    pub login: Option<Login>,
}

/// How nobody on the way can read along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// TLS from the first byte.
    Tls,
    /// Begun in the clear; nothing of ours is said before TLS.
    StartTls,
    /// There is no way: the server is on this machine.
    SameMachine,
}

#[derive(Clone)]
pub struct Login {
    pub user: String,
    pub password: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("privacy", &self.privacy)
            .finish_non_exhaustive()
    }
}

/// Who a letter is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: Option<String>,
    pub address: Email,
}
