//! The product feed for search engines and social networks.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use super::public_pages::between;
use crate::{
    base::rng::Dice,
    support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop},
};

const PATH: &str = "/feeds/products.xml";
const NAMES: [&str; 6] = ["Draw Hoe & Co", "Spade <b>", "Secateurs", "Rake \"wide\"", "Dibber", "Trug"];

async fn open(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

type Item = BTreeMap<String, Vec<String>>;

/// The items by their address. Each element is on its own, as the feed writes it.
fn items(feed: &str) -> BTreeMap<String, Item> {
    let text = feed.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let start = "<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n";
    let rows = text.strip_prefix(start).unwrap().strip_suffix("</channel></rss>\n").unwrap().lines().skip(1);
    let mut items = BTreeMap::new();
    for row in rows {
        let mut rest = row.strip_prefix("<item>").unwrap().strip_suffix("</item>").unwrap();
        let mut item = Item::new();
        while !rest.is_empty() {
            let (name, text) = rest.strip_prefix("<g:").unwrap().split_once('>').unwrap();
            let (text, more) = text.split_once(&format!("</g:{name}>")).unwrap();
            assert!(name == "bulk_price" || (!text.contains('<') && !text.contains('>')), "{text}");
            item.entry(name.to_owned()).or_default().push(
                text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
            );
            rest = more;
        }
        items.insert(item["link"][0].clone(), item);
    }
    items
}

fn cents(price: &str) -> i64 {
    price.replace('.', "").parse().unwrap()
}

/// The sum of the goods, if the basket can be bought with this quantity.
async fn basket_sum(ada: &Person<'_>, tool: &str, quantity: i64) -> Option<i64> {
    let line = format!("/basket/lines/{tool}");
    ada.put(&line, json!({ "quantity": quantity })).await.is(200, "");
    let basket = ada.get("/basket").await.body;
    ada.put(&line, json!({ "quantity": 0 })).await.is(200, "");
    let line = &basket["lines"][0];
    assert!(basket["quote"].is_object(), "{basket}");
    let is_good = line.get("problem").is_none() && basket["quote"]["problems"] == json!([]);
    is_good.then(|| cents(&format!("{:.2}", line["total"].as_f64().unwrap())))
}

/// What the shops of Google and Meta refuse an item for, and what the page and the basket say about it.
async fn check_item(shop: &TestShop, ada: &Person<'_>, item: &Item, tool: &Value) {
    let one = |name: &str| {
        item.get(name).map(|texts| {
            assert_eq!(texts.len(), 1, "{name}");
            &*texts[0]
        })
    };
    let minimum = tool["minimumQuantity"].as_i64().unwrap();
    let quantity: i64 = one("multipack").unwrap_or("1").parse().unwrap();
    let (price, currency) = one("price").unwrap().split_once(' ').unwrap();
    assert_eq!(currency, "CAD");
    assert!(one("title").unwrap().chars().count() <= 150 && one("id").unwrap().len() <= 50);
    assert!((1..=5_000).contains(&one("description").unwrap().chars().count()));
    assert_eq!(one("title").unwrap().contains(&format!(", {quantity} pieces")), quantity > 1);
    assert_eq!(
        one("unit_pricing_measure").map(str::to_owned),
        (quantity > 1).then(|| format!("{quantity} ct"))
    );
    assert_eq!(one("unit_pricing_base_measure"), (quantity > 1).then_some("1 ct"));
    let has_number = item.contains_key("gtin") || item.contains_key("mpn");
    assert_eq!(one("identifier_exists"), (!has_number).then_some("no"));
    let is_available = tool["availableQuantity"].as_i64().unwrap() >= quantity;
    assert_eq!(one("availability"), Some(if is_available { "in stock" } else { "out of stock" }));
    let weight =
        tool["weightGrams"].as_i64().map(|grams| grams * quantity).filter(|grams| *grams <= 1_000_000);
    let told = one("shipping_weight").map(|text| text.strip_suffix(" kg").unwrap().parse::<f64>().unwrap());
    assert_eq!(
        told.map(|kilograms| format!("{:.0}", kilograms * 1_000.0)),
        weight.map(|grams| grams.to_string())
    );
    assert!(item.get("additional_image_link").is_none_or(|links| links.len() <= 10));

    let id = one("id").unwrap();
    let steps: &[String] = item.get("bulk_price").map_or(&[], Vec::as_slice);
    let has_steps = !tool["priceSteps"].as_array().is_none_or(Vec::is_empty);
    assert!(steps.len() <= 6 && (has_steps || steps.is_empty()), "{tool}");
    for step in steps {
        let count: i64 = between(step, "<g:min_quantity>", "</g:min_quantity>").parse().unwrap();
        let each = cents(between(step, "<g:price>", " CAD</g:price>"));
        assert!(count >= 2 && each < cents(price), "{step}: {tool}");
        if tool["availableQuantity"].as_i64().unwrap() >= count * quantity {
            assert_eq!(basket_sum(ada, id, count * quantity).await, Some(count * each), "{step}: {tool}");
        }
    }
    if is_available {
        assert_eq!(basket_sum(ada, id, quantity).await, Some(cents(price)), "{tool}");
        if quantity > 1 {
            assert_eq!(
                basket_sum(ada, id, quantity - 1).await,
                None,
                "a smaller order than {quantity}: {tool}"
            );
        }
    }
    assert!(quantity >= minimum);

    let url = one("link").unwrap();
    let page = open(shop, url.strip_prefix(&shop.url).unwrap()).await.text;
    assert!(page.contains(&format!("rel=\"canonical\" href=\"{url}\"")), "{url}");
    let data: Value =
        serde_json::from_str(between(&page, "<script type=\"application/ld+json\">", "</script>")).unwrap();
    let product = &data["@graph"][0];
    let offer = &product["offers"];
    assert_eq!((&offer["price"], &offer["priceCurrency"]), (&json!(price), &json!(currency)), "{url}");
    let schema = if is_available { "InStock" } else { "OutOfStock" };
    assert_eq!(offer["availability"], format!("https://schema.org/{schema}"));
    assert_eq!(product["image"], json!([one("image_link").unwrap()]));
    for (element, member) in
        [("gtin", &product["gtin"]), ("mpn", &product["mpn"]), ("brand", &product["brand"]["name"])]
    {
        assert_eq!(one(element), member.as_str(), "{element}");
    }
    if quantity > 1 {
        let unit = &offer["priceSpecification"];
        assert_eq!((&unit["price"], &unit["referenceQuantity"]["value"]), (&json!(price), &json!(quantity)));
        assert_eq!(unit["referenceQuantity"]["valueReference"]["value"], 1);
    }
}

async fn check_feed(shop: &TestShop, hazel: &Person<'_>, expected: usize) {
    let ada = shop.customer("Ada").await;
    // The basket of a shop with a place says what it costs there.
    let current = hazel.get("/manageShop").await;
    let home = hazel.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
    home.json(json!({ "homeProvince": "NS" })).send().await.is(200, "");
    let feed = open(shop, PATH).await;
    let items = items(&feed.text);
    let mut listed = 0;
    for page in ada.pages("/tools?limit=100").await {
        for tool in page.body.as_array().unwrap() {
            let url = format!("{}/tool/{}", shop.url, tool["slug"].as_str().unwrap());
            check_item(shop, &ada, &items[&url], tool).await;
            listed += 1;
        }
    }
    assert_eq!((listed, items.len()), (expected, expected));
}

#[tokio::test]
async fn feed_page_and_basket_agree_about_every_tool_of_the_demo() {
    with_shop(Setup::sqlite(), async |shop| {
        trowel::app::demo::prepare(&shop.shop, true, None).await.unwrap();
        shop.shop.catalogue.refresh().await.unwrap();
        let count = shop.visitor().get("/tools").await.body.as_array().unwrap().len();
        assert!(count >= 30, "{count}");
        check_feed(shop, &shop.admin().await, count).await;
    })
    .await;
}

/// A digit that makes the number valid.
fn gtin(dice: &mut Dice) -> String {
    let digits: Vec<usize> = (0..12).map(|_| 1 + dice.below(9)).collect();
    let sum: usize =
        digits.iter().rev().zip([3, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    let text: String = digits.iter().map(ToString::to_string).collect();
    format!("{text}{}", (10 - sum % 10) % 10)
}

#[tokio::test]
async fn feed_page_and_basket_agree_about_generated_tools() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        let mut dice = Dice::new(18);
        let count = 60;
        for number in 0..count {
            let minimum = [1, 1, 2, 6, 24, 200][dice.below(6)];
            let price = [1, 7, 24, 49, 50, 999, 6_400][dice.below(7)];
            let mut tool = json!({
                "name": format!("{} {number}", NAMES[dice.below(NAMES.len())]), "description": "For the border.\n\nOf ash & steel.",
                "price": f64::from(price) / 100.0, "availableQuantity": dice.below(400), "minimumQuantity": minimum,
                "img": "/images/hoe/350.webp",
            });
            if dice.in_a_hundred(50) && price > 1 {
                tool["priceSteps"] = json!([{ "from": minimum + 1, "price": f64::from(price - 1) / 100.0 }]);
            }
            for (member, value) in [
                ("gtin", json!(gtin(&mut dice))),
                ("brand", json!("Fern & Sons")),
                ("mpn", json!(format!("FS <{number}>"))),
                ("category", json!("hand-tools")),
                ("weightGrams", json!(1_250)),
                ("pictures", json!([{ "url": "/images/hoe/350.webp", "alt": "" }, { "url": "/images/fork/350.webp", "alt": "" }])),
            ] {
                if dice.in_a_hundred(60) {
                    tool[member] = value;
                }
            }
            let added = hazel.post("/tools", tool).await;
            assert_eq!(added.status, 200, "{}", added.text);
        }
        check_feed(shop, &hazel, count).await;
    })
    .await;
}

on_both_engines! {
    async fn a_feed_has_what_customers_may_buy(shop: TestShop) {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Tools" })).await;
        hazel.post("/categories", json!({ "name": "Hand & Border", "parent": "tools" })).await;
        let tool = |name: &str, more: Value| {
            let mut tool = json!({ "name": name, "description": "Text", "price": 24, "availableQuantity": 30, "minimumQuantity": 6, "img": "/images/hoe/350.webp" });
            tool.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            tool
        };
        let more = json!({ "category": "hand-border", "weightGrams": 500, "gtin": "4006381333931", "brand": "Fern", "mpn": "F-6" });
        hazel.post("/tools", tool("Hoe", more)).await.is(200, "");
        hazel.post("/tools", tool("Secret", json!({ "draft": true }))).await.is(200, "");
        let steps = json!([{ "from": 7, "price": 23 }, { "from": 12, "price": 22 }, { "from": 30, "price": 20 }]);
        hazel.post("/tools", tool("Dibber", json!({ "priceSteps": steps }))).await.is(200, "");
        let dear = json!({ "price": 999_999, "minimumQuantity": 2 });
        hazel.post("/tools", tool("Tractor", dear)).await.is(200, "");
        let answer = open(shop, PATH).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/rss+xml; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), "public, no-cache");
        let items = items(&answer.text);
        assert_eq!(items.len(), 2, "neither a draft nor what no payment can charge: {}", answer.text);
        let item = &items[&format!("{}/tool/hoe", shop.url)];
        let hoe = format!("{}/images/hoe/700.webp", shop.url);
        for (name, text) in [
            ("title", "Hoe, 6 pieces"), ("price", "144.00 CAD"), ("multipack", "6"), ("availability", "in stock"),
            ("gtin", "4006381333931"), ("brand", "Fern"), ("mpn", "F-6"), ("product_type", "Tools > Hand & Border"),
            ("shipping_weight", "3 kg"), ("condition", "new"), ("image_link", &hoe),
        ] {
            assert_eq!(item[name], [text], "{name}");
        }
        let steps = [(2, "132.00"), (5, "120.00")].map(|(count, price)| {
            format!("<g:min_quantity>{count}</g:min_quantity><g:price>{price} CAD</g:price>")
        });
        assert_eq!(items[&format!("{}/tool/dibber", shop.url)]["bulk_price"], steps);
        let packed = shop.fetch(Method::GET, PATH).header("accept-encoding", "gzip").send().await;
        assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("gzip", "accept-encoding"));
        let mut text = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed.bytes), &mut text).unwrap();
        assert_eq!(text, answer.text);
    }
}
