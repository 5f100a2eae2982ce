//! Values that are parsed once and trusted afterwards.

use serde_json::{Value, json};
use trowel::{
    accounts::one_time_code::code_input::CodeInput,
    values::{
        FromJson, Rating,
        email::Email,
        ids::{Id, Secret},
        money::{Cents, Price, UncheckedAmount},
        phone::Phone,
        quantity::{MAX_QUANTITY, OrderQuantity, StockCount},
        text::{NonEmptyText, SingleLine, Text},
        url,
    },
};

use super::input::{Input, text, values};

/// Money to cents and back is unchanged. A text is read digit by digit, without a float in between.
pub fn money(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (line, quantity) = (input.line(), input.number());
    for value in values(line) {
        let Ok(amount) = UncheckedAmount::from_json(&value) else {
            assert!(Cents::from_json(&value).is_err() && Price::from_json(&value).is_err(), "{value}");
            continue;
        };
        match &value {
            Value::String(text) => assert_eq!(Some(amount.as_i64()), cents_by_digits(text.trim()), "{value}"),
            Value::Number(number) => {
                #[expect(clippy::cast_precision_loss, reason = "compared with what came as a double")]
                let away = (number.as_f64().unwrap() * 100.0 - amount.as_i64() as f64).abs();
                assert!(away < 0.01 || away <= number.as_f64().unwrap().abs() * 1e-12, "{value}");
            }
            _ => panic!("{value} is not an amount"),
        }
        let in_range = (0..=Cents::MAX.as_i64()).contains(&amount.as_i64());
        let Ok(cents) = Cents::from_json(&value) else {
            assert!(!in_range, "{value}");
            continue;
        };
        assert!(in_range && cents.as_i64() == amount.as_i64(), "{value}");
        assert_eq!(Price::from_json(&value).is_ok(), cents.as_i64() > 0, "{value}");
        for again in
            [json!(cents), json!(cents.to_string()), serde_json::from_str(&json!(cents).to_string()).unwrap()]
        {
            assert_eq!(
                Cents::from_json(&again).map(Cents::as_i64),
                Ok(cents.as_i64()),
                "{value} became {again}"
            );
        }
        let total = i128::from(cents.as_i64()) * i128::from(quantity);
        let chargeable =
            (i128::from(Cents::MIN_CHARGE.as_i64())..=i128::from(Cents::MAX.as_i64())).contains(&total);
        let times = cents.times(quantity).map(|total| i128::from(total.as_i64()));
        assert_eq!(times, chargeable.then_some(total), "{quantity} × {cents}");
    }
}

fn cents_by_digits(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if whole.is_empty()
        || fraction.is_empty()
        || text.bytes().any(|byte| !byte.is_ascii_digit() && byte != b'.')
    {
        return None;
    }
    let padded = format!("{fraction}00");
    let (cents, rest) = padded.split_at(2);
    let all: String = [whole, cents].concat();
    rest.bytes().all(|byte| byte == b'0').then(|| all.parse().ok()).flatten()
}

/// A number and its text are the same quantity, in range.
pub fn quantity(bytes: &[u8]) {
    for value in values(bytes) {
        let count = StockCount::from_json(&value).map(StockCount::as_i64);
        let quantity = OrderQuantity::from_json(&value).map(OrderQuantity::as_i64);
        if let Ok(count) = count {
            assert!(count >= 0, "{value}");
            for again in [json!(count), json!(count.to_string()), json!(format!(" {count} "))] {
                assert_eq!(
                    StockCount::from_json(&again).map(StockCount::as_i64),
                    Ok(count),
                    "{value} became {again}"
                );
            }
            if let Some(number) = value.as_f64() {
                #[expect(clippy::cast_precision_loss, reason = "compared with what came as a double")]
                let back = count as f64;
                assert!(
                    (back - number).abs() < f64::EPSILON * number.abs().max(1.0),
                    "{value} became {count}"
                );
            }
        }
        assert_eq!(
            quantity.clone().ok(),
            count.clone().ok().filter(|count| (1..=MAX_QUANTITY).contains(count)),
            "{value}"
        );
        assert_eq!(
            StockCount::from_json(&value).and_then(StockCount::as_stock).ok(),
            count.ok().filter(|count| *count <= MAX_QUANTITY)
        );
    }
}

/// Every rating is a finite number, and parsing keeps it.
pub fn rating(bytes: &[u8]) {
    for value in values(bytes) {
        let Ok(rating) = Rating::from_json(&value) else { continue };
        assert!(rating.as_f64().is_finite(), "{value}");
        for again in [json!(rating.as_f64()), json!(rating.as_f64().to_string())] {
            assert_eq!(Rating::from_json(&again), Ok(rating), "{value} became {again}");
        }
    }
}

/// An e-mail address has one spelling, and fits into a header, a path and a log line.
pub fn email(bytes: &[u8]) {
    let typed = text(bytes);
    let Some(email) = Email::parse(&typed) else { return };
    let address = email.as_str();
    assert_eq!(Email::parse(address), Some(email.clone()));
    assert_eq!(Email::parse(&address.to_ascii_uppercase()), Some(email.clone()));
    assert!(address.eq_ignore_ascii_case(typed.trim()), "{typed:?} became {address}");
    assert!(address.bytes().all(|byte| byte.is_ascii_graphic()) && address.len() <= 318, "{address:?}");
    assert_eq!(address.matches('@').count(), 1);
    assert!(!address.contains(['<', '>', '"', ',', ';', ':', '(', ')', '[', ']', '\\']), "{address:?}");
}

/// A phone number has one spelling: a plus and eight to fifteen digits.
pub fn phone(bytes: &[u8]) {
    let typed = text(bytes);
    let Some(phone) = Phone::parse(&typed) else { return };
    let digits = phone.as_str().strip_prefix('+').unwrap();
    assert!(
        (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()),
        "{phone:?}"
    );
    assert!(!digits.starts_with('0'), "{phone:?}");
    assert_eq!(Phone::parse(phone.as_str()), Some(phone.clone()), "{typed:?}");
    assert_eq!(Phone::parse(&format!(" tel:{}\u{202c}", phone.as_str())), Some(phone), "{typed:?}");
}

/// Text is trimmed, bounded and printable, and a name is one line. Parsing it twice changes nothing.
pub fn text_field(bytes: &[u8]) {
    for value in values(bytes) {
        let text = Text::<40>::from_json(&value).map(Text::into_string);
        if let Ok(text) = &text {
            assert!(text.trim() == text && text.chars().count() <= 40, "{text:?}");
            assert!(text.chars().all(|c| !c.is_control() || "\r\n\t".contains(c)), "{text:?}");
            assert_eq!(Text::<40>::from_json(&json!(text)).map(Text::into_string).as_ref(), Ok(text));
        }
        let filled = NonEmptyText::<40>::from_json(&value).map(NonEmptyText::into_string);
        assert_eq!(filled.clone().ok(), text.ok().filter(|text| !text.is_empty()));
        if let Ok(line) = SingleLine::<40>::from_json(&value).map(SingleLine::into_string) {
            assert!(
                line.lines().count() == 1 && !line.contains(['\t', '\u{85}', '\u{2028}', '\u{2029}']),
                "{line:?}"
            );
            assert_eq!(Ok(line), filled);
        }
    }
}

/// A code is six digits, whatever stands between them.
pub fn code(bytes: &[u8]) {
    for value in values(bytes) {
        let Ok(code) = CodeInput::from_json(&value) else { continue };
        assert!(
            code.as_str().len() == 6 && code.as_str().bytes().all(|byte| byte.is_ascii_digit()),
            "{value}"
        );
        let typed: String = value.as_str().unwrap().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(typed, code.as_str());
    }
}

/// An id and a secret have one spelling each, so that no second text names the same thing.
pub fn ids(bytes: &[u8]) {
    let typed = text(bytes);
    if let Some(id) = Id::parse(&typed) {
        assert_eq!((id.as_str(), typed.len()), (typed.as_str(), 36));
        assert!(
            typed.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)),
            "{typed}"
        );
    }
    if let Some(secret) = Secret::parse(&typed) {
        assert_eq!((secret.reveal(), typed.len()), (typed.as_str(), 43));
        assert!(typed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{typed}");
        assert_eq!(secret.hash().len(), 64);
    }
}

/// A setting names an origin or a host and no more, because it goes into the security policy.
pub fn web_addresses(bytes: &[u8]) {
    let typed = text(bytes);
    let is_inert =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && !b"*;,'\"".contains(&byte));
    if let Some(origin) = url::parse_origin(&typed) {
        assert_eq!(url::parse_origin(&origin), Some(origin.clone()), "{typed:?}");
        assert!(is_inert(&origin) && origin.matches('/').count() == 2, "{typed:?} became {origin:?}");
    }
    if let Some(host) = url::parse_host(&typed) {
        assert_eq!(url::parse_host(&host), Some(host.clone()), "{typed:?}");
        assert!(is_inert(&host) && !host.contains(['/', ':', '@']), "{typed:?} became {host:?}");
    }
    if url::is_loopback(&typed) {
        let host = url::url_host(&typed).unwrap();
        assert!(
            host == "localhost" || host.contains("127.") || host.contains("::"),
            "{typed:?} is at {host}"
        );
    }
}
