//! Functions that are one statement.

use super::{Error, FromRow, Statement, Tx, TxFuture, Value};

/// What a function of [`queries!`](macro@crate::queries) returns:
/// - `Vec<R>`, `Option<R>` or `One<R>` is every row, at most one row, or exactly one row.
/// - `u64` is how many rows were changed, locked or found. `bool` is whether there were any. `()` ignores their number.
/// - `Last` is nothing, because the statement runs at the end of the transaction ([`Tx::finish_with`]).
pub trait Output {
    type Value: Send;

    fn query<'t>(
        tx: &'t Tx<'t>,
        statement: &'static Statement,
        parameters: Vec<Value>,
    ) -> TxFuture<'t, Result<Self::Value, Error>>;
}

/// Exactly one row.
pub struct One<R>(R);

/// Runs at the end of the transaction.
pub struct Last;

macro_rules! outputs {
    ($($output:ty $([$row:ident])? => $value:ty, |$tx:ident, $statement:ident, $parameters:ident| $query:expr;)+) => {$(
        impl$(<$row: FromRow>)? Output for $output {
            type Value = $value;

            fn query<'t>(
                $tx: &'t Tx<'t>,
                $statement: &'static Statement,
                $parameters: Vec<Value>,
            ) -> TxFuture<'t, Result<$value, Error>> {
                Box::pin(async move { $query })
            }
        }
    )+};
}

outputs! {
    Vec<R> [R] => Vec<R>, |tx, statement, parameters| tx.all(statement, &parameters).await;
    Option<R> [R] => Option<R>, |tx, statement, parameters| tx.optional(statement, &parameters).await;
    One<R> [R] => R, |tx, statement, parameters| tx.one(statement, &parameters).await;
    u64 => u64, |tx, statement, parameters| tx.count(statement, &parameters).await;
    bool => bool, |tx, statement, parameters| Ok(tx.count(statement, &parameters).await? > 0);
    () => (), |tx, statement, parameters| tx.run(statement, &parameters).await;
    Last => (), |tx, statement, parameters| tx.finish_with(statement, &parameters).await;
}

/// Declares a store's statements as functions, and `STATEMENTS`, the list of all of them. `$1` is the first argument of
/// the function, unless the statement is followed by its parameters. `@` stands before a list of the first ones.
/// [`Output`] lists what a function may return.
///
/// ```ignore
/// queries! {
///     pub fn by_id(id: &Id) -> Option<ToolRow> = "SELECT id, name FROM tools WHERE id = $1";
///     pub fn rename(tool: &Tool, now: Timestamp) -> bool =
///         "UPDATE tools SET name = $2, changed_at = $3 WHERE id = $1", [tool.id, tool.name, now];
/// }
/// let tool = db.read(id, store::by_id).await?;
/// ```
#[macro_export]
macro_rules! queries {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? = $sql:expr
        $(, [$(@$first:expr,)? $($parameter:expr),* $(,)?])?;
    )*) => {
        $(
            $(#[$attribute])*
            $visibility fn $name<'t>(
                tx: &'t $crate::Tx<'t>,
                $($argument: $type),*
            ) -> $crate::TxFuture<
                't,
                Result<<$crate::queries!(@output $($output)?) as $crate::queries::Output>::Value, $crate::Error>,
            > {
                let parameters = $crate::queries!(@parameters [$($argument),*] $([$(@$first,)? $($parameter),*])?);
                <$crate::queries!(@output $($output)?) as $crate::queries::Output>::query(tx, &Sql::$name, parameters)
            }
        )*

        struct Sql;

        #[expect(non_upper_case_globals, reason = "a statement has the name of its function")]
        impl Sql {
            $(const $name: $crate::Statement = $crate::statement!($name, $sql);)*
        }

        /// Every statement of this module, for the test that prepares them on both engines.
        pub const STATEMENTS: &[&$crate::Statement] = &[$(&Sql::$name),*];
    };
    (@output) => { () };
    (@output $output:ty) => { $output };
    (@parameters [$($argument:expr),*]) => { vec![$($crate::Param::to_value(&$argument)),*] };
    (@parameters [$($argument:expr),*] [@$first:expr, $($parameter:expr),*]) => {{
        let mut parameters: Vec<$crate::Value> = $first;
        parameters.extend([$($crate::Param::to_value(&$parameter)),*]);
        parameters
    }};
    (@parameters [$($argument:expr),*] [$($parameter:expr),*]) => { vec![$($crate::Param::to_value(&$parameter)),*] };
}
