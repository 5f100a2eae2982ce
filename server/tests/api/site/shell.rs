//! The web app as served: the shell of every page, its preloaded data, its files.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use axum::{body::Body, http::Request};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;

use crate::{
    catalogue::images::{file, quarters, uploaded},
    support::{self, Answer, Setup, TestShop},
};

/// Path, title, and whether anonymous visitors (and search engines) may see the page.
const SCREENS: &[(&str, &str, bool)] = &[
    ("/", "Trowel · Gardening and Yard Care Tools", true),
    ("/home", "Trowel · Gardening and Yard Care Tools", true),
    ("/tool", "All Tools · Trowel", true),
    ("/blogs", "Blogs · Trowel", true),
    ("/portfolio", "My Portfolio · Trowel", true),
    ("/about", "Olive Moss · Trowel", true),
    ("/allReview", "All Reviews · Trowel", true),
    ("/login", "Login · Trowel", true),
    ("/signup", "Sign Up · Trowel", true),
    ("/finish", "Finish your account · Trowel", false),
    ("/reset-password", "Reset password · Trowel", false),
    ("/email-login", "Log in by e-mail · Trowel", false),
    ("/verify-email", "Confirm your e-mail · Trowel", false),
    ("/privacy", "Privacy · Trowel", true),
    ("/terms", "Terms of sale · Trowel", true),
    ("/returns", "Returns · Trowel", true),
    ("/tools/01a1fb87", "Purchase · Trowel", false),
    ("/basket", "Basket · Trowel", false),
    ("/guest-order", "Your order · Trowel", false),
    ("/checkout", "Checkout · Trowel", false),
    ("/purchases/01a1fb87", "Order · Trowel", false),
    ("/purchases/01a1fb87/invoice", "Invoice · Trowel", false),
    ("/purchases/01a1fb87/credit-notes/17", "Credit note · Trowel", false),
    ("/dashboard", "Dashboard · Trowel", false),
    ("/dashboard/account", "Account &amp; security · Trowel", false),
    ("/dashboard/myOrders", "My Orders · Trowel", false),
    ("/dashboard/review", "Review · Trowel", false),
    ("/dashboard/payment/01a1fb87", "Payment · Trowel", false),
    ("/dashboard/users", "Users · Trowel", false),
    ("/dashboard/addProduct", "Add Tool · Trowel", false),
    ("/dashboard/manageProduct", "Manage Tool · Trowel", false),
    ("/dashboard/manageProduct/42/stock", "Stock history · Trowel", false),
    ("/dashboard/categories", "Categories · Trowel", false),
    ("/dashboard/importTools", "Import tools · Trowel", false),
    ("/dashboard/removedTools", "Removed tools · Trowel", false),
    ("/dashboard/manageOrders", "Manage Orders · Trowel", false),
    ("/dashboard/enterOrder", "Enter an order · Trowel", false),
    ("/dashboard/manageReviews", "Manage Reviews · Trowel", false),
    ("/dashboard/figures", "Figures · Trowel", false),
    ("/dashboard/books", "Books · Trowel", false),
    ("/dashboard/shop", "Shop settings · Trowel", false),
    ("/dashboard/emails", "E-mails · Trowel", false),
    ("/dashboard/quebec", "Ready for Québec · Trowel", false),
    ("/dashboard/redirects", "Old addresses · Trowel", false),
    ("/dashboard/movingIn", "Moving in · Trowel", false),
    ("/dashboard/posts", "Blog posts · Trowel", false),
    ("/dashboard/posts/new", "New post · Trowel", false),
    ("/dashboard/settingsHistory", "Settings history · Trowel", false),
    ("/dashboard/audit", "Audit log · Trowel", false),
    ("/dashboard/keys", "API keys · Trowel", false),
    ("/dashboard/webhooks", "Webhooks · Trowel", false),
    ("/dashboard/mails", "Undelivered e-mail · Trowel", false),
];

/// The pages whose HTML the server renders, each with a text of it.
const RENDERED: &[(&str, &str)] = &[
    ("/", "Business Summary"),
    ("/home", ">Our tools</h2>"),
    ("/tool", "All Tools</h1>"),
    ("/blogs", "No posts yet"),
    ("/portfolio", "Education"),
    ("/about", "Olive Moss</h1>"),
    ("/allReview", "All Reviews</h1>"),
    ("/privacy", "Privacy</h1>"),
    ("/terms", "Terms of sale</h1>"),
    ("/returns", "Returns</h1>"),
    ("/basket", "Loading your basket"),
];

/// docs/specification.md names no other pages; every other path is the not-found page.
const NO_SCREENS: &[&str] = &[
    "/nowhere",
    "/index.html",
    "/pages.json",
    "/openapi-3.0.json",
    "/tools",
    "/tools/",
    "/tools/a/b",
    "/dashboard/nope",
    "/dashboard/payment",
    "/dashboard/payment/a/b",
    "//",
    "/sandbox/stripe/v3.js",
    "/apis",
    "/.env",
    "/etc/passwd",
];

/// The least that a page needs: no foreign frames, and images only from the shop and the one host that the settings
/// name.
const PAGE_POLICY: &[(&str, &str)] = &[
    ("default-src", "'none'"),
    ("script-src", "'self'"),
    ("style-src", "'self'"),
    ("img-src", "'self' data: https://pictures.example.org"),
    ("font-src", "'self'"),
    ("connect-src", "'self'"),
    ("frame-src", "'self'"),
    ("manifest-src", "'self'"),
    ("base-uri", "'none'"),
    ("form-action", "'self'"),
    ("frame-ancestors", "'none'"),
    ("require-trusted-types-for", "'script'"),
    ("trusted-types", "push-worker"),
];

fn built() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    assert!(
        folder.join("index.html").exists(),
        "the web app is not built, so there is no shell to test: run scripts/web-build first"
    );
    folder
}

/// A shop with an owner, who has turned on every page. Without one the home page is the setup page.
async fn with_shop(setup: Setup, test: impl AsyncFnOnce(&TestShop)) {
    support::with_shop(setup, async |shop| {
        let hazel = shop.admin().await;
        let picture = uploaded(shop, &hazel, &file(quarters(800, 600), ImageFormat::Png)).await;
        let change = json!({
            "heroPicture": picture, "summaryRows": "Gardens | 12", "homeSections": "new banner summary sell reviews contact year", "summaryFigures": "typed",
            "tagline": "Gardening and Yard Care Tools", "description": "Gardening tools from Canada.",
            "siteParts": "blogs portfolio subscribe services company social",
            "aboutTitle": "Olive Moss", "aboutText": "I have made tools since 1987.",
        });
        let saved = hazel.call(Method::PUT, "/shop-settings").header("if-match", "\"0\"").json(change);
        saved.send().await.is(200, "");
        test(shop).await;
    })
    .await;
}

async fn get(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

/// The text between two marks, which must occur exactly once.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    assert_eq!(text.matches(start).count(), 1, "{start} in {text}");
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

fn first_data(page: &Answer) -> Vec<Value> {
    let text = between(&page.text, "<script type=\"application/json\" id=\"shell-data\">", "</script>");
    let data: Value = serde_json::from_str(text).unwrap();
    data["queries"].as_array().unwrap().clone()
}

fn policy(answer: &Answer) -> BTreeMap<String, BTreeSet<String>> {
    let directives = answer.header("content-security-policy").split(';').map(|directive| {
        let mut words = directive.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.collect())
    });
    directives.collect()
}

fn page_policy() -> BTreeMap<String, BTreeSet<String>> {
    PAGE_POLICY
        .iter()
        .map(|(name, sources)| ((*name).to_owned(), sources.split(' ').map(str::to_owned).collect()))
        .collect()
}

/// Admits what stands in the page: scripts, and the styles of a rendered page.
fn policy_with_hashes(page: &Answer) -> BTreeMap<String, BTreeSet<String>> {
    let mut policy = page_policy();
    for (name, start, end) in [("script-src", "<script>", "</script>"), ("style-src", "<style>", "</style>")]
    {
        for inline in page.text.split(start).skip(1) {
            let digest = Sha256::digest(inline.split_once(end).unwrap().0);
            policy.get_mut(name).unwrap().insert(format!("'sha256-{}'", STANDARD.encode(digest)));
        }
    }
    policy
}

#[tokio::test]
async fn every_screen_is_the_shell_with_its_own_head() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let mut descriptions = BTreeSet::new();
        for (path, title, is_public) in SCREENS {
            let page = get(shop, path).await;
            assert_eq!(
                (page.status, page.header("content-type")),
                (200, "text/html; charset=utf-8"),
                "{path}"
            );
            let is_private = ["/basket", "/guest-order"].contains(path);
            let caching = if is_private { "private, no-store" } else { "no-cache" };
            assert_eq!(page.header("cache-control"), caching, "{path}");
            let rendered = RENDERED.iter().find(|(of, _)| of == path);
            let root = rendered.map_or("<div id=\"root\"></div>", |_| "<div id=\"root\" data-rendered>");
            assert!(page.text.contains(root) && page.text.contains("type=\"module\""), "{path}");
            assert!(page.text.contains(rendered.map_or("Loading …", |(_, text)| text)), "{path}");
            assert_eq!(page.text.contains("class=\"shell\""), rendered.is_none(), "{path}");
            // The first paint waits for the styles.
            let place = |of: &str| page.text.find(of).unwrap();
            let styles = if rendered.is_some() { "<style>" } else { "rel=\"stylesheet\"" };
            assert!(place(styles) < place("type=\"module\""), "{path}");
            assert_eq!(between(&page.text, "<title>", "</title>"), *title, "{path}");
            let description = between(&page.text, "<meta name=\"description\" content=\"", "\"");
            assert!((25..=160).contains(&description.chars().count()), "{path}: {description}");
            if *is_public {
                descriptions.insert(description.to_owned());
                let canonical = format!("{}{}", shop.url, if *path == "/home" { "/" } else { path });
                assert_eq!(between(&page.text, "<link rel=\"canonical\" href=\"", "\""), canonical);
                for (property, content) in [
                    ("og:title", *title),
                    ("og:description", description),
                    ("og:url", &canonical),
                    ("og:site_name", "Trowel"),
                ] {
                    assert_eq!(
                        between(&page.text, &format!("<meta property=\"{property}\" content=\""), "\""),
                        content,
                        "{path}"
                    );
                }
                let picture = between(&page.text, "<meta property=\"og:image\" content=\"", "\"")
                    .strip_prefix(&shop.url)
                    .unwrap();
                assert_eq!(get(shop, picture).await.header("content-type"), "image/webp", "{picture}");
                assert!(!page.text.contains("noindex"), "{path}");
            } else {
                assert!(
                    page.text.contains("<meta name=\"robots\" content=\"noindex\">")
                        && !page.text.contains("canonical"),
                    "{path}"
                );
            }
        }
        assert_eq!(descriptions.len(), 11, "the home page has two addresses, the others a description each");
        let page = get(shop, "/tool?q=hoe&sort=price").await;
        let canonical = format!("{}/tool", shop.url);
        assert_eq!(between(&page.text, "<link rel=\"canonical\" href=\"", "\""), canonical);
    })
    .await;
}

#[tokio::test]
async fn a_screen_in_another_letter_case_or_with_a_slash_at_the_end_is_redirected() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        for (path, exact) in [
            ("/Tool", "/tool"),
            ("/BLOGS?a=1&b=%2F", "/blogs?a=1&b=%2F"),
            ("/home/", "/home"),
            ("/ALLREVIEW/", "/allReview"),
            ("/Tools/01A1fb87/", "/tools/01A1fb87"),
            ("/dashboard/myorders", "/dashboard/myOrders"),
        ] {
            let page = get(shop, path).await;
            assert_eq!((page.status, page.header("location")), (301, exact), "{path}");
        }
        for (path, ..) in SCREENS {
            assert_eq!(get(shop, path).await.status, 200, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_unknown_screen_is_one_rendered_page_and_says_404() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        for path in NO_SCREENS {
            let page = get(shop, path).await;
            assert_eq!(
                (page.status, page.header("content-type")),
                (404, "text/html; charset=utf-8"),
                "{path}"
            );
            assert_eq!(between(&page.text, "<title>", "</title>"), "Page not found · Trowel", "{path}");
            assert!(page.text.contains("noindex") && page.text.contains("Nothing grows here"), "{path}");
            assert!(page.text.contains("<div id=\"root\" data-rendered>"), "{path}");
            assert_eq!(policy(&page), policy_with_hashes(&page), "{path}");
            assert_eq!(page.text, get(shop, NO_SCREENS[0]).await.text, "{path}");
        }
        let reflected = get(shop, "/%3Cscript%3Ealert(1)%3C/script%3E?a=%22onload=1").await;
        assert!(
            reflected.status == 404
                && !reflected.text.contains("alert(1)")
                && !reflected.text.contains("onload")
        );
    })
    .await;
}

#[tokio::test]
async fn a_screen_that_has_not_changed_is_not_sent_again() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        let page = get(shop, "/").await;
        let tag = page.header("etag").to_owned();
        let ask = async |coding: &str| {
            shop.fetch(Method::GET, "/")
                .header("accept-encoding", coding)
                .header("if-none-match", &tag)
                .send()
                .await
        };
        for coding in ["identity", "gzip"] {
            let answer = ask(coding).await;
            assert_eq!((answer.status, answer.bytes.len()), (304, 0), "{coding}");
            assert_eq!(policy(&answer), policy(&page));
        }
        let packed = shop.fetch(Method::GET, "/").header("accept-encoding", "gzip").send().await;
        assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("gzip", "accept-encoding"));
        let mut text = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed.bytes[..]), &mut text)
            .unwrap();
        assert_eq!(text, page.text);
        shop.review("Ada", "Sharp as ever.", 5.0).await;
        assert_eq!(ask("gzip").await.status, 200, "it shows a new review");
        let head = shop.fetch(Method::HEAD, "/").send().await;
        assert_eq!(
            (head.status, head.bytes.len(), head.header("content-type")),
            (200, 0, "text/html; charset=utf-8")
        );
    })
    .await;
}

#[tokio::test]
async fn only_pages_where_customers_pay_let_the_card_provider_in() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        let provider = shop.provider.url.clone();
        for (path, ..) in SCREENS {
            let page = get(shop, path).await;
            let mut expected = policy_with_hashes(&page);
            let takes_cards = [
                "/dashboard/payment/01a1fb87",
                "/basket",
                "/checkout",
                "/purchases/01a1fb87",
                "/guest-order",
            ];
            let wallets = if takes_cards.contains(path) {
                format!("payment=(self \"{provider}\"), ")
            } else {
                "payment=(), ".to_owned()
            };
            assert!(page.header("permissions-policy").contains(&wallets), "{path}");
            if takes_cards.contains(path) {
                for name in ["script-src", "connect-src", "frame-src"] {
                    expected.entry(name.into()).or_default().insert(provider.clone());
                }
                // The provider's script creates markup from text.
                expected.retain(|name, _| !name.contains("trusted-types"));
            }
            assert_eq!(policy(&page), expected, "{path}");
        }
    })
    .await;
    with_shop(Setup { cards: false, ..Setup::sqlite() }, async |shop| {
        let page = get(shop, "/dashboard/payment/1").await;
        assert_eq!(policy(&page), policy_with_hashes(&page), "payment is off");
    })
    .await;
}

#[tokio::test]
async fn public_screens_bring_their_first_data() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        for n in 0..8 {
            shop.tool(&format!("Tool {n}"), 1_000 + n, 10, 1).await;
            shop.review("Ada", &format!("review {n}"), 4.5).await;
        }
        let visitor = shop.visitor();
        for path in ["/", "/home"] {
            let data = first_data(&get(shop, path).await);
            let tools = json!({ "key": ["tools", { "sort": "newest", "limit": 6 }], "data": visitor.get("/tools?sort=newest&limit=6").await.body });
            let reviews = json!({ "key": ["reviews", { "sort": "newest", "limit": 3 }], "data": visitor.get("/reviews?sort=newest&limit=3").await.body });
            let categories = json!({ "key": ["categories"], "data": visitor.get("/categories").await.body });
            let home = json!({ "key": ["home-page"], "data": visitor.get("/home-page").await.body });
            assert_eq!(data, [categories, tools, reviews, home], "{path}");
            assert_eq!((data[1]["data"].as_array().unwrap().len(), data[2]["data"].as_array().unwrap().len()), (6, 3));
        }
        let rows = visitor.get("/tools?sort=newest&limit=100").await.body;
        let page_of = |list: &str, next: Value, total: usize, rows: &Value| json!([{ "key": [list, "pages", { "sort": "newest" }], "data": { "pages": [{ "rows": rows, "total": total, "next": next }], "pageParams": [null] } }]);
        let categories = json!({ "key": ["categories"], "data": visitor.get("/categories").await.body });
        let tools_page = |mut queries: Value| {
            queries.as_array_mut().unwrap().insert(0, categories.clone());
            queries
        };
        let with_counts = async |mut queries: Value| {
            let counts = visitor.get("/tool-facets").await.body;
            queries.as_array_mut().unwrap().push(json!({ "key": ["tool-facets", {}], "data": counts }));
            queries
        };
        let all_tools = with_counts(tools_page(page_of("tools", Value::Null, 8, &rows))).await;
        assert_eq!(json!(first_data(&get(shop, "/tool").await)), all_tools);
        let found = first_data(&get(shop, "/tool?inStock=true&utm_source=x&q=tool+3").await);
        assert_eq!(found[1]["key"], json!(["tools", "pages", { "sort": "relevance", "q": "tool 3", "inStock": true }]));
        let query = "q=tool+3&inStock=true&sort=relevance&limit=100";
        assert_eq!(found[1]["data"]["pages"][0]["rows"], visitor.get(&format!("/tools?{query}")).await.body);
        assert_eq!(found[2]["key"], json!(["tool-facets", { "q": "tool 3", "inStock": true }]));
        let found = first_data(&get(shop, "/tool?priceMin=$10.50&maxMinimum=1,000").await);
        assert_eq!(found[1]["key"], json!(["tools", "pages", { "sort": "newest", "maxMinimum": 1_000, "priceMin": 10.5 }]));
        assert_eq!(found[2]["key"], json!(["tool-facets", { "maxMinimum": 1_000, "priceMin": 10.5 }]));
        let reviews = visitor.get("/reviews?sort=newest&limit=100").await.body;
        assert_eq!(json!(first_data(&get(shop, "/allReview").await)), page_of("reviews", Value::Null, 8, &reviews));
        for path in ["/portfolio", "/dashboard", "/login", "/nowhere"] {
            assert!(!get(shop, path).await.text.contains("id=\"shell-data\""), "{path}");
        }
        for n in 8..101 {
            shop.tool(&format!("Tool {n}"), 1_000 + n, 10, 1).await;
        }
        let list = visitor.get("/tools?sort=newest&limit=100").await;
        let all_tools = with_counts(tools_page(page_of("tools", json!(list.cursor()), 101, &list.body))).await;
        assert_eq!(json!(first_data(&get(shop, "/tool").await)), all_tools);
        for n in 8..101 {
            shop.review("Ada", &format!("review {n}"), 4.5).await;
        }
        let list = visitor.get("/reviews?sort=newest&limit=100").await;
        assert_eq!(json!(first_data(&get(shop, "/allReview").await)), page_of("reviews", json!(list.cursor()), 101, &list.body));
    })
    .await;
}

#[tokio::test]
async fn public_screens_can_be_read_without_a_script() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        shop.tool("Draw Hoe", 123_450, 48_000, 1).await;
        shop.review("Ada <b>", "Sharp & ready.", 5.0).await;
        let picture = "type=\"image/avif\" srcSet=\"/images/hoe/350.avif 350w, /images/hoe/700.avif 700w\"";
        for (path, parts) in [
            ("/", vec!["href=\"/tool/draw-hoe\"", "$1,234.50", "48,000 in stock", "Sharp &amp; ready."]),
            ("/tool", vec![">Draw Hoe</a>", picture, "1 tool</p>", "form=\"find-tools\""]),
            ("/tool?q=hoes", vec![">Draw Hoe</a>", "1 tool found</p>", "value=\"hoes\""]),
            ("/tool?q=tractor", vec!["No tools match"]),
            ("/tool?priceMin=1,234.50&maxMinimum=1&inStock=true", vec![">Draw Hoe</a>", "1 tool found</p>"]),
            ("/tool?q=&sort=&priceMax=%24999", vec!["No tools match", "value=\"$999\""]),
            ("/allReview", vec!["<p dir=\"auto\">Sharp &amp; ready.</p>", "Ada &lt;b&gt;"]),
        ] {
            let page = get(shop, path).await;
            for part in parts {
                assert!(page.text.contains(part), "{path}: {part}");
            }
            assert!(page.text.contains("media=\"not all\""), "{path}: the code waits for the first paint");
        }
        assert!(!get(shop, "/login").await.text.contains("media=\"not all\""), "its code loads at once");
    })
    .await;
}

#[tokio::test]
async fn later_pages_of_all_tools_have_links() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        for n in 0..100 {
            shop.tool(&format!("Tool {n}"), 2_000, 10, 1).await;
        }
        let first = get(shop, "/tool?inStock=true").await;
        let next = between(&first.text, "<a rel=\"next\" href=\"", "\"").replace("&amp;", "&");
        let next = get(shop, &next).await;
        assert!(next.text.contains(">Draw Hoe</a>") && next.text.contains("101 tools found</p>"));
        assert!(!next.text.contains("rel=\"next\"") && next.text.contains("href=\"/tool?inStock=true\""));
        let canonical =
            |page: &Answer| between(&page.text, "<link rel=\"canonical\" href=\"", "\"").to_owned();
        assert_eq!(
            canonical(&next),
            format!("{}/tool", shop.url),
            "search engines know the list without filters"
        );
        let first = get(shop, "/tool").await;
        let next = between(&first.text, "<a rel=\"next\" href=\"", "\"");
        assert_eq!(canonical(&get(shop, next).await), format!("{}{next}", shop.url));
        for (path, first_page) in [
            ("/tool?cursor=none", "/tool"),
            ("/tool?q=hoe&cursor=none&sort=price", "/tool?q=hoe&sort=price"),
            (&*format!("{next}&sort=price"), "/tool?sort=price"),
            (&*format!("{next}&priceMin=15"), "/tool?priceMin=15"),
        ] {
            let moved = get(shop, path).await;
            let location = (moved.status, moved.header("location"), moved.header("cache-control"));
            assert_eq!(location, (301, first_page, "no-cache"), "{path}");
        }
        let wrong = shop.visitor().get("/tools?cursor=none&limit=9").await;
        wrong.is(422, "invalid_field");
    })
    .await;
}

#[tokio::test]
async fn a_search_that_is_too_long_is_cut() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let page = get(shop, &format!("/tool?q=hoe{}hoe", "+".repeat(300))).await;
        assert!(page.text.contains(">Draw Hoe</a>") && page.text.contains("1 tool found</p>"));
    })
    .await;
}

#[tokio::test]
async fn amounts_have_the_sign_of_the_shops_currency() {
    built();
    for (currency, start, price) in [
        ("cad", "<html lang=\"en-CA\">", "$12.50"),
        ("usd", "<html data-currency=\"USD\" lang=\"en-CA\">", "$12.50"),
        ("eur", "<html data-currency=\"EUR\" data-currency-sign=\"€\" lang=\"en-CA\">", "€12.50"),
        ("chf", "<html data-currency=\"CHF\" data-currency-sign=\"CHF\" lang=\"en-CA\">", "CHF\u{a0}12.50"),
    ] {
        support::with_shop(Setup { currency, mail: true, ..Setup::sqlite() }, async |shop| {
            shop.tool("Draw Hoe", 1_250, 9, 1).await;
            let page = get(shop, "/tool").await;
            assert!(page.text.contains(start) && page.text.contains(price), "{}", page.text);
            shop.verified_customer("Ada").await.order("Draw Hoe", 1_250, 1).await;
            let letters = shop.letters_to("ada@example.com").await;
            let order = letters.iter().find(|letter| letter.kind == "order_placed").unwrap();
            assert!(order.text_body.contains(price), "{}", order.text_body);
        })
        .await;
    }
}

/// A text that is larger than the engine's memory, once it is read.
#[tokio::test]
async fn a_page_that_cannot_be_rendered_is_the_shell_until_its_content_changes() {
    built();
    support::with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let metrics = trowel::app::metrics::start(shop.shop.clone());
        let count = async |result: &str| {
            let request = Request::get("/metrics").body(Body::empty()).unwrap();
            let body = metrics.clone().oneshot(request).await.unwrap().into_body();
            let text = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            let name = format!("trowel_page_renderings_total{{result=\"{result}\"}} ");
            let text = String::from_utf8(text.into()).unwrap();
            text.split_once(&name).unwrap().1.lines().next().unwrap().to_owned()
        };
        shop.review("Ada", "Sharp and ready.", 5.0).await;
        let whole = get(shop, "/allReview").await;
        assert!(whole.text.contains("data-rendered"));

        let id = shop.review("Bo", &"x".repeat(24 << 20), 5.0).await;
        let page = get(shop, "/allReview").await;
        assert_eq!((page.status, page.header("cache-control")), (200, "no-cache"));
        assert!(page.text.contains("<div id=\"root\"></div>") && page.text.contains("class=\"shell\""));
        assert_ne!(page.header("etag"), whole.header("etag"));
        assert_eq!((count("rendered").await, count("failed").await), ("1".into(), "1".into()));
        let state = format!("/manageReviews/{}/state", id.as_str());
        assert_eq!(hazel.put(&state, json!({ "state": "hidden" })).await.status, 200);
        let page = get(shop, "/allReview").await;
        assert_eq!((page.text, count("failed").await), (whole.text, "1".into()));
    })
    .await;
}

/// The resources that a page loads, by the relation of its links.
fn linked<'a>(page: &'a Answer, relation: &str) -> Vec<&'a str> {
    let start = format!("<link rel=\"{relation}\" crossorigin href=\"/");
    page.text.split(&start).skip(1).filter_map(|rest| rest.split_once('"')).map(|(file, _)| file).collect()
}

/// The files that the app loads with each page or layout, by the name of its script, as the app's own script lists
/// them.
fn loaded_together(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let index = std::fs::read_to_string(folder.join("index.html")).unwrap();
    let main = between(&index, "<script type=\"module\" crossorigin src=\"/", "\"");
    let main = std::fs::read_to_string(folder.join(main)).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join("assets").join(name)).unwrap();
    let app = read(between(&main, "import(`./", "`"));
    // The pages behind the login are in a table of their own.
    let dashboard =
        app.split("import(`./").find(|rest| rest.starts_with("dashboard-page-modules-")).expect("the table");
    let dashboard = read(dashboard.split_once('`').unwrap().0);
    [app, dashboard].iter().flat_map(|script| imports_of(script)).collect()
}

/// The scripts that this one imports on demand, each with the files that are loaded with it.
fn imports_of(script: &str) -> Vec<(String, Vec<String>)> {
    let files: Vec<String> = serde_json::from_str(&format!("[{}]", between(script, "m.f=[", "]"))).unwrap();
    let imports = script.split("import(`./").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("`)").unwrap();
        let numbers = rest.split_once(",__vite__mapDeps([")?.1.split_once(']').unwrap().0.split(',');
        let files = numbers.map(|n| files[n.parse::<usize>().unwrap()].clone());
        Some((format!("assets/{name}"), files.collect()))
    });
    imports.collect()
}

#[tokio::test]
async fn every_screen_asks_for_its_code_at_once() {
    let folder = built();
    let loaded_together = loaded_together(&folder);
    with_shop(Setup::sqlite(), async |shop| {
        let mut pages = BTreeSet::new();
        let others = [
            "/dashboard/manageProduct/01a1fb87",
            "/dashboard/manageOrders/01a1fb87",
            "/dashboard/manageOrders/01a1fb87/slip",
            "/dashboard/myOrders/01a1fb87/receipt",
            "/dashboard/users/01a1fb87",
            "/dashboard/webhooks/01a1fb87",
            "/dashboard/emails/order_placed",
            "/tool/draw-hoe",
            "/category/hoes",
            "/blogs/nothing",
            "/nowhere",
        ];
        for path in SCREENS.iter().map(|(path, ..)| *path).chain(others) {
            let page = get(shop, path).await;
            let (scripts, styles) = (linked(&page, "modulepreload"), linked(&page, "stylesheet"));
            for file in scripts.iter().chain(&styles) {
                assert!(folder.join(file).is_file(), "{path}: {file}");
                assert_eq!(page.text.matches(&format!("\"/{file}\"")).count(), 1, "{path}: {file}");
            }
            let layout = scripts.iter().any(|file| file.starts_with("assets/DashboardLayout-"));
            assert_eq!(layout, path.starts_with("/dashboard"), "{path}");
            let table = scripts.iter().any(|file| file.starts_with("assets/dashboard-page-modules-"));
            assert_eq!(table, layout, "{path}");
            let own: Vec<&str> = scripts.iter().filter(|file| file.contains("Page-")).copied().collect();
            assert_eq!(own.len(), 1, "{path}: {scripts:?}");
            pages.insert(own[0].to_owned());
            for file in scripts.iter().filter_map(|file| loaded_together.get(*file)).flatten() {
                assert!(
                    page.text.contains(&format!("\"/{file}\"")),
                    "{path}: a second round trip for {file}"
                );
            }
        }
        let all = loaded_together.into_keys().filter(|file| file.contains("Page-"));
        assert_eq!(pages, all.collect(), "every page of the app is some screen's");
    })
    .await;
}

#[tokio::test]
async fn no_text_of_a_customer_can_leave_the_first_data() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        let scripts = get(shop, "/").await.text.matches("<script").count();
        let hostile = "</script><script>alert(1)</script><!--<script>\u{2028}]]>\"}</SCRIPT ><img src=x onerror=alert(2)>";
        shop.review(hostile, hostile, 5.0).await;
        shop.tool("<!--shell-data--><!--shell-head--></script>", 1_000, 10, 1).await;
        for path in ["/", "/home", "/tool", "/allReview"] {
            let page = get(shop, path).await;
            assert_eq!(page.text.matches("<script").count(), scripts, "{path}");
            assert_eq!(page.text.matches("</script").count(), scripts, "{path}");
            for broken_out in ["<img src=x", "<!--<", "</SCRIPT", "<!--shell-head-->"] {
                assert!(!page.text.contains(broken_out), "{path}: {broken_out}");
            }
            let data = first_data(&page);
            let review = match path {
                "/tool" => continue,
                "/allReview" => &data[0]["data"]["pages"][0]["rows"][0],
                _ => &data[2]["data"][0],
            };
            assert_eq!(review["review"], hostile, "{path}: and it arrives whole");
        }
    })
    .await;
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_kept_forever_and_sent_packed() {
    let folder = built();
    with_shop(Setup::sqlite(), async |shop| {
        let mut checked = 0;
        for entry in std::fs::read_dir(folder.join("assets")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.extension().is_some_and(|ending| ending == "br" || ending == "gz") {
                assert_eq!(
                    get(shop, &format!("/assets/{name}")).await.status,
                    404,
                    "{name} is a form of its neighbour, not a file"
                );
                continue;
            }
            let mut tags = BTreeSet::new();
            let mut forms = 0;
            for (accepted, coding, ending) in [
                ("identity", "", ""),
                ("gzip", "gzip", ".gz"),
                ("gzip, deflate, br, zstd", "br", ".br"),
                ("br;q=0, gzip;q=0", "", ""),
            ] {
                let file = folder.join("assets").join(format!("{name}{ending}"));
                let (file, coding) = if file.exists() { (file, coding) } else { (path.clone(), "") };
                let ask =
                    shop.fetch(Method::GET, &format!("/assets/{name}")).header("accept-encoding", accepted);
                let answer = ask.send().await;
                assert_eq!(
                    (answer.status, answer.header("content-encoding"), answer.header("vary")),
                    (200, coding, "accept-encoding"),
                    "{name} {accepted}"
                );
                assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{name}");
                assert!(
                    answer.bytes == std::fs::read(file).unwrap(),
                    "{name} {accepted}: other bytes than the file's"
                );
                forms += usize::from(tags.insert(answer.header("etag").to_owned()));
                let again = shop
                    .fetch(Method::GET, &format!("/assets/{name}"))
                    .header("accept-encoding", accepted)
                    .header("if-none-match", answer.header("etag"));
                assert_eq!(again.send().await.status, 304, "{name}");
            }
            let kind = get(shop, &format!("/assets/{name}")).await.header("content-type").to_owned();
            match name.rsplit_once('.').unwrap().1 {
                "js" => assert_eq!(kind, "text/javascript; charset=utf-8"),
                "css" => assert_eq!(kind, "text/css; charset=utf-8"),
                "woff2" => assert_eq!((kind.as_str(), forms), ("font/woff2", 1)),
                _ => assert!(kind.starts_with("image/"), "{name}: {kind}"),
            }
            checked += 1;
        }
        assert!(checked > 20, "only {checked} files");
        let shell = get(shop, "/").await.text;
        for reference in
            shell.split("\"/").skip(1).filter_map(|rest| rest.split_once('"')).map(|(path, _)| path)
        {
            if reference.starts_with("assets/")
                || reference.starts_with("fav")
                || reference.starts_with("apple")
            {
                assert_eq!(get(shop, &format!("/{reference}")).await.status, 200, "{reference}");
            }
        }
        assert_eq!(get(shop, "/favicon.svg").await.header("cache-control"), "public, max-age=86400");
        for missing in [
            "/assets/nope-12345678.js",
            "/assets/",
            "/assets/../index.html.br",
            "/scenes/nope.webp",
            "/assets/index.html",
            "/assets/%00.js",
        ] {
            let path = missing.replace("/../", "/..%2F");
            get(shop, &path).await.is(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn no_path_leads_out_of_the_web_apps_folder() {
    built();
    with_shop(Setup::sqlite(), async |shop| {
        for path in [
            "/../Cargo.toml",
            "/../../Cargo.toml",
            "/assets/../../package.json",
            "/assets/../../../Cargo.toml",
            "/assets/..%2f..%2fpackage.json",
            "/..%2fpackage.json",
            "/%2e%2e/package.json",
            "/%2e%2e%2fpackage.json",
            "/assets/%2e%2e/%2e%2e/package.json",
            "/assets/..\\..\\package.json",
            "/assets/..%5c..%5cpackage.json",
            "/%252e%252e/package.json",
            "/..;/package.json",
            "//etc/passwd",
            "/assets//etc/hostname.txt",
            "///package.json",
            "/images/../../Cargo.toml",
            "/images/..%2f..%2f..%2fweb/package.json",
            "/./../package.json",
            "/assets/./../../package.json",
            "/package.json",
            "/assets/..%00/package.json",
            "http://x/../package.json",
            "/api/../package.json",
            "/api/..%2fpackage.json",
            "/scenes/../../package.json",
        ] {
            let answer =
                shop.send_raw(&format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).await;
            let status = answer.split(' ').nth(1).unwrap_or_default();
            assert!(matches!(status, "400" | "404"), "{path}: {answer}");
            for content in ["\"dependencies\"", "[workspace]", "[package]", "root:x:0:"] {
                assert!(!answer.contains(content), "{path}: {answer}");
            }
        }
        let answer = shop
            .send_raw("GET /%0d%0aset-cookie:%20a=b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            .await;
        assert!(
            answer.starts_with("HTTP/1.1 404 ") && !answer.to_lowercase().contains("\r\nset-cookie"),
            "{answer}"
        );
    })
    .await;
}
