//! Settings of built-in TLS: the shop gets its certificates itself, by ACME.

use clap::Args;

use crate::{
    base::config::non_blank,
    http::origin::PublicUrl,
    values::{
        email::Email,
        url::{is_https_or_loopback, parse_host, url_host},
    },
};

#[derive(Args, Clone)]
#[command(next_help_heading = "TLS")]
pub struct AcmeArgs {
    /// Host names that the shop gets certificates for, separated by commas; without them a proxy adds TLS
    #[arg(id = "acme_domains", long = "acme-domains", env = "TROWEL_ACME_DOMAINS", value_delimiter = ',')]
    domains: Vec<String>,
    /// Where the certificate authority writes to, for example when a certificate ends
    #[arg(id = "acme_email", long = "acme-email", env = "TROWEL_ACME_EMAIL")]
    email: Option<String>,
    /// Directory of the certificate authority
    #[arg(id = "acme_directory", long = "acme-directory", env = "TROWEL_ACME_DIRECTORY", default_value = LETS_ENCRYPT)]
    directory: String,
}

const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeConfig {
    pub domains: Vec<String>,
    pub email: Option<Email>,
    pub directory: String,
}

impl AcmeArgs {
    pub fn check(&self, public_url: &PublicUrl, faults: &mut Vec<String>) -> Option<AcmeConfig> {
        let given: Vec<_> = self.domains.iter().filter_map(|text| non_blank(Some(text))).collect();
        if given.is_empty() {
            return None;
        }
        if !cfg!(feature = "acme") {
            faults.push(
                "TROWEL_ACME_DOMAINS is set, but this program was built without it. Build it with `--features acme`, or \
                 remove the setting and put a proxy with TLS in front of the shop."
                    .into(),
            );
        }
        let mut domains = Vec::new();
        for text in given {
            match parse_host(&text) {
                Some(domain) => domains.push(domain),
                None => faults.push(format!(
                    "TROWEL_ACME_DOMAINS contains {text:?}. Use only host names, separated by commas, for example \
                     tools.example.ca."
                )),
            }
        }
        let host = url_host(public_url).filter(|_| public_url.is_https());
        if host.is_none_or(|host| !domains.contains(&host)) {
            faults.push(
                "TROWEL_ACME_DOMAINS must contain the host of TROWEL_PUBLIC_URL, which must start with https://."
                    .into(),
            );
        }
        let email = non_blank(self.email.as_deref());
        let checked = email.as_deref().and_then(Email::parse);
        if email.is_some() && checked.is_none() {
            faults.push("TROWEL_ACME_EMAIL is not an e-mail address. Correct it, or remove it.".into());
        }
        let directory = self.directory.trim().to_owned();
        if !directory.starts_with("https://") || !is_https_or_loopback(&directory) {
            faults.push(format!(
                "TROWEL_ACME_DIRECTORY is {directory:?}. Use the https address of an ACME directory, for example {LETS_ENCRYPT}."
            ));
        }
        Some(AcmeConfig { domains, email: checked, directory })
    }
}

#[cfg(test)]
mod tests {
    use crate::base::config::{RunMode, tests::checked};

    #[test]
    fn a_shop_with_certificates_of_its_own_needs_no_proxy() {
        let settings = |domains| {
            let flags = ["--public-url=https://tools.a.ca", "--acme-domains", domains];
            checked(RunMode::Serve, &flags)
        };
        if !cfg!(feature = "acme") {
            let faults = settings("tools.a.ca").unwrap_err();
            assert!(faults.len() == 1 && faults[0].contains("--features acme"), "{faults:?}");
            return;
        }
        let acme = settings("tools.a.ca, www.a.ca").unwrap().acme.unwrap();
        assert_eq!(acme.domains, ["tools.a.ca", "www.a.ca"]);
        assert!(acme.directory.contains("letsencrypt"));
        for (domains, fault) in [("www.a.ca", "must contain the host"), ("*.a.ca", "only host names")] {
            let faults = settings(domains).unwrap_err();
            assert!(faults.iter().any(|said| said.contains(fault)), "{faults:?}");
        }
    }
}
