//! JSON without duplicate members. Some parsers take the first of two members with one name, and others the last
//! (RFC 8259 §4). So a proxy that checks the body could see another value than the shop.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, map::Entry};

/// Parses like [`Value`], but rejects duplicate members at any depth.
pub struct UniqueMembers(pub Value);

impl<'de> Deserialize<'de> for UniqueMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueMembersVisitor).map(Self)
    }
}

struct UniqueMembersVisitor;

impl<'de> Visitor<'de> for UniqueMembersVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(UniqueMembers(item)) = items.next_element()? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            match object.entry(name) {
                Entry::Vacant(entry) => {
                    let UniqueMembers(value) = members.next_value()?;
                    entry.insert(value);
                }
                Entry::Occupied(_) => return Err(A::Error::custom("duplicate member")),
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, String> {
        serde_json::from_str::<UniqueMembers>(text)
            .map(|UniqueMembers(value)| value)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn unique_members_parse_as_before() {
        for text in [
            "null",
            "[true, false, 0, -1, 18446744073709551615, 1.5, 1e300, -0.0]",
            r#"{"a": {"a": [{"a": "ü\n\ud83c\udf31"}, {"a": ""}]}, "b": [], "A": {}, "": 1}"#,
            r#"[{"a": 1}, {"a": 1}]"#,
        ] {
            assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap(), "{text}");
        }
        for text in ["", "{", "[1,]", r#"{"a"}"#, "1e400", "nul", r#""\ud800""#, "{} {}"] {
            assert!(read(text).is_err() && serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn duplicate_members_are_rejected_with_their_position() {
        for text in [
            r#"{"a": 1, "a": 1}"#,
            r#"{"a": 1, "b": 2, "\u0061": 3}"#,
            r#"{"a": {"b": null, "b": null}}"#,
            r#"[[{"b": 1, "c": 2, "b": 1}]]"#,
        ] {
            assert!(read(text).unwrap_err().starts_with("duplicate member at line 1 column "), "{text}");
        }
    }
}
