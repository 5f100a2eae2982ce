//! Product exports of Shopify and WooCommerce, with pictures by their addresses.

use axum::{
    Router,
    body::Body,
    http::{StatusCode, header},
    response::IntoResponse as _,
    routing::get,
};
use futures_util::stream;
use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::db::params;

use crate::{
    catalogue::images::{file, form, quarters},
    support::{Answer, Person, Setup, on_both_engines, with_shop},
};

/// Ends the note about the last picture that a tool might have had.
const DRAFT: &str = " The tool becomes a draft without a picture.";

fn to_this_machine(setup: Setup) -> Setup {
    Setup { webhooks_to_private_networks: true, ..setup }
}

/// The other shop's pictures. Returns its address.
async fn other_shop() -> String {
    let picture = |width| file(quarters(width, width), ImageFormat::Png);
    let png =
        |bytes: Vec<u8>| get(async move || ([(header::CONTENT_TYPE, "image/png")], bytes).into_response());
    let endless = get(async || {
        let chunks = stream::repeat_with(|| Ok::<_, std::io::Error>(vec![0_u8; 64 * 1024]));
        ([(header::CONTENT_TYPE, "image/png")], Body::from_stream(chunks)).into_response()
    });
    let routes = Router::new()
        .route("/hoe.png", png(picture(400)))
        .route("/hoe-side.png", png(picture(410)))
        .route("/ash.png", png(picture(420)))
        .route("/endless.png", endless)
        .route(
            "/page.png",
            get(async || ([(header::CONTENT_TYPE, "text/html")], "<h1>No</h1>").into_response()),
        )
        .route("/disguised.png", png(b"<html>".to_vec()))
        .route("/round.png", get(async || (StatusCode::FOUND, [(header::LOCATION, "/round.png")])));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, routes).await });
    url
}

pub async fn check(person: &Person<'_>, file: &str) -> Value {
    let answer = person.call(Method::POST, "/tool-imports/check").text("text/csv", file).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

pub async fn import(person: &Person<'_>, file: &str, checked: &Value) -> Answer {
    let path = format!("/tool-imports?digest={}", checked["digest"].as_str().unwrap());
    let pictures = checked["pictures"].to_string();
    let body = form(&[("tools", file.as_bytes()), ("pictures", pictures.as_bytes())]);
    person.call(Method::POST, &path).bytes("multipart/form-data; boundary=trowel", body).send().await
}

/// Line and sentence of each.
fn told<'a>(checked: &'a Value, list: &str) -> Vec<(u64, &'a str)> {
    let rows = checked[list].as_array().unwrap().iter();
    let rows = rows.map(|row| (row["line"].as_u64().unwrap(), row["detail"].as_str().unwrap()));
    rows.filter(|(_, detail)| !detail.starts_with("Old addresses: ")).collect() // see site::redirects
}

async fn managed(person: &Person<'_>) -> Vec<Value> {
    let mut tools = person.get("/manageTools").await.body.as_array().unwrap().clone();
    tools.sort_by_key(|tool| tool["name"].as_str().unwrap().to_owned());
    tools
}

async fn add_category(hazel: &Person<'_>, name: &str) {
    hazel.post("/categories", json!({ "name": name })).await.is(200, "");
}

mod by_hand {
    trowel::db::statements! {
        pub COUNT = "UPDATE tools SET available = $2, description = 'Sharp' WHERE sku = $1";
    }
}

const SHOPIFY: &str = "\u{feff}Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Status
draw-hoe,Draw Hoe,\"<p>Weeds &amp; hills.</p>
<p>Made in <b>Truro</b>,
\"\"by hand\"\".</p>\",Fern,Hoes,\"a, b\",true,Title,Default Title,,,'00120,900,12,24.50,@/hoe-side.png,2,The side,false,,active
draw-hoe,,,,,,,,,,,,,,,@/hoe.png,1,The hoe,,,
,,,,,,,,,,,,,,,,,,,,
rake,Rake,Rake it,Fern,Rakes,,true,Wood,Ash,Teeth,12,RAKE-A,,3,30.00,,,,false,@/ash.png,active
rake,,,,,,,,Oak,,14,RAKE-O,,-2,32.5,,,,,,
old,Old Spade,,Fern,Hoes,,false,Title,Default Title,,,OLD-1,,1,5,@/hoe.png,1,,false,,archived
free,Free Seeds,Seeds,Fern,,,true,Title,Default Title,,,,,5,0,@/hoe.png,1,,false,,active
";

#[tokio::test]
async fn what_another_shop_does_with_a_product_and_this_one_does_not_is_said() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let file = "Handle,Title,Variant Price,Gift Card,Variant Inventory Tracker,Variant Inventory Qty,Variant Taxable,Variant Requires Shipping\n\
            card,Gift Card,10,true,,0,true,false\n\
            seeds,Seeds,3,false,,0,false,true\n\
            class,Pruning class,30,false,shopify,5,true,false\n\
            fee,Processing Fee,2,false,shopify,5,true,true\n\
            hoe,Hoe,20,false,shopify,5,true,true\n";
        let checked = check(&hazel, file).await;
        assert_eq!(told(&checked, "skipped"), [(2, "Gift card: This shop has no gift cards, so this row is left out.")]);
        let notes: Vec<_> = told(&checked, "notes").into_iter().filter(|(_, note)| !note.starts_with("Description") && !note.starts_with("Picture")).collect();
        assert_eq!(notes, [
            (3, "Available quantity: The other shop did not count this product. Please enter how many you have."),
            (3, "Taxes: The other shop did not tax this product. This shop taxes all of its tools the same."),
            (4, "Delivery: The other shop did not send this product. This shop sends all of its tools."),
            (5, "Name: This looks like a fee and not like a tool, so it becomes a draft."),
        ]);
        let woo = "Type,Name,Regular price,Stock,In stock?,Tax status,Published\n\
            \"simple, virtual\",Class,30,5,1,taxable,1\npw-gift-card,Card,10,,1,none,1\nsimple,Seeds,3,,1,none,1\n";
        let checked = check(&hazel, woo).await;
        assert_eq!(told(&checked, "skipped"), [(3, "Gift card: This shop has no gift cards, so this row is left out.")]);
        let notes: Vec<_> = told(&checked, "notes").into_iter().map(|(line, note)| (line, note.split(':').next().unwrap())).collect();
        for note in [(2, "Delivery"), (4, "Available quantity"), (4, "Taxes")] {
            assert!(notes.contains(&note), "{notes:?}");
        }
    })
    .await;
}

on_both_engines! {
    with crate::catalogue::import_other_shops::to_this_machine;

    async fn an_export_of_shopify_becomes_tools(shop: TestShop) {
        let hazel = shop.admin().await;
        add_category(&hazel, "Hoes").await;
        let file = SHOPIFY.replace('@', &other_shop().await);
        let checked = check(&hazel, &file).await;
        assert_eq!((&checked["source"], &checked["addedCount"], &checked["faultCount"]), (&json!("shopify"), &json!(4), &json!(0)));
        assert_eq!(checked["unknownColumns"], json!(["Tags", "Option1 Name", "Option2 Name"]));
        assert_eq!(told(&checked, "skipped"), [(8, "Price: The price must be at least 0.01.")]);
        assert_eq!(told(&checked, "notes"), [
            (5, "Category: There is no category “Rakes”, so its tools have none. To keep it, add it first."),
            (6, "Available quantity: The file has “-2”, so it is 0."),
            (6, "Picture: The file has none. The tool becomes a draft without a picture."),
            (7, "Description: The file has none, so it is the name."),
        ]);
        import(&hazel, &file, &json!({ "digest": checked["digest"], "pictures": [] })).await.is(409, "import_outdated");
        let done = import(&hazel, &file, &checked).await;
        assert_eq!((done.status, &done.body["addedCount"]), (200, &json!(4)), "{}", done.text);

        let tools = managed(&hazel).await;
        let names: Vec<_> = tools.iter().map(|tool| (tool["name"].as_str().unwrap(), tool["draft"].as_bool())).collect();
        assert_eq!(names, [("Draw Hoe", None), ("Old Spade", Some(true)), ("Rake – Ash / 12", None), ("Rake – Oak / 14", Some(true))]);
        let hoe = &tools[0];
        assert_eq!(hoe["description"], "Weeds & hills.\n\nMade in Truro, \"by hand\".");
        assert_eq!((&hoe["price"], &hoe["availableQuantity"], &hoe["minimumQuantity"]), (&json!(24.5), &json!(12), &json!(1)));
        assert_eq!((&hoe["sku"], &hoe["category"], &hoe["pictureCount"]), (&json!("00120"), &json!("hoes"), &json!(2)));
        assert_eq!((&hoe["weightGrams"], tools[1].get("weightGrams")), (&json!(900), None));
        assert_eq!((&hoe["imgAlt"], &hoe["brand"]), (&json!("The hoe"), &json!("Fern")), "by its position");
        assert_eq!((&tools[3]["availableQuantity"], &tools[3]["price"]), (&json!(0), &json!(32.5)));
        for tool in &tools {
            let path = tool["img"].as_str().unwrap().strip_prefix(&shop.url).unwrap();
            assert_eq!(crate::catalogue::images::get(shop, path).await.header("content-type"), "image/webp");
        }

        let again = check(&hazel, &file.replace("24.50", "26")).await;
        assert_eq!((&again["addedCount"], &again["changedCount"], &again["unchangedCount"]), (&json!(0), &json!(1), &json!(3)), "{again}");
        assert_eq!(again["changed"][0]["differences"], json!([{ "column": "Price", "before": "24.50", "after": "26.00" }]));
    }

    async fn an_export_of_woocommerce_becomes_tools(shop: TestShop) {
        let hazel = shop.admin().await;
        add_category(&hazel, "Hand tools").await;
        let file = "ID;Type;SKU;Name;Published;Is featured?;Short description;Description;In stock?;Stock;Low stock amount;Sale price;Regular price;Categories;Images;Parent;Attribute 1 name;Attribute 1 value(s);Weight (kg)
7;simple;HOE-1;Draw Hoe;1;0;Light.;\"<p>Weeds\\nand hills.</p>\";1;12.0;2;19.99;24,50;\"Tools > Hand tools, Garden\";\"@/hoe.png, @/ash.png\";;;;1,25
9;variation;GL-M;Gloves - M;1;0;;;1;;;;;;;id:8;Size;M
8;variable;GL;Gloves;1;0;;Warm;1;5;;;12;;@/hoe.png;;Size;\"M, L\";0.3004
14;variation;GL-S;Gloves - S;1;0;;;1;parent;;;;;;id:8;Size;S;0
10;variation;GL-L;Gloves - L;-1;0;;;1;4;;;13;;@/ash.png;GL;Size;L;.35
11;grouped;SET;Garden set;1;0;;;1;;;;;;;;;
12;variation;X;Lost;1;0;;;1;1;;;1;;;id:99;;
13;variable;EMPTY;No sizes;1;0;;;1;1;;;1;;;;;
".replace('@', &other_shop().await);
        let checked = check(&hazel, &file).await;
        assert_eq!((&checked["source"], &checked["addedCount"]), (&json!("woocommerce"), &json!(4)), "{checked}");
        assert_eq!(told(&checked, "skipped"), [
            (7, "Type: Products of the type “grouped” are not taken."), (8, "Parent: The file has no product “id:99”."),
            (9, "Type: The file has no variations of this product."),
        ]);
        let shared = "Available quantity: Its stock is shared with other variants. Please count them.";
        assert_eq!(told(&checked, "notes"), [
            (2, "Price: The regular price is taken, and the sale price 19.99 is not."), (3, shared), (5, shared),
        ]);
        import(&hazel, &file, &checked).await.is(200, "");
        let tools = managed(&hazel).await;
        let told: Vec<_> = tools.iter().map(|tool| (tool["name"].as_str().unwrap(), &tool["price"], &tool["availableQuantity"], tool["draft"].as_bool())).collect();
        assert_eq!(told, [
            ("Draw Hoe", &json!(24.5), &json!(12), None), ("Gloves – L", &json!(13), &json!(4), Some(true)), ("Gloves – M", &json!(12), &json!(0), None),
            ("Gloves – S", &json!(12), &json!(0), None),
        ]);
        let hoe = &tools[0];
        assert_eq!((&hoe["description"], &hoe["category"], &hoe["lowStock"]), (&json!("Light.\n\nWeeds\nand hills."), &json!("hand-tools"), &json!(2)));
        assert_eq!((&tools[2]["description"], &tools[1]["pictureCount"]), (&json!("Warm"), &json!(2)));
        let weights: Vec<_> = tools.iter().map(|tool| tool["weightGrams"].as_i64()).collect();
        assert_eq!(weights, [Some(1_250), Some(350), Some(300), Some(300)]);
    }

    async fn bar_codes_and_brands_of_other_shops_are_taken(shop: TestShop) {
        let hazel = shop.admin().await;
        let shopify = "Handle,Title,Vendor,Option1 Value,Variant SKU,Variant Barcode,Variant Price\n\
            hoe,Hoe,Fern & Sons,Ash,H-1,'4006381333931,5\nhoe,,,Oak,H-2,036000291452,6\nfork,Fork,,,F-1,12345,7\n";
        let woo = "Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Regular price;Brands\nsimple;R-1;9638 5074;Rake;5;Trug Co, Other\n";
        let fault = "GTIN: “12345” is left away. A GTIN has 8, 12, 13 or 14 digits. Please enter all of them, with zeros at the beginning.";
        for (file, note) in [(shopify, Some(fault)), (woo, None)] {
            let checked = check(&hazel, file).await;
            assert_eq!(checked["unknownColumns"], json!([]), "{checked}");
            let notes = checked["notes"].as_array().unwrap();
            let told = notes.iter().find(|note| note["detail"].as_str().unwrap().starts_with("GTIN"));
            assert_eq!(told.map(|told| told["detail"].as_str().unwrap()), note);
            import(&hazel, file, &checked).await.is(200, "");
        }
        let mut tools = managed(&hazel).await;
        tools.sort_by_key(|tool| tool["sku"].as_str().unwrap().to_owned());
        let told = |tool: &Value| ["sku", "gtin", "brand"].map(|member| tool[member].as_str().unwrap_or_default().to_owned());
        let told: Vec<_> = tools.iter().map(told).collect();
        assert_eq!(told, [
            ["F-1", "", ""], ["H-1", "4006381333931", "Fern & Sons"], ["H-2", "036000291452", "Fern & Sons"],
            ["R-1", "96385074", "Trug Co"],
        ]);
    }

    async fn what_a_file_does_not_say_stays(shop: TestShop) {
        let hazel = shop.admin().await;
        let file = |price: &str, more: &str| format!("Handle,Title,Variant SKU,Variant Price{more}\na,Hoe,H,{price},7,Fine\nb,Rake,R,{price},,");
        let whole = file("1", ",Variant Inventory Qty,Body (HTML)");
        let checked = check(&hazel, &whole).await;
        assert!(told(&checked, "notes").contains(&(3, "Available quantity: The file has none, so it is 0.")), "{checked}");
        import(&hazel, &whole, &checked).await.is(200, "");
        for (price, more) in [("2", ""), ("3", ",Variant Inventory Qty"), ("4", ",Variant Inventory Qty,Body (HTML)")] {
            let rows = file(price, more);
            // A tool whose cells are empty has a count and a text by now.
            shop.execute(&by_hand::COUNT, params!["R", 5]).await;
            let checked = check(&hazel, &rows).await;
            import(&hazel, &rows, &checked).await.is(200, "");
            let told: Vec<_> = managed(&hazel).await.iter().map(|tool| (tool["price"].to_string(), tool["availableQuantity"].as_i64().unwrap(), tool["description"].to_string())).collect();
            let tool = |stock, text: &str| (price.to_owned(), stock, format!("\"{text}\""));
            assert_eq!(told, [tool(7, "Fine"), tool(5, "Sharp")], "{more}");
        }
    }

    async fn a_picture_that_cannot_be_fetched_makes_a_draft(shop: TestShop) {
        let hazel = shop.admin().await;
        let at = other_shop().await;
        let names = ["endless.png", "page.png", "disguised.png", "round.png", "missing.png", "hoe.png"];
        let rows = names.map(|name| format!("{name},Tool {name},1,1,Text,{at}/{name}")).join("\n");
        let file = format!("Handle,Title,Variant Price,Variant Inventory Qty,Body (HTML),Image Src\n{rows}");
        let checked = check(&hazel, &file).await;
        let notes = told(&checked, "notes");
        let faults: Vec<_> = notes.iter().filter_map(|(line, detail)| Some((*line, detail.strip_suffix(DRAFT)?.strip_prefix("Picture: ")?.split_once(".png: ")?.1))).collect();
        assert_eq!(faults, [
            (2, "The picture can be at most 5 MB. Please make it smaller."), (3, "The address leads to something else than a picture."),
            (4, "This file is a web page. Please save the picture as JPEG, PNG or WebP and try again."),
            (5, "The address leads to other addresses more than three times."), (6, "The address answers with status 404 instead of a picture."),
        ]);
        assert_eq!((notes.len(), checked["pictures"].as_array().unwrap().len()), (5, 2));
        import(&hazel, &file, &checked).await.is(200, "");
        let drafts = managed(&hazel).await.iter().filter(|tool| tool["draft"] == true).count();
        assert_eq!((drafts, shop.visitor().get("/tools").await.body.as_array().unwrap().len()), (5, 1));
    }
}

#[tokio::test]
async fn a_private_address_is_not_asked_for_a_picture() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let at = other_shop().await;
        let file = format!(
            "Handle,Title,Variant Price,Image Src\na,A,1,{at}/hoe.png\nb,B,1,http://localhost:1/x.png\nc,C,1,file:///etc/passwd"
        );
        let checked = check(&hazel, &file).await;
        let notes = told(&checked, "notes");
        let private = "The address is in a private network, and the shop fetches pictures from public addresses only.";
        for (line, sentence) in [(2, private), (3, private), (4, "This is not a web address.")] {
            assert!(notes.iter().any(|note| note.0 == line && note.1.contains(sentence)), "{notes:?}");
        }
        assert_eq!(checked["addedCount"], 3, "as drafts");
        assert_eq!(checked["pictures"].as_array().unwrap().len(), 1, "the blank one");
    })
    .await;
}

#[tokio::test]
async fn a_zip_may_have_the_pictures_of_another_shop() {
    with_shop(Setup::sqlite(), async |shop| {
        use std::io::Write as _;
        let hazel = shop.admin().await;
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file("files/Hoe.png", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&file(quarters(400, 400), ImageFormat::Png)).unwrap();
        let zip = zip.finish().unwrap().into_inner();
        let file = "Handle,Title,Variant Price,Variant Inventory Qty,Body (HTML),Image Src\na,A,1,1,Text,https://127.0.0.1/files/hoe.png?v=2";
        let body = form(&[("tools", file.as_bytes()), ("zip", &zip)]);
        let call = hazel.call(Method::POST, "/tool-imports/check");
        let checked = call.bytes("multipart/form-data; boundary=trowel", body).send().await.body;
        assert_eq!((told(&checked, "notes"), &checked["addedCount"]), (vec![], &json!(1)));
        import(&hazel, file, &checked).await.is(200, "");
        assert_eq!(shop.visitor().get("/tools").await.body[0]["name"], "A");
    })
    .await;
}

#[tokio::test]
async fn a_hostile_export_is_refused_or_told_by_line() {
    with_shop(Setup::sqlite(), async |shop| {
        let hazel = shop.admin().await;
        let rows = "\na,,,,https://127.0.0.1/x.png".repeat(10_001);
        let long = format!("Handle,Title,Variant Price,Variant SKU,Image Src{rows}");
        let refused = hazel.call(Method::POST, "/tool-imports/check").text("text/csv", &long).send().await;
        refused.is(422, "unreadable_file");
        assert!(refused.text.contains("more than 10000 rows"), "{}", refused.text);
        let script = "\"<script>steal()</script><img src=x onerror=steal()>Fine &lt;b&gt;\"";
        let file = format!(
            "Handle,Title,Body (HTML),Variant Price,Variant SKU,Variant Inventory Qty\n,No handle,,1,,\na,,Text,1,,1\nb,B,{script},1,X,1\nb2,B,Text,1,Y,1\nc,C,Text,1,X,1\nd,=1+1,{},1,,1",
            "é".repeat(4_001)
        );
        let checked = check(&hazel, &file).await;
        assert_eq!(told(&checked, "skipped"), [
            (2, "Handle: This row has none."),
            (3, "Name: This field is required."),
        ]);
        for note in [
            (5, "Name: The file has this name more than once, so this tool is “B (2)”."),
            (6, "SKU: The file has “X” more than once, so only its first tool has it."),
        ] {
            assert!(told(&checked, "notes").contains(&note), "{checked}");
        }
        assert!(told(&checked, "notes").contains(&(7, "Description: Only the first 4000 characters are taken.")));
        import(&hazel, &file, &checked).await.is(200, "");
        let tools = managed(&hazel).await;
        assert_eq!(tools.len(), 4);
        assert_eq!(tools[1]["description"], "Fine <b>", "text, which pages show as text");
        assert_eq!(tools[0]["description"].as_str().unwrap().chars().count(), 4_000);
    })
    .await;
}
