//! Turning the second factor on and off, and new recovery codes, by the user of an open session.

use std::sync::Arc;

use super::{
    CodeRefusal, RECOVERY_CODE_CHARS, SecondFactorError, check, code_input::SecondFactorInput, limit,
    random_text, recovery_hash, store, totp,
};
use crate::{
    accounts::{
        password::{
            PlaintextPassword,
            reauthenticate::{ReauthError, reauthenticate},
        },
        session::{known_device, store as session_store, store::Session},
        store as identity_store,
        user::{Role, User},
    },
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
        rate_limit,
    },
    db::{self, Committed, Tx},
    shop::Shop,
    values::{email::Email, ids::Secret, time::Timestamp},
};

const RECOVERY_CODES: usize = 10;

type ChangeResult = Result<Committed<(), CodeRefusal>, SecondFactorError>;

/// A secret that no code has confirmed yet.
pub struct NewSecondFactor {
    pub secret: String,
    pub uri: String,
}

/// What an open session asks to change, and the browser that asks.
pub struct SecondFactorRequest {
    pub session: Session,
    /// The known-device secret.
    pub device: Option<Arc<Secret>>,
}

/// Begins the setup. Nothing is asked at a login before [`confirm`].
pub async fn begin(
    shop: &Shop,
    session: &Session,
    password: Option<&PlaintextPassword>,
) -> Result<NewSecondFactor, SecondFactorError> {
    let account = reauthenticate(shop, session, password).await?;
    if account.user.email.is_none() || (shop.config.verifies_emails() && !account.is_verified) {
        return Err(SecondFactorError::NotVerified);
    }
    let secret = totp::new_secret();
    let input = (session.clone(), secret.clone());
    shop.db.try_write(input, |tx, (session, secret)| Box::pin(begin_in_tx(tx, session, secret))).await?;
    let shop_name = &shop.account_rules.load().shop_name;
    let uri = totp::uri(&secret, shop_name, account.user.email.as_deref().unwrap_or_default());
    Ok(NewSecondFactor { secret, uri })
}

async fn begin_in_tx(tx: &Tx<'_>, session: &Session, secret: &str) -> Result<(), SecondFactorError> {
    lock(tx, session).await?;
    if store::begin(tx, &session.user.id, secret).await? { Ok(()) } else { Err(SecondFactorError::AlreadyOn) }
}

/// Locks the account, which waits for concurrent changes of it. Fails if the session has ended meanwhile.
async fn lock(tx: &Tx<'_>, session: &Session) -> Result<(), SecondFactorError> {
    let user = &session.user.id;
    if identity_store::lock_user(tx, user).await? && session_store::exists(tx, user, &session.id).await? {
        Ok(())
    } else {
        Err(ReauthError::SessionExpired.into())
    }
}

/// A change of the account's second factor by its user.
struct SecondFactorChange {
    request: SecondFactorRequest,
    input: SecondFactorInput,
    recovery_codes: Vec<String>,
    mail: Mailer,
    now: Timestamp,
}

impl SecondFactorChange {
    fn new(shop: &Shop, request: SecondFactorRequest, input: SecondFactorInput) -> Self {
        let recovery_codes = (0..RECOVERY_CODES).map(|_| random_text(RECOVERY_CODE_CHARS)).collect();
        let (mail, now) = (shop.mailer.clone(), shop.clock.now());
        Self { request, input, recovery_codes, mail, now }
    }

    fn user(&self) -> &User {
        &self.request.session.user
    }

    async fn replace_recovery_codes(&self, tx: &Tx<'_>) -> Result<(), db::Error> {
        let user = &self.user().id;
        let hashes: Vec<_> = self.recovery_codes.iter().map(|code| recovery_hash(user, code)).collect();
        store::replace_recovery_codes(tx, user, &hashes).await
    }

    async fn check(&self, tx: &Tx<'_>) -> Result<Committed<(), CodeRefusal>, db::Error> {
        let device = self.request.device.as_deref();
        check(tx, &self.user().id, device, &self.input, self.now).await
    }

    /// E-mail and audit entry of turning it on or off.
    async fn tell(&self, tx: &Tx<'_>, is_on: bool) -> Result<(), db::Error> {
        let account = identity_store::account_by_id(tx, &self.user().id).await?;
        let Some(user) = account.map(|account| account.user) else { return Ok(()) };
        if let Some(email) = user.email.as_deref().and_then(Email::parse) {
            let message = EmailMessage::TwoStepLoginChanged { name: user.display_name.clone(), is_on };
            self.mail.queue(tx, &email, &message, self.now).await?;
        }
        if user.role == Role::Customer {
            return Ok(()); // the audit trail is of administrators and staff
        }
        let action = if is_on { AuditAction::TurnOnSecondFactor } else { AuditAction::TurnOffSecondFactor };
        audit::record(tx, &AuditEntry::by(&user.id, action, user.id.clone(), self.now)).await
    }
}

/// Turns the second factor on, ends the other sessions and returns the recovery codes. The first code shows that the
/// app has the secret.
pub async fn confirm(
    shop: &Shop,
    request: SecondFactorRequest,
    input: SecondFactorInput,
) -> Result<Vec<String>, SecondFactorError> {
    let change = Arc::new(SecondFactorChange::new(shop, request, input));
    let done = shop.db.try_write(Arc::clone(&change), |tx, change| Box::pin(confirm_in_tx(tx, change)));
    finish(&change, done.await?)?;
    Ok(shown(&change.recovery_codes))
}

async fn confirm_in_tx(tx: &Tx<'_>, change: &SecondFactorChange) -> ChangeResult {
    let (session, now) = (&change.request.session, change.now);
    let user = &session.user.id;
    lock(tx, session).await?;
    let factor = store::unconfirmed(tx, user).await?.ok_or(SecondFactorError::NotOn)?;
    let limit = limit(tx, user, change.request.device.as_deref(), now).await?;
    rate_limit::take(tx, &[limit], now).await?.into_result()?;
    let SecondFactorInput::App(code) = &change.input else {
        return Ok(Committed::Refused(CodeRefusal::WrongCode));
    };
    let Some(step) = totp::matching_step(&factor.secret, code, factor.last_step, now) else {
        return Ok(Committed::Refused(CodeRefusal::WrongCode));
    };
    store::confirm(tx, user, step, now).await?;
    change.replace_recovery_codes(tx).await?;
    // They began without a second step.
    session_store::end_others(tx, user, &session.id).await?;
    session_store::delete_devices(tx, user).await?;
    if let Some(device) = change.request.device.as_deref() {
        known_device::remember(tx, device, user, now).await?;
    }
    change.tell(tx, true).await?;
    Ok(Committed::Done(()))
}

pub async fn turn_off(
    shop: &Shop,
    request: SecondFactorRequest,
    password: Option<&PlaintextPassword>,
    input: SecondFactorInput,
) -> Result<(), SecondFactorError> {
    reauthenticate(shop, &request.session, password).await?;
    let change = Arc::new(SecondFactorChange::new(shop, request, input));
    let done = shop.db.try_write(Arc::clone(&change), |tx, change| Box::pin(turn_off_in_tx(tx, change)));
    finish(&change, done.await?)
}

async fn turn_off_in_tx(tx: &Tx<'_>, change: &SecondFactorChange) -> ChangeResult {
    lock(tx, &change.request.session).await?;
    let checked = change.check(tx).await?;
    if !checked.is_refused() {
        store::delete(tx, &change.user().id).await?;
        change.tell(tx, false).await?;
    }
    Ok(checked)
}

/// The former codes stop working.
pub async fn renew_recovery_codes(
    shop: &Shop,
    request: SecondFactorRequest,
    password: Option<&PlaintextPassword>,
    input: SecondFactorInput,
) -> Result<Vec<String>, SecondFactorError> {
    reauthenticate(shop, &request.session, password).await?;
    let change = Arc::new(SecondFactorChange::new(shop, request, input));
    let done = shop.db.try_write(Arc::clone(&change), |tx, change| Box::pin(renew_in_tx(tx, change)));
    finish(&change, done.await?)?;
    Ok(shown(&change.recovery_codes))
}

async fn renew_in_tx(tx: &Tx<'_>, change: &SecondFactorChange) -> ChangeResult {
    lock(tx, &change.request.session).await?;
    let checked = change.check(tx).await?;
    if !checked.is_refused() {
        change.replace_recovery_codes(tx).await?;
    }
    Ok(checked)
}

/// Logs a wrong code after the commit, and returns the refusal.
fn finish(change: &SecondFactorChange, done: Committed<(), CodeRefusal>) -> Result<(), SecondFactorError> {
    if matches!(done, Committed::Refused(CodeRefusal::WrongCode)) {
        tracing::warn!(user = change.user().id.as_str(), "wrong code of a second factor in an open session");
    }
    Ok(done.into_result()?)
}

/// Writes recovery codes as people read them: `ABCDE-FGH23`.
fn shown(codes: &[String]) -> Vec<String> {
    codes.iter().map(|code| code.split_at(RECOVERY_CODE_CHARS / 2)).map(|(a, b)| format!("{a}-{b}")).collect()
}
