//! Files as spreadsheets of two languages read and write them, and files that are older than the shop.

use std::{
    fmt::Display,
    io::{Cursor, Read as _},
};

use calamine::{Data, Reader as _, Xlsx};
use encoding_rs::WINDOWS_1252;
use reqwest::Method;
use serde_json::{Value, json};

use super::csv_files::day_of;
use crate::{
    sales::payment::paid_order,
    support::{Answer, Person, on_both_engines},
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const TOOLS: &str = "Name;SKU;Description;Price;Price by quantity;Available quantity;Low stock;Weight in kg;Picture;Picture text\n\
    Râteau à feuilles;00123;\"For leaves,\nand hay; 3 m\";1299,50;\"from 12: 1200,25; from 48: 1000\";1250;5;1,125;/images/hoe/350.webp;A rake\n\
    '=Hoe;3-4;Light;24,50;;0;;1,8;/images/hoe/350.webp;\n\
    ''=Fork_x0041_;1E5;12,50;0,01;;7;;;/images/hoe/350.webp;\n\
    12345678901234567;12345678901234567;12345678901234567;5;;7;;;/images/hoe/350.webp;\n";

async fn check_at(person: &Person<'_>, query: &str, file: impl Into<Vec<u8>>) -> Value {
    let path = format!("/tool-imports/check{query}");
    let checked = person.call(Method::POST, &path).bytes(XLSX, file.into()).send().await;
    assert_eq!(checked.status, 200, "{}", checked.text);
    checked.body
}

async fn check(person: &Person<'_>, file: impl Into<Vec<u8>>) -> Value {
    check_at(person, "", file).await
}

async fn import(person: &Person<'_>, file: impl Into<Vec<u8>>) {
    let file = file.into();
    let checked = check(person, file.clone()).await;
    assert_eq!(checked["faultCount"], 0, "{checked}");
    let path = format!("/tool-imports?digest={}", checked["digest"].as_str().unwrap());
    person.call(Method::POST, &path).bytes(XLSX, file).send().await.is(200, "");
}

async fn change(person: &Person<'_>, tool: impl Display, fields: Value) {
    let path = format!("/tools/{tool}");
    let etag = person.get(&path).await.header("etag").to_owned();
    let answer = person.call(Method::PUT, &path).header("if-match", &etag).json(fields).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// The cells of the first sheet.
fn cells(file: &Answer) -> Vec<Vec<Data>> {
    assert_eq!((file.status, file.header("content-type")), (200, XLSX), "{}", file.text);
    let mut workbook = Xlsx::new(Cursor::new(file.bytes.clone())).unwrap();
    let sheet = workbook.worksheet_range_at(0).unwrap().unwrap();
    sheet.rows().map(<[Data]>::to_vec).collect()
}

fn csv_records(text: &str, separator: u8) -> Vec<csv::StringRecord> {
    let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).delimiter(separator).from_reader(text.as_bytes());
    reader.records().map(Result::unwrap).collect()
}

/// A cell as a CSV file of programs has it. Only the apostrophes of formulas are missing.
fn as_csv(cell: &Data, heading: &str) -> String {
    const AMOUNTS: [&str; 19] = [
        "Price",
        "Total",
        "Due",
        "Discount",
        "Goods",
        "Delivery price",
        "GST",
        "HST",
        "QST",
        "PST",
        "RST",
        "Amount",
        "Returned",
        "Federal tax",
        "Provincial tax",
        "Sales",
        "Charged",
        "Net",
        "Paid",
    ];
    match cell {
        Data::Float(number) if AMOUNTS.contains(&heading) => format!("{number:.2}"),
        Data::Float(number) => number.to_string(),
        Data::DateTime(time) => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
        }
        Data::String(text) => text.clone(),
        Data::Empty => String::new(),
        other => panic!("{other:?}"),
    }
}

on_both_engines! {
    async fn a_workbook_has_the_rows_of_the_csv_file_in_typed_cells(shop: TestShop) {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        import(&hazel, TOOLS).await;
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        let tracking = json!({ "status": "Approved and shipped", "carrier": "Canada Post", "trackingNumber": "7300000007926919" });
        hazel.patch(&format!("/orders/{order}"), tracking).await.is(200, "");
        let part = json!({ "lines": [{ "orderId": order, "amount": 5.5 }], "reason": "=Late;-1", "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), part).await.is(200, "");
        let today = day_of(shop, std::time::Duration::ZERO);
        for file in ["tools", "orders", "purchases", "payments", "refunds", "taxes", "customers", "stock"] {
            let query = format!("/csv/{file}?tool={hoe}&from={today}&to={today}");
            let csv = csv_records(&hazel.get(&query).await.text, b',');
            let answer = hazel.get(&format!("{query}&format=xlsx")).await;
            let workbook = cells(&answer);
            let name = answer.header("content-disposition").to_owned();
            assert!(name.ends_with(&format!("{today}.xlsx\"")), "{name}");
            assert_eq!(name.contains(&format!("{today}-to-{today}")), file != "tools" && file != "customers", "{name}");
            assert!(workbook.len() > 1 && workbook.len() == csv.len(), "{file}");
            for (row, record) in workbook.iter().zip(&csv) {
                let texts: Vec<_> = row.iter().zip(&csv[0]).map(|(cell, heading)| as_csv(cell, heading)).collect();
                let plain = |cell: &str| cell.replace('\'', "").trim_end_matches('0').to_owned();
                for (text, cell) in texts.iter().zip(record.iter()) {
                    assert_eq!(plain(text), plain(cell), "{file} {record:?}");
                }
            }
            let mut parts = zip::ZipArchive::new(Cursor::new(answer.bytes.clone())).unwrap();
            let mut sheet = String::new();
            parts.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
            assert!(sheet.contains("state=\"frozen\"") && !sheet.contains("<f>"), "{file}");
        }
        let rows = cells(&hazel.get("/csv/orders?format=xlsx").await);
        let at = |name: &str| rows[0].iter().position(|cell| matches!(cell, Data::String(text) if text.starts_with(name))).unwrap();
        assert_eq!(rows[1][at("Tracking number")], Data::String("7300000007926919".into()));
        assert_eq!(rows[1][at("Total")], Data::Float(20.0));
        assert!(matches!(rows[1][at("Placed")], Data::DateTime(_)));
        let tools = cells(&hazel.get("/csv/tools?format=xlsx").await);
        let skus: Vec<_> = tools[1..].iter().map(|row| row[2].clone()).filter(|cell| *cell != Data::Empty).collect();
        let mut texts = ["00123", "3-4", "1E5", "12345678901234567"].map(|sku| Data::String(sku.into()));
        texts.sort_by_key(ToString::to_string);
        let mut seen = skus;
        seen.sort_by_key(ToString::to_string);
        assert_eq!(seen, texts);

        hazel.get("/csv/orders?format=ods").await.is(400, "malformed_query");
        hazel.get(&format!("/csv/taxes?from={today}&to=2001-01-01")).await.is(422, "invalid_field");
        shop.staff().await.get("/csv/orders?format=xlsx").await.is(403, "forbidden");
        shop.visitor().get("/csv/orders?format=xlsx").await.is(401, "unauthenticated");
    }

    async fn the_file_of_tools_comes_back_from_every_format_without_a_difference(shop: TestShop) {
        let hazel = shop.admin().await;
        import(&hazel, TOOLS).await;
        let comma = hazel.get("/csv/tools").await.text;
        let semicolon = hazel.get("/csv/tools?format=csv-semicolon").await.text;
        let row = csv_records(&semicolon, b';').into_iter().find(|row| &row[2] == "00123").unwrap();
        assert_eq!((&row[5], &row[6], &row[13]), ("1299,50", "from 12: 1200,25; from 48: 1000,00", "1,1250"));
        assert_eq!(&csv_records(&comma, b',').into_iter().find(|row| &row[2] == "00123").unwrap()[5], "1299.50");
        let without_mark = semicolon.trim_start_matches('\u{feff}');
        let tabs = |separator: u8| {
            let mut writer = csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new());
            for record in csv_records(if separator == b';' { &semicolon } else { &comma }, separator) {
                writer.write_record(&record).unwrap();
            }
            String::from_utf8(writer.into_inner().unwrap()).unwrap()
        };
        let utf16 = |text: &str| format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let files: [(&str, Vec<u8>); 10] = [
            ("xlsx", hazel.get("/csv/tools?format=xlsx").await.bytes),
            ("comma", comma.clone().into()),
            ("semicolon", semicolon.clone().into()),
            ("sep=", format!("sep=;\r\n{without_mark}").into()),
            ("windows-1252", WINDOWS_1252.encode(without_mark).0.into_owned()),
            ("tabs, UTF-16", utf16(&tabs(b','))),
            ("tabs with decimal commas, UTF-16", utf16(&tabs(b';'))),
            ("line feeds", comma.replace("\r\n", "\n").into()),
            ("without the version", comma.replace("Version at download", "Other").into()),
            ("without the ID", comma.replacen("ID,", "Other,", 1).into()),
        ];
        for (name, file) in files {
            let checked = check(&hazel, file).await;
            let counts = ["unchangedCount", "changedCount", "addedCount", "faultCount", "keptQuantityCount", "keptChangeCount", "alteredSkuCount"];
            assert_eq!(counts.map(|count| checked[count].as_i64().unwrap()), [4, 0, 0, 0, 0, 0, 0], "{name}: {checked}");
        }
    }

    async fn a_workbook_is_imported_as_its_csv_file_would_be(shop: TestShop) {
        let hazel = shop.admin().await;
        import(&hazel, TOOLS).await;
        let file = hazel.get("/csv/tools?format=xlsx").await;
        let rows = cells(&file);
        let mut edited = rust_xlsxwriter::Workbook::new();
        let sheet = edited.add_worksheet();
        for (row, cells) in (0..).zip(&rows) {
            for (column, cell) in (0..).zip(cells) {
                match cell {
                    // A price is raised by a formula.
                    Data::Float(number) if column == 5 => sheet.write_formula(row, column, rust_xlsxwriter::Formula::new("=F2*1.1").set_result(format!("{}", number * 1.1))).unwrap(),
                    Data::Float(number) => sheet.write(row, column, *number).unwrap(),
                    Data::String(text) => sheet.write(row, column, text).unwrap(),
                    _ => sheet,
                };
            }
        }
        let checked = check(&hazel, edited.save_to_buffer().unwrap()).await;
        let hoe = checked["changed"].as_array().unwrap().iter().find(|tool| tool["name"] == "=Hoe").unwrap();
        assert_eq!(hoe["differences"], json!([{ "column": "Price", "before": "24.50", "after": "26.95" }]));
        assert_eq!(checked["dialect"], json!({ "encoding": "xlsx", "separator": "", "lineEnds": "lf" }));
        // 0.01 × 1.1 has three decimals.
        assert_eq!((&checked["changedCount"], &checked["faultCount"]), (&json!(3), &json!(1)), "{checked}");
        assert!(checked["faults"][0]["detail"].as_str().unwrap().starts_with("Price: Please enter an amount"));
    }

    async fn an_older_file_takes_back_nothing_that_was_changed_in_the_shop(shop: TestShop) {
        let hazel = shop.admin().await;
        let category = hazel.post("/categories", json!({ "name": "Hand Tools" })).await.body["insertedId"].clone();
        let hoe = shop.tool("Hoe", 1_999, 5, 1).await;
        let spade = shop.tool("Spade", 3_000, 5, 1).await;
        change(&hazel, &hoe, json!({ "category": "hand-tools", "sku": "HOE-1" })).await;
        for format in ["csv", "csv-semicolon", "xlsx"] {
            let file = hazel.get(&format!("/csv/tools?format={format}")).await.bytes;
            let checked = check(&hazel, file).await;
            assert_eq!((&checked["unchangedCount"], &checked["keptChangeCount"]), (&json!(2), &json!(0)), "{checked}");
        }
        let file = hazel.get("/csv/tools").await.text;
        change(&hazel, &hoe, json!({ "price": 24.5, "description": "New", "category": "" })).await;
        let edited = file.replace(",HOE-1,", ",HOE-2,").replace(",30.00,", ",31.00,");
        let checked = check(&hazel, edited.clone()).await;
        let differences = |checked: &Value, name: &str| {
            let tools = checked["changed"].as_array().unwrap();
            tools.iter().find(|tool| tool["name"] == name).map_or(Value::Null, |tool| tool["differences"].clone())
        };
        assert_eq!(differences(&checked, "Hoe"), json!([{ "column": "SKU", "before": "HOE-1", "after": "HOE-2" }]), "{checked}");
        assert_eq!(differences(&checked, "Spade"), json!([{ "column": "Price", "before": "30.00", "after": "31.00" }]));
        let kept: Vec<_> = checked["keptChanges"].as_array().unwrap().iter().map(|kept| kept["detail"].as_str().unwrap()).collect();
        assert_eq!((kept.len(), kept[0], kept[2]), (3, "Category: “” stays. The file has the older “hand-tools”.", "Price: “24.50” stays. The file has the older “19.99”."));
        let both = check(&hazel, edited.replace(",19.99,", ",22.00,")).await;
        assert_eq!(both["keptChanges"][2]["detail"], "Price: “24.50” stays. The file has “22.00”.");

        let taken = check_at(&hazel, "?overwriteChanges=true", edited.clone()).await;
        let columns: Vec<_> = differences(&taken, "Hoe").as_array().unwrap().iter().map(|it| it["column"].clone()).collect();
        assert_eq!((columns, &taken["keptChangeCount"]), (vec![json!("SKU"), json!("Category"), json!("Description"), json!("Price")], &json!(0)));
        let digest = taken["digest"].as_str().unwrap();
        let call = hazel.call(Method::POST, &format!("/tool-imports?digest={digest}")).bytes("text/csv", edited.clone().into());
        call.send().await.is(409, "import_outdated");

        // A category of then that is deleted stops nothing.
        hazel.delete(&format!("/categories/{}", category.as_str().unwrap())).await.is(200, "");
        import(&hazel, edited).await;
        let shown = hazel.get(&format!("/tools/{hoe}")).await.body;
        assert_eq!((&shown["sku"], &shown["price"], &shown["description"]), (&json!("HOE-2"), &json!(24.5), &json!("New")));
        assert_eq!(hazel.get(&format!("/tools/{spade}")).await.body["price"], 31.0);

        // A version that is missing, altered or of another row says nothing.
        let row = csv_records(&file, b',').into_iter().find(|row| row[0] == *hoe.to_string()).unwrap();
        let version = row.get(row.len() - 1).unwrap();
        for other in ["", "v1", "1.5E+10", &version.replace(&version[1..7], "000000")] {
            let checked = check(&hazel, format!("ID,Price,Version at download\n{hoe},19.99,{other}\n")).await;
            assert_eq!((&checked["changedCount"], &checked["keptChangeCount"]), (&json!(1), &json!(0)), "{other}");
        }
    }
}
