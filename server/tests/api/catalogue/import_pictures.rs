//! Pictures of an import, in a zip beside the CSV file.

use std::io::{Cursor, Write as _};

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    back_office::csv_files::lines,
    catalogue::images::{file, form, get, is_refusal, quarters, send_before_reading},
    support::{Answer, Person, Setup, on_both_engines, with_shop},
};

mod by_hand {
    trowel::db::statements! {
        pub PICTURES = "UPDATE images SET hash = hash";
    }
}

const HEAD: &str = "Name,Description,Price,Available quantity,Picture";

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn png(width: u32) -> Vec<u8> {
    file(quarters(width, width), ImageFormat::Png)
}

fn rows(pictures: &[&str]) -> String {
    let row = |(n, picture): (usize, &&str)| format!("\nHoe {n},For the border,10,5,{picture}");
    format!("{HEAD}{}", pictures.iter().enumerate().map(row).collect::<String>())
}

async fn send(person: &Person<'_>, path: &str, tools: &str, part: (&str, &[u8])) -> Answer {
    let body = form(&[("tools", tools.as_bytes()), part]);
    person.call(Method::POST, path).bytes("multipart/form-data; boundary=trowel", body).send().await
}

async fn check(person: &Person<'_>, tools: &str, zip: &[u8]) -> Answer {
    send(person, "/tool-imports/check", tools, ("zip", zip)).await
}

async fn import(person: &Person<'_>, tools: &str, digest: &Value, pictures: &Value) -> Answer {
    let path = format!("/tool-imports?digest={}", digest.as_str().unwrap());
    send(person, &path, tools, ("pictures", pictures.to_string().as_bytes())).await
}

on_both_engines! {
    async fn rows_name_pictures_of_a_zip(shop: TestShop) {
        let hazel = shop.admin().await;
        let (hoe, rake) = (png(400), png(500));
        let zip = zip(&[
            ("photos/", b""), ("__MACOSX/photos/draw-hoe.png", b"not this"), ("photos/Draw-Hoe.png", &hoe),
            ("photos/Ra\u{302}teau.png", &rake), ("photos/price-list.txt", b"not a picture, and named by no row"),
        ]);
        let tools = rows(&["draw-hoe.png", "photos\\r\u{e2}teau.png", "draw-hoe.png", "/images/hoe/350.webp"]);
        let checked = check(&hazel, &tools, &zip).await.body;
        assert_eq!((&checked["addedCount"], &checked["faults"]), (&json!(4), &json!([])), "{checked}");
        let pictures = checked["pictures"].as_array().unwrap();
        assert_eq!((pictures.len(), &pictures[0]["file"], &pictures[1]["file"]), (2, &json!("draw-hoe.png"), &json!("r\u{e2}teau.png")));
        assert_eq!(shop.execute(&by_hand::PICTURES, &[]).await, 2, "only what rows name is unpacked");
        // Another picture under the name is another import.
        let swapped = json!([{ "file": "draw-hoe.png", "url": pictures[1]["url"] }, pictures[1]]);
        import(&hazel, &tools, &checked["digest"], &swapped).await.is(409, "import_outdated");
        let done = import(&hazel, &tools, &checked["digest"], &checked["pictures"]).await;
        assert_eq!((done.status, &done.body["addedCount"]), (200, &json!(4)), "{}", done.text);
        let sold = shop.visitor().get("/tools").await.body;
        let img = |name: &str| sold.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap()["img"].clone();
        assert_eq!((img("Hoe 0"), img("Hoe 1"), img("Hoe 2")), (pictures[0]["url"].clone(), pictures[1]["url"].clone(), img("Hoe 0")));
        let path = img("Hoe 1").as_str().unwrap().strip_prefix(&shop.url).unwrap().to_owned();
        for size in [path.clone(), path.replace("/350.", "/700.")] {
            assert_eq!(get(shop, &size).await.header("content-type"), "image/webp", "{size}");
        }
        let body = form(&[("tools", tools.as_bytes()), ("zip", &zip)]);
        let call = hazel.call(Method::POST, "/tool-imports/check").header("accept", "application/x-ndjson");
        let lines = lines(&call.bytes("multipart/form-data; boundary=trowel", body).send().await);
        assert_eq!(lines[0]["progress"]["total"], 2);
        assert_eq!(lines.last().unwrap()["result"]["pictures"], checked["pictures"]);
        // The zip is not sent twice.
        send(&hazel, "/tool-imports?digest=1", &tools, ("zip", &zip)).await.is(400, "malformed_form");
    }

    async fn a_picture_that_cannot_be_imported_is_a_fault_of_its_row(shop: TestShop) {
        let hazel = shop.admin().await;
        let (bomb, liar) = (vec![0; 6 * 1024 * 1024], vec![0; 7 * 1024 * 1024]);
        let mut zip = zip(&[("a.png", &png(400)), ("text.png", b"Hello"), ("cut.png", &png(400)[..99]), ("x/twin.png", b"1"), ("y/twin.png", b"2"), ("bomb.png", &bomb), ("liar.png", &liar)]);
        // Seven megabytes that claim to be a hundred bytes.
        let size = u32::try_from(liar.len()).unwrap().to_le_bytes();
        let claims: Vec<usize> = (0..zip.len() - 4).filter(|&at| zip[at..at + 4] == size).collect();
        assert!(claims.len() >= 2 && zip.len() < 50_000, "{claims:?}");
        for at in claims {
            zip[at..at + 4].copy_from_slice(&100_u32.to_le_bytes());
        }
        let tools = rows(&["a.png", "missing.png", "text.png", "cut.png", "twin.png", "bomb.png", "liar.png"]);
        let checked = check(&hazel, &tools, &zip).await.body;
        let faults: Vec<(u64, &str)> = checked["faults"].as_array().unwrap().iter()
            .map(|fault| (fault["line"].as_u64().unwrap(), fault["detail"].as_str().unwrap())).collect();
        assert_eq!(faults, [
            (3, "Picture: “missing.png”: The zip has no such file."),
            (4, "Picture: “text.png”: The shop can’t read this file as a picture. Please use JPEG, PNG or WebP."),
            (5, "Picture: “cut.png”: The picture is damaged or incomplete. Please save it again, or choose another one."),
            (6, "Picture: “twin.png”: The zip has several files of this name. Please rename them."),
            (7, "Picture: “bomb.png”: The picture can be at most 5 MB. Please make it smaller."),
            (8, "Picture: “liar.png”: The file cannot be unpacked. Please make the zip again, without a password."),
        ]);
        import(&hazel, &tools, &checked["digest"], &checked["pictures"]).await.is(409, "import_outdated");
        assert_eq!(shop.visitor().get("/tools").await.body, json!([]), "all or nothing");
        let alone = hazel.call(Method::POST, "/tool-imports/check").text("text/csv", &rows(&["a.png"])).send().await;
        let fault = alone.body["faults"][0]["detail"].as_str().unwrap();
        assert!(fault.starts_with("Picture: “a.png” is not a web address."), "{fault}");
    }

    async fn a_hostile_zip_is_refused_as_a_whole(shop: TestShop) {
        let hazel = shop.admin().await;
        let picture = png(400);
        let names: Vec<String> = (0..501).map(|n| format!("{n}.png")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b""[..])).collect();
        let tools = rows(&["a.png"]);
        // `ZipWriter` refuses to write two entries of one name.
        let rename = |mut zip: Vec<u8>, from: &[u8], to: &[u8]| {
            for at in 0..zip.len() - from.len() {
                if zip[at..].starts_with(from) {
                    zip[at..at + to.len()].copy_from_slice(to);
                }
            }
            zip
        };
        let twice = zip(&[("x/a.png", &picture), ("x/b.png", &png(500)), ("c.png", &picture)]);
        let twice = rename(twice, b"x/b.png", b"x/a.png");
        for (zip, sentence) in [
            (twice, "This zip has the file “x/a.png” more than once."),
            (b"PK, but no zip".to_vec(), "This file is not a zip"),
            (zip(&[("a.png", &picture)])[..200].to_vec(), "This file is not a zip"),
            (zip(&many), "This zip has more than 500 files."),
            (zip(&[("a.png", &picture), ("../../evil.png", &picture)]), "This zip has a file outside of its folder"),
            (zip(&[("a.png", &picture), ("x\\..\\..\\evil.png", &picture)]), "This zip has a file outside of its folder"),
        ] {
            let refused = check(&hazel, &tools, &zip).await;
            refused.is(422, "unreadable_zip");
            assert!(refused.body["detail"].as_str().unwrap().starts_with(sentence), "{}", refused.text);
        }
        assert_eq!(shop.execute(&by_hand::PICTURES, &[]).await, 0);
        let folders = zip(&[("folder-x/", b""), ("folder-y/", b""), ("a.png", &picture)]);
        let checked = check(&hazel, &tools, &rename(folders, b"folder-y/", b"folder-x/")).await;
        assert_eq!(checked.body["faultCount"], 0, "a folder that occurs twice is harmless: {}", checked.text);
        check(&hazel, &tools, &vec![0; 50 * 1024 * 1024 + 1]).await.is(413, "file_too_large");
        check(&shop.customer("Ada").await, &tools, &zip(&[("a.png", &picture)])).await.is(403, "forbidden");
    }
}

#[tokio::test]
async fn a_rejected_import_is_read_to_its_end_and_then_answered() {
    with_shop(Setup::sqlite(), async |shop| {
        let (hazel, ada) = (shop.admin().await, shop.customer("Ada").await);
        let zip = vec![0; 45 * 1024 * 1024];
        let body = form(&[("tools", HEAD.as_bytes()), ("zip", &zip)]);
        let send_all = async |path: &str, by: &Person<'_>, body: &[u8]| {
            send_before_reading(shop, path, &by.token, body).await
        };
        is_refusal(&send_all("/tool-imports/check", &ada, &body).await, 403, "forbidden");
        is_refusal(&send_all("/tool-imports?digest=1", &ada, &body).await, 403, "forbidden");
        is_refusal(&send_all("/tool-imports", &hazel, &body).await, 400, "malformed_query");
        let large = form(&[("tools", &zip)]);
        is_refusal(&send_all("/tool-imports/check", &hazel, &large).await, 413, "file_too_large");
        let place = shop.shop.images.import_checks.try_acquire().unwrap();
        let busy = send_all("/tool-imports/check", &hazel, &body).await;
        is_refusal(&busy, 503, "The shop is checking another file right now. Please try again in a moment.");
        drop(place);
        is_refusal(&send_all("/tool-imports/check", &hazel, &body).await, 422, "unreadable_zip");
    })
    .await;
}
