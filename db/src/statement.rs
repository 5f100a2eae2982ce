//! Named SQL statements, translated for both engines at compile time.

use std::borrow::Cow;

use super::{Error, error::Fault};

/// A named SQL statement. Only [`statements!`](macro@crate::statements) creates one, so that no SQL is built at run
/// time and a test can prepare every statement on both engines.
#[derive(Debug)]
pub struct Statement {
    name: &'static str,
    postgres: &'static str,
    sqlite: &'static str,
    parameters: usize,
}

impl Statement {
    #[doc(hidden)]
    pub const fn new(name: &'static str, postgres: &'static str, sqlite: &'static str) -> Self {
        Self { name, postgres, sqlite, parameters: parameters(postgres) }
    }

    /// Module and constant name, for logs.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The SQL as written, with `$1` for parameters.
    pub const fn sql(&self) -> &'static str {
        self.postgres
    }

    pub(super) const fn postgres(&self) -> &'static str {
        self.postgres
    }

    /// Public for the test of query plans.
    pub const fn sqlite(&self) -> &'static str {
        self.sqlite
    }

    /// Whether it neither changes nor locks anything. The shop calls no SQL function that does.
    pub(super) fn is_read(&self) -> bool {
        self.postgres.starts_with("SELECT ") && !self.is_lock()
    }

    /// A change without its RETURNING, for callers that ignore the rows. SQLite fills a temporary table for them, which
    /// costs more than the change of one row.
    pub fn sqlite_change(&self) -> &'static str {
        self.sqlite.split_once(" RETURNING ").map_or(self.sqlite, |(change, _)| change)
    }

    pub(super) fn is_lock(&self) -> bool {
        self.postgres.ends_with(ROW_LOCK)
    }

    pub(super) fn returns_rows(&self) -> bool {
        self.postgres.starts_with("SELECT ") || self.postgres.contains(" RETURNING ")
    }

    /// The statement at the end of a transaction. It fails with a division by zero if it returns no row, so that the
    /// COMMIT behind it rolls back.
    pub(super) fn postgres_last(&self) -> Cow<'static, str> {
        if !self.returns_rows() {
            return Cow::Borrowed(self.postgres);
        }
        Cow::Owned(format!("WITH changed AS ({}) SELECT 1 / count(*) FROM changed", self.postgres))
    }

    /// Fails unless the statement has `given` parameters.
    pub(super) fn expect_parameters(&self, given: usize) -> Result<(), Error> {
        let wanted = self.parameters;
        if wanted == given { Ok(()) } else { Err(Error::other(Fault::Parameters { wanted, given })) }
    }
}

/// The end of a statement for [`Tx::lock`](super::Tx::lock). SQLite does not get it: it has no row locks, and needs
/// none, because a write transaction is alone.
const ROW_LOCK: &str = " FOR NO KEY UPDATE";

/// Replaces `$1` by `?1`, SQLite's syntax for numbered parameters, and `FOR NO KEY UPDATE` by spaces.
#[doc(hidden)]
pub const fn sqlite_bytes<const LENGTH: usize>(sql: &str) -> [u8; LENGTH] {
    let from = sql.as_bytes();
    let mut to = [0; LENGTH];
    let end = if ends_with(from, ROW_LOCK.as_bytes()) { LENGTH - ROW_LOCK.len() } else { LENGTH };
    let mut at = 0;
    while at < LENGTH {
        assert!(from[at] != b'?', "`?` means a parameter to one engine and an operator to the other");
        to[at] = match from[at] {
            _ if at >= end => b' ',
            b'$' => b'?',
            byte => byte,
        };
        at += 1;
    }
    to
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    let Some(start) = text.len().checked_sub(end.len()) else { return false };
    let mut at = 0;
    while at < end.len() {
        if text[start + at] != end[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[doc(hidden)]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("replacing one ASCII byte by another keeps UTF-8"),
    }
}

/// The highest parameter number. Panics at compile time if a `$` is not a parameter, or if a number is skipped.
const fn parameters(sql: &str) -> usize {
    let sql = sql.as_bytes();
    let mut seen: u64 = 0;
    let mut at = 0;
    while at < sql.len() {
        if sql[at] == b'$' {
            let mut number = 0;
            while at + 1 < sql.len() && sql[at + 1].is_ascii_digit() {
                number = number * 10 + (sql[at + 1] - b'0') as usize;
                at += 1;
            }
            assert!(number >= 1 && number < 64, "`$` is only for parameters, $1 to $63");
            seen |= 1 << number;
        }
        at += 1;
    }
    let count = seen.count_ones();
    assert!(seen == ((1 << count) - 1) << 1, "parameters are numbered $1, $2, … without a gap");
    count as usize
}

/// Declares a store's statements as constants, and `STATEMENTS`, the list of all of them.
///
/// ```ignore
/// statements! {
///     /// Only this decides who gets the last one.
///     pub TAKE_FROM_STOCK = "UPDATE tools SET available = available - $2 WHERE id = $1 AND available >= $2";
/// }
/// tx.execute(&TAKE_FROM_STOCK, params![id, quantity]).await?;
/// ```
#[macro_export]
macro_rules! statements {
    ($($(#[$attribute:meta])* $visibility:vis $name:ident = $sql:expr;)*) => {
        $($(#[$attribute])* $visibility const $name: $crate::Statement = $crate::statement!($name, $sql);)*
        /// Every statement of this module, for the test that prepares them on both engines.
        pub const STATEMENTS: &[&$crate::Statement] = &[$(&$name),*];
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! statement {
    ($name:ident, $sql:expr) => {{
        const POSTGRES: &str = $sql;
        const SQLITE: [u8; POSTGRES.len()] = $crate::statement::sqlite_bytes(POSTGRES);
        $crate::Statement::new(
            concat!(module_path!(), "::", stringify!($name)),
            POSTGRES,
            $crate::statement::text(&SQLITE),
        )
    }};
}

#[cfg(test)]
mod tests {
    statements! {
        TAKE = "UPDATE tools SET available = available - $2 WHERE id = $1 AND available >= $2";
        ALL = "SELECT id FROM tools";
        LOCK = "SELECT id FROM tools WHERE id = $1 FOR NO KEY UPDATE";
        RENAME = "UPDATE tools SET name = $2 WHERE id = $1 RETURNING name";
    }

    #[test]
    fn one_text_becomes_two_dialects() {
        assert_eq!(
            TAKE.postgres(),
            "UPDATE tools SET available = available - $2 WHERE id = $1 AND available >= $2"
        );
        assert_eq!(
            TAKE.sqlite(),
            "UPDATE tools SET available = available - ?2 WHERE id = ?1 AND available >= ?2"
        );
        assert_eq!((TAKE.parameters, ALL.parameters), (2, 0));
        assert_eq!(TAKE.name(), "trowel_db::statement::tests::TAKE");
        assert_eq!(STATEMENTS.len(), 4);
    }

    #[test]
    fn sqlite_gets_no_row_lock() {
        assert_eq!(LOCK.sqlite().trim_end(), "SELECT id FROM tools WHERE id = ?1");
        assert!(LOCK.postgres().ends_with(" FOR NO KEY UPDATE"));
        assert_eq!((LOCK.is_read(), ALL.is_read(), TAKE.is_read()), (false, true, false));
    }

    #[test]
    fn a_change_whose_rows_no_caller_reads_returns_none() {
        assert_eq!(RENAME.sqlite_change(), "UPDATE tools SET name = ?2 WHERE id = ?1");
        assert_eq!(TAKE.sqlite_change(), TAKE.sqlite());
    }

    #[test]
    #[should_panic(expected = "without a gap")]
    fn a_skipped_parameter_is_refused() {
        super::parameters("SELECT $1, $3");
    }

    #[test]
    #[should_panic(expected = "only for parameters")]
    fn a_dollar_sign_is_always_a_parameter() {
        super::parameters("SELECT 'a $ sign'");
    }
}
