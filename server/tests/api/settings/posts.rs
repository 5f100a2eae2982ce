//! Blog posts: who writes them, who reads them, their addresses, their feed, and what is gone while Blogs is off.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{base::config::RunMode, values::ids::Id};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

const PICTURE: &str = "/images/00112233445566778899aabbccddeeff/350.webp";

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

async fn turn_on(hazel: &Person<'_>, parts: &str) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let save = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    save.json(json!({ "siteParts": parts })).send().await.is(200, "");
}

fn post(title: &str, text: &str, draft: bool) -> Value {
    json!({ "title": title, "text": text, "draft": draft })
}

async fn add(person: &Person<'_>, body: Value) -> String {
    person.post("/posts", body).await.body["insertedId"].as_str().expect("the id of a new post").to_owned()
}

/// Edits the post from the revision that it has now.
async fn edit(person: &Person<'_>, id: &str, body: Value) -> Answer {
    let tag = person.get(&format!("/posts/{id}")).await.header("etag").to_owned();
    person.call(Method::PUT, &format!("/posts/{id}")).header("if-match", &tag).json(body).send().await
}

async fn slug_of(person: &Person<'_>, id: &str) -> String {
    person.get(&format!("/posts/{id}")).await.body["slug"].as_str().unwrap().to_owned()
}

async fn titles(person: &Person<'_>, path: &str) -> Vec<String> {
    let rows = person.get(path).await.body;
    rows.as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

async fn actions(shop: &TestShop, id: &str) -> Vec<String> {
    let entries = shop.audit_entries(&Id::parse(id).unwrap()).await;
    entries.into_iter().map(|entry| entry.action).collect()
}

on_both_engines! {
    async fn staff_write_and_publish_and_every_change_is_audited(shop: TestShop) {
        let (hazel, sam, ada) = (shop.admin().await, shop.staff().await, shop.customer("Ada").await);
        turn_on(&hazel, "blogs").await;
        for person in [&ada, &shop.visitor()] {
            let refused = person.post("/posts", post("Secateurs", "Oil them.", false)).await.status;
            assert!(matches!(refused, 401 | 403), "{refused}");
        }
        let id = add(&sam, post("  Sharp secateurs ", "# Tools\n\nOil **them**.", true)).await;
        let draft = sam.get(&format!("/posts/{id}")).await;
        assert_eq!((draft.header("etag"), &draft.body["text"]), ("\"1\"", &json!("# Tools\n\nOil **them**.")));
        assert_eq!((&draft.body["summary"], &draft.body["publishedAt"]), (&json!("Oil them."), &Value::Null));
        assert_eq!(titles(&shop.visitor(), "/posts").await, [] as [&str; 0]);
        // PostgreSQL stores no NUL.
        for path in ["/post-pages/sharp-secateurs", "/post-pages/%00", "/tool-pages/a%00"] {
            shop.visitor().get(path).await.is(404, "not_found");
        }
        assert_eq!(open(shop, "/blogs/sharp-secateurs").await.status, 404);
        assert_eq!(titles(&sam, "/managePosts").await, ["Sharp secateurs"]);

        let published = json!({ "title": "Sharper secateurs", "text": "Oil **them**.", "picture": PICTURE, "pictureAlt": "Secateurs", "draft": false });
        let saved = edit(&sam, &id, published.clone()).await;
        assert_eq!((saved.header("etag"), &saved.body["modifiedCount"]), ("\"2\"", &json!(1)));
        let page = shop.visitor().get("/post-pages/sharp-secateurs").await.body;
        assert_eq!((&page["title"], &page["picture"], &page["pictureAlt"]), (&json!("Sharper secateurs"), &json!(PICTURE), &json!("Secateurs")));
        assert_eq!(page["content"], json!([{ "tag": "p", "children": ["Oil ", { "tag": "strong", "children": ["them"] }, "."] }]));
        let again = edit(&sam, &id, published.clone()).await;
        assert_eq!((again.header("etag"), &again.body["modifiedCount"]), ("\"2\"", &json!(0)), "nothing changed");
        let first = page["publishedAt"].clone();
        edit(&hazel, &id, post("Sharper secateurs", "Oil them twice.", false)).await.is(200, "");
        let page = shop.visitor().get("/post-pages/sharp-secateurs").await.body;
        assert_eq!((&page["publishedAt"], page.get("picture")), (&first, None), "an edit keeps the date");
        edit(&sam, &id, post("Sharper secateurs", "Oil them twice.", true)).await.is(200, "");
        shop.visitor().get("/post-pages/sharp-secateurs").await.is(404, "not_found");

        sam.delete(&format!("/posts/{id}")).await.is(403, "forbidden");
        hazel.delete(&format!("/posts/{id}")).await.is(200, "");
        hazel.delete(&format!("/posts/{id}")).await.is(404, "not_found");
        assert_eq!(actions(shop, &id).await, ["add_post", "publish_post", "edit_post", "unpublish_post", "delete_post"]);
        let at_once = add(&sam, post("News", "Open on Sunday.", false)).await;
        // Both have the time of their one transaction.
        let mut at_once = actions(shop, &at_once).await;
        at_once.sort();
        assert_eq!(at_once, ["add_post", "publish_post"]);
    }

    async fn an_address_is_made_of_the_first_title_and_belongs_to_one_post(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel, "blogs").await;
        let one = add(&hazel, post("Où tailler ?", "Là.", false)).await;
        let two = add(&hazel, post("Ou tailler!", "Ici.", false)).await;
        let other = add(&hazel, post("手鋸", "Pull.", false)).await;
        let slugs = (slug_of(&hazel, &one).await, slug_of(&hazel, &two).await, slug_of(&hazel, &other).await);
        assert_eq!((&*slugs.0, &*slugs.1, &*slugs.2), ("ou-tailler", "ou-tailler-2", "post"));
        for n in 3..=11 {
            add(&hazel, post("Ou tailler", &format!("{n}"), true)).await;
        }
        edit(&hazel, &one, post("Where to prune", "There.", false)).await.is(200, "");
        assert_eq!(slug_of(&hazel, &one).await, "ou-tailler");
        assert!(open(shop, "/blogs/ou-tailler").await.text.contains("Where to prune</h1>"));
        hazel.delete(&format!("/posts/{one}")).await.is(200, "");
        assert_eq!(open(shop, "/blogs/ou-tailler").await.status, 404);
        let heir = add(&hazel, post("Ou tailler", "Encore.", true)).await;
        assert_eq!(slug_of(&hazel, &heir).await, "ou-tailler");
    }

    async fn lists_come_in_pages_newest_first(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel, "blogs").await;
        let first = add(&hazel, post("A", "a", true)).await;
        for title in ["B", "C", "D"] {
            add(&hazel, post(title, "text", title == "C")).await;
        }
        edit(&hazel, &first, post("A", "a", false)).await.is(200, "");
        assert_eq!(titles(&shop.visitor(), "/posts").await, ["A", "D", "B"], "by the time of publication");
        assert_eq!(titles(&hazel, "/managePosts").await, ["D", "C", "B", "A"], "as they were begun");
        for (path, pages) in [("/posts", [vec!["A", "D"], vec!["B"]]), ("/managePosts", [vec!["D", "C"], vec!["B", "A"]])] {
            let page = hazel.get(&format!("{path}?limit=2")).await;
            assert_eq!(page.header("x-total-count"), if path == "/posts" { "3" } else { "4" });
            assert_eq!(titles(&hazel, &format!("{path}?limit=2")).await, pages[0]);
            let next = format!("{path}?limit=2&cursor={}", page.cursor());
            assert_eq!(titles(&hazel, &next).await, pages[1]);
            hazel.get(&format!("{path}?limit=0")).await.is(422, "invalid_field");
            hazel.get(&format!("{path}?cursor=x")).await.is(422, "invalid_field");
        }
    }

    async fn an_edit_overwrites_no_other_one(shop: TestShop) {
        let (hazel, sam) = (shop.admin().await, shop.staff().await);
        let id = add(&hazel, post("News", "Open on Sunday.", true)).await;
        let path = format!("/posts/{id}");
        hazel.call(Method::PUT, &path).json(post("News", "Closed.", true)).send().await.is(428, "revision_required");
        edit(&sam, &id, post("News", "Open on Monday.", true)).await.is(200, "");
        for tag in ["\"1\"", "\"3\"", "x", "*"] {
            let late = hazel.call(Method::PUT, &path).header("if-match", tag).json(post("News", "Closed.", false));
            late.send().await.is(412, "revision_changed");
        }
        assert_eq!(hazel.get(&path).await.body["text"], "Open on Monday.");
        let weak = hazel.call(Method::PUT, &path).header("if-match", "W/\"2\"").json(post("News", "Closed.", true));
        weak.send().await.is(200, "");
    }

    async fn a_post_stands_on_its_page_in_the_feed_and_in_the_sitemap_until_blogs_is_off(shop: TestShop) {
        let hazel = shop.admin().await;
        turn_on(&hazel, "blogs").await;
        assert!(open(shop, "/blogs").await.text.contains("No posts yet"));
        let body = json!({ "title": "Fork & <spade>", "text": "Dig **deep**.\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))", "picture": PICTURE, "draft": false });
        let id = add(&hazel, body).await;
        add(&hazel, post("A draft", "Not yet.", true)).await;
        let (page, list) = (open(shop, "/blogs/fork-spade").await, open(shop, "/blogs").await);
        let url = &shop.url;
        let picture = "/images/00112233445566778899aabbccddeeff/700.webp";
        for part in [
            "<title>Fork &amp; &lt;spade&gt; · Trowel</title>".to_owned(),
            "<meta name=\"description\" content=\"Dig deep.".to_owned(),
            "Fork &amp; &lt;spade&gt;</h1>".to_owned(),
            "<strong>deep</strong>".to_owned(),
            "&lt;script&gt;alert(1)&lt;/script&gt;".to_owned(),
            format!("<link rel=\"canonical\" href=\"{url}/blogs/fork-spade\">"),
            "<meta property=\"og:type\" content=\"article\">".to_owned(),
            "<meta property=\"article:published_time\"".to_owned(),
            format!("<meta property=\"og:image\" content=\"{url}{picture}\">"),
            "\"@type\":\"BlogPosting\"".to_owned(),
            "\"datePublished\":\"20".to_owned(),
        ] {
            assert!(page.text.contains(&part), "{part}\n{}", page.text);
        }
        assert!(!page.text.contains("<script>alert") && !page.text.contains("href=\"javascript"));
        for part in [">Fork &amp; &lt;spade&gt;</a>", "href=\"/blogs/fork-spade\"", "type=\"application/atom+xml\"", "content=\"Fork &amp; &lt;spade&gt; · "] {
            assert!(list.text.contains(part), "{part}\n{}", list.text);
        }
        assert!(!list.text.contains("A draft") && !list.text.contains("prototypal"), "articles are the demo's");
        let feed = open(shop, "/blogs/feed.xml").await;
        assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
        assert_eq!(feed.header("cache-control"), "public, no-cache", "a post that is taken back is gone at once");
        for part in [
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"".to_owned(),
            format!("<id>urn:uuid:{id}</id>"),
            "<title>Fork &amp; &lt;spade&gt;</title>".to_owned(),
            format!("href=\"{url}/blogs/fork-spade\"></link>"),
            "<summary>Dig deep. &lt;script&gt;alert(1)&lt;/script&gt; x</summary>".to_owned(),
        ] {
            assert!(feed.text.contains(&part), "{part}\n{}", feed.text);
        }
        assert!(!feed.text.contains("A draft"));
        let map = open(shop, "/sitemap.xml").await.text;
        assert!(map.contains(&format!("<loc>{url}/blogs/fork-spade</loc><lastmod>20")), "{map}");
        assert!(!map.contains("a-draft"));
        let unknown = open(shop, "/blogs/nothing").await;
        assert!(unknown.status == 404 && unknown.text.contains("We don’t have this post") && unknown.text.contains("noindex"));
        assert_eq!(unknown.text, open(shop, "/blogs/a-draft").await.text, "nothing says that there is a draft");

        turn_on(&hazel, "").await;
        for path in ["/blogs", "/blogs/fork-spade", "/blogs/feed.xml", "/api/posts", "/api/post-pages/fork-spade"] {
            assert_eq!(open(shop, path).await.status, 404, "{path}");
        }
        assert!(!open(shop, "/sitemap.xml").await.text.contains("/blogs"));
        assert!(!open(shop, "/").await.text.contains("/blogs"));
        assert_eq!(titles(&hazel, "/managePosts").await, ["A draft", "Fork & <spade>"], "the owner keeps them");
        hazel.get(&format!("/posts/{id}")).await.is(200, "");
    }
}

#[tokio::test]
async fn an_invalid_post_is_named_by_its_fields_and_not_saved() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let long = "x".repeat(15_001);
        for (body, fields) in [
            (json!({}), vec!["title", "text", "draft"]),
            (json!({ "title": " ", "text": "\n", "draft": "no" }), vec!["title", "text", "draft"]),
            (post(&"x".repeat(121), &long, true), vec!["title", "text"]),
            (post("Two\nlines", "a\u{0}", true), vec!["title", "text"]),
            (json!({ "title": "a", "text": "b", "draft": true, "picture": "https://evil.ca/350.webp", "pictureAlt": "x".repeat(201) }), vec!["pictureAlt", "picture"]),
        ] {
            let answer = hazel.post("/posts", body).await;
            answer.is(422, "invalid_field");
            assert_eq!(answer.fields(), fields);
        }
        hazel.post("/posts/preview", json!({ "text": long })).await.is(422, "invalid_field");
        assert_eq!(titles(&hazel, "/managePosts").await, [] as [&str; 0]);
        let widest = "\u{10ffff}".repeat(15_000);
        hazel.post("/posts", post(&"\u{1f331}".repeat(120), &widest, true)).await.is(200, "");
        let shown = hazel.post("/posts/preview", json!({ "text": "# A\n\n<b>x</b>" })).await.body;
        assert_eq!(shown["content"][0], json!({ "tag": "h2", "children": ["A"] }));
    })
    .await;
}

#[tokio::test]
async fn the_demo_has_the_posts_of_its_owner_below_the_specified_articles() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        let hazel = shop.admin().await;
        add(&hazel, post("Open on Sunday", "From nine.", false)).await;
        let page = open(shop, "/blogs").await.text;
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
        let order =
            ["Blogs</h1>", "Five questions about the tools", "prototypal inheritance", "Open on Sunday</a>"];
        assert!(order.map(place).is_sorted());
        assert_eq!(page.matches("<article").count(), 5, "posts are no articles of the specification");
        assert!(open(shop, "/blogs/open-on-sunday").await.text.contains("From nine."));
    })
    .await;
}
