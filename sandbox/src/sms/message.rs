//! What is kept of a message, and how the API tells it.

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde_json::{Value, json};

#[derive(Clone)]
pub struct Message {
    pub sid: String,
    pub to: String,
    pub from: String,
    pub body: String,
    /// Seconds since 1970.
    pub created: i64,
}

/// `SM` and 32 hexadecimal digits.
pub fn sid() -> String {
    let mut random = [0_u8; 16];
    SysRng.try_fill_bytes(&mut random).expect("the operating system gives random bytes");
    random.iter().fold("SM".to_owned(), |sid, byte| format!("{sid}{byte:02x}"))
}

impl Message {
    /// As the API answers it.
    pub fn told(&self, account: &str) -> Value {
        let created = date(self.created);
        json!({
            "account_sid": account,
            "api_version": "2010-04-01",
            "body": self.body,
            "date_created": created,
            "date_sent": Value::Null,
            "date_updated": created,
            "direction": "outbound-api",
            "error_code": Value::Null,
            "error_message": Value::Null,
            "from": self.from,
            "messaging_service_sid": Value::Null,
            "num_media": "0",
            "num_segments": self.segments().to_string(),
            "price": Value::Null,
            "price_unit": "USD",
            "sid": self.sid,
            "status": "queued",
            "subresource_uris": { "media": format!("/2010-04-01/Accounts/{account}/Messages/{}/Media.json", self.sid) },
            "to": self.to,
            "uri": format!("/2010-04-01/Accounts/{account}/Messages/{}.json", self.sid),
        })
    }

    /// How many messages a network makes of it: 160 characters of plain text, or 70 with anything else in it.
    fn segments(&self) -> usize {
        let length = self.body.chars().count();
        let (alone, together) = if self.body.is_ascii() { (160, 153) } else { (70, 67) };
        if length <= alone { 1 } else { length.div_ceil(together) }
    }

    /// The first run of four to eight digits: what somebody who waits for a code looks for.
    pub fn code(&self) -> Option<&str> {
        self.body
            .split(|character: char| !character.is_ascii_digit())
            .find(|digits| (4..=8).contains(&digits.len()))
    }
}

/// RFC 2822, as the gateway writes times: `Sat, 21 Nov 2026 06:00:00 +0000`.
fn date(seconds: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let name =
        |names: &[&'static str], at: i64| usize::try_from(at).ok().and_then(|at| names.get(at).copied());
    format!(
        "{}, {day:02} {} {year} {} +0000",
        name(&DAYS, days.rem_euclid(7)).unwrap_or_default(),
        name(&MONTHS, month - 1).unwrap_or_default(),
        clock(second)
    )
}

/// `06:00:00`, of the seconds of a day.
pub fn clock(second: i64) -> String {
    let second = second.rem_euclid(86_400);
    format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60)
}

/// Year, month and day of a day since 1970, after Howard Hinnant's `civil_from_days`.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year + i64::from(month <= 2), month, of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(body: &str) -> Message {
        Message { sid: sid(), to: String::new(), from: String::new(), body: body.to_owned(), created: 0 }
    }

    #[test]
    fn times_are_written_as_in_a_letter() {
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(date(1_795_240_799), "Sat, 21 Nov 2026 05:59:59 +0000");
        assert_eq!(date(1_709_164_800), "Thu, 29 Feb 2024 00:00:00 +0000");
    }

    #[test]
    fn a_code_is_found_and_a_price_is_none() {
        assert_eq!(message("012345 is your code.\n\n@a.ca #012345").code(), Some("012345"));
        assert_eq!(message("Open 9 to 5, for $12.50").code(), None);
    }

    #[test]
    fn long_messages_are_several() {
        for (body, segments) in
            [("a".repeat(160), 1), ("a".repeat(161), 2), ("é".repeat(70), 1), ("é".repeat(135), 3)]
        {
            assert_eq!(message(&body).segments(), segments, "{}", body.len());
        }
    }
}
