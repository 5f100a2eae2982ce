//! Bytes as input of a parser.

use axum::http::HeaderValue;
use serde_json::Value;

/// Read line by line, so that a seed is a readable file.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Up to the next line break, which is dropped. Empty at the end.
    pub fn line(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap_or(self.0.len());
        let line = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }

    pub fn text_line(&mut self) -> String {
        text(self.line())
    }

    /// Any line as a number.
    pub fn number(&mut self) -> i64 {
        let line = self.text_line();
        line.parse()
            .unwrap_or_else(|_| line.bytes().fold(7, |sum: i64, byte| sum.wrapping_mul(31) + i64::from(byte)))
    }

    /// A line as an index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.number().unsigned_abs() % count as u64).unwrap_or_default()
    }

    /// A line as the value of a header, if it is a valid one.
    pub fn header(&mut self) -> Option<HeaderValue> {
        HeaderValue::from_bytes(self.line()).ok()
    }

    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Values of a body's field: the bytes as text, and parsed as JSON.
pub fn values(bytes: &[u8]) -> Vec<Value> {
    std::iter::once(Value::String(text(bytes))).chain(serde_json::from_slice(bytes)).collect()
}
