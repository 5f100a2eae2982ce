//! An import of five thousand tools with five hundred pictures: how long it takes, and how much memory.

use std::{
    fs,
    io::{Cursor, Write as _},
    path::Path,
    time::Instant,
};

use image::{ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use trowel::accounts::user::Role;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{Failure, load, orders, program, report};

const ROWS: usize = 5_000;
/// A file may bring so many.
const PICTURES: usize = 500;
const PICTURE_SIZE: (u32, u32) = (1_600, 1_200);
const BOUNDARY: &str = "boundary-of-the-form";

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let (shop, address) = orders::open(folder).await?;
    let (_, admin) = orders::sign_in(&shop, "admin@example.com", Role::Admin).await?;
    let tools = tools();
    let zip = zip_of_pictures()?;
    let form = form("/api/tool-imports/check", &admin, &tools, ("zip", &zip));
    drop(zip);
    // The client of this process holds the request as well, before and after.
    let before_kb = reset_peak()?;
    let began = Instant::now();
    let check: Value = serde_json::from_str(&load::once(address, &form).await?.1)?;
    report(&format!("check of {ROWS} tools with {PICTURES} pictures"), began.elapsed().as_secs_f64(), "s");
    report("  the form", megabytes(form.len()), "MB");
    report("  memory at its highest", (peak_kb()? - before_kb) / 1e3, "MB");
    drop(form);
    let pictures = check["pictures"].to_string();
    let digest = check["digest"].as_str().ok_or("a check without a digest")?;
    let path = format!("/api/tool-imports?digest={digest}");
    let request = self::form(&path, &admin, &tools, ("pictures", pictures.as_bytes()));
    let before_kb = reset_peak()?;
    let began = Instant::now();
    let result: Value = serde_json::from_str(&load::once(address, &request).await?.1)?;
    report("  its import", began.elapsed().as_secs_f64(), "s");
    report("  memory at its highest", (peak_kb()? - before_kb) / 1e3, "MB");
    if result["addedCount"] != ROWS {
        return Err(format!("not all tools were added: {result}").into());
    }
    shop.db.clone().close().await;
    Ok(())
}

fn tools() -> String {
    let description = "Cuts weeds just below the surface. Ash handle, 150 cm; forged head, 16 cm.";
    let head = "SKU,Name,Description,Price,Available quantity,Picture\n".to_owned();
    let row = |number| {
        let picture = number % PICTURES;
        format!("S-{number},Hoe {number},\"{description}\",24.50,100,{picture}.jpg\n")
    };
    head + &(0..ROWS).map(row).collect::<String>()
}

/// Photos of two megapixels and some 80 kB, no two alike.
fn zip_of_pictures() -> Result<Vec<u8>, Failure> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let (width, height) = PICTURE_SIZE;
    let mut noise = 1_u32;
    let mut photo = RgbImage::from_fn(width, height, |x, y| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let grain = noise.to_be_bytes()[0] / 64;
        let shade = |at: u32, of: u32| u8::try_from(at * 200 / of).unwrap_or(u8::MAX).saturating_add(grain);
        Rgb([shade(x, width), shade(y, height), shade(x + y, width + height)])
    });
    for number in 0..PICTURES {
        let column = u32::try_from(number).unwrap_or(u32::MAX);
        for row in 0..height {
            photo.put_pixel(column, row, Rgb([255, 255, 255]));
        }
        let mut file = Cursor::new(Vec::new());
        photo.write_to(&mut file, ImageFormat::Jpeg)?;
        zip.start_file(format!("{number}.jpg"), SimpleFileOptions::default())?;
        zip.write_all(file.get_ref())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// A request with a form of two parts.
fn form(path: &str, headers: &str, tools: &str, (name, part): (&str, &[u8])) -> Vec<u8> {
    let head = |name: &str| {
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"file\"\r\n\r\n")
    };
    let first = format!("{}{tools}\r\n{}", head("tools"), head(name));
    let last = format!("\r\n--{BOUNDARY}--\r\n");
    let length = first.len() + part.len() + last.len();
    let start = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}content-type: multipart/form-data; boundary={BOUNDARY}\r\ncontent-length: {length}\r\n\r\n"
    );
    [start.as_bytes(), first.as_bytes(), part, last.as_bytes()].concat()
}

#[expect(clippy::cast_precision_loss, reason = "the size of a request")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// Forgets the highest memory of this process. Returns the memory of now.
fn reset_peak() -> Result<f64, Failure> {
    fs::write("/proc/self/clear_refs", "5")?;
    program::resident_kb(std::process::id())
}

fn peak_kb() -> Result<f64, Failure> {
    program::memory_kb(std::process::id(), "VmHWM:")
}
