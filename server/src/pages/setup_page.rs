//! The home page of a shop that nobody administers yet: it tells the owner in three steps how to begin.
//!
//! Who reads it may be a stranger, so it says where the data is only to somebody on the machine itself
//! (docs/decisions/0015).

use std::{
    fmt::Write as _,
    net::IpAddr,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    config::{Config, Mode},
    db::Place,
    http::html::escape,
    identity::roles,
    shop::Shop,
    values::url::is_here,
};

pub const STYLE: &str = include_str!("first_run.css");
pub const STYLE_PATH: &str = "/first-run.css";

/// Stricter than the shop's: there is no script.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Whether somebody administers the shop. Once so, it stays so: the last administrator's role cannot be taken.
pub struct FirstRun {
    is_over: AtomicBool,
}

impl FirstRun {
    /// A demo brings its administrator.
    pub fn new(mode: Mode) -> Self {
        Self { is_over: AtomicBool::new(mode == Mode::Demo) }
    }
}

/// Looks into the database until there is an administrator, and never after.
pub async fn is_due(shop: &Shop) -> bool {
    let is_over = &shop.first_run.is_over;
    if is_over.load(Ordering::Relaxed) {
        return false;
    }
    // A database that does not answer has no news; the shop's own page copes with it.
    let has_admin = roles::is_held_by_anyone(&shop.db).await;
    if has_admin.as_ref().is_ok_and(|has_admin| *has_admin) {
        is_over.store(true, Ordering::Relaxed);
    }
    has_admin.is_ok_and(|has_admin| !has_admin)
}

/// What the owner types on the host, with the place of the data as this shop was started. An address of a database may
/// hold a password and is never repeated.
pub fn grant_command(config: &Config) -> String {
    let place = match &config.place {
        Place::Sqlite(_) => {
            let folder = std::path::absolute(&config.data).unwrap_or_else(|_| config.data.clone());
            format!("--data {}", quoted(&folder))
        }
        Place::Postgres(_) => "--database \"$TROWEL_DATABASE_URL\"".to_owned(),
    };
    format!("trowel admin grant you@example.ca {place}")
}

/// As a shell takes it for one word.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+:@,".contains(&byte)) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// `template` is the web app's page, for its links to styles, faces and icons.
pub fn page(config: &Config, client: IpAddr, template: &str) -> String {
    // A proxy beside the shop makes everyone local; a shop that is only reached on this machine has none.
    let on_this_machine = client.is_loopback() && is_here(&config.public_url);
    let (command, about) = if on_this_machine {
        let about = match config.place {
            Place::Sqlite(_) => "with the address you signed up with.",
            Place::Postgres(_) => {
                "with the address you signed up with, and <code>TROWEL_DATABASE_URL</code> as the shop was started with."
            }
        };
        (grant_command(config), about)
    } else {
        let about = "with the address you signed up with, and with <code>--data</code> or <code>--database</code> \
                     as the shop was started. It printed the whole line when it started.";
        ("trowel admin grant you@example.ca".to_owned(), about)
    };
    let links: String = template.split("<link ").skip(1).filter_map(|rest| rest.split_once('>')).fold(
        String::new(),
        |mut links, (attributes, _)| {
            let _ = write!(links, "<link {attributes}>");
            links
        },
    );
    format!(
        r##"<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>First run · Trowel</title><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#FBF8F1" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#171B15" media="(prefers-color-scheme: dark)">
{links}<link rel="stylesheet" href="{STYLE_PATH}"></head>
<body class="first-run">
<header><div><span class="mark" aria-hidden="true"></span>Trowel</div></header>
<main>
<section class="welcome"><div><p class="over">First run</p><h1>The shop is open. It needs an owner.</h1>
<p class="lead">Three steps, a few minutes. Until then whoever comes to the front door meets this page; every other page works.</p></div>
<img src="/scenes/first-run.svg" alt="" width="320" height="240"></section>
<ol>
<li><h2>Make your account</h2><p>Sign up as a customer would, with the address you will run the shop by.</p>
<p><a class="btn btn-primary" href="/signup">Sign up</a></p></li>
<li><h2>Make it the owner’s</h2><p>On the machine that runs the shop, in a terminal, {about}</p>
<pre><code>{command}</code></pre></li>
<li><h2>Put the first tool on sale</h2><p>Log in once more, as the new role ends what was open, and fill in Add Tool. The shop’s own home page is here by then.</p>
<p><a class="btn btn-outline" href="/dashboard/addProduct">Add the first tool</a></p></li>
</ol>
<section class="set"><h2>How this shop is set</h2><dl>{settings}</dl>
<p>Settings are read at start; <code>.env.example</code> explains each.</p></section>
</main></body></html>
"##,
        command = escape(&command),
        settings = settings(config),
    )
}

fn settings(config: &Config) -> String {
    let (cards, about_cards) = if config.cards.is_some() {
        ("On", "Customers pay by card.")
    } else {
        ("Off", "Customers can order and not pay. It takes all three keys of the provider.")
    };
    let (origins, about_origins) = match config.allowed_origins.len() {
        0 => ("None".to_owned(), "Only the shop’s own pages may call it."),
        1 => ("One".to_owned(), "Its pages may call the shop."),
        more => (more.to_string(), "Their pages may call the shop."),
    };
    let (unpaid, about_unpaid) = match config.limits.unpaid_order_age.map(|age| age.as_secs() / 86_400) {
        None => ("Kept".to_owned(), "They hold their stock until somebody deletes them."),
        Some(1) => ("1 day".to_owned(), "Then they are deleted and their stock returns."),
        Some(days) => (format!("{days} days"), "Then they are deleted and their stock returns."),
    };
    let currency = config.currency.to_uppercase();
    [
        (
            "Public address",
            config.public_url.as_str(),
            "What customers type. Links and cookies belong to it.",
            "PUBLIC_URL",
        ),
        ("Card payment", cards, about_cards, "STRIPE_…"),
        ("Currency", &currency, "Of all prices, for good: it belongs to this database.", "CURRENCY"),
        ("Unpaid orders", &unpaid, about_unpaid, "UNPAID_ORDER_DAYS"),
        ("Other origins", &origins, about_origins, "ALLOWED_ORIGINS"),
    ]
    .map(|(name, value, about, setting)| {
        let value = escape(value);
        format!(
            "<div><dt>{name}</dt><dd><b>{value}</b></dd><dd>{about} <code>TROWEL_{setting}</code></dd></div>"
        )
    })
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::checked;

    fn shop_at(public_url: &str, more: &[&str]) -> Config {
        checked(Mode::Serve, &[&["--public-url", public_url, "--data", "/srv/the owner's"], more].concat())
            .unwrap()
    }

    const HERE: &str = "http://127.0.0.1:8080";
    const TEMPLATE: &str = r#"<link rel="icon" href="/i.svg" /><script src="/a.js"></script><link rel="stylesheet" href="/s.css">"#;

    fn read_by(client: &str, config: &Config) -> String {
        page(config, client.parse().unwrap(), TEMPLATE)
    }

    #[test]
    fn only_somebody_on_the_machine_reads_where_the_data_is() {
        let config = shop_at(HERE, &[]);
        assert_eq!(grant_command(&config), r"trowel admin grant you@example.ca --data '/srv/the owner'\''s'");
        assert!(read_by("127.0.0.1", &config).contains("--data '/srv/the owner'"));
        let public = shop_at("https://tools.example.ca", &[]);
        for page in
            [read_by("192.0.2.7", &config), read_by("127.0.0.1", &public), read_by("192.0.2.7", &public)]
        {
            assert!(page.contains("trowel admin grant you@example.ca") && !page.contains("/srv"), "{page}");
        }
    }

    #[test]
    fn the_address_of_a_database_is_repeated_to_nobody() {
        let config = shop_at(HERE, &["--database", "postgres://root:hunter2@db.internal/trowel"]);
        let page = read_by("127.0.0.1", &config);
        assert!(page.contains("--database &quot;$TROWEL_DATABASE_URL&quot;"), "{page}");
        assert!(!page.contains("hunter2") && !page.contains("db.internal"), "{page}");
    }

    #[test]
    fn it_says_what_is_on_and_off_and_brings_no_script() {
        let page = read_by("192.0.2.7", &shop_at("https://tools.example.ca", &[]));
        for said in [
            "https://tools.example.ca",
            "<b>Off</b>",
            "<b>CAD</b>",
            "<b>7 days</b>",
            "<b>None</b>",
            "href=\"/i.svg\"",
            "href=\"/s.css\"",
        ] {
            assert!(page.contains(said), "{said}");
        }
        assert!(!page.contains("<script"));
        let keys = [
            "--stripe-secret-key=sk_live_1",
            "--stripe-publishable-key=pk_live_1",
            "--stripe-webhook-secret=whsec_1",
            "--unpaid-order-days=0",
            "--allowed-origins=https://private.example.ca",
        ];
        let page = read_by("192.0.2.7", &shop_at("https://tools.example.ca", &keys));
        for said in ["<b>On</b>", "<b>Kept</b>", "<b>One</b>"] {
            assert!(page.contains(said), "{said}");
        }
        for secret in ["sk_live", "pk_live", "whsec", "private.example.ca"] {
            assert!(!page.contains(secret), "{secret}");
        }
    }
}
