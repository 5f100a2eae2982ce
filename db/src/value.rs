//! Parameters of statements, for both drivers.

use std::sync::Arc;

use bytes::BytesMut;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A parameter. Money is `Int` cents, a time is `Int` microseconds, an id is `Text`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Bool(bool),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A type that is bound to a parameter.
pub trait Param {
    fn to_value(&self) -> Value;
}

/// Parameters in the order of their numbers: `params![id, quantity]`.
#[macro_export]
macro_rules! params {
    () => {{
        let none: &[$crate::Value] = &[];
        none
    }};
    ($($value:expr),+ $(,)?) => {
        &[$($crate::Param::to_value(&$value)),+]
    };
}

macro_rules! param {
    ($($type:ty => |$value:ident| $variant:ident($stored:expr);)+) => {$(
        impl Param for $type {
            fn to_value(&self) -> Value {
                let $value = self;
                Value::$variant($stored)
            }
        }
    )+};
}

param! {
    i64 => |number| Int(*number);
    i32 => |number| Int(i64::from(*number));
    u32 => |number| Int(i64::from(*number));
    bool => |truth| Bool(*truth);
    f64 => |number| Float(*number);
    str => |text| Text(text.to_owned());
    String => |text| Text(text.clone());
    Arc<str> => |text| Text((**text).to_owned());
    [u8] => |bytes| Bytes(bytes.to_vec());
    Vec<u8> => |bytes| Bytes(bytes.clone());
}

impl<T: Param + ?Sized> Param for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl<T: Param> Param for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Param::to_value)
    }
}

impl Value {
    /// PostgreSQL rejects NUL in text. SQLite would store it and later truncate the text there.
    fn text(text: &str) -> Result<&str, Unfit> {
        if text.contains('\0') { Err(Unfit("text with a NUL character cannot be stored")) } else { Ok(text) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unfit(&'static str);

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Bool(truth) => ValueRef::Integer(i64::from(*truth)),
            Self::Float(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(
                Self::text(text)
                    .map_err(|unfit| rusqlite::Error::ToSqlConversionFailure(unfit.into()))?
                    .as_bytes(),
            ),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value {
    /// The binary protocol sends raw bytes, so the number must have the width of the column.
    fn to_sql(
        &self,
        column: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match (self, column) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Int(number), &Type::INT8) => number.to_sql(column, out),
            (Self::Int(number), &Type::INT4) => i32::try_from(*number)?.to_sql(column, out),
            (Self::Int(number), &Type::INT2) => i16::try_from(*number)?.to_sql(column, out),
            (Self::Bool(truth), &Type::BOOL) => truth.to_sql(column, out),
            (Self::Bool(truth), _) => Self::Int(i64::from(*truth)).to_sql(column, out),
            (Self::Float(number), &Type::FLOAT8) => number.to_sql(column, out),
            #[expect(clippy::cast_possible_truncation, reason = "the column asks for the smaller type")]
            (Self::Float(number), &Type::FLOAT4) => (*number as f32).to_sql(column, out),
            (
                Self::Text(text),
                &Type::TEXT | &Type::VARCHAR | &Type::BPCHAR | &Type::NAME | &Type::UNKNOWN,
            ) => Self::text(text)?.to_sql(column, out),
            (Self::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(column, out),
            (value, column) => {
                Err(format!("{} cannot be bound to a parameter of type {column}", value.kind()).into())
            }
        }
    }

    fn accepts(_: &Type) -> bool {
        true // `to_sql` rejects unsupported types with a better message
    }

    to_sql_checked!();
}

impl Value {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Int(_) => "a whole number",
            Self::Bool(_) => "a truth value",
            Self::Float(_) => "a fraction",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
        }
    }
}
