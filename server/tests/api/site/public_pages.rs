//! What visitors and search engines find: the pages of tools and categories, their heads, and the files at fixed
//! addresses.

use std::collections::BTreeSet;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Digest as _;
use trowel::{
    sales::reviews::{
        review::ReviewState,
        store::{self, NewReview},
    },
    values::ids::Id,
};

use crate::{
    catalogue::images::{file, quarters, uploaded},
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

async fn review(shop: &TestShop, tool: &Id, text: &str, rating: f64, state: ReviewState) {
    let now = shop.shop.clock.now();
    let review = NewReview {
        id: Id::new(now),
        user_id: None,
        name: "Ada".into(),
        email: String::new(),
        review: text.into(),
        rating,
        created_at: now,
        state,
        tool: Some(tool.clone()),
    };
    let insert =
        shop.shop.db.write(review, |tx, review| Box::pin(store::insert(tx, review, Some("Draw Hoe"))));
    insert.await.unwrap();
    shop.shop.content_version.advance();
}

async fn slug_of(person: &Person<'_>, id: &str) -> String {
    person.get(&format!("/tools/{id}")).await.body["slug"].as_str().unwrap().to_owned()
}

async fn rename(hazel: &Person<'_>, id: &str, name: &str) {
    let path = format!("/tools/{id}");
    let tag = hazel.get(&path).await.header("etag").to_owned();
    let edit = hazel.call(Method::PUT, &path).header("if-match", &tag).json(json!({ "name": name }));
    assert_eq!(edit.send().await.body["modifiedCount"], 1, "{name}");
}

on_both_engines! {
    async fn an_address_of_a_tool_follows_its_name_and_old_ones_lead_to_it(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Sécateur à haie", 1_000, 10, 1).await.into_string();
        let other = shop.tool("Secateur, a haie!", 1_000, 10, 1).await.into_string();
        assert_eq!((slug_of(&hazel, &hoe).await.as_str(), slug_of(&hazel, &other).await.as_str()), ("secateur-a-haie", "secateur-a-haie-2"));
        assert_eq!(open(shop, "/tool/secateur-a-haie").await.status, 200);

        rename(&hazel, &hoe, "Hedge Shears").await;
        let old = open(shop, "/tool/secateur-a-haie").await;
        assert_eq!((old.status, old.header("location"), old.header("cache-control")), (301, "/tool/hedge-shears", "no-cache"));
        assert_eq!(open(shop, "/tool/hedge-shears").await.status, 200);
        let found = shop.visitor().get("/tool-pages/secateur-a-haie").await;
        assert_eq!(found.body["tool"]["slug"], "hedge-shears");
        let heir = shop.tool("Secateur a Haie", 1_000, 10, 1).await.into_string();
        assert_eq!(slug_of(&hazel, &heir).await, "secateur-a-haie-3", "an old address is not given away");
        rename(&hazel, &hoe, "Sécateur à haie").await;
        assert_eq!(open(shop, "/tool/hedge-shears").await.header("location"), "/tool/secateur-a-haie");
        let capitals = open(shop, "/Tool/Secateur-A-Haie").await;
        assert_eq!((capitals.status, capitals.header("location")), (301, "/tool/Secateur-A-Haie"));
        assert_eq!(open(shop, "/tool/Secateur-A-Haie").await.header("location"), "/tool/secateur-a-haie");

        assert_eq!(hazel.delete(&format!("/tools/{other}")).await.status, 200);
        shop.visitor().get("/tool-pages/secateur-a-haie-2").await.is(410, "tool_removed");
        shop.visitor().get("/tool-pages/nothing").await.is(404, "not_found");
        for (path, status, words) in [
            ("/tool/secateur-a-haie-2", 410, "This tool is no longer for sale</h2>"),
            ("/tool/nothing", 404, "We don’t have this tool</h2>"),
            ("/category/nothing", 404, "We don’t have this category</h2>"),
            ("/tool/a%20b", 404, "We don’t have this tool</h2>"),
        ] {
            let page = open(shop, path).await;
            assert_eq!(page.status, status, "{path}");
            assert!(page.text.contains("noindex") && !page.text.contains("canonical"), "{path}");
            assert!(page.text.contains(words) && page.text.contains("<a href=\"/tool\""), "{path}");
        }
        assert_eq!(open(shop, "/tool/nothing").await.text, open(shop, "/tool/neither").await.text, "rendered once");
        hazel.post(&format!("/removed-tools/{other}/restore"), json!({})).await;
        assert_eq!(open(shop, "/tool/secateur-a-haie-2").await.status, 200);
    }

    async fn no_visitor_finds_the_page_of_a_draft(shop: TestShop) {
        let hazel = shop.admin().await;
        let draft = json!({ "name": "Draw Hoe", "description": "For the border", "price": 10, "availableQuantity": 20, "minimumQuantity": 1, "img": "/images/hoe/350.webp", "draft": true });
        let id = hazel.post("/tools", draft).await.body["insertedId"].as_str().unwrap().to_owned();
        for _ in 0..2 {
            assert_eq!(open(shop, "/tool/draw-hoe").await.status, 404);
            shop.visitor().get("/tool-pages/draw-hoe").await.is(404, "not_found");
            hazel.delete(&format!("/tools/{id}")).await;
        }
        assert!(!open(shop, "/sitemap.xml").await.text.contains("draw-hoe"));
    }

    async fn the_page_of_a_tool_has_its_reviews_and_related_tools(shop: TestShop) {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        hazel.post("/categories", json!({ "name": "Hoes", "parent": "hand-tools" })).await;
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 6).await;
        let mut others = Vec::new();
        for (name, cents, available, category) in [
            ("Onion Hoe", 9_000, 10, "hoes"), ("Spade", 5_000, 10, "hand-tools"), ("Twine", 1_001, 10, ""), ("Barrow", 2_000, 10, ""), ("Sold Hoe", 1_000, 0, "hoes"),
        ] {
            others.push((shop.tool(name, cents, available, 1).await.into_string(), category));
        }
        others.push((hoe.as_str().to_owned(), "hoes"));
        for (id, category) in others {
            let tag = hazel.get(&format!("/tools/{id}")).await.header("etag").to_owned();
            let edit = hazel.call(Method::PUT, &format!("/tools/{id}")).header("if-match", &tag);
            edit.json(json!({ "category": category })).send().await;
        }
        for (text, rating, state) in [
            ("Sharp.", 5.0, ReviewState::Published), ("Bent.", -3.0, ReviewState::Published), ("Fine.", 9.0, ReviewState::Published), ("Rude.", 1.0, ReviewState::Hidden),
        ] {
            review(shop, &hoe, text, rating, state).await;
        }
        shop.review("Bo", "About the shop.", 1.0).await;
        let page = shop.visitor().get("/tool-pages/draw-hoe").await.body;
        assert_eq!(page["rating"], json!({ "average": 3.3, "count": 3, "stars": [1, 0, 0, 0, 0, 2] }));
        let texts: Vec<&Value> = page["reviews"].as_array().unwrap().iter().map(|review| &review["review"]).collect();
        assert_eq!(texts, ["Fine.", "Bent.", "Sharp."]);
        let names: Vec<&Value> = page["related"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert_eq!(names, ["Onion Hoe", "Spade", "Twine", "Barrow"], "the same category, the family, then the price");
        let way: Vec<&Value> = page["categories"].as_array().unwrap().iter().map(|category| &category["slug"]).collect();
        assert_eq!(way, ["hand-tools", "hoes"]);
        let shell = open(shop, "/tool/draw-hoe").await;
        let data: Value = serde_json::from_str(between(&shell.text, "id=\"shell-data\">", "</script>")).unwrap();
        assert_eq!(data["queries"], json!([{ "key": ["tools", "page", "draw-hoe"], "data": page }]));
        for part in ["<h1 class=\"tool-name wrap-anywhere\">Draw Hoe</h1>", "$10.00", "6 minimum, from $60.00", "Last 10", "href=\"/category/hoes\"", "alt=\"Draw Hoe\"", "Draw Hoe, for the border."] {
            assert!(shell.text.contains(part), "without a script: {part}");
        }
    }
}

/// The text between two marks, which must occur exactly once.
pub fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    assert_eq!(text.matches(start).count(), 1, "{start} in {text}");
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

/// The tags of a head with their attributes. Fails if one is not closed or an attribute is not quoted.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut found = Vec::new();
    let head = between(html, "<head>", "</head>");
    let head = head.replace(between(head, "<style>", "</style>"), "");
    let mut rest = head.as_str();
    while let Some((_, tag)) = rest.split_once('<') {
        let name: String = tag.chars().take_while(|char| !" >/".contains(*char)).collect();
        let mut attributes = Vec::new();
        let mut inside = tag[name.len()..].trim_start();
        while !inside.starts_with(['>', '/']) && !name.is_empty() && !name.starts_with('!') {
            let end = inside.find(['=', ' ', '>']).unwrap();
            let key = inside[..end].to_owned();
            let value = match inside[end..].strip_prefix("=\"") {
                Some(value) => {
                    value.split_once('"').unwrap_or_else(|| panic!("{key} of {name} is not closed"))
                }
                None => ("", &inside[end..]),
            };
            assert!(!value.0.contains('<'), "{key} of {name}: {}", value.0);
            attributes.push((key, value.0.to_owned()));
            inside = value.1.trim_start();
        }
        found.push((name, attributes));
        rest = inside;
    }
    found
}

fn attribute(
    tags: &[(String, Vec<(String, String)>)],
    tag: &str,
    key: &str,
    value: &str,
    wanted: &str,
) -> String {
    let has = |attributes: &[(String, String)], name: &str, value: &str| {
        attributes.iter().any(|(n, v)| n == name && v == value)
    };
    let mut found = tags.iter().filter(|(name, attributes)| name == tag && has(attributes, key, value));
    let (_, attributes) = found.next().unwrap_or_else(|| panic!("no {tag} with {key} {value}"));
    assert!(found.next().is_none(), "two {tag} with {key} {value}");
    attributes.iter().find(|(name, _)| name == wanted).unwrap().1.clone()
}

/// What schema.org and the documentation of search engines require of each kind of object.
fn check_object(object: &Value, url: &str) {
    let kind = object["@type"].as_str().unwrap_or_else(|| panic!("no type: {object}"));
    let required: &[&str] = match kind {
        "Organization" | "Person" | "Brand" => &["name"],
        "WebSite" => &["name", "url", "potentialAction"],
        "SearchAction" => &["target", "query-input"],
        "BreadcrumbList" => &["itemListElement"],
        "ListItem" => &["position", "name", "item"],
        "Product" => &["name", "image", "description", "offers"],
        "BlogPosting" => {
            &["headline", "datePublished", "dateModified", "author", "publisher", "mainEntityOfPage"]
        }
        "Offer" => &["price", "priceCurrency", "availability", "url"],
        "AggregateRating" => &["ratingValue", "reviewCount", "bestRating", "worstRating"],
        "Review" => &["author", "reviewRating", "reviewBody", "datePublished"],
        "Rating" => &["ratingValue", "bestRating", "worstRating"],
        "EntryPoint" => &["urlTemplate"],
        "UnitPriceSpecification" => &["price", "priceCurrency", "referenceQuantity"],
        "QuantitativeValue" => &["value", "unitCode"],
        other => panic!("an unknown type: {other}"),
    };
    for member in required {
        assert!(
            object.get(*member).is_some_and(|value| !value.is_null() && value != ""),
            "{kind} needs {member}: {object}"
        );
    }
    match kind {
        "AggregateRating" => {
            let stars = object["ratingValue"].as_f64().unwrap();
            assert!((0.0..=5.0).contains(&stars) && object["reviewCount"].as_i64().unwrap() > 0, "{object}");
        }
        "Offer" => {
            assert!(
                object["price"].as_str().unwrap().parse::<f64>().is_ok_and(|price| price > 0.0),
                "{object}"
            );
            assert!(
                object["priceCurrency"].as_str().unwrap().chars().all(|char| char.is_ascii_uppercase()),
                "{object}"
            );
        }
        "BreadcrumbList" => {
            for (place, item) in object["itemListElement"].as_array().unwrap().iter().enumerate() {
                assert_eq!(item["position"], json!(place + 1), "{object}");
            }
        }
        _ => {}
    }
    for (name, value) in object.as_object().unwrap() {
        if ["url", "item", "logo", "urlTemplate"].contains(&name.as_str()) {
            assert!(value.as_str().unwrap().starts_with(url), "an absolute URL: {value}");
        }
        for value in value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice) {
            if value.is_object() && value.get("@type").is_some() {
                check_object(value, url);
            }
        }
    }
}

/// A shop with categories, reviews and a tool whose text tries to leave its place.
async fn with_catalogue(test: impl AsyncFnOnce(&TestShop)) {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        let hoe = shop.tool("Draw Hoe", 6_400, 3, 6).await;
        review(shop, &hoe, "</script><script>alert(1)</script>", 4.5, ReviewState::Published).await;
        let blogs = hazel.call(Method::PUT, "/shop-settings").header("if-match", "\"0\"");
        let picture = uploaded(shop, &hazel, &file(quarters(800, 600), ImageFormat::Png)).await;
        blogs.json(json!({ "siteParts": "blogs", "heroPicture": picture })).send().await.is(200, "");
        let post =
            json!({ "title": "</script><b>", "text": "</script>, said the hoe to the spade.", "draft": false });
        hazel.post("/posts", post).await.is(200, "");
        shop.tool("\"Evil\" </script><meta name=\"robots\" content=\"none\">", 1_000, 10, 1).await;
        test(shop).await;
    })
    .await;
}

#[tokio::test]
async fn every_public_page_has_a_whole_head_with_structured_data() {
    with_catalogue(async |shop| {
        let evil = "/tool/evil-script-meta-name-robots-content-none";
        let mut titles = BTreeSet::new();
        for (path, kinds) in [
            ("/", vec!["Organization", "WebSite"]),
            ("/tool", vec!["BreadcrumbList"]),
            ("/category/hand-tools", vec!["BreadcrumbList"]),
            ("/tool/draw-hoe", vec!["Product", "BreadcrumbList"]),
            (evil, vec!["Product", "BreadcrumbList"]),
            ("/allReview", vec!["BreadcrumbList"]),
            ("/blogs", vec!["BreadcrumbList"]),
            ("/blogs/script-b", vec!["BlogPosting", "BreadcrumbList"]),
            ("/privacy", vec!["BreadcrumbList"]),
        ] {
            let page = open(shop, path).await;
            assert_eq!(page.status, 200, "{path}");
            let head = tags(&page.text);
            assert!(titles.insert(between(&page.text, "<title>", "</title>").to_owned()), "{path}");
            let description = attribute(&head, "meta", "name", "description", "content");
            assert!((25..=165).contains(&description.chars().count()), "{path}: {description}");
            let url = format!("{}{path}", shop.url);
            assert_eq!(attribute(&head, "link", "rel", "canonical", "href"), url);
            assert_eq!(attribute(&head, "meta", "property", "og:url", "content"), url);
            for property in ["og:title", "og:description", "og:image", "og:type", "og:site_name"] {
                assert!(
                    !attribute(&head, "meta", "property", property, "content").is_empty(),
                    "{path}: {property}"
                );
            }
            assert!(
                attribute(&head, "meta", "name", "twitter:card", "content").starts_with("summary"),
                "{path}"
            );
            assert_eq!(attribute(&head, "link", "rel", "manifest", "href"), "/manifest.webmanifest");
            assert!(
                !head.iter().any(|(_, attributes)| attributes.contains(&("name".into(), "robots".into()))),
                "{path}"
            );
            let data: Value = serde_json::from_str(between(
                &page.text,
                "<script type=\"application/ld+json\">",
                "</script>",
            ))
            .unwrap();
            assert_eq!(data["@context"], "https://schema.org");
            let graph = data["@graph"].as_array().unwrap();
            assert_eq!(graph.iter().map(|object| &object["@type"]).collect::<Vec<_>>(), kinds, "{path}");
            for object in graph {
                check_object(object, &shop.url);
            }
            let scripts = page.text.matches("<script").count();
            assert_eq!(scripts, page.text.matches("</script").count(), "{path}");
            assert!(scripts <= 5, "{path}: {scripts}");
        }
        let page = open(shop, "/tool/draw-hoe").await.text;
        let graph: Value =
            serde_json::from_str(between(&page, "<script type=\"application/ld+json\">", "</script>"))
                .unwrap();
        let product = &graph["@graph"][0];
        assert_eq!(product["offers"]["price"], "384.00", "six are the smallest order");
        assert_eq!(product["offers"]["availability"], "https://schema.org/OutOfStock", "3 of at least 6");
        assert_eq!(
            (&product["aggregateRating"]["ratingValue"], &product["aggregateRating"]["reviewCount"]),
            (&json!(4.5), &json!(1))
        );
        let evil = open(shop, evil).await.text;
        assert!(!evil.contains("aggregateRating"), "no rating without a review");
        let filtered = open(shop, "/tool?category=hand-tools&sort=price").await.text;
        assert!(filtered.contains(&format!("rel=\"canonical\" href=\"{}/category/hand-tools\"", shop.url)));
        let unknown = open(shop, "/tool?category=unknown").await;
        let robots = "<meta name=\"robots\" content=\"noindex\">";
        assert!(
            unknown.status == 200 && unknown.text.contains(robots) && !unknown.text.contains("canonical")
        );
        assert!(!open(shop, "/category/hand-tools?category=unknown").await.text.contains(robots));
        assert!(!open(shop, "/login").await.text.contains("\"Product\""));
        assert!(!open(shop, "/dashboard").await.text.contains("ld+json"));
    })
    .await;
}

#[tokio::test]
async fn the_sitemap_lists_every_public_page_once() {
    with_catalogue(async |shop| {
        let answer = open(shop, "/sitemap.xml").await;
        assert_eq!(answer.header("content-type"), "application/xml; charset=utf-8");
        let text = answer.text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
        let head = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
        let set = text.strip_prefix(head).unwrap();
        let mut places = BTreeSet::new();
        for line in set.strip_suffix("</urlset>\n").unwrap().lines() {
            let url = line.strip_prefix("<url><loc>").and_then(|line| line.strip_suffix("</url>")).unwrap();
            let (place, rest) = url.split_once("</loc>").unwrap();
            let changed = rest.split_once("<xhtml:link ").unwrap().0;
            if !changed.is_empty() {
                let time = changed.strip_prefix("<lastmod>").unwrap().strip_suffix("</lastmod>").unwrap();
                assert!(trowel::values::time::Timestamp::parse(time).is_some(), "{time}");
            }
            assert!(places.insert(place.strip_prefix(&shop.url).unwrap().to_owned()), "{place} twice");
        }
        for path in ["/", "/tool", "/fr", "/fr/outils", "/allReview", "/category/hand-tools", "/tool/draw-hoe"] {
            assert!(places.contains(path), "{path} is missing");
        }
        for path in &places {
            let page = open(shop, path).await;
            assert_eq!(page.status, 200, "{path}");
            let canonical = format!("rel=\"canonical\" href=\"{}{path}\"", shop.url);
            assert!(page.text.contains(&canonical), "{path}");
        }
        open(shop, "/sitemap.xml?part=1").await.is(404, "not_found");
        open(shop, "/sitemap.xml?part=0").await.is(404, "not_found");
        let packed = shop.fetch(Method::GET, "/sitemap.xml").header("accept-encoding", "gzip").send().await;
        assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("gzip", "accept-encoding"));
        let robots = open(shop, "/robots.txt").await.text;
        assert!(
            robots.contains(&format!("\nSitemap: {}/sitemap.xml\n", shop.url))
                && robots.starts_with("User-agent: *\n")
        );
    })
    .await;
}

#[tokio::test]
async fn files_at_fixed_addresses_say_what_the_owner_has_set() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let icon = open(shop, "/favicon.ico").await;
        assert_eq!((icon.header("content-type"), &icon.bytes[..4]), ("image/x-icon", &[0, 0, 1, 0][..]));
        let account = open(shop, "/.well-known/change-password").await;
        assert_eq!((account.status, account.header("location")), (302, "/dashboard/account"));
        let save = async |revision, change| {
            let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", revision).json(change);
            call.send().await.is(200, "");
        };
        let contact = async || open(shop, "/.well-known/security.txt").await;
        assert_eq!(contact().await.status, 404, "the first phone number is invented");
        save("\"0\"", json!({ "name": "Fern & Co" })).await;
        assert_eq!(contact().await.status, 404, "it is still the first one");
        save("\"1\"", json!({ "phone": "(613) 555-0199" })).await;
        assert!(contact().await.text.starts_with("Contact: tel:+16135550199\n"));
        save("\"2\"", json!({ "email": "hello@fern.ca" })).await;
        let manifest = open(shop, "/manifest.webmanifest").await;
        assert_eq!(manifest.header("content-type"), "application/manifest+json");
        assert_eq!(manifest.body["name"], "Fern & Co");
        assert_eq!(manifest.body["display"], "standalone", "or an iPhone shows no notifications");
        let worker = open(shop, "/push-worker.js").await;
        let policy = "default-src 'none'; img-src 'self'";
        let expected = ("text/javascript; charset=utf-8", "public, no-cache", policy);
        let headers =
            ["content-type", "cache-control", "content-security-policy"].map(|name| worker.header(name));
        assert_eq!((headers[0], headers[1], headers[2]), expected);
        assert!(!worker.text.contains("caches.") && !worker.text.contains("\"fetch\""), "{}", worker.text);
        for icon in manifest.body["icons"].as_array().unwrap() {
            assert_eq!(open(shop, icon["src"].as_str().unwrap()).await.status, 200, "{icon}");
        }
        let contact = contact().await.text;
        let field = |name: &str| {
            contact.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).unwrap().to_owned()
        };
        assert_eq!(field("Contact"), "mailto:hello@fern.ca");
        let days = shop
            .shop
            .clock
            .now()
            .seconds_until(trowel::values::time::Timestamp::parse(&field("Expires")).unwrap())
            / 86_400;
        assert!((170..=180).contains(&days), "{contact}");
    })
    .await;
}

/// A slow connection shows the picture of a tool half a second sooner when it is in the HTML.
#[tokio::test]
async fn a_small_main_picture_is_in_the_page_and_a_large_one_is_a_file() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let photograph = RgbImage::from_fn(700, 900, |x, y| {
            let noise = sha2::Sha256::digest([x.to_le_bytes(), y.to_le_bytes()].concat());
            Rgb([noise[0], noise[1], noise[2]])
        });
        for (name, picture, is_inside) in [("Draw Hoe", quarters(70, 90), true), ("Dibber", photograph, false)] {
            let address = uploaded(shop, &hazel, &file(picture, ImageFormat::Png)).await;
            let slug = name.to_lowercase().replace(' ', "-");
            let img = format!("{}{address}", shop.url);
            let tool = json!({ "name": name, "description": "For the border", "price": 10, "availableQuantity": 20, "minimumQuantity": 1, "img": img });
            assert!(hazel.post("/tools", tool).await.body["insertedId"].is_string());
            let page = open(shop, &format!("/tool/{slug}")).await;
            let data = format!("data:image/webp;base64,{} 350w", STANDARD.encode(open(shop, &address).await.bytes));
            let large = format!("data-large=\"{} 700w\"", address.replace("/350.", "/700."));
            assert_eq!((page.text.contains(&data), page.text.contains(&large)), (is_inside, is_inside), "{name}");
            let link = "rel=\"preload\" as=\"image\"";
            assert_eq!(page.text.contains(link), !is_inside, "{name}");
        }
        shop.tool("Rake without a picture", 1_000, 10, 1).await;
        let page = open(shop, "/tool/rake-without-a-picture").await;
        assert!(page.text.contains("imagesrcset=\"/images/") && !page.text.contains("data:image/webp"));
    })
    .await;
}
