//! Bytes as a parser is given them.

use axum::http::HeaderValue;
use serde_json::Value;

/// Taken apart line by line, so that a seed is a file that can be read.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Up to the next line break, which is dropped. Empty when there is nothing left.
    pub fn line(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap_or(self.0.len());
        let line = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }

    pub fn text_line(&mut self) -> String {
        text(self.line())
    }

    /// A line as a number, whatever it is.
    pub fn number(&mut self) -> i64 {
        let line = self.text_line();
        line.parse()
            .unwrap_or_else(|_| line.bytes().fold(7, |sum: i64, byte| sum.wrapping_mul(31) + i64::from(byte)))
    }

    /// A line as an index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.number().unsigned_abs() % count as u64).unwrap_or_default()
    }

    /// A line as the value of a header, if it can be one.
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

/// What a field of a body may hold: the bytes as text, and what they are as JSON.
pub fn values(bytes: &[u8]) -> Vec<Value> {
    std::iter::once(Value::String(text(bytes))).chain(serde_json::from_slice(bytes)).collect()
}
