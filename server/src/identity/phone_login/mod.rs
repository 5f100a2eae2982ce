//! Login by phone: the shop texts a code, and the browser that requested it sends it back.

pub mod http;

use std::sync::Arc;

use thiserror::Error;

use super::{
    one_time_code::{self, Errand, Judged, Purpose, Sent},
    social::account_linking::{self, Admitted, Newcomer, Refusal, Way},
};
use crate::{
    clients::sms::{self, SmsClient},
    db::{self, Tx},
    identity::session::{NewSession, known_device, store as session_store},
    rate_limit::RateLimited,
    shop::Shop,
    values::{ids::Secret, phone::Phone, time::Moment},
};

#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// The code may arrive anyway, and is then valid.
    #[error("the SMS gateway does not answer")]
    Silent { resend_at: Moment },
    #[error("no text message can be sent to this number")]
    CannotReach,
    #[error(transparent)]
    Db(#[from] db::Error),
}

#[derive(Debug, Error)]
pub enum VerifyError {
    #[error("wrong code")]
    Wrong,
    /// This browser has no valid code for this phone, or too many were tried.
    #[error("no valid code")]
    Over,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Identifies the browser that requests or enters a code.
#[derive(Clone)]
pub struct Asker {
    /// The hash of the cookie that a code is bound to.
    pub holder: String,
    /// The known-device secret.
    pub device: Option<Arc<Secret>>,
}

/// Runs the same queries whether or not the phone has an account.
async fn errand(tx: &Tx<'_>, phone: &Phone, asker: &Asker, now: Moment) -> Result<Errand, db::Error> {
    let target = phone.as_str().to_owned();
    let user = super::social::store::user_of(tx, &Way::Phone(target.clone())).await?;
    let is_known = match &asker.device {
        None => false,
        Some(device) => {
            let hash = known_device::hash(device, user.as_ref());
            session_store::knows_device(tx, &hash, now).await?
        }
    };
    Ok(Errand { purpose: Purpose::Phone, target, holder: asker.holder.clone(), is_known })
}

/// Does the same work whether or not the phone has an account.
pub async fn start(
    shop: &Shop,
    gateway: &SmsClient,
    phone: &Phone,
    asker: &Asker,
) -> Result<Sent, StartError> {
    let (now, asked, code) = (shop.clock.now(), (phone.clone(), asker.clone()), one_time_code::new());
    let text = wording(&code, shop.public_url());
    let issued: Result<Sent, RateLimited> = shop
        .db
        .write(move |tx| {
            let ((phone, asker), code) = (asked.clone(), code.clone());
            Box::pin(async move {
                let errand = errand(tx, &phone, &asker, now).await?;
                one_time_code::issue(tx, &errand, &code, now).await
            })
        })
        .await
        .map_err(|error: db::Error| StartError::from(error))?;
    let sent = issued?;
    match gateway.send(phone, &text).await {
        Ok(()) => Ok(sent),
        Err(sms::Error::CannotReach(code)) => {
            tracing::info!(code, "a phone cannot be reached by text message");
            Err(StartError::CannotReach)
        }
        Err(error @ sms::Error::NoAnswer(_)) => {
            tracing::error!(%error, "could not send a text message");
            Err(StartError::Silent { resend_at: sent.resend_at })
        }
    }
}

pub async fn verify(
    shop: &Shop,
    phone: &Phone,
    code: &str,
    asker: &Asker,
    session: NewSession,
) -> Result<Admitted, VerifyError> {
    let (now, asked, code) = (shop.clock.now(), (phone.clone(), asker.clone()), code.to_owned());
    let judged = shop
        .db
        .write(move |tx| {
            let ((phone, asker), code) = (asked.clone(), code.clone());
            Box::pin(async move {
                let errand = errand(tx, &phone, &asker, now).await?;
                one_time_code::judge(tx, &errand, &code, now).await
            })
        })
        .await?;
    match judged {
        Judged::Wrong => {
            tracing::warn!("wrong code of a text message");
            Err(VerifyError::Wrong)
        }
        Judged::Over => Err(VerifyError::Over),
        Judged::Right => {
            let newcomer = Newcomer::new(Way::Phone(phone.as_str().to_owned()), None, "", None);
            Ok(account_linking::let_in(shop, newcomer, session).await?)
        }
    }
}

/// The last line lets phones offer the code to this site only:
/// <https://wicg.github.io/sms-one-time-codes/>.
fn wording(code: &str, public_url: &str) -> String {
    let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
    let host = host.split(':').next().unwrap_or(host);
    format!(
        "{code} is your code for Trowel. It is good for five minutes. Do not share it.\n\n@{host} #{code}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_begins_with_the_code_and_ends_with_the_site() {
        let text = wording("012345", "https://tools.example.ca");
        assert!(text.starts_with("012345 ") && text.ends_with("\n\n@tools.example.ca #012345"), "{text}");
        assert!(text.is_ascii() && text.len() <= 160, "more would be two messages: {}", text.len());
        assert!(wording("012345", "http://127.0.0.1:8080").ends_with("@127.0.0.1 #012345"));
    }
}
