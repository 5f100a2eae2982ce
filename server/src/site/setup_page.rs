//! The home page of a shop without an administrator. It begins the steps that the dashboard goes on with.
//!
//! Anyone can read the page, so it does not show where the data is. The log does (docs/decisions/0009).

use std::{
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    accounts::roles,
    base::config::{Config, RunMode, email::EmailRule},
    db::DatabaseLocation,
    shop::Shop,
};

pub const STYLE: &str = include_str!("first_run.css");
pub const STYLE_PATH: &str = "/first-run.css";

/// Stricter than the policy of the web app: no script.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const GRANT: &str = "trowel admin grant you@example.ca";

/// Caches that the shop has an administrator. This never changes back, because the last one cannot be revoked.
#[derive(Default)]
pub struct SetupState {
    has_admin: AtomicBool,
}

impl SetupState {
    /// Returns whether to show the setup page like [`is_due`]. It needs no query once there is an administrator.
    pub async fn is_due(&self, shop: &Shop) -> bool {
        if self.has_admin.load(Ordering::Relaxed) {
            return false;
        }
        let is_due = is_due(shop).await;
        self.has_admin.store(is_due == Some(false), Ordering::Relaxed);
        is_due == Some(true)
    }
}

/// Returns whether to show the setup page. Returns `None` if the database does not respond: the home page handles the
/// error. A demo always has an administrator.
pub async fn is_due(shop: &Shop) -> Option<bool> {
    if shop.config.mode == RunMode::Demo {
        return Some(false);
    }
    roles::has_any_admin(&shop.db).await.ok().map(|has_admin| !has_admin)
}

/// The command that makes an administrator, with the data folder of this shop, for the log. A database URL may hold a
/// password, so it is never shown.
pub fn grant_command(config: &Config) -> String {
    let place = match &config.database {
        DatabaseLocation::Sqlite(_) => {
            let folder = std::path::absolute(&config.data).unwrap_or_else(|_| config.data.clone());
            format!("--data {}", shell_quote(&folder))
        }
        DatabaseLocation::Postgres(_) => "--database \"$TROWEL_DATABASE_URL\"".to_owned(),
    };
    format!("{GRANT} {place}")
}

/// Quotes the path for a shell.
fn shell_quote(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+:@,".contains(&byte)) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// `template` is the web app's page, for its links to styles, fonts and icons.
pub fn page(config: &Config, template: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en-CA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "First run · Trowel" }
                meta name="robots" content="noindex";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#FBF8F1" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#171B15" media="(prefers-color-scheme: dark)";
                (links_of(template))
                link rel="stylesheet" href=(STYLE_PATH);
            }
            body class="first-run" {
                header { div { span class="mark" aria-hidden="true" {} "Trowel" } }
                main {
                    section class="welcome" {
                        div {
                            p class="over" { "First run" }
                            h1 { "Your shop is running. Now it needs an owner." }
                            p class="lead" {
                                "Eight steps to an open shop, about half an hour. You can stop after each of them and go \
                                 on later. Until the second one is done, visitors see this page as your home page."
                            }
                        }
                        img src="/scenes/first-run.svg" alt="" width="320" height="240";
                    }
                    ol {
                        li {
                            h2 { (titles().next().unwrap_or_default()) }
                            p { "Sign up with the e-mail address you will use to run the shop. It will be the owner’s \
                                account, so its password needs 12 characters or more." }
                            p { a class="btn btn-primary" href="/signup" { "Sign up" } " "
                                a href="/dashboard" { "I have signed up" } }
                        }
                        li {
                            h2 { (titles().nth(1).unwrap_or_default()) }
                            p {
                                "On the machine that runs the shop, run this command in a terminal, with the address \
                                 you signed up with. Add " code { "--data" } " or " code { "--database" } " as you gave \
                                 it to the shop. The shop printed the complete command when it started."
                            }
                            pre { code { (GRANT) } }
                        }
                    }
                    section class="next" {
                        h2 { "Then your dashboard goes on with you" }
                        ol start="3" {
                            @for title in titles().skip(2) { li { (title) } }
                        }
                    }
                    section class="set" {
                        h2 { "Settings of this shop" }
                        dl { (settings(config)) }
                        p { "The shop reads its settings when it starts. " code { ".env.example" } " explains each of them." }
                    }
                }
            }
        }
    }
}

/// Name and title of the steps to an open shop, in their order. The dashboard has the same file.
static STEPS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/src/api/opening-steps.json")).unwrap_or_default()
});

fn titles() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(_, title)| title.as_str())
}

/// The `<link>` elements of the web app's page, which the build writes. The policy allows no script.
pub(super) fn links_of(template: &str) -> Markup {
    let links = template.split("<link ").skip(1).filter_map(|rest| rest.split_once('>'));
    let for_styles = links.filter(|(attributes, _)| !attributes.contains("modulepreload"));
    html! { @for (attributes, _) in for_styles { (PreEscaped(format!("<link {attributes}>"))) } }
}

fn settings(config: &Config) -> Markup {
    let (cards, about_cards) = if config.payments.is_some() {
        ("On", "Customers pay by card.")
    } else {
        ("Off", "You record other payments. Set all three keys of the card provider to turn it on.")
    };
    let (emails, about_emails) = if config.email.is_some() {
        ("On", "Customers get e-mails about their account and orders, and so do you.")
    } else {
        ("Off", "The shop sends none, so a forgotten password cannot be reset. Set mail server and sender.")
    };
    let (addresses, about_addresses) = match config.email_rule {
        EmailRule::Wide => ("All", "Forms accept every valid address."),
        EmailRule::Simple => {
            ("Simple ones", "Forms refuse addresses such as joe@my-shop.ca. “wide” accepts all.")
        }
    };
    // If the shop takes no cards, an order waits for the owner, who records its payment.
    let takes_cards = config.payments.is_some();
    let expires = config.limits.unpaid_order_ttl.filter(|_| takes_cards);
    let (unpaid, about_unpaid) = match expires.map(|age| age.as_secs() / 86_400) {
        None => ("Kept".to_owned(), "They hold their stock until they are paid or deleted."),
        Some(1) => ("1 day".to_owned(), "After that they are deleted and their stock is released."),
        Some(days) => (format!("{days} days"), "After that they are deleted and their stock is released."),
    };
    let new_customers = match config
        .limits
        .new_customer_order_ttl(false)
        .filter(|_| takes_cards)
        .map(|ttl| ttl.as_secs() / 60)
    {
        None => "Same as above".to_owned(),
        Some(minutes) => format!("{minutes} minutes"),
    };
    let currency = config.currency.to_uppercase();
    let rows = [
        (
            "Public address",
            &*config.public_url,
            "What customers type. Links and cookies use it.",
            "PUBLIC_URL",
        ),
        ("Card payment", cards, about_cards, "STRIPE_…"),
        ("E-mail", emails, about_emails, "SMTP_URL, MAIL_FROM"),
        ("E-mail addresses", addresses, about_addresses, "EMAIL_RULE"),
        (
            "Currency",
            &currency,
            "The currency of all prices. It cannot be changed for this database.",
            "CURRENCY",
        ),
        ("Unpaid orders", &unpaid, about_unpaid, "UNPAID_ORDER_DAYS"),
        (
            "Unpaid orders of new customers",
            &new_customers,
            "How long the orders of a customer who never paid hold their stock.",
            "NEW_CUSTOMER_ORDER_MINUTES",
        ),
    ];
    html! {
        @for (name, value, about, setting) in rows {
            div {
                dt { (name) }
                dd { b { (value) } }
                dd { (about) " " code { "TROWEL_" (setting) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::tests::checked;

    fn shop_at(public_url: &str, more: &[&str]) -> Config {
        checked(
            RunMode::Serve,
            &[&["--public-url", public_url, "--trusted-proxies=none", "--data", "/srv/the owner's"], more]
                .concat(),
        )
        .unwrap()
    }

    const HERE: &str = "http://127.0.0.1:8080";
    const TEMPLATE: &str = r#"<link rel="icon" href="/i.svg" /><script src="/a.js"></script><link rel="modulepreload" href="/b.js"><link rel="stylesheet" href="/s.css">"#;

    fn page_of(config: &Config) -> String {
        page(config, TEMPLATE).into_string()
    }

    #[test]
    fn only_the_log_says_where_the_data_is() {
        let config = shop_at(HERE, &[]);
        assert_eq!(grant_command(&config), r"trowel admin grant you@example.ca --data '/srv/the owner'\''s'");
        let page = page_of(&config);
        assert!(page.contains("trowel admin grant you@example.ca") && !page.contains("/srv"), "{page}");
    }

    #[test]
    fn the_database_url_is_never_shown() {
        let config = shop_at(HERE, &["--database", "postgres://root:hunter2@db.internal/trowel"]);
        assert!(grant_command(&config).ends_with("--database \"$TROWEL_DATABASE_URL\""));
        let page = page_of(&config);
        assert!(!page.contains("hunter2") && !page.contains("db.internal"), "{page}");
    }

    #[test]
    fn the_page_names_the_steps_of_the_dashboard_in_their_order() {
        let titles: Vec<_> = titles().collect();
        assert_eq!((titles.len(), titles[0], titles[7]), (8, "Your account", "Open the shop"));
        let page = page_of(&shop_at(HERE, &[]));
        let places: Vec<_> = titles.iter().map(|title| page.find(&format!(">{title}<"))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    }

    #[test]
    fn the_page_lists_the_settings_without_secrets_or_scripts() {
        let page = page_of(&shop_at("https://my-tools.ca", &[]));
        for expected in [
            "https://my-tools.ca",
            "<b>Off</b>",
            "TROWEL_SMTP_URL",
            "Forms accept every valid address.",
            "<b>CAD</b>",
            "<b>Kept</b>",
            "<b>Same as above</b>",
            "href=\"/i.svg\"",
            "href=\"/s.css\"",
        ] {
            assert!(page.contains(expected), "{expected}");
        }
        assert!(!page.contains("<script") && !page.contains("modulepreload"), "the policy allows no script");
        let keys = [
            "--stripe-secret-key=sk_live_0123456789abcdef0123456789",
            "--stripe-publishable-key=pk_live_0123456789abcdef0123456789",
            "--stripe-webhook-secret=whsec_0123456789abcdef0123456789",
            "--unpaid-order-days=9",
            "--email-rule=simple",
            "--allowed-origins=https://private.example.ca",
        ];
        let page = page_of(&shop_at("https://my-tools.ca", &keys));
        for expected in ["<b>On</b>", "<b>9 days</b>", "<b>60 minutes</b>", "joe@my-shop.ca"] {
            assert!(page.contains(expected), "{expected}");
        }
        for secret in ["sk_live", "pk_live", "whsec", "private.example.ca"] {
            assert!(!page.contains(secret), "{secret}");
        }
    }
}
