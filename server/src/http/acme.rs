//! TLS with certificates by ACME. Each host name is proved on the shop's own port (TLS-ALPN-01), so port 80 is not needed.
//!
//! Account and certificates are in a folder, so that a restart asks for none.

use std::{path::PathBuf, sync::Arc};

use futures_util::{FutureExt as _, StreamExt as _};
use rustls_acme::{AcmeConfig as Account, caches::DirCache, is_tls_alpn_challenge};
use rustls_platform_verifier::ConfigVerifierExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio_rustls::{
    LazyConfigAcceptor,
    rustls::{ClientConfig, Error, ServerConfig, server::Acceptor},
};

use super::serve::TlsAcceptor;
use crate::values::email::Email;

/// Starts to get and renew certificates, for the rest of the process. Until the first one arrives, clients cannot
/// connect.
pub fn start(
    domains: &[String],
    email: Option<&Email>,
    directory: &str,
    cache: PathBuf,
) -> Result<TlsAcceptor, Error> {
    let authorities = ClientConfig::with_platform_verifier()?;
    let contact = email.map(|email| format!("mailto:{}", email.as_str()));
    let mut certificates = Account::new_with_client_config(domains, Arc::new(authorities))
        .contact(contact)
        .directory(directory)
        .cache(DirCache::new(cache))
        .state();
    let challenge = certificates.challenge_rustls_config();
    let mut serving = ServerConfig::clone(&certificates.default_rustls_config());
    serving.alpn_protocols = vec![b"http/1.1".to_vec()];
    let serving = Arc::new(serving);
    tokio::spawn(async move {
        while let Some(event) = certificates.next().await {
            match event {
                Ok(event) => tracing::info!(?event, "certificate"),
                Err(error) => tracing::error!(%error, "no certificate was issued; the shop tries again"),
            }
        }
    });
    Ok(TlsAcceptor::new(move |stream| {
        let (challenge, serving) = (Arc::clone(&challenge), Arc::clone(&serving));
        async move {
            let started = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
            if !is_tls_alpn_challenge(&started.client_hello()) {
                return Ok(Some(Box::new(started.into_stream(serving).await?) as _));
            }
            started.into_stream(challenge).await?.shutdown().await?;
            Ok(None)
        }
        .boxed()
    }))
}
