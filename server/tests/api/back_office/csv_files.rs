//! CSV files: what the owner downloads, and tools that are imported from one.

use std::{fmt::Write as _, time::Duration};

use crate::support::{Answer, Person, TestShop, intent_of, on_both_engines, toronto_day};
use reqwest::Method;
use serde_json::{Value, json};
use trowel::values::ids::Id;

mod by_hand {
    trowel::db::statements! {
        pub IMPORTS = "UPDATE audit_entries SET action = action WHERE action = 'import_tools'";
        pub IMPORT_COUNTS = "UPDATE tool_imports SET added = 1 WHERE added = 1 AND changed = 1 AND unchanged = 0";
    }
}

const HEAD: &str = "ID,Name,SKU,Category,Description,Price,Price by quantity,Available quantity,Minimum quantity,Low stock,Status,Picture,Picture text,Weight in kg,GTIN,Brand,MPN";

async fn check(person: &Person<'_>, file: &str) -> Answer {
    person.call(Method::POST, "/tool-imports/check").text("text/csv", file).send().await
}

async fn import(person: &Person<'_>, file: &str, digest: &Value) -> Answer {
    let path = format!("/tool-imports?digest={}", digest.as_str().unwrap());
    person.call(Method::POST, &path).text("text/csv", file).send().await
}

async fn with_progress(person: &Person<'_>, path: &str, file: &str) -> Answer {
    person
        .call(Method::POST, path)
        .header("accept", "application/x-ndjson")
        .text("text/csv", file)
        .send()
        .await
}

/// The lines of a response with progress.
pub fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "application/x-ndjson"),
        "{}",
        answer.text
    );
    answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn day_of(shop: &TestShop, later: Duration) -> String {
    toronto_day(&shop.shop.clock.now().plus(later).to_string())
}

/// The records of a file.
pub fn records(answer: &Answer) -> Vec<Vec<String>> {
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/csv; charset=utf-8"),
        "{}",
        answer.text
    );
    let text = answer.text.strip_prefix('\u{feff}').expect("a byte order mark");
    assert!(text.ends_with("\r\n"));
    // No cell of these tests has a line break.
    text.lines().map(|line| line.split(',').map(|cell| cell.trim_matches('"').to_owned()).collect()).collect()
}

on_both_engines! {
    async fn a_file_has_every_row_and_no_formula(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        for n in 0..501 {
            shop.tool(&format!("Tool {n}"), 1_000 + n, 10, 1).await;
        }
        shop.tool("-2+3", 1_999, 10, 1).await;
        let mut hostile = ada.wish("-2+3", 1_999, 2);
        hostile["phone"] = json!(";=1+cmd|'/C calc'!A0;"); // swapped: this is the address
        let order = ada.post("/orders", hostile).await.body["insertedId"].as_str().unwrap().to_owned();
        let tools = records(&hazel.get("/csv/tools").await);
        assert_eq!((tools.len(), tools[0].join(",")), (503, format!("{HEAD},Added,Quantity at download,Version at download")));
        // The description has a comma. Tools of one millisecond have no order.
        let formula = tools.iter().find(|row| row[1] == "'-2+3").unwrap();
        assert_eq!((&*formula[6], &*formula[11]), ("19.99", "Published"));
        let orders = hazel.get("/csv/orders").await;
        assert!(orders.header("content-disposition").starts_with("attachment; filename=\"orders-"));
        let rows = records(&orders);
        let row = &rows[1];
        assert_eq!((rows.len(), row.get(18), &*row[3], &*row[7]), (2, Some(&order), "'-2+3", "Ada"));
        assert_eq!(&*row[2], "Unpaid");
        assert_eq!(row[19..], ["1", "1", "0.00", "0.00", "39.98", "0.00"], "a line of its own, without tax");
        let address = ";'=1+cmd|'/C calc'!A0;";
        assert_eq!((&*row[9], &*row[10]), (address, "555-0100"), "address and phone are not swapped");
        let (today, tomorrow) = (day_of(shop, Duration::ZERO), day_of(shop, Duration::from_hours(24)));
        for (query, count) in [(format!("from={today}&to={today}"), 2), (format!("from={tomorrow}"), 1), ("to=2001-01-01".into(), 1)] {
            assert_eq!(records(&hazel.get(&format!("/csv/orders?{query}")).await).len(), count, "{query}");
            assert!(records(&hazel.get(&format!("/csv/payments?{query}")).await).len() == 1, "nothing is paid");
        }
        hazel.get("/csv/orders?from=yesterday").await.is(422, "invalid_field");
        let customers = records(&hazel.get("/csv/customers").await);
        let ada = customers.iter().find(|row| row[0] == "Ada").unwrap();
        assert_eq!((&*ada[7], &*ada[8]), ("1", "0.00"));
        hazel.get("/csv/passwords").await.is(404, "not_found");
    }

    async fn a_paid_order_is_in_the_file_of_payments(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        shop.tool("Hoe", 1_000, 10, 1).await;
        let order = ada.order("Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        shop.provider.pay(&secret, "4242424242424242").await;
        let report = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
        ada.patch(&format!("/orders/{order}"), report).await.is(200, "");
        assert_eq!(records(&hazel.get("/csv/orders").await)[1][2], "To ship");
        hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        assert_eq!(records(&hazel.get("/csv/orders").await)[1][2], "Approved and shipped");
        let row = records(&hazel.get("/csv/payments").await)[1].clone();
        assert_eq!((row[0].starts_with("pi_"), &*row[2], &*row[3], &*row[4], &*row[5]), (true, "Paid", "20.00", "CAD", "#1001"));
        assert_eq!(records(&hazel.get("/csv/customers").await).iter().find(|row| row[0] == "Ada").unwrap()[8], "20.00");
        // The list of users shows the same.
        ada.put("/profiles/ada@example.com", json!({ "location": "Guelph" })).await.is(200, "");
        let ids = hazel.get("/users").await.body.as_array().unwrap().iter().map(|user| user["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        let unknown = Id::new(shop.shop.clock.now());
        let shown = hazel.get(&format!("/customers?ids={},{unknown}", ids.join(","))).await.body;
        assert_eq!(shown.as_array().unwrap().iter().map(|customer| customer["_id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
        let of = |name: &str| shown.as_array().unwrap().iter().find(|customer| customer["name"] == name).unwrap();
        let members = ["town", "orderCount", "paid"].map(|member| &of("Ada")[member]);
        assert_eq!(members, [&json!("Guelph"), &json!(1), &json!(20)]);
        assert!(of("Ada")["lastOrderAt"].is_string());
        assert_eq!(["town", "orderCount", "paid", "lastOrderAt"].map(|member| &of("Hazel")[member]), [&Value::Null, &json!(0), &json!(0), &Value::Null]);
        for ids in ["", "1", &vec![ids[0].as_str(); 101].join(",")] {
            hazel.get(&format!("/customers?ids={ids}")).await.is(422, "invalid_field");
        }
    }

    async fn a_file_of_tools_comes_back_unchanged_and_imports_what_was_edited(shop: TestShop) {
        let hazel = shop.admin().await;
        hazel.post("/categories", json!({ "name": "Hand Tools" })).await;
        let hoe = shop.tool("=Hoe, \"draw\"", 1_999, 10, 5).await;
        shop.tool("Spade", 3_000, 10, 1).await;
        let file = hazel.get("/csv/tools").await.text;
        let same = check(&hazel, &file).await;
        assert_eq!((&same.body["unchangedCount"], &same.body["changedCount"], &same.body["faultCount"]), (&json!(2), &json!(0), &json!(0)), "{}", same.text);

        let edited = format!(
            "name,Sku,price,Colour,id,AVAILABLE QUANTITY,Category,Picture,Quantity at download,Description\r\n'=Hoe 2,HOE-1,$20.5,red,{hoe},12,hand tools,,10,\r\n\
            Rake,RAKE-1,5,green,,7,,/images/hoe/350.webp,,\"For leaves,\nand hay\"\r\n"
        );
        let faulty = check(&hazel, &edited).await;
        assert_eq!(faulty.body["faults"][0], json!({ "line": 2, "detail": "Description: This field is required." }));
        import(&hazel, &edited, &faulty.body["digest"]).await.is(422, "file_has_faults");
        let edited = edited.replace("hand tools,,10,\r\n", "hand tools,,10,Ash\r\n");
        let checked = check(&hazel, &edited).await;
        let counts = [&checked.body["addedCount"], &checked.body["changedCount"], &checked.body["faultCount"], &checked.body["unknownColumns"]];
        assert_eq!(counts, [&json!(1), &json!(1), &json!(0), &json!(["Colour"])], "{}", checked.text);
        let differences = checked.body["changed"][0]["differences"].as_array().unwrap();
        let columns: Vec<_> = differences.iter().map(|difference| difference["column"].as_str().unwrap()).collect();
        assert_eq!(columns, ["Name", "SKU", "Category", "Description", "Price", "Available quantity"]);
        assert_eq!(differences[4], json!({ "column": "Price", "before": "19.99", "after": "20.50" }));

        let stale = &checked.body["digest"];
        let change = hazel.call(Method::PUT, &format!("/tools/{hoe}")).header("if-match", "\"1.10\"").json(json!({ "minimumQuantity": 2 }));
        assert_eq!(change.send().await.status, 200);
        import(&hazel, &edited, stale).await.is(409, "import_outdated");
        let ada = shop.customer("Ada").await;
        let checked = check(&hazel, &edited).await;
        ada.order("=Hoe, \"draw\"", 1_999, 2).await;
        import(&hazel, &edited, &checked.body["digest"]).await.is(409, "import_outdated");
        assert_eq!(shop.visitor().get("/tools").await.body.as_array().unwrap().len(), 2, "nothing was imported");

        let checked = check(&hazel, &edited).await;
        let done = import(&hazel, &edited, &checked.body["digest"]).await;
        assert_eq!((done.status, &done.body), (200, &json!({ "addedCount": 1, "changedCount": 1, "unchangedCount": 0, "notes": [] })), "{}", done.text);
        import(&hazel, &edited, &checked.body["digest"]).await.is(409, "import_outdated");
        let listed = shop.visitor().get("/tools").await.body;
        assert_eq!(listed[0]["name"], "=Hoe 2", "the apostrophe is taken back");
        assert_eq!((&listed[0]["price"], &listed[0]["availableQuantity"], &listed[0]["minimumQuantity"], &listed[0]["category"]), (&json!(20.5), &json!(10), &json!(2), &json!("hand-tools")));
        assert_eq!((&listed[2]["name"], &listed[2]["sku"], &listed[2]["description"]), (&json!("Rake"), &json!("RAKE-1"), &json!("For leaves,\nand hay")));
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]), "every change of the stock has its reason");
        let by_sku = check(&hazel, "SKU;Price\nRAKE-1;6\nHOE-1;20.50\n").await;
        assert_eq!((&by_sku.body["changedCount"], &by_sku.body["unchangedCount"]), (&json!(1), &json!(1)), "{}", by_sku.text);
        assert_eq!(shop.execute(&by_hand::IMPORTS, &[]).await, 1, "audited once");
        assert_eq!(shop.execute(&by_hand::IMPORT_COUNTS, &[]).await, 1);
    }

    async fn a_file_older_than_a_sale_gives_nothing_back(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Hoe", 1_999, 5, 1).await;
        let file = format!("ID,SKU,Price,Available quantity,Quantity at download\n{hoe},00123,25,5,5\n");
        let first = check(&hazel, &file).await.body;
        import(&hazel, &file, &first["digest"]).await.is(200, "");
        let ada = shop.customer("Ada").await;
        ada.order("Hoe", 2_500, 3).await;
        let differences = |checked: &Value| checked["changed"][0]["differences"].clone();
        let of = |column: &str, before: &str, after: &str| json!([{ "column": column, "before": before, "after": after }]);

        let price = file.replace(",25,", ",26,");
        let checked = check(&hazel, &price).await.body;
        assert_eq!(differences(&checked), of("Price", "25.00", "26.00"), "the sale stays");
        let counted = file.replace(",5,5", ",7,5");
        let checked = check(&hazel, &counted).await.body;
        assert_eq!(differences(&checked), of("Available quantity", "2", "4"), "two were added");
        let gone = check(&hazel, &file.replace(",5,5", ",2,5")).await.body;
        assert_eq!(gone["faults"][0]["detail"], "Available quantity: The file takes 3 from the stock, and only 2 are left.");

        let without = format!("ID,SKU,Available quantity\n{hoe},00123,5\n");
        let checked = check(&hazel, &without).await.body;
        assert_eq!((&checked["changedCount"], &checked["keptQuantityCount"]), (&json!(0), &json!(1)), "{checked}");
        let on = "/tool-imports/check?setQuantities=true";
        let set = hazel.call(Method::POST, on).text("text/csv", &without).send().await.body;
        assert_eq!((differences(&set), &set["keptQuantityCount"]), (of("Available quantity", "2", "5"), &json!(0)));
        import(&hazel, &without, &set["digest"]).await.is(409, "import_outdated");

        let harmed = format!("ID,SKU\n{hoe},123\n");
        let checked = check(&hazel, &harmed).await.body;
        let told = json!([{ "line": 2, "detail": "SKU: “00123” stays. The file has “123”." }]);
        assert_eq!((&checked["alteredSkus"], &checked["changedCount"]), (&told, &json!(0)));
        let on = "/tool-imports/check?takeAlteredSkus=true";
        let taken = hazel.call(Method::POST, on).text("text/csv", &harmed).send().await.body;
        assert_eq!((differences(&taken), &taken["alteredSkuCount"]), (of("SKU", "00123", "123"), &json!(0)));
    }

    async fn a_fault_names_its_line_and_a_bad_file_says_why(shop: TestShop) {
        let hazel = shop.admin().await;
        let hoe = shop.tool("Hoe", 1_999, 10, 5).await;
        shop.tool("Spade", 3_000, 10, 1).await;
        let file = format!(
            "ID,Name,Price,Available quantity,Status,Picture,Category,Description\n{hoe},Spade,1,1,,,,x\n{hoe},Hoe,1,1,,,,x\n{id},Fork,1,1,,,,x\n\
            ,Fork,12.345,many,Sold,,,x\n,Fork,1,1,,,,x\n,Rake,1,1,,https://pictures.example/x.png,,x\n,Broom,1,1,,/images/hoe/350.webp,Brooms,x\n,Pot,1,1,,/images/hoe/350.webp,,x,y\n",
            id = "01a1fb87-8521-78d7-9b1b-aaffb4e43a62"
        );
        let faults = check(&hazel, &file).await.body["faults"].clone();
        let of = |line: i64| faults.as_array().unwrap().iter().find(|fault| fault["line"] == line).unwrap_or_else(|| panic!("{line}: {faults}"))["detail"].as_str().unwrap();
        assert_eq!(of(2), "Name: Another tool is called “Spade”.");
        assert_eq!(of(3), "This tool is in the file twice.");
        assert!(of(4).starts_with("ID: The shop has no tool with this ID."));
        assert!(of(5).contains("Price: “12.345” can mean 12345.00 or 12.345. Please write 12345.00.") && of(5).contains("Available quantity: ") && of(5).contains("Status: Please enter Published or Draft."));
        assert_eq!(of(6), "Picture: A new tool needs this.");
        assert!(of(7).starts_with("Picture: The shop can’t show pictures from this address."));
        assert!(of(8).starts_with("Category: There is no category “Brooms”."));
        assert_eq!(of(9), "This row has more cells than the first line.");

        let file = "Name,Price\nFork,5\nRake,6\nHoe,7\nBroom,x\n";
        let faults = check(&hazel, file).await.body["faults"].clone();
        let detail = "New tools need the columns Description, Available quantity, Picture. Add them, or correct the ID or SKU of rows for tools that exist.";
        assert_eq!(faults[0], json!({ "line": 1, "detail": detail }), "one fault for three rows");
        assert_eq!((faults.as_array().unwrap().len(), &faults[1]["line"]), (2, &json!(5)), "{faults}");
        let faults = check(&hazel, "SKU,Name,Description,Price,Available quantity\nX-1,Fork,x,5,1\n").await.body["faults"].clone();
        assert_eq!(faults[0]["detail"], "New tools need the column Picture. Add it, or correct the ID or SKU of rows for tools that exist.");

        let rows = |count: usize| "Hoe,1\n".repeat(count);
        let bad = [
            (String::new(), "This file is empty."), ("Colour\nred\n".into(), "The first line has none of the columns"),
            (format!("Name{}\n", ",".repeat(100)), "This file has a row with more than 100 cells."),
            (format!("Name,\"\n\"{}\n", ",".repeat(99)), "This file has a row with more than 100 cells."),
            (format!("Name\nHoe{}\n", ",".repeat(100)), "This file has a row with more than 100 cells."),
            ("Name,name\na,b\n".into(), "The column Name is in this file twice."), (format!("Name,Price\n{}", rows(10_001)), "This file has more than 10000 rows."),
        ];
        for (file, sentence) in bad {
            let answer = check(&hazel, &file).await;
            answer.is(422, "unreadable_file");
            assert!(answer.body["detail"].as_str().unwrap().starts_with(sentence), "{}", answer.text);
        }
        let workbook = hazel.call(Method::POST, "/tool-imports/check").bytes("text/csv", b"PK\x03\x04\x00\x90\xff".to_vec());
        workbook.send().await.is(422, "unreadable_file");
        check(&hazel, &"x".repeat(5 * 1024 * 1024 + 1)).await.is(413, "file_too_large");
        check(&hazel, &format!("Name{}\nHoe{}\n", ",".repeat(99), ",".repeat(99))).await.is(200, "");
    }

    async fn one_file_is_checked_at_a_time(shop: TestShop) {
        let hazel = shop.admin().await;
        let place = shop.shop.images.import_checks.try_acquire().unwrap();
        check(&hazel, "Name\nHoe\n").await.is(503, "busy");
        drop(place);
        for _ in 0..2 {
            check(&hazel, "Name\nHoe\n").await.is(200, "");
        }
    }

    async fn an_import_reports_how_many_tools_are_written(shop: TestShop) {
        let hazel = shop.admin().await;
        let rows: String = (0..250).map(|n| format!(",Tool {n},For the border,10,5,/images/hoe/350.webp\n")).collect();
        let file = format!("ID,Name,Description,Price,Available quantity,Picture\n{rows}");
        let checked = lines(&with_progress(&hazel, "/tool-imports/check", &file).await);
        assert_eq!((checked.len(), &checked[0]["result"]["addedCount"]), (1, &json!(250)), "a check of rows alone is quick");
        let path = format!("/tool-imports?digest={}", checked[0]["result"]["digest"].as_str().unwrap());
        let done = lines(&with_progress(&hazel, &path, &file).await);
        let (last, progress) = done.split_last().unwrap();
        assert_eq!(last, &json!({ "result": { "addedCount": 250, "changedCount": 0, "unchangedCount": 0, "notes": [] } }));
        let counts: Vec<_> = progress.iter().map(|line| line["progress"]["done"].as_u64().unwrap()).collect();
        assert!(!counts.is_empty() && counts.is_sorted() && progress.iter().all(|line| line["progress"]["total"] == 250), "{done:?}");
        // An error before the first number has its own status, and a later one is the last line.
        with_progress(&hazel, &path, &file).await.is(409, "import_outdated");
        with_progress(&hazel, "/tool-imports/check", "").await.is(422, "unreadable_file");
        let tools = shop.visitor().get("/tools?limit=2").await.body;
        let [one, other] = [&tools[0], &tools[1]];
        let exchange = format!("ID,Name\n{},{}\n{},{}\n", one["_id"].as_str().unwrap(), other["name"].as_str().unwrap(), other["_id"].as_str().unwrap(), one["name"].as_str().unwrap());
        let checked = check(&hazel, &exchange).await;
        import(&hazel, &exchange, &checked.body["digest"]).await.is(409, "name_taken");
        let path = format!("/tool-imports?digest={}", checked.body["digest"].as_str().unwrap());
        let failed = lines(&with_progress(&hazel, &path, &exchange).await);
        let problem = &failed.last().unwrap()["problem"];
        assert_eq!((&failed[0], &problem["status"], &problem["code"]), (&json!({ "progress": { "done": 0, "total": 2 } }), &json!(409), &json!("name_taken")));
    }

    async fn a_large_file_is_imported_as_a_whole(shop: TestShop) {
        let hazel = shop.admin().await;
        let rows = std::env::var("TROWEL_IMPORT_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(500);
        let mut file = format!("{HEAD},Quantity at download\n");
        for n in 0..rows {
            let cents = n % 100;
            writeln!(file, ",Tool {n},SKU-{n},,For the border,10.{cents:02},from 5: 9,5,1,,,/images/hoe/350.webp,A hoe,,,,,5").unwrap();
        }
        for edited in [file.clone(), file.replace(",5,1,", ",6,2,")] {
            let start = std::time::Instant::now();
            let checked = check(&hazel, &edited).await;
            let done = import(&hazel, &edited, &checked.body["digest"]).await;
            assert_eq!(done.status, 200, "{}", done.text);
            eprintln!("{rows} rows in {:?}", start.elapsed());
        }
        let page = shop.visitor().get("/tools?limit=1").await;
        assert_eq!((page.header("x-total-count"), &page.body[0]["availableQuantity"]), (&*rows.to_string(), &json!(6)));
    }
}
