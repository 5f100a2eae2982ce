//! TLS with certificates by ACME. Each host name is proved on the shop's own port (TLS-ALPN-01), so port 80 is not
//! needed.
//!
//! Account and certificates are in a folder, so that a restart asks for none.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use futures_util::{FutureExt as _, StreamExt as _};
use rustls_acme::{AcmeConfig as Account, CertCache as _, caches::DirCache, is_tls_alpn_challenge};
use rustls_platform_verifier::ConfigVerifierExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio_rustls::{
    LazyConfigAcceptor,
    rustls::{
        ClientConfig, Error, ServerConfig,
        pki_types::{CertificateDer, pem::PemObject as _},
        server::Acceptor,
    },
};

use super::server::TlsAcceptor;
use crate::values::{email::Email, time::Timestamp};

/// The folder of account and certificates in the data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("certificates")
}

/// Returns when the certificate ends, or `None` if there is no certificate yet. An error names the file.
pub async fn expires_at(
    domains: &[String],
    directory: &str,
    data: &Path,
) -> Result<Option<Timestamp>, io::Error> {
    let unreadable = |error: io::Error| {
        let folder = folder(data);
        io::Error::new(
            error.kind(),
            format!("the file cached_cert_… in {} cannot be read: {error}", folder.display()),
        )
    };
    let loaded = DirCache::new(folder(data)).load_cert(domains, directory).await;
    let Some(pem) = loaded.map_err(unreadable)? else { return Ok(None) };
    let broken = || unreadable(io::Error::other("it is no certificate"));
    let first = CertificateDer::pem_slice_iter(&pem).next().and_then(Result::ok).ok_or_else(broken)?;
    let (_, certificate) = x509_parser::parse_x509_certificate(&first).map_err(|_| broken())?;
    let seconds = certificate.validity().not_after.timestamp();
    Ok(Some(Timestamp::from_micros(seconds.saturating_mul(1_000_000))))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Self-signed, until 2027-02-22T12:19:40Z.
    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIUP1sxM0Os5xVDZ3N3JblCZyvXAH0wCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEYS5jYTAeFw0yNjExMjQxMjE5NDBaFw0yNzAyMjIxMjE5NDBa
MA8xDTALBgNVBAMMBGEuY2EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQNAXgi
xciV8us1eU6T7EePDhZtbNjR3AlfQEX++aypKHJTSaXrj3zLoh36YQFP0Kn3NiGQ
4cM9AQk0YBhlsCCQo1MwUTAdBgNVHQ4EFgQUs76YuXv7WcUQeJ6WhrXxfVSFCkow
HwYDVR0jBBgwFoAUs76YuXv7WcUQeJ6WhrXxfVSFCkowDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNIADBFAiAxKGwBlwtrsCmADGLNsGobDW7UtbupDPD1ylzT
vOWeuwIhAMvcfv76uTkGFIW3LKt5q9PYhBdHgBFt/DfFqVTYasQ5
-----END CERTIFICATE-----
";

    #[tokio::test]
    async fn the_end_of_a_stored_certificate_is_known() {
        let data = std::env::temp_dir().join(format!("trowel_certificate_{}", std::process::id()));
        let (domains, directory) = (["a.ca".to_owned()], "https://ca.example/directory");
        assert_eq!(expires_at(&domains, directory, &data).await.unwrap(), None);
        let stored = DirCache::new(folder(&data));
        stored.store_cert(&domains, directory, CERTIFICATE.as_bytes()).await.unwrap();
        assert_eq!(
            expires_at(&domains, directory, &data).await.unwrap(),
            Timestamp::parse("2027-02-22T12:19:40Z")
        );
        stored.store_cert(&domains, directory, b"no certificate").await.unwrap();
        let broken = expires_at(&domains, directory, &data).await.unwrap_err();
        assert!(broken.to_string().contains("cached_cert_… in "), "{broken}");
        std::fs::remove_dir_all(&data).unwrap();
    }
}
