//! A proxy in front of PostgreSQL that breaks connections on demand. The tests of the server include this file too.

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

/// When the connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Never,
    /// The server does not receive the commit.
    BeforeCommit,
    /// The server commits; its response is lost.
    AfterCommit,
    /// The server receives the commit as the connection breaks, and no client waits for the result.
    DuringCommit,
    /// The connection breaks as in `AfterCommit`, after so many other commits. Then the server no longer knows
    /// transactions by their ids.
    AfterCommits(u32),
    Forgetting,
    /// No connection succeeds.
    Always,
}

/// A proxy in front of the server that can break connections.
pub struct Wire {
    pub port: u16,
    round_trips: Arc<AtomicU32>,
    cut: watch::Sender<Cut>,
    _listening: JoinSet<()>,
}

impl Wire {
    /// Starts a proxy in front of the server at `host:port`.
    pub async fn to(server: String) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = watch::Sender::new(Cut::Never);
        let mut listening = JoinSet::new();
        let shared = cut.clone();
        let round_trips = Arc::<AtomicU32>::default();
        let counter = Arc::clone(&round_trips);
        listening.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let (server, cut, round_trips) = (server.clone(), shared.clone(), Arc::clone(&counter));
                connections.spawn(async move {
                    let server = TcpStream::connect(server).await.unwrap();
                    carry(client, server, &cut, &round_trips).await;
                });
            }
        });
        Self { port, round_trips, cut, _listening: listening }
    }

    /// How often a client sent something after a response.
    pub fn round_trips(&self) -> u32 {
        self.round_trips.load(Ordering::Relaxed)
    }

    /// `Before-`, `After-` and `DuringCommit` break one connection.
    pub fn cut(&self, when: Cut) {
        self.cut.send_replace(when);
    }

    pub fn is_spent(&self) -> bool {
        *self.cut.borrow() == Cut::Never
    }
}

async fn carry(
    mut client: TcpStream,
    mut server: TcpStream,
    cut: &watch::Sender<Cut>,
    round_trips: &AtomicU32,
) {
    let mut was_answered = true;
    let (mut from_client, mut from_server) = (vec![0; 65536], vec![0; 65536]);
    let mut told = cut.subscribe();
    loop {
        let length = tokio::select! {
            () = async { drop(told.wait_for(|cut| *cut == Cut::Always).await) } => return,
            read = server.read(&mut from_server) => {
                let Ok(length @ 1..) = read else { return };
                was_answered = true;
                if client.write_all(&from_server[..length]).await.is_err() {
                    return;
                }
                continue;
            }
            read = client.read(&mut from_client) => read.unwrap_or(0),
        };
        round_trips.fetch_add(u32::from(mem::take(&mut was_answered)), Ordering::Relaxed);
        let sent = &mut from_client[..length];
        if *cut.borrow() == Cut::Forgetting {
            forget_transactions(sent);
        }
        let is_commit = sent.windows(7).any(|window| window == b"COMMIT\0");
        let when = if is_commit { pass_commit(cut) } else { Cut::Never };
        if length == 0 || when == Cut::BeforeCommit {
            return;
        }
        server.write_all(sent).await.unwrap();
        if matches!(when, Cut::AfterCommit | Cut::AfterCommits(_)) {
            drop(server.read(&mut from_server).await);
        }
        if when != Cut::Never {
            return;
        }
    }
}

/// What happens to this commit.
fn pass_commit(cut: &watch::Sender<Cut>) -> Cut {
    let when = *cut.borrow();
    match when {
        Cut::AfterCommits(0) => cut.send_replace(Cut::Forgetting),
        Cut::AfterCommits(others) => {
            cut.send_replace(Cut::AfterCommits(others - 1));
            Cut::Never
        }
        Cut::Forgetting => Cut::Never,
        _ => cut.send_replace(Cut::Never),
    }
}

/// Replaces the question for a transaction by one of the same length without an answer.
fn forget_transactions(sent: &mut [u8]) {
    let (question, without_answer) = (b"pg_xact_status('", b"concat('?',    '");
    if let Some(at) = sent.windows(question.len()).position(|window| window == question) {
        sent[at..at + question.len()].copy_from_slice(without_answer);
    }
}
