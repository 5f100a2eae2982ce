//! What a transaction returns when a refusal commits.

/// The result of a transaction function, or a refusal that does not undo what was written before it.
///
/// Most refusals are the function's `Err`, which rolls back. Some must leave a trace: a wrong code counts, and a used-up
/// limit of e-mails keeps what other limits counted. Those are `Refused`, because `Ok` commits. A rollback would also
/// cost more on SQLite: a function that fails after a write makes its group commit run again.
///
/// A caller that wants the rollback after all makes its own error of it: `take(tx).await?.into_result()?`.
#[must_use = "the refusal is in it"]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Committed<T, R> {
    Done(T),
    Refused(R),
}

impl<T, R> Committed<T, R> {
    pub const fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Committed<U, R> {
        match self {
            Self::Done(done) => Committed::Done(f(done)),
            Self::Refused(refusal) => Committed::Refused(refusal),
        }
    }

    pub fn into_result(self) -> Result<T, R> {
        match self {
            Self::Done(done) => Ok(done),
            Self::Refused(refusal) => Err(refusal),
        }
    }
}
