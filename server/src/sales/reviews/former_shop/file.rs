//! A file of the reviews of a former shop. Judge.me, Loox, Shopify and WooCommerce write such files.

use jiff::tz::TimeZone;
use serde_json::Value;

use crate::{
    catalogue::import::{
        RowFault,
        named_rows::{self, ColumnNames as Column, NamedRow, short},
    },
    values::{
        FromJson as _,
        day::parse_start_of_day,
        language::{Localized, localized},
        text::{SingleLine, Text},
        time::Timestamp,
    },
};

pub const MAX_ROWS: usize = 20_000;
const MAX_TEXT: usize = 2_000;

const HANDLE: Column = &["product_handle", "handle"];
const SKU: Column = &["product_sku", "sku"];
const PRODUCT_ID: Column = &["comment_post_id", "product_id"];
const RATING: Column = &["rating", "review_score", "score"];
const TITLE: Column = &["title", "review_title"];
const BODY: Column = &["body", "review", "review_content", "comment_content"];
const NAME: Column = &["reviewer_name", "author", "display_name", "comment_author", "name", "nickname"];
const DATE: Column = &["review_date", "created_at", "date", "comment_date"];
const REPLY: Column = &["reply"];
const STATE: Column = &["curated", "state", "status", "published", "comment_approved"];

/// What the columns about its state say of a review that the former shop did not show.
const NOT_SHOWN: [&str; 9] =
    ["spam", "unpublished", "not-yet", "hidden", "pending", "rejected", "false", "0", "trash"];

/// A review as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct FormerReview {
    /// How the former shop called the product. Empty if the file does not say it.
    pub handle: String,
    pub sku: String,
    pub product_id: String,
    pub name: String,
    pub text: String,
    pub rating: f64,
    pub reply: Option<String>,
    pub created_at: Timestamp,
}

#[derive(Default)]
pub struct ReviewFile {
    pub rows: Vec<(u64, FormerReview)>,
    pub faults: Vec<RowFault>,
}

/// Days are days in `zone`. `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8], zone: &TimeZone, now: Timestamp) -> Result<ReviewFile, Localized> {
    let rows = named_rows::read_up_to(bytes, MAX_ROWS)?;
    if !rows.has(RATING)
        || !rows.has(DATE)
        || ![HANDLE, SKU, PRODUCT_ID].into_iter().any(|names| rows.has(names))
    {
        return Err(localized!(
            "This file needs a rating, a date, and a product handle, SKU or product ID for each review. Please \
             choose an export of Judge.me, Loox, Shopify Product Reviews or WooCommerce.",
            "Ce fichier doit contenir, pour chaque avis, une note, une date et un identifiant, une UGS ou un \
             numéro de produit. Veuillez choisir une exportation de Judge.me, de Loox, de Shopify Product \
             Reviews ou de WooCommerce."
        ));
    }
    let mut file = ReviewFile::default();
    for row in rows.rows() {
        match read_row(&row, zone, now) {
            Ok(review) => file.rows.push((row.line(), review)),
            Err(detail) => file.faults.push(RowFault { line: row.line(), detail }),
        }
    }
    Ok(file)
}

fn read_row(cells: &NamedRow<'_>, zone: &TimeZone, now: Timestamp) -> Result<FormerReview, Localized> {
    let states = STATE.iter().map(|name| cells.get(std::slice::from_ref(name)).to_lowercase());
    if states.into_iter().any(|state| NOT_SHOWN.contains(&&*state)) {
        return Err(localized!(
            "The former shop did not show this review.",
            "L’ancienne boutique n’affichait pas cet avis."
        ));
    }
    let rating = cells.get(RATING);
    let number: Option<f64> = rating.parse().ok().filter(|number| (0.5..=5.0).contains(number));
    let number = number.ok_or_else(|| {
        localized!(
            "Rating: “{}” is not a number from 1 to 5.",
            "Note\u{a0}: «\u{a0}{}\u{a0}» n’est pas un nombre de 1 à 5.",
            short(rating)
        )
    })?;
    let date = cells.get(DATE);
    let day = date.get(..10).and_then(|day| parse_start_of_day(day, zone)).filter(|day| *day <= now);
    let day = day.ok_or_else(|| {
        localized!(
            "Date: “{}” is not a past day, such as 2026-03-31. Please write days in this way.",
            "Date\u{a0}: «\u{a0}{}\u{a0}» n’est pas un jour passé comme 2026-03-31. Veuillez écrire les jours \
             de cette façon.",
            short(date)
        )
    })?;
    Ok(FormerReview {
        handle: cells.get(HANDLE).to_lowercase(),
        sku: cells.get(SKU).to_owned(),
        product_id: cells.get(PRODUCT_ID).to_owned(),
        name: name(cells.get(NAME))?,
        text: text(cells.get(TITLE), cells.get(BODY))?,
        rating: number,
        reply: Some(text("", cells.get(REPLY))?).filter(|reply| !reply.is_empty()),
        created_at: day,
    })
}

fn name(cell: &str) -> Result<String, Localized> {
    if cell.is_empty() {
        return Ok("A customer".into());
    }
    let name = SingleLine::<100>::from_json(&Value::from(cell));
    name.map(SingleLine::into_string).map_err(|fault| {
        localized!(
        language =>
        "Name: {}",
        "Nom\u{a0}: {}",
        fault.detail.in_language(language))
    })
}

/// The title is the first line.
fn text(title: &str, body: &str) -> Result<String, Localized> {
    let both = [title, body].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    let text = Text::<MAX_TEXT>::from_json(&Value::from(both));
    text.map(Text::into_string).map_err(|fault| {
        localized!(
        language =>
        "Text: {}",
        "Texte\u{a0}: {}",
        fault.detail.in_language(language))
    })
}

#[cfg(test)]
mod tests {
    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

    use super::*;

    type Lines<T> = Vec<(u64, T)>;

    fn read_all(file: &str) -> (Lines<FormerReview>, Lines<String>) {
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let ReviewFile { rows, faults } = read(file.as_bytes(), &TimeZone::UTC, now).unwrap();
        (rows, faults.into_iter().map(|fault| (fault.line, fault.detail.english().to_owned())).collect())
    }

    #[test]
    fn the_files_of_four_programs_are_read() {
        for file in [
            "title,body,rating,review_date,curated,reviewer_name,product_handle,reply\nGood,Digs well.,5,2024-05-01 10:00:00 UTC,ok,Ada,spade,Thanks!",
            "product_handle,state,rating,title,author,body,reply,created_at\nspade,published,5,Good,Ada,Digs well.,Thanks!,2024-05-01T10:00:00Z",
            "id,status,rating,author,title,body,date,handle,reply\n1,Active,5,Ada,Good,Digs well.,2024-05-01,Spade,Thanks!",
        ] {
            let (rows, faults) = read_all(file);
            assert_eq!((rows.len(), &faults), (1, &Vec::new()));
            let review = &rows[0].1;
            assert_eq!((&*review.handle, &*review.name, review.rating), ("spade", "Ada", 5.0));
            assert_eq!((&*review.text, review.reply.as_deref()), ("Good\nDigs well.", Some("Thanks!")));
            assert_eq!(review.created_at.to_string(), "2024-05-01T00:00:00.000000Z");
        }
        let (rows, _) =
            read_all("product_sku;review_score;review_content;display_name;date\nS-1;4;Fine.;Bo;2024-05-01");
        assert_eq!((&*rows[0].1.sku, rows[0].1.rating), ("S-1", 4.0));
    }

    #[test]
    fn an_excel_file_is_read_too() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_row(0, 0, ["Product handle", "Rating", "Date", "Review"]).unwrap();
        sheet.write_row(2, 0, ["spade", "5", "2024-05-01", "Digs well."]).unwrap();
        sheet.write(2, 1, 4.5).unwrap();
        let day = Format::new().set_num_format("dd/mm/yyyy");
        let at = ExcelDateTime::from_ymd(2024, 5, 1).unwrap();
        sheet.write_with_format(2, 2, at, &day).unwrap();
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let file = read(&workbook.save_to_buffer().unwrap(), &TimeZone::UTC, now).unwrap();
        assert_eq!((file.rows.len(), file.faults), (1, Vec::new()));
        let (line, review) = &file.rows[0];
        assert_eq!((*line, review.rating, &*review.text), (3, 4.5, "Digs well."));
        assert_eq!(review.created_at.to_string(), "2024-05-01T00:00:00.000000Z");
    }

    #[test]
    fn a_row_that_says_nothing_certain_is_skipped_with_a_sentence() {
        let (rows, faults) = read_all(
            "handle,rating,date,author,state,body\na,6,2024-05-01,A,,x\na,5,05/01/2024,A,,x\na,5,2999-01-01,A,,x\na,5,2024-05-01,A,unpublished,x\na,5,2024-05-01,,published,x",
        );
        assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert!(
            faults[0].1.starts_with("Rating: “6”") && faults[1].1.starts_with("Date: “05/01/2024”"),
            "{faults:?}"
        );
        assert_eq!(rows[0].1.name, "A customer");
        for file in ["", "a,b\n1,2", "handle,date\na,2024-05-01"] {
            assert!(read(file.as_bytes(), &TimeZone::UTC, Timestamp::from_micros(0)).is_err(), "{file}");
        }
    }
}
