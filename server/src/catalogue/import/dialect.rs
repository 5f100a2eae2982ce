//! How a file is written: its encoding, what separates its cells, and how its lines end. All of it is found in the file.

use std::borrow::Cow;

use csv_core::{ReadFieldResult, Reader};
use encoding_rs::{Encoding, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::Serialize;
use utoipa::ToSchema;

use super::MAX_COLUMNS;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEnds {
    #[default]
    Lf,
    CrLf,
    Cr,
}

/// How a file is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileDialect {
    /// UTF-8, UTF-16LE, UTF-16BE, windows-1252 or macintosh, or xlsx for an Excel file.
    pub encoding: &'static str,
    /// What separates cells: a comma, a semicolon, a tab, or what the line `sep=` names. Empty in an Excel file.
    pub separator: String,
    pub line_ends: LineEnds,
}

/// A file as text, without byte order mark and without its line `sep=`.
pub struct DecodedFile<'a> {
    pub text: Cow<'a, str>,
    pub separator: u8,
    pub dialect: FileDialect,
}

/// Returns `None` if the file is not text.
pub fn decode(bytes: &[u8]) -> Option<DecodedFile<'_>> {
    let encoding = encoding_of(bytes);
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    // No text of old programs has these. A workbook has.
    if encoding != UTF_8 && text.chars().any(|character| matches!(character, '\0' | '\u{80}'..='\u{9f}')) {
        return None;
    }
    let text = without_late_mark(text);
    let (named, text) = match separator_line(&text) {
        Some((separator, length)) => (Some(separator), Cow::Owned(text[length..].to_owned())),
        None => (None, text),
    };
    let separator = named.unwrap_or_else(|| separator_of(&text));
    let line_ends = if text.contains("\r\n") {
        LineEnds::CrLf
    } else if text.contains('\r') && !text.contains('\n') {
        LineEnds::Cr
    } else {
        LineEnds::Lf
    };
    let dialect =
        FileDialect { encoding: encoding.name(), separator: char::from(separator).to_string(), line_ends };
    Some(DecodedFile { text, separator, dialect })
}

/// Tells the encoding by its mark, by the zeros of Latin letters in UTF-16, or because the bytes are valid UTF-8. Other
/// files come from old programs.
fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let zeros = |rest: usize| bytes.iter().skip(rest).step_by(2).filter(|byte| **byte == 0).count();
    let most = bytes.len() / 5;
    match (zeros(0) > most, zeros(1) > most) {
        (true, false) => UTF_16BE,
        (false, true) => UTF_16LE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        // Old programs of the Mac end lines so.
        _ if bytes.contains(&b'\r') && !bytes.contains(&b'\n') => MACINTOSH,
        _ => WINDOWS_1252,
    }
}

/// Some programs write empty lines before the mark.
fn without_late_mark(text: Cow<'_, str>) -> Cow<'_, str> {
    let start = text.trim_start();
    match start.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(format!("{}{rest}", &text[..text.len() - start.len()])),
        None => text,
    }
}

/// The separator that the first line names, and the length of that line. Spreadsheets do not count it as a row.
fn separator_line(text: &str) -> Option<(u8, usize)> {
    let line = text.split(['\r', '\n']).next()?;
    let named = line.trim_matches('"');
    let separator = named.get(..4).filter(|name| name.eq_ignore_ascii_case("sep=")).map(|_| &named[4..])?;
    let [separator] = *separator.as_bytes() else { return None };
    let rest = &text[line.len()..];
    let end = if rest.starts_with("\r\n") { 2 } else { 1.min(rest.len()) };
    (separator.is_ascii() && !separator.is_ascii_alphanumeric()).then_some((separator, line.len() + end))
}

/// The one with which most cells stand in rows as wide as the first row.
fn separator_of(text: &str) -> u8 {
    let cells = |separator: &u8| {
        let mut first = None;
        let mut cells = 0;
        each_width(text, *separator, |width| {
            if width > 1 && *first.get_or_insert(width) == width {
                cells += width;
            }
            first.get_or_insert(width);
            width <= MAX_COLUMNS
        });
        cells
    };
    // `max_by_key` returns the last one of equals.
    *b"\t;,".iter().max_by_key(|separator| cells(separator)).unwrap_or(&b',')
}

/// Whether a row has more than `MAX_COLUMNS` cells. Keeps none of them, while a CSV reader takes memory for each.
pub fn is_too_wide(text: &str, separator: u8) -> bool {
    let mut is_too_wide = false;
    each_width(text, separator, |width| {
        is_too_wide |= width > MAX_COLUMNS;
        !is_too_wide
    });
    is_too_wide
}

/// The widths of the rows, while `next` wants more. A row that is too wide ends early.
fn each_width(text: &str, separator: u8, mut next: impl FnMut(usize) -> bool) {
    let mut reader: Reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
    let mut input = text.as_bytes();
    let mut width = 1;
    loop {
        let (result, read, _) = reader.read_field(input, &mut [0; 1_024]);
        input = &input[read..];
        match result {
            ReadFieldResult::Field { record_end: true } => {
                if !next(width) {
                    return;
                }
                width = 1;
            }
            ReadFieldResult::Field { record_end: false } => {
                width += 1;
                if width > MAX_COLUMNS && !next(width) {
                    return;
                }
            }
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::End => return,
        }
    }
}

/// Counts the empty lines from this byte on, which a CSV reader skips and a spreadsheet counts.
pub fn empty_lines(text: &str, start: usize) -> u64 {
    let mut rest = text.as_bytes().get(start..).unwrap_or_default();
    // The second half of a line end that was begun before.
    if start > 0 && text.as_bytes()[start - 1] == b'\r' {
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
    let mut lines = 0;
    while let [first @ (b'\r' | b'\n'), after @ ..] = rest {
        lines += 1;
        rest = if *first == b'\r' { after.strip_prefix(b"\n").unwrap_or(after) } else { after };
    }
    lines
}
