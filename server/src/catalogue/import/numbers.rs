//! Numbers in the cells of a file. Spreadsheets write 1250.5 as 1,250.50, 1.250,50 or 1 250,50.
//!
//! `1,250` alone can mean two numbers. The other cells of its column say which, or else it is refused.

use crate::values::{InvalidValue, language::localized};

/// The decimal signs that the cells of a column show.
#[derive(Clone, Copy, Default)]
pub struct DecimalSigns {
    point: bool,
    comma: bool,
    /// The cell is a number already, and nothing is to be settled.
    is_number: bool,
}

/// A number as digits.
enum Parsed<'a> {
    /// A decimal text, and the decimal sign if the cell shows which one it is.
    Clear(String, Option<char>),
    /// Up to three digits, a sign, and three digits: `1,250`.
    Open { before: &'a str, sign: char, after: &'a str },
}

/// A cell of a column of numbers.
#[derive(Clone, Copy, Default)]
pub struct NumberCell<'a> {
    text: &'a str,
    signs: DecimalSigns,
}

impl DecimalSigns {
    /// A number of a workbook has a decimal point.
    pub const NUMBER: Self = Self { point: true, comma: false, is_number: true };

    /// Collects the decimal signs that the cells of a column show.
    pub fn of<'a>(cells: impl IntoIterator<Item = &'a str>) -> Self {
        let mut signs = Self::default();
        for cell in cells {
            if let Some(Parsed::Clear(_, Some(sign))) = parse(without_sign(cell)) {
                signs.point |= sign == '.';
                signs.comma |= sign == ',';
            }
        }
        signs
    }

    fn only(self) -> Option<char> {
        match (self.point, self.comma) {
            (true, false) => Some('.'),
            (false, true) => Some(','),
            _ => None,
        }
    }
}

impl<'a> NumberCell<'a> {
    pub fn new(text: &'a str, signs: DecimalSigns) -> Self {
        Self { text: text.trim(), signs }
    }

    pub fn text(self) -> &'a str {
        self.text
    }

    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    pub fn is_negative(self) -> bool {
        self.text.strip_prefix(['-', '−']).is_some_and(|rest| parse(rest).is_some())
    }

    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }

    /// An amount as decimal text. What is no number stays as it is. A price with three decimals is not known: `1.250`
    /// is 1250 in a file of another country.
    pub fn amount(self) -> Result<String, InvalidValue> {
        match parse(without_currency(self.text)) {
            Some(Parsed::Open { before, after, .. }) if self.signs.is_number => {
                Ok(format!("{before}.{after}"))
            }
            Some(Parsed::Open { before, sign, after })
                if self.signs.only().is_none_or(|only| only == sign) =>
            {
                let decimal = trim_zeros(before, after);
                let is_amount = decimal.split_once('.').is_none_or(|(_, cents)| cents.len() <= 2);
                Err(ambiguous(self.text, [format!("{before}{after}.00"), decimal], is_amount))
            }
            Some(Parsed::Open { before, after, .. }) => Ok(format!("{before}{after}")),
            Some(Parsed::Clear(number, _)) => Ok(match number.split_once('.') {
                Some((whole, decimals)) if decimals.len() > 2 => {
                    let (cents, rest) = decimals.split_at(2);
                    format!("{whole}.{cents}{}", rest.trim_end_matches('0'))
                }
                _ => number,
            }),
            None => Ok(self.text.to_owned()),
        }
    }

    /// A number of pieces. `5.0` is 5. What is no whole number stays as it is.
    pub fn quantity(self) -> Result<String, InvalidValue> {
        let number = match parse(self.text) {
            Some(Parsed::Open { before, sign, after }) => match self.signs.only() {
                None => {
                    let decimal = trim_zeros(before, after);
                    let is_whole = !decimal.contains('.');
                    return Err(ambiguous(self.text, [format!("{before}{after}"), decimal], is_whole));
                }
                Some(only) if only == sign => format!("{before}.{after}"),
                Some(_) => format!("{before}{after}"),
            },
            Some(Parsed::Clear(number, _)) => number,
            None => return Ok(self.text.to_owned()),
        };
        let whole = number
            .split_once('.')
            .map_or(Some(&*number), |(whole, rest)| rest.bytes().all(|digit| digit == b'0').then_some(whole));
        Ok(whole.unwrap_or(self.text).to_owned())
    }

    /// A weight as decimal text. What is no number stays as it is.
    pub fn weight(self) -> Result<String, InvalidValue> {
        match parse(self.text) {
            Some(Parsed::Open { before, sign, after }) => match self.signs.only() {
                // Four decimals are clear.
                None => Err(ambiguous(
                    self.text,
                    [format!("{before}{after}"), format!("{before}.{after}0")],
                    true,
                )),
                Some(only) if only == sign => Ok(format!("{before}.{after}")),
                Some(_) => Ok(format!("{before}{after}")),
            },
            Some(Parsed::Clear(number, _)) => Ok(number),
            None => Ok(self.text.to_owned()),
        }
    }
}

/// Refuses a number that can be read in two ways. `is_second_allowed` says that the second number can be a value of the
/// column.
fn ambiguous(cell: &str, [first, second]: [String; 2], is_second_allowed: bool) -> InvalidValue {
    let detail = if is_second_allowed {
        localized!(
            "“{cell}” can mean {first} or {second}. Please write {first} or {second}.",
            "«\u{a0}{cell}\u{a0}» peut vouloir dire {first} ou {second}. Veuillez écrire {first} ou {second}."
        )
    } else {
        localized!(
            "“{cell}” can mean {first} or {second}. Please write {first}.",
            "«\u{a0}{cell}\u{a0}» peut vouloir dire {first} ou {second}. Veuillez écrire {first}."
        )
    };
    InvalidValue::new("ambiguous_number", detail)
}

fn trim_zeros(whole: &str, decimals: &str) -> String {
    let decimals = decimals.trim_end_matches('0');
    if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals:0<2}") }
}

/// `$1,299.00` and `24,50 $`.
fn without_currency(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('$').or_else(|| cell.strip_suffix('$')).unwrap_or(cell).trim()
}

fn without_sign(cell: &str) -> &str {
    let cell = cell.trim();
    without_currency(cell.strip_prefix(['-', '−']).unwrap_or(cell))
}

/// Digits, with groups of three between equal separators. A decimal sign stands once, behind all groups. Blanks and
/// apostrophes only separate groups.
fn parse(text: &str) -> Option<Parsed<'_>> {
    let mut parts = Vec::new();
    let mut separators = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii_digit()) {
        separators.push(match character {
            '.' | ',' => character,
            '\'' | '’' => '\'',
            blank if blank.is_whitespace() => ' ',
            _ => return None,
        });
        parts.push(&text[start..at]);
        start = at + character.len_utf8();
    }
    let last = &text[start..];
    if last.is_empty() {
        return None;
    }
    let Some((sign, groups)) = separators.split_last() else {
        return Some(Parsed::Clear(last.to_owned(), None));
    };
    let can_be_decimal = matches!(sign, '.' | ',');
    if let (true, [before]) = (can_be_decimal, &*parts) {
        return match (before.len(), last.len()) {
            (1..=3, 3) if !before.starts_with('0') => Some(Parsed::Open { before, sign: *sign, after: last }),
            // Filled with zeros, as 001,250.
            (2.., 3) if before.starts_with('0') => None,
            (0, _) => Some(Parsed::Clear(format!("0.{last}"), Some(*sign))),
            _ => Some(Parsed::Clear(format!("{before}.{last}"), Some(*sign))),
        };
    }
    let is_one = |separators: &[char]| separators.windows(2).all(|pair| pair[0] == pair[1]);
    if is_one(&separators) {
        parts.push(last);
        let decimal = match sign {
            ',' => Some('.'),
            '.' => Some(','),
            _ => None,
        };
        return are_groups(&parts).then(|| Parsed::Clear(parts.concat(), decimal));
    }
    let is_behind = can_be_decimal && is_one(groups) && !groups.contains(sign);
    (is_behind && are_groups(&parts))
        .then(|| Parsed::Clear(format!("{}.{last}", parts.concat()), Some(*sign)))
}

fn are_groups(parts: &[&str]) -> bool {
    let Some((first, others)) = parts.split_first() else { return false };
    (1..=3).contains(&first.len()) && !first.starts_with('0') && others.iter().all(|part| part.len() == 3)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    type Read = fn(NumberCell<'_>) -> Result<String, InvalidValue>;

    const AMOUNT: Read = |cell| cell.amount();
    const QUANTITY: Read = |cell| cell.quantity();
    const WEIGHT: Read = |cell| cell.weight();

    fn read(cells: &[&str], read: Read) -> Vec<Result<String, String>> {
        let signs = DecimalSigns::of(cells.iter().copied());
        cells
            .iter()
            .map(|cell| read(NumberCell::new(cell, signs)).map_err(|fault| fault.detail.english().to_owned()))
            .collect()
    }

    fn alone(cell: &str, kind: Read) -> Result<String, String> {
        read(&[cell], kind).remove(0)
    }

    #[test]
    fn a_clear_cell_is_read_whatever_its_country() {
        for (cell, amount) in [
            ("1,299.00", "1299.00"),
            ("1.299,00", "1299.00"),
            ("1 299,00", "1299.00"),
            ("1\u{202f}299,00\u{a0}$", "1299.00"),
            ("1’299.50", "1299.50"),
            ("$1,299.00", "1299.00"),
            ("24,50", "24.50"),
            ("24,50 $", "24.50"),
            ("12,5", "12.5"),
            ("24.5000", "24.50"),
            ("0,500", "0.50"),
            ("1,234,567", "1234567"),
            ("1 299", "1299"),
            (".35", "0.35"),
            ("1250.000", "1250.00"),
            ("5", "5"),
        ] {
            assert_eq!(alone(cell, AMOUNT).as_deref(), Ok(amount), "{cell}");
        }
        for cell in ["5.0", "5", "5,00"] {
            assert_eq!(alone(cell, QUANTITY).as_deref(), Ok("5"), "{cell}");
        }
        assert_eq!(alone("1,8", WEIGHT).as_deref(), Ok("1.8"));
        for cell in
            ["", "x", "1,", "1,2,3", "1,50,000", "12 50", "1.2.3,4", "1,299.00.1", "1e3", "-2", "001,250"]
        {
            assert_eq!(alone(cell, AMOUNT).as_deref(), Ok(cell), "stays as it is");
        }
        assert!(NumberCell::new("-2.0", DecimalSigns::default()).is_negative());
    }

    #[test]
    fn a_number_that_can_mean_two_is_refused_unless_the_column_says_which() {
        for (cell, kind, sentence) in [
            ("1,250", AMOUNT, "can mean 1250.00 or 1.25. Please write 1250.00 or 1.25."),
            ("1.250", AMOUNT, "can mean 1250.00 or 1.25. Please write 1250.00 or 1.25."),
            ("$9.999", AMOUNT, "can mean 9999.00 or 9.999. Please write 9999.00."),
            ("1,000", QUANTITY, "can mean 1000 or 1. Please write 1000 or 1."),
            ("1.250", QUANTITY, "can mean 1250 or 1.25. Please write 1250."),
            ("1,125", WEIGHT, "can mean 1125 or 1.1250. Please write 1125 or 1.1250."),
        ] {
            assert_eq!(alone(cell, kind), Err(format!("“{cell}” {sentence}")));
        }
        let texts = |cells: &[&str], kind| {
            read(cells, kind)
                .into_iter()
                .map(|text| text.unwrap_or_else(|_| "refused".into()))
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(&["24.50", "1,250"], AMOUNT), ["24.50", "1250"]);
        assert_eq!(texts(&["24,50", "1.250"], AMOUNT), ["24.50", "1250"]);
        assert_eq!(texts(&["1,234,567", "1,250"], AMOUNT), ["1234567", "1250"]);
        assert_eq!(texts(&["24.50", "1.250"], AMOUNT), ["24.50", "refused"]);
        assert_eq!(texts(&["24.50", "24,50", "1,250"], AMOUNT), ["24.50", "24.50", "refused"]);
        assert_eq!(texts(&["5.0", "1,000", "1.000"], QUANTITY), ["5", "1000", "1"]);
        assert_eq!(texts(&["1,8", "1,125"], WEIGHT), ["1.8", "1.125"]);
    }

    /// A separator of thousands and a decimal sign.
    const DIALECTS: [(&str, char); 9] = [
        ("", '.'),
        ("", ','),
        (",", '.'),
        (".", ','),
        (" ", ','),
        ("\u{a0}", ','),
        ("\u{202f}", '.'),
        ("'", '.'),
        ("’", ','),
    ];

    /// `units` of 10^-`places`, with at least so many decimals.
    fn write(units: u64, places: u32, least: usize, (separator, sign): (&str, char)) -> String {
        let scale = 10_u64.pow(places);
        let digits = (units / scale).to_string();
        let mut text = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push_str(separator);
            }
            text.push(digit);
        }
        let decimals = format!("{:0width$}", units % scale, width = places as usize);
        let decimals = format!("{:0<least$}", decimals.trim_end_matches('0'));
        if !decimals.is_empty() {
            text.push(sign);
            text.push_str(&decimals);
        }
        text
    }

    fn must_be_exact_or_refused(columns: &[(u64, String)], places: u32, kind: Read) {
        let cells: Vec<&str> = columns.iter().map(|(_, cell)| &**cell).collect();
        for ((units, cell), text) in columns.iter().zip(read(&cells, kind)) {
            let Ok(text) = text else { continue };
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let decimals = decimals.trim_end_matches('0');
            let known: u64 = format!("{whole}{decimals:0<width$}", width = places as usize).parse().unwrap();
            assert_eq!(known, *units, "{cell} in {cells:?} became {text}");
        }
    }

    proptest! {
        #[test]
        fn every_number_of_every_dialect_comes_back_or_is_refused(
            cents in prop::collection::vec(1_u64..=99_999_999, 1..6),
            grams in prop::collection::vec(1_u64..=1_000_000, 1..6),
            pieces in prop::collection::vec(0_u64..=1_000_000, 1..6),
            dialect in select(&DIALECTS[..]),
            least in 0_usize..=4,
            sign in select(&["", "$", " $"][..]),
        ) {
            let columns = |numbers: &[u64], places| numbers.iter().map(|number| (*number, write(*number, places, least, dialect))).collect::<Vec<_>>();
            let prices: Vec<_> = columns(&cents, 2).into_iter().map(|(cents, cell)| (cents, if sign == "$" { format!("${cell}") } else { format!("{cell}{sign}") })).collect();
            must_be_exact_or_refused(&prices, 2, AMOUNT);
            must_be_exact_or_refused(&columns(&grams, 3), 3, WEIGHT);
            must_be_exact_or_refused(&columns(&pieces, 0), 0, QUANTITY);
        }

        #[test]
        fn prices_of_several_countries_in_one_column_come_back_or_are_refused(
            cells in prop::collection::vec((1_u64..=99_999_999, select(&DIALECTS[..]), 0_usize..=2), 1..6),
        ) {
            let column: Vec<_> = cells.into_iter().map(|(cents, dialect, least)| (cents, write(cents, 2, least, dialect))).collect();
            must_be_exact_or_refused(&column, 2, AMOUNT);
        }
    }
}
