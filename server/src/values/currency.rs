//! The currencies that the shop supports.

/// Currencies that the card provider charges in hundredths: <https://docs.stripe.com/currencies> without currencies of
/// zero or three decimals, and without isk and ugx, whose decimals must be zero.
const TWO_DECIMAL_CURRENCIES: &[&str] = &[
    "aed", "afn", "all", "amd", "ang", "aoa", "ars", "aud", "awg", "azn", "bam", "bbd", "bdt", "bmd", "bnd",
    "bob", "brl", "bsd", "bwp", "byn", "bzd", "cad", "cdf", "chf", "cny", "cop", "crc", "cve", "czk", "dkk",
    "dop", "dzd", "egp", "etb", "eur", "fjd", "fkp", "gbp", "gel", "gip", "gmd", "gtq", "gyd", "hkd", "hnl",
    "htg", "huf", "idr", "ils", "inr", "jmd", "kes", "kgs", "khr", "kyd", "kzt", "lak", "lbp", "lkr", "lrd",
    "lsl", "mad", "mdl", "mkd", "mmk", "mnt", "mop", "mur", "mvr", "mwk", "mxn", "myr", "mzn", "nad", "ngn",
    "nio", "nok", "npr", "nzd", "pab", "pen", "pgk", "php", "pkr", "pln", "qar", "ron", "rsd", "rub", "sar",
    "sbd", "scr", "sek", "sgd", "shp", "sle", "sos", "srd", "std", "szl", "thb", "tjs", "top", "try", "ttd",
    "twd", "tzs", "uah", "usd", "uyu", "uzs", "wst", "xcd", "yer", "zar", "zmw",
];

/// `code` is three lower-case letters.
pub fn has_two_decimals(code: &str) -> bool {
    TWO_DECIMAL_CURRENCIES.contains(&code)
}
