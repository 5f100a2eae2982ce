//! Opens connections, and refuses a pooler between the shop and the server that would run wrong statements.

use std::{net::IpAddr, str::FromStr, time::Duration};

use deadpool_postgres::{Client, Hook, HookError, Manager, ManagerConfig, RecyclingMethod};
use tokio_postgres::{
    Config, NoTls,
    config::{Host, SslMode},
    error::SqlState,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Postgres;
use crate::{
    Error,
    error::{Fault, Phase},
};

/// Timeout for opening a connection, independent of the wait for a free one. The first response has this time again,
/// because a pooler accepts connections that it has no server connection for.
pub(super) const CONNECT_TIME: Duration = Duration::from_secs(5);

const LOST_STATEMENTS: &str = "a pooler in front of PostgreSQL loses prepared statements between transactions, so it could \
     run the statements of another node. Use PgBouncer 1.21 or newer with max_prepared_statements=300, or \
     pool_mode=session, or connect to PostgreSQL itself";
const NO_SERVER_CONNECTION: &str = "a pooler in front of PostgreSQL has no second server connection. Allow at least 16 for \
     each node (default_pool_size of PgBouncer)";

fn misplaced(why: impl Into<String>) -> Error {
    Error::other(Fault::Location(why.into()))
}

/// Certificates and host names are always checked, so `verify-full` is what `require` means here. It is the default for
/// a server on another machine. `prefer` would let an attacker on the network turn TLS off.
fn parse(url: &str) -> Result<Config, Error> {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let mode = query.split('&').find_map(|pair| pair.strip_prefix("sslmode="));
    let parameter = |pair: &str| match pair {
        "sslmode=verify-full" | "sslmode=verify-ca" => Ok("sslmode=require".to_owned()),
        "sslmode=allow" => Ok("sslmode=prefer".to_owned()),
        pair if pair.starts_with("sslrootcert=") => Err(misplaced(
            "sslrootcert is not supported. Set SSL_CERT_FILE to the file of certificates, and remove sslrootcert",
        )),
        pair => Ok(pair.to_owned()),
    };
    let query = query.split('&').map(parameter).collect::<Result<Vec<_>, _>>()?.join("&");
    let mut config =
        Config::from_str(&format!("{address}?{query}")).map_err(|fault| misplaced(fault.to_string()))?;
    if is_on_this_machine(&config) {
        return Ok(config);
    }
    match mode {
        None => drop(config.ssl_mode(SslMode::Require)),
        Some("prefer" | "allow") => {
            return Err(misplaced(
                "with sslmode=prefer or allow an attacker on the network can turn TLS off. Use sslmode=verify-full. \
                 Only on a network that you trust, use sslmode=disable",
            ));
        }
        Some(_) => {}
    }
    Ok(config)
}

fn is_on_this_machine(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(is_local) && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

/// How connections are encrypted.
#[derive(Clone)]
pub(super) struct Tls(Option<MakeRustlsConnect>);

impl Tls {
    /// Ends what runs on the connection, and the connection.
    pub(super) fn cancel(&self, client: Client) {
        let (token, tls) = (client.cancel_token(), self.0.clone());
        drop(Client::take(client));
        tokio::spawn(async move {
            let cancelled = async {
                match tls {
                    Some(tls) => token.cancel_query(tls).await,
                    None => token.cancel_query(NoTls).await,
                }
            };
            if !matches!(tokio::time::timeout(CONNECT_TIME, cancelled).await, Ok(Ok(()))) {
                tracing::warn!("a statement that takes too long could not be cancelled");
            }
        });
    }
}

pub(super) fn manager(url: &str, lost_after: Duration) -> Result<(Manager, Tls), Error> {
    let mut config = parse(url)?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIME);
    }
    if config.get_application_name().is_none() {
        config.application_name("trowel");
    }
    // Detects a server that disappeared without closing the connection.
    config.keepalives_idle(Duration::from_secs(30));
    config.tcp_user_timeout(lost_after);
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let plain = |config| (Manager::from_config(config, NoTls, recycling.clone()), Tls(None));
    if config.get_ssl_mode() == SslMode::Disable {
        return Ok(plain(config));
    }
    match MakeRustlsConnect::with_native_certs() {
        Ok((tls, _)) => Ok((Manager::from_config(config, tls.clone(), recycling), Tls(Some(tls)))),
        Err(_) if config.get_ssl_mode() == SslMode::Prefer => Ok(plain(config)),
        Err(faults) => Err(misplaced(format!("no certificate authorities found: {faults:?}"))),
    }
}

/// The pool's own timeout covers opening a connection, and not its first statement.
pub(super) fn first_statement() -> Hook {
    Hook::async_fn(|client, _| {
        Box::pin(async move {
            let answered = match tokio::time::timeout(CONNECT_TIME, client.simple_query("SELECT 1")).await {
                Ok(answer) => answer.map(drop).map_err(HookError::Backend),
                Err(_) => {
                    Err(HookError::message("the server accepted a connection and then did not respond"))
                }
            };
            answered.inspect_err(|error| {
                let cause = match error {
                    HookError::Message(why) => why.to_string(),
                    HookError::Backend(fault) => {
                        fault.as_db_error().map_or(fault.to_string(), ToString::to_string)
                    }
                };
                tracing::warn!(cause, "a new database connection cannot be used");
            })
        })
    })
}

impl Postgres {
    /// Fails if a pooler loses prepared statements. It may give each transaction another server connection. Then a
    /// statement that was prepared on one is missing on the next. Another node may have one there with the same name.
    pub(super) async fn require_prepared_statements(&self) -> Result<(), Error> {
        let (first, second) = (self.client().await?, self.client().await?);
        let survived = statement_survives(&first, &second).await;
        // The connections do not return to the pool, because a transaction may be open.
        drop((Client::take(first), Client::take(second)));
        survived
    }
}

/// The second connection occupies the server connection that the first one just released.
async fn statement_survives(
    first: &tokio_postgres::Client,
    second: &tokio_postgres::Client,
) -> Result<(), Error> {
    let answer = async {
        let statement = first.prepare("SELECT 1").await?;
        second.batch_execute("BEGIN").await?;
        first.query(&statement, &[]).await
    };
    match tokio::time::timeout(CONNECT_TIME, answer).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(fault)) => Err(match fault.code() {
            Some(&SqlState::INVALID_SQL_STATEMENT_NAME | &SqlState::DUPLICATE_PSTATEMENT) => {
                misplaced(LOST_STATEMENTS)
            }
            _ => Error::postgres(Phase::Read, fault),
        }),
        Err(_) => Err(misplaced(NO_SERVER_CONNECTION)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_another_machine_has_to_prove_its_name() {
        let mode = |url: &str| parse(url).map(|config| config.get_ssl_mode());
        for verified in ["verify-full", "verify-ca", "require"] {
            let url = format!("postgres://u:p@db/x?connect_timeout=3&sslmode={verified}");
            assert_eq!(mode(&url).unwrap(), SslMode::Require, "{verified}");
        }
        assert_eq!(mode("postgres://u:p@db/x").unwrap(), SslMode::Require);
        for local in ["localhost", "127.0.0.1", "%2Frun%2Fpostgresql"] {
            assert_eq!(mode(&format!("postgres://u:p@{local}/x")).unwrap(), SslMode::Prefer, "{local}");
            assert_eq!(mode(&format!("postgres://u:p@{local}/x?sslmode=allow")).unwrap(), SslMode::Prefer);
        }
        for unsafe_mode in ["prefer", "allow"] {
            for hosts in ["db", "localhost,db", "192.0.2.1"] {
                let refused = mode(&format!("postgres://u:p@{hosts}/x?sslmode={unsafe_mode}")).unwrap_err();
                assert!(refused.to_string().contains("verify-full"), "{hosts}: {refused}");
            }
        }
        assert!(mode("postgres://u:p@localhost/x?hostaddr=192.0.2.1&sslmode=prefer").is_err());
        assert_eq!(mode("postgres://u:p@db/x?sslmode=disable").unwrap(), SslMode::Disable);
        let refused = mode("postgres://u:p@db/x?sslrootcert=/ca.pem").unwrap_err().to_string();
        assert!(refused.contains("SSL_CERT_FILE"), "{refused}");
        assert!(mode("postgres://u:p@db/x?sslmode=other").is_err());
    }
}
