//! The phone number on a parcel.

use serde::Serialize;
use serde_json::Value;

use super::{
    FromJson, InvalidValue,
    phone::{Phone, not_a_number},
    text::SingleLine,
};

/// The phone number of a delivery, as the customer typed it. It may have an extension or a word, such as `613 555-0142
/// ext. 12`, because people read it. Text messages go to a [`Phone`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContactPhone(String);

const MAX_LENGTH: usize = 60;

impl ContactPhone {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromJson for ContactPhone {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let text = SingleLine::<MAX_LENGTH>::from_json(value)?.into_string();
        if Phone::find(&text).is_some() { Ok(Self(text)) } else { Err(not_a_number()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<String, &'static str> {
        ContactPhone::from_json(&json!(text)).map(|phone| phone.0).map_err(|error| error.code)
    }

    #[test]
    fn a_number_is_kept_as_it_was_typed() {
        for text in [
            "613 555-0142",
            "613 555-0142 ext. 12",
            "613-555-0142x12",
            "(613) 555.0142 poste 221",
            "613 555-0142 p. 221",
            "613 555-0142 #221",
            "+1-613-555-0142;ext=12",
            "613 555-0142 (cell)",
            "613 555-0142 (cell.)",
            "613-555-0142/613-555-0199",
            "613 555-0142 or 613 555-0199",
            "Tél. : 613 555-0142",
            "cell: 613 555 0142",
            "☎ 613 555-0142",
            "1-800-FLOWERS",
            "1 800 go fedex",
            "６１３ ５５５ ０１４２",
            "+44 (0)20 7946 0018 ext 3",
        ] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        assert_eq!(read(" 613 555-0142 ").as_deref(), Ok("613 555-0142"));
    }

    #[test]
    fn what_no_courier_can_call_is_asked_for_again() {
        for text in [
            "call me",
            "x12",
            "555-0142 ext. 12",
            "0613-555-0142",
            "0613-555-0142 ext. 12",
            "+1613555014 (cell)",
            "613 555 cell",
            "1-800",
            "1-800-FLOW",
        ] {
            assert_eq!(read(text), Err("not_a_phone_number"), "{text}");
        }
        assert_eq!(read("613 555-0142\n"), Ok("613 555-0142".into()), "it is trimmed");
        assert_eq!(read("613 555\n0142"), Err("invalid_characters"));
        assert_eq!(read(&format!("613 555-0142 {}", "x".repeat(60))), Err("too_long"));
    }

    #[test]
    fn the_number_is_found_in_its_text() {
        for (text, number) in [
            ("Tél. : 613 555-0142 poste 221", "+16135550142"),
            ("1-800-FLOWERS", "+18003569377"),
            ("☎ +44 (0)20 7946 0018 / 613 555 0142", "+442079460018"),
        ] {
            assert_eq!(Phone::find(text).unwrap().as_str(), number, "{text}");
        }
    }
}
