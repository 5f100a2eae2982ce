//! What systemd and the shop tell each other: the socket of a socket unit, readiness, and the watchdog.

use std::net::TcpListener;

use super::CliError;

/// What systemd learns about the shop.
#[derive(Debug, Clone, Copy)]
pub enum ServiceState {
    Ready,
    Alive,
    Stopping,
}

/// The listening socket that systemd opened, if there is one. It outlives this process, so that clients wait during a
/// restart and are not refused.
pub fn inherited_listener() -> Result<Option<TcpListener>, CliError> {
    let mut sockets = listenfd::ListenFd::from_env();
    if sockets.len() > 1 {
        let count = sockets.len();
        return Err(CliError::Settings(format!(
            "systemd passes {count} sockets. Leave one ListenStream= in trowel.socket"
        )));
    }
    sockets.take_tcp_listener(0).map_err(|error| {
        CliError::Settings(format!("the socket that systemd passes is not one for TCP connections: {error}"))
    })
}

/// Does nothing without systemd.
pub fn notify(state: ServiceState) {
    #[cfg(unix)]
    {
        let state = match state {
            ServiceState::Ready => sd_notify::NotifyState::Ready,
            ServiceState::Alive => sd_notify::NotifyState::Watchdog,
            ServiceState::Stopping => sd_notify::NotifyState::Stopping,
        };
        if let Err(error) = sd_notify::notify(&[state]) {
            tracing::warn!(%error, "systemd could not be told the state of the shop");
        }
    }
    #[cfg(not(unix))]
    drop(state);
}

/// Tells systemd from the runtime of the requests that it still runs, twice in each interval of `WatchdogSec=`.
pub fn start_watchdog() {
    #[cfg(unix)]
    if let Some(interval) = sd_notify::watchdog_enabled() {
        tokio::spawn(async move {
            loop {
                notify(ServiceState::Alive);
                tokio::time::sleep(interval / 2).await;
            }
        });
    }
}
