//! What spreadsheets make of article numbers: 00123 becomes 123, 3-4 a date, 1E5 100000.

/// Whether a spreadsheet may have written `new` for `old`.
pub fn is_altered(old: &str, new: &str) -> bool {
    old != new && (is_same_number(old, new) || looks_like_date(new) && could_be_date(old))
}

/// Spreadsheets keep 15 digits, and show fewer.
fn is_same_number(old: &str, new: &str) -> bool {
    let number = |text: &str| {
        let text = text.trim().replace(',', ".");
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b".+-eE".contains(&byte));
        text.parse::<f64>().ok().filter(|number| is_plain && number.is_finite())
    };
    let (Some(before), Some(after)) = (number(old), number(new)) else { return false };
    let is_shortened = new.contains(['E', 'e']) || old.bytes().filter(u8::is_ascii_digit).count() > 15;
    let precision = match (new.contains(['E', 'e']), is_shortened) {
        (true, _) => 5e-3,
        (false, true) => 1e-14,
        (false, false) => 0.0,
    };
    (before - after).abs() <= before.abs() * precision
}

fn parts(text: &str) -> Vec<&str> {
    text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect()
}

const MONTHS: [&str; 19] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "fév", "avr", "mai",
    "juin", "juil", "aoû", "déc",
];

fn is_month(part: &str) -> bool {
    let part = part.to_lowercase();
    MONTHS.iter().any(|month| part.starts_with(month))
}

fn is_number(part: &str) -> bool {
    part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// 2026-03-04, 03/04/2026, 3-Mar and Mar-26.
fn looks_like_date(text: &str) -> bool {
    let parts = parts(text);
    let has_month = parts.iter().any(|part| is_month(part));
    (parts.len() == 3 || parts.len() == 2 && has_month)
        && parts.iter().all(|part| is_number(part) || is_month(part))
}

/// 3-4, 1/2, MAR1 and SEP-2.
fn could_be_date(text: &str) -> bool {
    let parts = parts(text);
    let is_name = |part: &&str| is_month(part) && part.bytes().any(|byte| byte.is_ascii_digit());
    parts.len() == 1 && parts.iter().any(is_name)
        || (2..=3).contains(&parts.len()) && parts.iter().all(|part| is_number(part) || is_month(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_of_a_spreadsheet_is_told_from_a_change() {
        for (old, new) in [
            ("00123", "123"),
            ("3-4", "03/04/2026"),
            ("3-4", "4-Mar"),
            ("1/2", "2026-01-02"),
            ("MAR1", "1-Mar"),
            ("1E5", "100000"),
            ("1E5", "1.00E+05"),
            ("12345678901234567", "1.23E+16"),
            ("12345678901234567", "12345678901234600"),
            ("0,5", "0.5"),
            ("+15", "15"),
        ] {
            assert!(is_altered(old, new), "{old} {new}");
        }
        for (old, new) in [
            ("123", "124"),
            ("HOE-1", "HOE-2"),
            ("HOE", "2026-01-02"),
            ("00123", "00123"),
            ("1000", "1001"),
            ("A1", "1"),
        ] {
            assert!(!is_altered(old, new), "{old} {new}");
        }
    }
}
