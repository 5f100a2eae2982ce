//! One row as a line of JSON, the same for both engines, and the digest of a table.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::{Number, json};
use sha2::{Digest as _, Sha256};

use super::TableTotal;
use crate::{db::Value, values::hash::hex};

struct JsonValue<'a>(&'a Value);

impl Serialize for JsonValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Int(number) => serializer.serialize_i64(*number),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Float(number) if number.is_finite() => serializer.serialize_f64(*number),
            Value::Float(number) => Err(S::Error::custom(format!("{number} has no form in JSON"))),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Bytes(bytes) => json!({ "b64": STANDARD.encode(bytes) }).serialize(serializer),
        }
    }
}

/// Appends the row and a line break.
pub fn encode(row: &[Value], lines: &mut Vec<u8>) -> Result<(), serde_json::Error> {
    let values: Vec<JsonValue<'_>> = row.iter().map(JsonValue).collect();
    serde_json::to_writer(&mut *lines, &values)?;
    lines.push(b'\n');
    Ok(())
}

/// Parses a line. Returns `None` if the line is not a row.
pub fn decode(line: &[u8]) -> Option<Vec<Value>> {
    let values: Vec<serde_json::Value> = serde_json::from_slice(line).ok()?;
    values.into_iter().map(value).collect()
}

fn value(json: serde_json::Value) -> Option<Value> {
    let number = |number: &Number| {
        let whole = number.as_i64().map(Value::Int);
        whole.or_else(|| number.as_f64().filter(|_| number.is_f64()).map(Value::Float))
    };
    match &json {
        serde_json::Value::Null => Some(Value::Null),
        serde_json::Value::Bool(truth) => Some(Value::Bool(*truth)),
        serde_json::Value::Number(given) => number(given),
        serde_json::Value::String(text) => Some(Value::Text(text.clone())),
        serde_json::Value::Object(members) if members.len() == 1 => {
            let text = members.get("b64").and_then(|text| text.as_str());
            text.and_then(|text| STANDARD.decode(text).ok()).map(Value::Bytes)
        }
        _ => None,
    }
}

/// Counts rows and combines their sums.
#[derive(Default)]
pub struct TableDigest {
    rows: u64,
    sums: [u8; 32],
}

impl TableDigest {
    pub fn add(&mut self, line: &[u8]) {
        self.rows += 1;
        for (sum, byte) in self.sums.iter_mut().zip(Sha256::digest(line)) {
            *sum ^= byte;
        }
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    pub fn total(&self) -> TableTotal {
        TableTotal { rows: self.rows, digest: hex(&self.sums) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_the_same_after_its_line_was_read() {
        let row = vec![
            Value::Null,
            Value::Int(i64::MIN),
            Value::Int(9_007_199_254_740_993),
            Value::Float(5.0),
            Value::Float(0.1 + 0.2),
            Value::Float(2.225_073_858_507_201_4e-308),
            Value::Bool(true),
            Value::Text("ö \"quoted\"\n\u{2028}🌱".into()),
            Value::Text("{\"b64\":\"\"}".into()),
            Value::Bytes(vec![0, 255, 10]),
        ];
        let mut lines = Vec::new();
        encode(&row, &mut lines).unwrap();
        assert_eq!(lines.split(|byte| *byte == b'\n').count(), 2, "one line and its end");
        assert_eq!(decode(&lines).unwrap(), row);
        assert!(encode(&[Value::Float(f64::NAN)], &mut lines).is_err());
    }

    #[test]
    fn other_json_is_no_row() {
        for line in
            ["", "{}", "[", "[18446744073709551615]", "[[1]]", "[{\"b64\":1}]", "[{\"b64\":\"!\"}]", "[{}]"]
        {
            assert!(decode(line.as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn the_digest_ignores_the_order_and_nothing_else() {
        let digest = |lines: &[&str]| {
            let mut digest = TableDigest::default();
            for line in lines {
                digest.add(line.as_bytes());
            }
            digest.total()
        };
        assert_eq!(digest(&["[1]", "[2]"]), digest(&["[2]", "[1]"]));
        assert_ne!(digest(&["[1]", "[2]"]), digest(&["[1]", "[3]"]));
        assert_ne!(digest(&["[1]", "[2]"]), digest(&["[1]"]));
    }
}
