//! The owner's pictures: who may upload, what is taken, and what is served of it.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use image::{DynamicImage, ExtendedColorType, ImageFormat, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use trowel::{
    app::background,
    catalogue::uploads::upload::{ImageFit, UploadError, upload},
    values::ids::Secret,
};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

const MIB: usize = 1024 * 1024;

pub async fn key(admin: &Person<'_>) -> String {
    let ticket = admin.post("/images/ticket", json!({})).await;
    assert_eq!(ticket.status, 200, "{}", ticket.text);
    ticket.body["key"].as_str().unwrap().to_owned()
}

pub fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, bytes) in parts {
        let head = format!(
            "--trowel\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
        );
        body.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    body.extend(b"--trowel--\r\n");
    body
}

/// Sends a picture as the form does: no bearer, the key alone.
pub async fn send(shop: &TestShop, key: &str, file: &[u8]) -> Answer {
    let call = shop.visitor().call(Method::POST, &format!("/images?key={key}"));
    let answer = call.bytes("multipart/form-data; boundary=trowel", form(&[("image", file)])).send().await;
    assert_eq!(answer.body["success"], answer.status == 200, "{}", answer.text);
    answer
}

/// The path of the picture that was made of `file`.
pub async fn uploaded(shop: &TestShop, admin: &Person<'_>, file: &[u8]) -> String {
    let answer = send(shop, &key(admin).await, file).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let url = answer.body["data"]["url"].as_str().unwrap();
    url.strip_prefix(&shop.url).unwrap().to_owned()
}

pub async fn get(shop: &TestShop, path: &str) -> Answer {
    shop.fetch(Method::GET, path).send().await
}

/// Each quarter in a colour of its own: red, green, blue, yellow, clockwise from the upper left.
pub fn quarters(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| match (x * 2 < width, y * 2 < height) {
        (true, true) => Rgb([220, 20, 20]),
        (false, true) => Rgb([20, 180, 20]),
        (false, false) => Rgb([20, 20, 220]),
        (true, false) => Rgb([220, 200, 20]),
    })
}

pub fn file(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.into().write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut file, 90);
    encoder.encode(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8).unwrap();
    file
}

/// A JPEG as a telephone held upright writes it: on its side, with a note about that and about more.
fn photograph(picture: &RgbImage, orientation: u8, note: &str) -> Vec<u8> {
    let note_length = u8::try_from(note.len() + 1).unwrap();
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x02\0".to_vec();
    exif.extend([0x0E, 0x01, 2, 0, note_length, 0, 0, 0, 38, 0, 0, 0]); // ImageDescription, at 38
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]); // Orientation
    exif.extend([0; 4]);
    exif.extend(note.bytes().chain([0]));
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let plain = jpeg(picture);
    [&plain[..2], &[0xFF, 0xE1], &length, &exif, &plain[2..]].concat()
}

fn nearest(pixel: [u8; 3]) -> &'static str {
    let colours = [
        ("red", [220, 20, 20]),
        ("green", [20, 180, 20]),
        ("blue", [20, 20, 220]),
        ("yellow", [220, 200, 20]),
    ];
    let distance = |colour: [u8; 3]| -> i32 {
        pixel.iter().zip(colour).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum()
    };
    let (name, colour) = colours.into_iter().min_by_key(|(_, colour)| distance(*colour)).unwrap();
    assert!(distance(colour) < 3 * 40 * 40, "{pixel:?} is not one of the four colours");
    name
}

/// The colours in the middle of each quarter, clockwise from the upper left.
fn seen(picture: &RgbImage) -> [&'static str; 4] {
    let (width, height) = picture.dimensions();
    [(1, 1), (3, 1), (3, 3), (1, 3)].map(|(x, y)| nearest(picture.get_pixel(width * x / 4, height * y / 4).0))
}

fn decoded(answer: &Answer) -> RgbImage {
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"), "{}", answer.text);
    image::load_from_memory_with_format(&answer.bytes, ImageFormat::WebP).unwrap().into_rgb8()
}

pub fn in_folder(shop: &TestShop, path: &str, name: &str) -> PathBuf {
    shop.shop.config.data.join("images").join(path.split('/').nth(2).unwrap()).join(name)
}

on_both_engines! {
    async fn a_picture_is_served_cropped_in_two_sizes_and_whole(shop: TestShop) {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &file(quarters(1200, 1000), ImageFormat::Png)).await;
        let of = async |name: &str| get(shop, &path.replace("350.webp", name)).await;
        for (name, size) in [("350.webp", (350, 450)), ("700.webp", (700, 900)), ("1600.webp", (1200, 1000))] {
            let answer = of(name).await;
            let picture = decoded(&answer);
            assert_eq!(picture.dimensions(), size);
            assert_eq!(seen(&picture), ["red", "green", "blue", "yellow"]);
            assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
            assert!(answer.header("content-security-policy").contains("sandbox"));
            let again = shop.fetch(Method::GET, &path.replace("350.webp", name)).header("if-none-match", answer.header("etag")).send().await;
            assert_eq!((again.status, again.bytes.len()), (304, 0));
        }
        let stored = std::fs::read_dir(in_folder(shop, &path, "")).unwrap().count();
        assert_eq!(stored, 3, "the uploaded file is not kept");
        of("700.avif").await.is(404, "not_found");
    }

    async fn an_upload_needs_a_fresh_token(shop: TestShop) {
        shop.shop.clock.stop();
        let admin = shop.admin().await;
        let picture = file(quarters(70, 90), ImageFormat::Png);
        shop.visitor().post("/images/ticket", json!({})).await.is(401, "unauthenticated");
        shop.customer("Ada").await.post("/images/ticket", json!({})).await.is(403, "forbidden");
        for key in ["", "x", "..%2f", "%00", &"A".repeat(43), &"A".repeat(5_000)] {
            send(shop, key, &picture).await.is(403, "invalid_upload_token");
        }
        shop.visitor().call(Method::POST, "/images").bytes("multipart/form-data; boundary=trowel", form(&[("image", &picture)])).send().await.is(403, "invalid_upload_token");
        let late = key(&admin).await;
        shop.shop.clock.advance(Duration::from_secs(599));
        send(shop, &late, b"").await.is(422, "invalid_field");
        shop.shop.clock.advance(Duration::from_secs(2));
        send(shop, &late, &picture).await.is(403, "invalid_upload_token");
        background::tidy(&shop.shop).await;
    }

    async fn a_key_takes_one_picture_also_when_two_come_at_once(shop: TestShop) {
        let mut admin = shop.admin().await;
        let used = key(&admin).await;
        let (one, other) = (file(quarters(70, 90), ImageFormat::Png), file(quarters(90, 70), ImageFormat::Png));
        let (first, second) = tokio::join!(send(shop, &used, &one), send(shop, &used, &other));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", first.text, second.text);
        send(shop, &used, &one).await.is(409, "upload_token_used");
        // However close together they come: past the first look at the key, the row decides.
        let ticket = Secret::parse(&used).unwrap();
        assert!(matches!(upload(&shop.shop, &ticket, one.clone(), ImageFit::Cropped).await, Err(UploadError::TokenUsed)));
        shop.shop.clock.advance(Duration::from_mins(65));
        send(shop, &used, &one).await.is(409, "upload_token_used");
        shop.shop.clock.advance(Duration::from_mins(6));
        background::tidy(&shop.shop).await;
        send(shop, &used, &one).await.is(403, "invalid_upload_token");
        admin.sign_in().await;
        let folder = shop.shop.config.data.join("images");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "nothing lies in the store that has no row");
    }

    async fn the_same_picture_has_the_same_address(shop: TestShop) {
        let admin = shop.admin().await;
        let picture = file(quarters(70, 90), ImageFormat::Png);
        let path = uploaded(shop, &admin, &picture).await;
        std::fs::remove_file(in_folder(shop, &path, "700.webp")).unwrap();
        assert_eq!(uploaded(shop, &admin, &picture).await, path);
        assert!(in_folder(shop, &path, "700.webp").exists(), "the lost file is there again");
        assert_ne!(uploaded(shop, &admin, &file(quarters(90, 70), ImageFormat::Png)).await, path);
    }

    async fn an_older_picture_shows_the_large_file_instead_of_the_whole(shop: TestShop) {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &file(quarters(90, 70), ImageFormat::Png)).await;
        std::fs::remove_file(in_folder(shop, &path, "1600.webp")).unwrap();
        let older = get(shop, &path.replace("350.webp", "1600.webp")).await;
        assert_eq!(decoded(&older).dimensions(), (54, 70));
    }

    async fn pictures_that_differ_only_at_their_sides_have_different_names(shop: TestShop) {
        let admin = shop.admin().await;
        let mut wide = quarters(900, 700);
        let before = uploaded(shop, &admin, &file(wide.clone(), ImageFormat::Png)).await;
        for (x, _, pixel) in wide.enumerate_pixels_mut() {
            if x < 60 {
                *pixel = Rgb([0, 0, 0]);
            }
        }
        let after = uploaded(shop, &admin, &file(wide, ImageFormat::Png)).await;
        assert_ne!(before, after);
        let [large_before, large_after] = [&before, &after].map(|path| path.replace("350.webp", "700.webp"));
        assert_eq!(get(shop, &large_before).await.bytes, get(shop, &large_after).await.bytes, "the same middle");
    }

    async fn a_store_that_fails_leaves_the_key_good(shop: TestShop) {
        let admin = shop.admin().await;
        let picture = file(quarters(70, 90), ImageFormat::Png);
        let (key, folder) = (key(&admin).await, shop.shop.config.data.join("images"));
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, b"in the way").unwrap();
        let refused = send(shop, &key, &picture).await;
        refused.is(503, "busy");
        assert!(refused.body["detail"].as_str().unwrap().contains("Please try again later"), "{}", refused.text);
        assert!(!refused.text.contains(&*folder.to_string_lossy()), "{}", refused.text);
        assert_eq!(std::fs::read(&folder).unwrap(), b"in the way");
        std::fs::remove_file(&folder).unwrap();
        let answer = send(shop, &key, &picture).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let path = answer.body["data"]["url"].as_str().unwrap().strip_prefix(&shop.url).unwrap();
        assert_eq!(decoded(&get(shop, path).await).dimensions(), (70, 90));
        send(shop, &key, &picture).await.is(409, "upload_token_used");
    }
}

#[tokio::test]
async fn a_photograph_is_turned_upright_and_says_nothing_about_its_owner() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let sideways = quarters(90, 70);
        let note = "taken at home, 12 Elm St";
        for (orientation, upright) in [
            (1, ["red", "green", "blue", "yellow"]),
            (3, ["blue", "yellow", "red", "green"]),
            (6, ["yellow", "red", "green", "blue"]),
            (8, ["green", "blue", "yellow", "red"]),
        ] {
            let sent = photograph(&sideways, orientation, note);
            assert!(sent.windows(note.len()).any(|part| part == note.as_bytes()));
            let path = uploaded(shop, &admin, &sent).await;
            assert_eq!(seen(&decoded(&get(shop, &path).await)), upright, "{orientation}");
            for name in ["350.webp", "700.webp", "1600.webp"] {
                let bytes = get(shop, &path.replace("350.webp", name)).await.bytes;
                for trace in [note.as_bytes(), b"Exif", b"EXIF", b"ICCP", b"XMP "] {
                    assert!(!bytes.windows(trace.len()).any(|part| part == trace), "{name}");
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_photo_of_twelve_megapixels_is_taken() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &photograph(&quarters(4_032, 3_024), 6, "note")).await;
        let large = decoded(&get(shop, &path.replace("350.webp", "700.webp")).await);
        assert_eq!((large.dimensions(), seen(&large)), ((700, 900), ["yellow", "red", "green", "blue"]));
        let whole = decoded(&get(shop, &path.replace("350.webp", "1600.webp")).await);
        assert_eq!((whole.dimensions(), seen(&whole)), ((1_200, 1_600), ["yellow", "red", "green", "blue"]));
    })
    .await;
}

#[tokio::test]
async fn nothing_of_the_file_survives_but_the_picture() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let script = b"<html><script>alert(document.domain)</script>";
        let picture = quarters(70, 90);
        let webp = file(picture.clone(), ImageFormat::WebP);
        for sent in [
            jpeg(&picture),
            file(picture.clone(), ImageFormat::Png),
            photograph(&picture, 1, "<script>"),
            webp,
        ] {
            let path = uploaded(shop, &admin, &[&sent[..], script].concat()).await;
            for name in ["350.webp", "700.webp", "1600.webp"] {
                let answer = get(shop, &path.replace("350.webp", name)).await;
                assert!(!answer.text.contains("<script"), "{name}");
                assert_eq!(answer.header("content-type"), "image/webp");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_uploaded_at_one_node_is_served_by_the_other() {
    with_shop(Setup::postgres(), async |shop| {
        let other = shop.another_node(&Setup::postgres()).await;
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &jpeg(&quarters(70, 90))).await;
        assert_eq!(decoded(&get(&other, &path).await).dimensions(), (70, 90));
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_small_picture_keeps_its_size_and_a_clear_one_gets_white_paper() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let clear = image::RgbaImage::from_pixel(50, 50, image::Rgba([0, 0, 0, 0]));
        let path = uploaded(shop, &admin, &file(clear, ImageFormat::Png)).await;
        for name in ["350.webp", "700.webp"] {
            let picture = decoded(&get(shop, &path.replace("350.webp", name)).await);
            assert_eq!((picture.dimensions(), picture.get_pixel(20, 20).0), ((39, 50), [255; 3]));
        }
        let dot = uploaded(shop, &admin, &file(quarters(1, 1), ImageFormat::Png)).await;
        assert_eq!(decoded(&get(shop, &dot).await).dimensions(), (1, 1));
        assert_eq!(decoded(&get(shop, &dot.replace("350.webp", "700.webp")).await).dimensions(), (1, 1));
    })
    .await;
}

/// A PNG that says it is this large, and has next to nothing to show for it.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut file = file(quarters(8, 8), ImageFormat::Png);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let mut sum = flate2::Crc::new();
    sum.update(&file[12..29]);
    file[29..33].copy_from_slice(&sum.sum().to_be_bytes());
    file
}

#[tokio::test]
async fn what_is_no_picture_is_refused_with_a_sentence_and_leaves_the_key_good() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let key = key(&admin).await;
        let (png, jpeg) = (file(quarters(400, 400), ImageFormat::Png), jpeg(&quarters(400, 400)));
        let photograph = photograph(&quarters(400, 400), 6, "x");
        let cases: Vec<(&str, Vec<u8>, u16, &str, &str)> = vec![
            ("text renamed", b"just text".to_vec(), 415, "not_a_picture", "JPEG, PNG or WebP"),
            (
                "an SVG",
                b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec(),
                415,
                "not_a_picture",
                "an SVG",
            ),
            ("a page", b"<!DOCTYPE html><script>1</script>".to_vec(), 415, "not_a_picture", "a web page"),
            ("a PDF", b"%PDF-1.7\n".to_vec(), 415, "not_a_picture", "a PDF"),
            ("a GIF", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), 415, "not_a_picture", "a GIF"),
            ("a HEIC", b"\0\0\0\x18ftypheic\0\0\0\0".to_vec(), 415, "not_a_picture", "a HEIC"),
            ("nothing", Vec::new(), 422, "invalid_field", "Please choose one"),
            ("half a PNG", png[..png.len() / 2].to_vec(), 422, "broken_picture", "damaged or incomplete"),
            ("half a JPEG", jpeg[..jpeg.len() / 2].to_vec(), 422, "broken_picture", "damaged or incomplete"),
            (
                "half a photograph",
                photograph[..photograph.len() / 2].to_vec(),
                422,
                "broken_picture",
                "damaged or incomplete",
            ),
            (
                "a PNG's first bytes",
                b"\x89PNG\r\n\x1a\n".to_vec(),
                422,
                "broken_picture",
                "damaged or incomplete",
            ),
            ("a bomb", bomb(30_000, 30_000), 422, "too_many_pixels", "4096"),
            ("too wide by one", file(quarters(4_097, 1), ImageFormat::WebP), 422, "too_many_pixels", "4096"),
            ("a long PNG", file(quarters(12_001, 1), ImageFormat::Png), 422, "too_many_pixels", "12,000"),
            ("more than it has", bomb(4_096, 4_096), 422, "broken_picture", "damaged or incomplete"),
            ("six mebibytes", vec![0xFF; 6 * MIB], 413, "picture_too_large", "5 MiB"),
        ];
        for (what, bytes, status, code, says) in cases {
            let answer = send(shop, &key, &bytes).await;
            answer.is(status, code);
            assert!(answer.body["detail"].as_str().unwrap().contains(says), "{what}: {}", answer.text);
        }
        let call = || shop.visitor().call(Method::POST, &format!("/images?key={key}"));
        let refused = [
            (call().json(json!({ "image": "x" })).send().await, 415, "unsupported_media_type"),
            (call().send().await, 415, "unsupported_media_type"),
            (
                call().bytes("multipart/form-data; boundary=trowel", form(&[("file", &png)])).send().await,
                422,
                "invalid_field",
            ),
            (
                call().bytes("multipart/form-data; boundary=other", form(&[("image", &png)])).send().await,
                400,
                "malformed_form",
            ),
            (
                call()
                    .bytes("multipart/form-data; boundary=trowel", form(&[("image", &png), ("image", &png)]))
                    .send()
                    .await,
                400,
                "malformed_form",
            ),
        ];
        for (answer, status, code) in refused {
            answer.is(status, code);
            assert_eq!(answer.body["success"], false, "{}", answer.text);
        }
        let twice = call().bytes("multipart/form-data; boundary=trowel", form(&[])).send().await;
        assert_eq!((twice.status, &twice.body["success"]), (422, &Value::Bool(false)), "{}", twice.text);
        let among_others = form(&[("name", b"Hoe"), ("image", &png), ("album", &[7; 1_000])]);
        let answer = call().bytes("multipart/form-data; boundary=trowel", among_others).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    })
    .await;
}

#[tokio::test]
async fn a_body_that_announces_too_much_is_refused_before_it_comes() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let head = |more: &str| {
            let host = shop.url.trim_start_matches("http://");
            format!("POST /api/images?key={more}\r\nContent-Type: multipart/form-data; boundary=x\r\nConnection: close\r\n\r\n")
                .replace("\r\nContent-Type", &format!("\r\nHost: {host}\r\nContent-Type"))
        };
        let key = key(&admin).await;
        let answer = shop.send_raw(&head(&format!("{key} HTTP/1.1\r\nContent-Length: 1000000000000"))).await;
        assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("\"success\":false"), "{answer}");
        let answer = shop.send_raw(&head("unknown HTTP/1.1\r\nContent-Length: 50000000")).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "the 403 waits for no body: {answer}");
    })
    .await;
}

/// Sends a body as a browser does: nothing is read before all is sent.
pub async fn send_before_reading(shop: &TestShop, path: &str, token: &str, body: &[u8]) -> String {
    let host = shop.url.trim_start_matches("http://");
    let mut socket = tokio::net::TcpStream::connect(host).await.unwrap();
    let length = body.len();
    let head = format!(
        "POST /api{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary=trowel\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket.write_all(body).await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    answer
}

pub fn is_refusal(answer: &str, status: u16, text: &str) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status}")) && answer.contains(text), "{answer}");
}

#[tokio::test]
async fn a_rejected_upload_is_read_to_its_end_and_then_answered() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let body = vec![b'x'; 30 * MIB];
        let send_all =
            async |key: &str| send_before_reading(shop, &format!("/images?key={key}"), "", &body).await;
        is_refusal(&send_all("unknown").await, 403, "invalid_upload_token");
        let (used, fresh) = (key(&admin).await, key(&admin).await);
        assert_eq!(send(shop, &used, &file(quarters(7, 9), ImageFormat::Png)).await.status, 200);
        is_refusal(&send_all(&used).await, 409, "upload_token_used");
        is_refusal(&send_all(&fresh).await, 413, "picture_too_large");
        let places = &shop.shop.images.receiving;
        let taken = places.try_acquire_many(u32::try_from(places.available_permits()).unwrap()).unwrap();
        is_refusal(&send_all(&fresh).await, 503, "busy");
        drop(taken);
        let all = send(shop, &fresh, &file(quarters(9, 7), ImageFormat::Png)).await;
        assert_eq!(all.status, 200, "{}", all.text);
    })
    .await;
}

#[tokio::test]
async fn only_pictures_can_be_fetched_and_only_whole_ones() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &file(quarters(70, 90), ImageFormat::Png)).await;
        let name = path.split('/').nth(2).unwrap();
        std::fs::write(shop.shop.config.data.join("350.webp"), b"RIFF\x04\0\0\0WEBP").unwrap();
        let long = "a".repeat(5_000);
        for missing in [
            format!("/images/{}/350.webp", "0".repeat(64)),
            format!("/images/{name}/source.webp"),
            format!("/images/{name}/350.png"),
            format!("/images/{}/350.webp", name.to_uppercase()),
            format!("/images/{name}/..%2f..%2f350.webp"),
            format!("/images/{name}/350.webp%00"),
            format!("/images/{name}%2f..%2f{name}/350.webp"),
            "/images/%2e%2e/350.webp".to_owned(),
            "/images/..%2f/350.webp".to_owned(),
            "/images/%2e%2e%2f%2e%2e%2fetc/passwd".to_owned(),
            "/images/%00/350.webp".to_owned(),
            format!("/images/{long}/350.webp"),
            format!("/images/{name}/{long}.webp"),
        ] {
            // The path is sent as it stands here, because a client would tidy the dots away.
            let request = format!("GET {missing} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            let answer = shop.send_raw(&request).await;
            assert!(
                answer.starts_with("HTTP/1.1 404") && answer.contains("\"not_found\""),
                "{missing}: {answer}"
            );
            assert!(!answer.contains(&*shop.shop.config.data.to_string_lossy()), "{answer}");
        }
        let cut_off = |file: &str| {
            let file = in_folder(shop, &path, file);
            let bytes = std::fs::read(&file).unwrap();
            std::fs::write(file, &bytes[..bytes.len() - 9]).unwrap();
        };
        cut_off("700.webp");
        get(shop, &path.replace("350.webp", "700.webp")).await.is(404, "not_found");
        assert_eq!(decoded(&get(shop, &path).await).dimensions(), (70, 90));
        std::fs::write(in_folder(shop, &path, "350.webp"), b"").unwrap();
        // A query, because the response without one may be ready for another second.
        get(shop, &format!("{path}?again")).await.is(404, "not_found");
    })
    .await;
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_files_are_pictures_or_refused_and_never_a_fault_of_the_shop() {
    with_shop(Setup::sqlite(), async |shop| {
        let admin = shop.admin().await;
        let picture = quarters(48, 64);
        let whole = [
            jpeg(&picture),
            photograph(&picture, 6, "note"),
            file(picture.clone(), ImageFormat::Png),
            file(picture, ImageFormat::WebP),
        ];
        let (mut dice, mut fresh, mut seen) = (Dice(0x5EED), key(&admin).await, BTreeSet::new());
        for round in 0..240 {
            let mut file = whole[round % whole.len()].clone();
            match dice.roll(4) {
                0 => file.truncate(dice.roll(file.len())),
                1 => (0..dice.roll(400)).for_each(|_| file.push(u8::try_from(dice.roll(256)).unwrap())),
                _ => {}
            }
            for _ in 0..=dice.roll(12) {
                if let Some(at) = file.len().checked_sub(1).map(|last| dice.roll(last + 1)) {
                    file[at] = u8::try_from(dice.roll(256)).unwrap();
                }
            }
            let answer = send(shop, &fresh, &file).await;
            assert!([200, 415, 422].contains(&answer.status), "round {round}: {}", answer.text);
            seen.insert(answer.status);
            if answer.status == 200 {
                fresh = key(&admin).await;
            }
        }
        assert_eq!(seen, BTreeSet::from([200, 415, 422]), "the damage is of every kind");
    })
    .await;
}
