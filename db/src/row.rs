//! Result rows: columns in order, read into single values, tuples or `row!` structs.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use tokio_postgres::types::{FromSql, Type};

use super::{Error, Value};

/// One result row of either driver.
pub struct Row<'r>(Source<'r>);

enum Source<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

/// A type that is read from a row: a [`Column`], a `row!` struct, or a tuple of such types.
pub trait FromRow: Sized + Send {
    /// The number of its columns.
    const WIDTH: usize;

    /// Reads its columns, the first of them at `first`.
    fn from_row(row: &Row<'_>, first: usize) -> Result<Self, Error>;
}

/// A type that is read from a column: i64, i32, u32, bool, f64, String, `Vec<u8>`, a type of
/// [`column!`](crate::column), or an `Option` of them.
pub trait Column: Sized + Send {
    #[doc(hidden)]
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found>;
}

/// A value as a driver holds it.
#[doc(hidden)]
pub enum Cell<'r> {
    Sqlite(ValueRef<'r>),
    Postgres(&'r Type, Option<&'r [u8]>),
}

/// The actual type of the column, for errors.
#[doc(hidden)]
pub type Found = String;

#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error("column {index} ({name}) should be {wanted} and is {found}")]
    Column { index: usize, name: String, wanted: &'static str, found: Found },
    #[error("the statement returns {found} columns, {wanted} are read")]
    Width { wanted: usize, found: usize },
}

impl<'r> Row<'r> {
    pub(super) const fn sqlite(row: &'r rusqlite::Row<'r>) -> Self {
        Self(Source::Sqlite(row))
    }

    pub(super) const fn postgres(row: &'r tokio_postgres::Row) -> Self {
        Self(Source::Postgres(row))
    }

    /// Fails unless the row has exactly as many columns as `R`, so that a statement always matches its type.
    pub(super) fn read<R: FromRow>(&self) -> Result<R, Error> {
        let wanted = R::WIDTH;
        let found = self.width();
        if found == wanted {
            R::from_row(self, 0)
        } else {
            Err(Error::other(Unreadable::Width { wanted, found }))
        }
    }

    /// Every column, whatever the table.
    pub(super) fn values(&self) -> Result<Vec<Value>, Error> {
        (0..self.width()).map(|index| self.get(index)).collect()
    }

    /// The column at `index`, counted from 0.
    fn get<T: Column>(&self, index: usize) -> Result<T, Error> {
        T::from_cell(self.cell(index)?).map_err(|found| {
            let name = self.name(index);
            Error::other(Unreadable::Column { index, name, wanted: std::any::type_name::<T>(), found })
        })
    }

    fn width(&self) -> usize {
        match self.0 {
            Source::Sqlite(row) => row.as_ref().column_count(),
            Source::Postgres(row) => row.len(),
        }
    }

    fn cell(&self, index: usize) -> Result<Cell<'r>, Error> {
        match self.0 {
            Source::Sqlite(row) => row.get_ref(index).map(Cell::Sqlite).map_err(Error::other),
            Source::Postgres(row) => row
                .try_get::<_, Raw<'_>>(index)
                .map(|raw| Cell::Postgres(row.columns()[index].type_(), raw.0))
                .map_err(Error::other),
        }
    }

    fn name(&self, index: usize) -> String {
        match self.0 {
            Source::Sqlite(row) => row.as_ref().column_name(index).map(str::to_owned).unwrap_or_default(),
            Source::Postgres(row) => row.columns()[index].name().to_owned(),
        }
    }
}

/// The bytes of a column, whatever its type.
struct Raw<'r>(Option<&'r [u8]>);

impl<'r> FromSql<'r> for Raw<'r> {
    fn from_sql(_: &Type, raw: &'r [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(Some(raw)))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(None))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Cell<'_> {
    fn found(&self) -> Found {
        match self {
            Self::Sqlite(ValueRef::Null) | Self::Postgres(_, None) => "NULL".to_owned(),
            Self::Sqlite(value) => value.data_type().to_string(),
            Self::Postgres(column, _) => column.to_string(),
        }
    }
}

/// Reads PostgreSQL's binary form of `T`.
fn decode<'r, T: FromSql<'r>>(column: &Type, raw: &'r [u8]) -> Result<T, Found> {
    T::from_sql(column, raw).map_err(|fault| format!("{column} that cannot be read: {fault}"))
}

impl Column for i64 {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Integer(number)) => Ok(number),
            Cell::Postgres(column @ &Type::INT8, Some(raw)) => decode(column, raw),
            Cell::Postgres(column @ &Type::INT4, Some(raw)) => decode::<i32>(column, raw).map(Self::from),
            Cell::Postgres(column @ &Type::INT2, Some(raw)) => decode::<i16>(column, raw).map(Self::from),
            other => Err(other.found()),
        }
    }
}

macro_rules! narrow {
    ($($integer:ty),+) => {$(
        impl Column for $integer {
            fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
                let number = i64::from_cell(cell)?;
                Self::try_from(number).map_err(|_| format!("{number}, out of range"))
            }
        }
    )+};
}
narrow!(i32, u32);

impl Column for bool {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Postgres(column @ &Type::BOOL, Some(raw)) => decode(column, raw),
            cell => match i64::from_cell(cell)? {
                0 => Ok(false),
                1 => Ok(true),
                other => Err(format!("{other}")),
            },
        }
    }
}

impl Column for f64 {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Real(number)) => Ok(number),
            Cell::Postgres(column @ &Type::FLOAT8, Some(raw)) => decode(column, raw),
            Cell::Postgres(column @ &Type::FLOAT4, Some(raw)) => decode::<f32>(column, raw).map(Self::from),
            other => Err(other.found()),
        }
    }
}

impl Column for String {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Text(text)) => {
                std::str::from_utf8(text).map(str::to_owned).map_err(|_| "text that is not UTF-8".to_owned())
            }
            Cell::Postgres(
                column @ (&Type::TEXT | &Type::VARCHAR | &Type::BPCHAR | &Type::NAME),
                Some(raw),
            ) => decode(column, raw),
            other => Err(other.found()),
        }
    }
}

impl Column for Arc<str> {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        String::from_cell(cell).map(Self::from)
    }
}

impl Column for Vec<u8> {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Blob(bytes)) => Ok(bytes.to_vec()),
            Cell::Postgres(&Type::BYTEA, Some(raw)) => Ok(raw.to_vec()),
            other => Err(other.found()),
        }
    }
}

impl<T: Column> Column for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Null) | Cell::Postgres(_, None) => Ok(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}

impl Column for Value {
    fn from_cell(cell: Cell<'_>) -> Result<Self, Found> {
        match cell {
            Cell::Sqlite(ValueRef::Null) | Cell::Postgres(_, None) => Ok(Self::Null),
            Cell::Sqlite(ValueRef::Integer(_))
            | Cell::Postgres(&Type::INT8 | &Type::INT4 | &Type::INT2, _) => {
                i64::from_cell(cell).map(Self::Int)
            }
            Cell::Sqlite(ValueRef::Real(_)) | Cell::Postgres(&Type::FLOAT8 | &Type::FLOAT4, _) => {
                f64::from_cell(cell).map(Self::Float)
            }
            Cell::Sqlite(ValueRef::Blob(_)) | Cell::Postgres(&Type::BYTEA, _) => {
                Vec::from_cell(cell).map(Self::Bytes)
            }
            Cell::Postgres(&Type::BOOL, _) => bool::from_cell(cell).map(Self::Bool),
            _ => String::from_cell(cell).map(Self::Text),
        }
    }
}

impl<C: Column> FromRow for C {
    const WIDTH: usize = 1;

    fn from_row(row: &Row<'_>, first: usize) -> Result<Self, Error> {
        row.get(first)
    }
}

/// Reads one part of a row after the other.
#[doc(hidden)]
pub fn next<R: FromRow>(row: &Row<'_>, first: &mut usize) -> Result<R, Error> {
    let part = R::from_row(row, *first)?;
    *first += R::WIDTH;
    Ok(part)
}

macro_rules! tuples {
    ($($part:ident)+) => {
        impl<$($part: FromRow),+> FromRow for ($($part,)+) {
            const WIDTH: usize = 0 $(+ $part::WIDTH)+;

            fn from_row(row: &Row<'_>, mut first: usize) -> Result<Self, Error> {
                Ok(($(next::<$part>(row, &mut first)?,)+))
            }
        }
    };
}
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);
tuples!(A B C D E F G H I);
tuples!(A B C D E F G H I J);
tuples!(A B C D E F G H I J K);
tuples!(A B C D E F G H I J K L);

/// Stores a type as another one, in parameters and in columns. A value that cannot be read is an error.
///
/// ```ignore
/// column! { Id as String: |id| id.as_str(), |text| Id::parse(&text) }
/// ```
#[macro_export]
macro_rules! column {
    ($type:ty as $stored:ty: |$value:ident| $write:expr, |$read:ident| $parsed:expr) => {
        impl $crate::Param for $type {
            fn to_value(&self) -> $crate::Value {
                let $value = self;
                $crate::Param::to_value(&$write)
            }
        }

        impl $crate::Column for $type {
            fn from_cell(cell: $crate::row::Cell<'_>) -> Result<Self, $crate::row::Found> {
                let $read = <$stored as $crate::Column>::from_cell(cell)?;
                let parsed: Option<Self> = $parsed;
                parsed.ok_or_else(|| "an invalid value".to_owned())
            }
        }
    };
}

/// Declares a struct that is read from a row, its fields in the order of the columns. A field may be such a struct. A
/// field with a value has no column.
///
/// ```ignore
/// row! {
///     pub struct ToolRow { pub id: String, pub price_cents: i64, pub deleted_at: Option<i64> }
/// }
/// ```
#[macro_export]
macro_rules! row {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $column:ty $(= $value:expr)?),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug)]
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $column),+
        }

        impl $crate::FromRow for $name {
            const WIDTH: usize = 0 $(+ $crate::row!(@width $column $(, $value)?))+;

            fn from_row(row: &$crate::Row<'_>, mut first: usize) -> Result<Self, $crate::Error> {
                Ok(Self { $($field: $crate::row!(@read row, first $(, $value)?)),+ })
            }
        }
    };
    (@width $column:ty) => { <$column as $crate::FromRow>::WIDTH };
    (@width $column:ty, $value:expr) => { 0 };
    (@read $row:ident, $first:ident) => { $crate::row::next($row, &mut $first)? };
    (@read $row:ident, $first:ident, $value:expr) => { $value };
}
