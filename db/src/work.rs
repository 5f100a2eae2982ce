//! A transaction function with its input, without their types, so that the engines are compiled once and not for each
//! function.

use std::any::Any;

use super::{Body, Error, Tx, TxFuture, error::Fault, transaction::Effect};

/// How a function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    ReadStatement,
    Read,
    ReadLong,
    Write,
    WriteRepeatable,
    ReadBulk,
    WriteBulk,
}

impl Mode {
    pub(super) const fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::WriteRepeatable | Self::WriteBulk)
    }

    /// Whether the function runs without timeouts, test hook and trace.
    pub(super) const fn is_bulk(self) -> bool {
        matches!(self, Self::ReadBulk | Self::WriteBulk)
    }
}

pub(super) trait Work: Any + Send {
    /// Runs the function and keeps its result. Returns whether it succeeded. May be called again.
    fn run<'t>(&'t mut self, tx: &'t Tx<'t>) -> TxFuture<'t, bool>;

    /// The first statement that failed in the last run, even if the function made another error of it.
    fn failure(&self) -> Option<&Error>;
}

/// A [`Work`] with its types.
pub(super) struct Call<I, T, E> {
    input: I,
    body: Body<I, T, E>,
    result: Option<Result<T, E>>,
    effects: Vec<Effect>,
    failure: Option<Error>,
}

impl<I, T, E> Call<I, T, E>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: From<Error> + Send + 'static,
{
    pub(super) fn boxed(input: I, body: Body<I, T, E>) -> Box<dyn Work> {
        Box::new(Self { input, body, result: None, effects: Vec::new(), failure: None })
    }

    /// The result of the last run. Runs its effects if it was committed.
    pub(super) fn result(ran: Result<Box<dyn Work>, Error>) -> Result<T, E> {
        let call = (ran? as Box<dyn Any>).downcast::<Self>().ok();
        let Some((Some(result), effects)) = call.map(|call| (call.result, call.effects)) else {
            return Err(Error::other(Fault::NoTransaction).into());
        };
        if result.is_ok() {
            for effect in effects {
                effect();
            }
        }
        result
    }
}

impl<I, T, E> Work for Call<I, T, E>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: Send + 'static,
{
    fn run<'t>(&'t mut self, tx: &'t Tx<'t>) -> TxFuture<'t, bool> {
        Box::pin(async {
            let result = (self.body)(tx, &self.input).await;
            self.failure = tx.failure();
            let effects = tx.take_effects();
            // A run that finds everything done has no effects. They are of the run that may be committed.
            if !effects.is_empty() || !tx.may_be_committed() {
                self.effects = effects;
            }
            self.result.insert(result).is_ok()
        })
    }

    fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }
}
