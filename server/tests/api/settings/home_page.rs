//! What the owner turns on and off: sections of the home page, whole pages, the footer's columns, the page about the
//! shop.

use reqwest::Method;
use serde_json::{Value, json};
use trowel::base::config::RunMode;

use crate::support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines, with_shop};

const SECTIONS: &str = "promises new story banner summary sell reviews contact year";
const PARTS: &str = "blogs portfolio subscribe services company social";

/// A text of the home page for each switch.
const MARKS: [(&str, &str); 15] = [
    ("promises", "aria-label=\"Delivery, returns and taxes\""),
    ("new", ">Our tools</h2>"),
    ("story", ">Our story</h2>"),
    ("banner", "aria-label=\"From the catalogue\""),
    ("summary", "Business Summary"),
    ("sell", "How we sell"),
    ("reviews", "What Our Customer Says"),
    ("contact", "Contact Us"),
    ("year", "The gardener’s year"),
    ("blogs", "href=\"/blogs\""),
    ("portfolio", "href=\"/portfolio\""),
    ("subscribe", "Subscribe Now"),
    ("services", ">Services</h2>"),
    ("company", ">Company</h2>"),
    ("social", ">Social</h2>"),
];

/// Each of them was on the home page of every shop.
const INVENTED: [&str; 13] = [
    "Gardening and Yard Care",
    "ardening and yard care tools",
    "/scenes/",
    "potting bench",
    "1.2M",
    "89,400",
    "100+",
    "50+",
    "555-01",
    "My Portfolio",
    "Blogs",
    "Twelve secateurs",
    "Forged, riveted",
];

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

async fn save(person: &Person<'_>, change: Value) -> Answer {
    let revision = person.get("/manageShop").await.header("etag").to_owned();
    person.call(Method::PUT, "/shop-settings").header("if-match", &revision).json(change).send().await
}

fn without(names: &str, name: &str) -> String {
    names.split(' ').filter(|other| *other != name).collect::<Vec<_>>().join(" ")
}

on_both_engines! {
    async fn a_new_shop_says_nothing_that_its_owner_has_not_said(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        for path in ["/", "/login", "/tool", "/terms", "/api/shop-settings"] {
            let page = open(shop, path).await.text;
            for invented in INVENTED {
                assert!(!page.contains(invented), "{path}: {invented}");
            }
        }
        assert_eq!(hazel.get("/shop-settings").await.body["phone"], "");
        assert!(open(shop, "/").await.text.contains("\"shopState\":\"opening\""));
        save(&hazel, json!({ "phone": "902 555-0142" })).await.is(200, "");
        let page = open(shop, "/").await.text;
        assert!(page.contains("order by phone:") && page.contains("tel:+19025550142") && page.contains("\"shopState\":\"opening\""));
        save(&hazel, json!({ "shopState": "open" })).await.is(200, "");
        assert!(!open(shop, "/").await.text.contains("shopState"), "as the app's first value");
    }

    async fn the_dashboard_may_frame_the_preview_of_the_home_page_alone(shop: TestShop) {
        shop.admin().await;
        let ancestors = async |path: &str| {
            let policy = open(shop, path).await.header("content-security-policy").to_owned();
            policy.split("; ").find(|it| it.starts_with("frame-ancestors")).unwrap().to_owned()
        };
        for path in ["/", "/?preview", "/"] {
            let expected = if path == "/" { "frame-ancestors 'none'" } else { "frame-ancestors 'self'" };
            assert_eq!(ancestors(path).await, expected, "{path}");
        }
        for path in ["/login?preview", "/home?preview", "/?preview=1", "/dashboard/users?preview"] {
            assert_eq!(ancestors(path).await, "frame-ancestors 'none'", "{path}");
        }
    }

    async fn an_address_lies_in_the_province_that_is_saved_with_it(shop: TestShop) {
        let hazel = shop.admin().await;
        let address = "1 Maple Street\nHalifax NS  B3J 1A1";
        let refused = save(&hazel, json!({ "address": address, "homeProvince": "ON" })).await;
        refused.is(422, "invalid_field");
        assert!(refused.text.contains("province_mismatch") && refused.text.contains("B3J 1A1 lies in Nova Scotia"), "{}", refused.text);
        save(&hazel, json!({ "address": address, "homeProvince": "NS" })).await.is(200, "");
        save(&hazel, json!({ "address": "A barn behind the church", "homeProvince": "ON" })).await.is(200, "");
    }

    async fn what_is_off_is_nowhere(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        shop.review("Ada", "It digs.", 5.0).await;
        let all = json!({ "homeSections": SECTIONS, "siteParts": PARTS, "phone": "902 555-0142", "summaryFigures": "typed",
            "summaryRows": "Gardens | 12", "sellTitle": "How we sell", "sellText": "By the piece.", "storyText": "We forge.",
            "yearTitle": "The gardener’s year", "yearSeasons": "Spring | April | Sow.",
            "bannerSlides": "Sale | | | /images/a/350.webp", "homeProvince": "NS",
            "deliveryMethods": [{ "id": "post", "name": "Parcel", "text": "", "isPickUp": false, "provinces": [], "areas": [],
                "prices": { "by": "goods", "steps": [{ "from": 0, "price": 15 }] }, "daysFrom": 3, "daysTo": 8 }] });
        save(&hazel, all).await.is(200, "");
        let home = open(shop, "/").await.text;
        for (name, mark) in MARKS {
            assert!(home.contains(mark), "{name}");
        }
        for (name, _) in MARKS {
            let off = json!({ "homeSections": without(SECTIONS, name), "siteParts": without(PARTS, name) });
            save(&hazel, off).await.is(200, "");
            let home = open(shop, "/").await;
            for (other, text) in MARKS {
                assert_eq!(home.text.contains(text), other != name, "{other} without {name}");
            }
            for page in ["blogs", "portfolio"] {
                let status = open(shop, &format!("/{page}")).await.status;
                let is_on = page != name;
                assert_eq!(status, if is_on { 200 } else { 404 }, "{page} without {name}");
                let sitemap = open(shop, "/sitemap.xml").await.text;
                assert_eq!(sitemap.contains(&format!("/{page}</loc>")), is_on, "{page} without {name}");
            }
        }
        let secret = json!({ "bannerSlides": "Secret | | | /images/a/350.webp", "summaryRows": "Secret | 1", "sellText": "Secret", "yearTitle": "Secret", "location": "Secret", "storyText": "Secret" });
        save(&hazel, secret).await.is(200, "");
        assert!(open(shop, "/api/shop-settings").await.text.contains("Secret"));
        save(&hazel, json!({ "siteParts": "", "homeSections": "" })).await.is(200, "");
        for path in ["/", "/login", "/terms", "/api/shop-settings"] {
            assert!(!open(shop, path).await.text.contains("Secret"), "{path}");
        }
        assert_eq!(hazel.get("/manageShop").await.body["yearTitle"], "Secret", "the owner keeps it");
        let missing = open(shop, "/blogs").await;
        for text in ["<title>Page not found", "noindex", "Nothing grows here"] {
            assert!(missing.text.contains(text), "{text}");
        }
        assert!(!missing.text.contains("prototypal") && !missing.text.contains("canonical"));
        let home = open(shop, "/").await.text;
        assert!(!home.contains("og:image") && home.contains("content=\"summary\""), "no picture of a banner that is off");
    }

    async fn the_figures_are_the_shop_s_own_if_the_owner_shows_them(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        for pieces in [3, 4] {
            let order = ada.order("Draw Hoe", 1_000, pieces).await;
            #[expect(clippy::cast_precision_loss, reason = "a few dollars")]
            let secret = ada.start_payment(&order, (pieces * 10) as f64).await;
            assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.status, 200);
            let body = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
            ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
        }
        ada.order("Draw Hoe", 1_000, 5).await;
        shop.visitor().get("/shop-figures").await.is(404, "not_found");
        save(&hazel, json!({ "homeSections": "summary", "summaryFigures": "typed" })).await.is(200, "");
        shop.visitor().get("/shop-figures").await.is(404, "not_found");
        save(&hazel, json!({ "summaryFigures": "counted" })).await.is(200, "");
        let figures = shop.visitor().get("/shop-figures").await.body;
        assert_eq!(figures, json!({ "tools": 1, "orders": 2, "customers": 1, "toolsSold": 7, "reviews": 0 }));
        let home = open(shop, "/").await.text;
        assert!(home.contains("Tools sold") && home.contains(">7</dd>") && !home.contains("Add funds"), "{home}");
        assert!(!home.contains(">Reviews</dt>"), "a figure of 0 says nothing");
    }
}

#[tokio::test]
async fn the_home_page_has_the_best_sellers_in_stock_and_a_picture_of_each_category() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        for name in ["Digging", "Weeding"] {
            hazel.post("/categories", json!({ "name": name })).await.is(200, "");
        }
        for (name, stock) in [("Draw Hoe", 100), ("Rake", 3), ("Spade", 100)] {
            let category = if name == "Spade" { "digging" } else { "weeding" };
            let tool = json!({ "name": name, "description": "For the border", "price": 10, "availableQuantity": stock,
                "minimumQuantity": 1, "img": "/images/hoe/350.webp", "category": category });
            hazel.post("/tools", tool).await.is(200, "");
        }
        let ada = shop.customer("Ada").await;
        for (name, pieces) in [("Rake", 3), ("Spade", 2), ("Spade", 1), ("Draw Hoe", 50)] {
            let order = ada.order(name, 1_000, pieces).await;
            #[expect(clippy::cast_precision_loss, reason = "a few dollars")]
            let secret = ada.start_payment(&order, (pieces * 10) as f64).await;
            assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.status, 200);
            let body = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
            ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
        }
        shop.review("Ada", "It digs.", 4.0).await;
        save(&hazel, json!({ "aboutTitle": "Us", "aboutText": "We *forge*." })).await.is(200, "");
        let page = shop.visitor().get("/home-page").await.body;
        let names = |list: &str| -> Vec<Value> {
            page[list].as_array().unwrap().iter().map(|it| it["name"].clone()).collect()
        };
        assert_eq!(names("favourites"), ["Spade", "Draw Hoe"], "by orders, and the rake is sold out");
        assert_eq!(names("categories"), ["Digging", "Weeding"]);
        assert_eq!(page["rating"]["average"], 4.0);
        assert_eq!((&page["about"], &page["isTaxed"]), (&json!("We forge."), &json!(false)));
        let home = open(shop, "/").await.text;
        assert!(home.contains("[\"home-page\"]") && home.contains("id=\"categories\""), "{home}");
    })
    .await;
}

#[tokio::test]
async fn the_demo_shows_every_section_as_specified() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        shop.review("Ada", "It digs.", 5.0).await;
        let home = open(shop, "/").await.text;
        for (name, mark) in MARKS.into_iter().skip(3) {
            assert!(home.contains(mark), "{name}");
        }
        for invented in INVENTED {
            assert!(home.contains(invented), "{invented}");
        }
        assert!(!home.contains("id=\"shop-settings\""), "the app has the first values itself");
        assert!(open(shop, "/blogs").await.text.contains("prototypal inheritance"), "the specified articles");
        assert_eq!(open(shop, "/portfolio").await.status, 200);
        assert_eq!(open(shop, "/about").await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn the_sections_are_in_the_owner_s_order() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        shop.review("Ada", "It digs.", 5.0).await;
        let change =
            json!({ "homeSections": "year contact reviews banner", "bannerSlides": "Sale | | | /images/a/350.webp", "phone": "902 555-0142", "yearTitle": "Our <year>",
                "yearSeasons": "Spring | April | Sow & <b>rake</b>" });
        save(&hazel, change).await.is(200, "");
        let home = open(shop, "/").await.text;
        let place = |text: &str| home.find(text).unwrap_or_else(|| panic!("{text}"));
        let places = ["id=\"hero\"", "Our &lt;year&gt;", "Contact Us", "What Our Customer", "From the catalogue"].map(place);
        assert!(places.is_sorted(), "{places:?}");
        assert!(home.contains("Sow &amp; &lt;b&gt;rake&lt;/b&gt;") && !home.contains("Edge the lawn"));
    })
    .await;
}

#[tokio::test]
async fn the_page_about_the_shop_is_there_once_it_has_a_heading() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        assert_eq!(open(shop, "/about").await.status, 404);
        let text = "We *forge* tools in Halifax, see [all](/tool).\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](https://evil.ca/p.png)";
        save(&hazel, json!({ "aboutTitle": "Olive & <Moss>", "aboutText": text })).await.is(200, "");
        let page = open(shop, "/about").await;
        assert_eq!(page.status, 200);
        for expected in [
            "<title>Olive &amp; &lt;Moss&gt; · Trowel</title>",
            "<meta name=\"description\" content=\"We forge tools in Halifax, see all.",
            "Olive &amp; &lt;Moss&gt;</h1>",
            "<em>forge</em>",
            "<a href=\"/tool\">all</a>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "rel=\"canonical\"",
        ] {
            assert!(page.text.contains(expected), "{expected}\n{}", page.text);
        }
        assert!(!page.text.contains("<script>alert") && !page.text.contains("href=\"javascript") && !page.text.contains("src=\"https://evil"));
        assert!(open(shop, "/sitemap.xml").await.text.contains("/about</loc>"));
        assert!(!open(shop, "/login").await.text.contains("forge"), "other pages are without the text");
        // The story of the home page is its beginning, until it is off.
        assert!(open(shop, "/").await.text.contains("We forge tools in Halifax"));
        save(&hazel, json!({ "homeSections": "new contact" })).await.is(200, "");
        assert!(!open(shop, "/").await.text.contains("Our story"));
        assert!(open(shop, "/").await.text.matches("href=\"/about\"").count() == 2, "in menu and footer");
        save(&hazel, json!({ "aboutTitle": "" })).await.is(200, "");
        for path in ["/about", "/terms", "/api/shop-settings"] {
            assert!(!open(shop, path).await.text.contains("forge"), "{path}");
        }
        assert_eq!(open(shop, "/about").await.status, 404);
        assert!(!open(shop, "/").await.text.contains("href=\"/about\""));
        assert!(!open(shop, "/sitemap.xml").await.text.contains("/about"));
    })
    .await;
}

#[tokio::test]
async fn an_invalid_choice_is_named_and_nothing_is_saved() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let wrong = json!({ "homeSections": "banner banner", "siteParts": "jobs", "bannerSlides": "Sale | | javascript:x | /images/a/350.webp",
            "summaryFigures": "invented", "heroPicture": "https://evil.ca/350.webp", "summaryRows": " | 5", "sellSteps": "a | b | c", "aboutPicture": "https://evil.ca/350.webp" });
        let answer = save(&hazel, wrong).await;
        answer.is(422, "invalid_field");
        let fields =
            ["homeSections", "siteParts", "heroPicture", "bannerSlides", "summaryFigures", "summaryRows", "sellSteps", "aboutPicture"];
        assert_eq!(answer.fields(), fields);
        assert_eq!(shop.visitor().get("/shop-settings").await.header("etag"), "\"0\"");
    })
    .await;
}
