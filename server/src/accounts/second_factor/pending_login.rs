//! A login that waits for its second step. A cookie binds it to the browser of the first step. It opens nothing.

use std::time::Duration;

use thiserror::Error;

use super::{CodeRefusal, check, code_input::SecondFactorInput, store};
use crate::{
    accounts::{
        session::{NewSession, SessionStart},
        store as identity_store,
        store::Account,
    },
    base::rate_limit::RateLimited,
    db::{self, Committed, Tx},
    shop::Shop,
    values::{ids::Secret, time::Timestamp},
};

pub const PENDING_LOGIN_TTL: Duration = Duration::from_mins(5);
const MAX_TRIES: i64 = 5;

#[derive(Debug, Error)]
pub enum SecondStepError {
    #[error("wrong code")]
    WrongCode,
    /// The login has expired. Too many tries end it too, and so does a change of the password, the role or the second
    /// factor.
    #[error("no login waits for its second step")]
    Expired,
    #[error("too many codes")]
    RateLimited(#[from] RateLimited),
    #[error("the account is blocked")]
    AccountBlocked,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<CodeRefusal> for SecondStepError {
    fn from(refusal: CodeRefusal) -> Self {
        match refusal {
            CodeRefusal::WrongCode => Self::WrongCode,
            CodeRefusal::RateLimited(limited) => Self::RateLimited(limited),
            // It was turned off after the first step.
            CodeRefusal::NotOn => Self::Expired,
        }
    }
}

struct SecondStep {
    pending_hash: String,
    input: SecondFactorInput,
    session: NewSession,
    now: Timestamp,
}

/// Starts the session that the first step did not. Returns its account.
pub async fn log_in(
    shop: &Shop,
    pending: &Secret,
    input: SecondFactorInput,
    session: NewSession,
) -> Result<Account, SecondStepError> {
    let step = SecondStep { pending_hash: pending.hash(), input, session, now: shop.clock.now() };
    shop.db.write(step, |tx, step| Box::pin(log_in_tx(tx, step))).await?.into_result()
}

/// A refusal commits, because each try counts.
async fn log_in_tx(tx: &Tx<'_>, step: &SecondStep) -> Result<Committed<Account, SecondStepError>, db::Error> {
    let SecondStep { pending_hash, input, session, now } = step;
    let Some(pending) = store::pending(tx, pending_hash, *now).await? else {
        return Ok(Committed::Refused(SecondStepError::Expired));
    };
    // The account before the login, as everywhere. A concurrent change of the password deletes the login meanwhile.
    if !identity_store::lock_user(tx, &pending.user).await?
        || !store::count_try(tx, pending_hash, MAX_TRIES).await?
    {
        return Ok(Committed::Refused(SecondStepError::Expired));
    }
    let checked = check(tx, &pending.user, Some(session.device()), input, *now).await?;
    if let Committed::Refused(refusal) = checked {
        if let CodeRefusal::WrongCode = refusal {
            tracing::warn!(user = pending.user.as_str(), "wrong code of a second factor");
        }
        return Ok(Committed::Refused(refusal.into()));
    }
    store::delete_pending(tx, pending_hash).await?;
    let Some(account) = identity_store::account_by_id(tx, &pending.user).await? else {
        return Ok(Committed::Refused(SecondStepError::Expired));
    };
    let session = session.clone().after_second_step(pending.method);
    Ok(match session.start(tx, &account.user).await? {
        SessionStart::Started => Committed::Done(account),
        SessionStart::AccountBlocked => Committed::Refused(SecondStepError::AccountBlocked),
        SessionStart::AccountChanged | SessionStart::SecondStepRequired => {
            Committed::Refused(SecondStepError::Expired)
        }
    })
}
