//! JSON whose objects have each member once. Of two with one name some programs read the first and others the last
//! (RFC 8259 §4), so that whoever checks a body before us may have seen another one.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, map::Entry};

/// As [`Value`] reads it, except that a member that comes twice is refused, however deep.
pub struct Once(pub Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
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
        let mut read = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            match read.entry(name) {
                Entry::Vacant(place) => {
                    let Once(value) = members.next_value()?;
                    place.insert(value);
                }
                Entry::Occupied(_) => return Err(A::Error::custom("a member comes twice")),
            }
        }
        Ok(Value::Object(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, String> {
        serde_json::from_str::<Once>(text).map(|Once(value)| value).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_said_once_is_read_as_it_ever_was() {
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
    fn what_is_said_twice_is_refused_and_where() {
        for text in [
            r#"{"a": 1, "a": 1}"#,
            r#"{"a": 1, "b": 2, "\u0061": 3}"#,
            r#"{"a": {"b": null, "b": null}}"#,
            r#"[[{"b": 1, "c": 2, "b": 1}]]"#,
        ] {
            assert!(read(text).unwrap_err().starts_with("a member comes twice at line 1 column "), "{text}");
        }
    }
}
