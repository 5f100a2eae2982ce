//! Login by phone: the shop texts a code, and the browser that requested it sends it back.

pub mod http;

use std::{sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    email_link,
    one_time_code::{self, CodeCheck, CodeRequest, IssuedCode},
    social::{
        self,
        account_linking::{self, LinkError, LoginResult},
        external_profile::{ExternalProfile, LoginMethod},
    },
};
use crate::{
    accounts::session::{NewSession, known_device, store as session_store},
    base::{
        config::sms::CountryCodes,
        rate_limit::{self, LimitError, LimitedAction, RateLimited, RateLimits},
    },
    clients::sms::{self, SmsClient},
    db::{self, Tx},
    shop::Shop,
    values::{
        ids::{Id, Secret},
        language::Language,
        phone::Phone,
        time::Timestamp,
    },
};

#[derive(Debug, Error)]
pub enum RequestPhoneCodeError {
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// The code may arrive anyway, and is then valid.
    #[error("the SMS gateway does not answer")]
    SmsUnavailable { resend_at: Timestamp },
    #[error("no text message can be sent to this number")]
    Unreachable,
    #[error("no text message is sent to this country")]
    CountryNotSupported(CountryCodes),
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<LimitError> for RequestPhoneCodeError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::RateLimited(limited) => limited.into(),
            LimitError::Db(error) => error.into(),
        }
    }
}

/// After this time without a login, a number may belong to another person.
const UNUSED_PHONE_TTL: Duration = Duration::from_hours(365 * 24);

#[derive(Debug, Error)]
pub enum PhoneLoginError {
    #[error("wrong code")]
    WrongCode,
    /// This browser has no valid code for this phone, or too many were tried.
    #[error("no valid code")]
    CodeExpired,
    /// The number was not used for long, and this browser has not logged in to its account before.
    #[error("the number was not used for long")]
    SecondProofRequired { is_link_mailed: bool },
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Identifies the browser that requests or enters a code.
#[derive(Clone)]
pub struct RequesterFingerprint {
    /// The hash of the cookie that a code is bound to.
    pub requester: String,
    /// The known-device secret.
    pub device: Option<Arc<Secret>>,
}

/// A code that is sent to a phone, or that a browser enters.
struct PhoneCode {
    phone: Phone,
    browser: RequesterFingerprint,
    code: String,
    now: Timestamp,
}

impl PhoneCode {
    /// Runs the same queries whether or not the phone has an account.
    async fn request(&self, tx: &Tx<'_>) -> Result<(CodeRequest, Option<Id>), db::Error> {
        let target = self.phone.as_str().to_owned();
        let user = social::store::user_by_method(tx, &LoginMethod::Phone(target.clone())).await?;
        let is_known_device = match &self.browser.device {
            None => false,
            Some(device) => {
                let hash = known_device::hash(device, user.as_ref());
                session_store::knows_device(tx, &hash, self.now).await?
            }
        };
        let requester = self.browser.requester.clone();
        Ok((CodeRequest { target, requester, is_known_device }, user))
    }

    /// An error rolls back, because a code that is not sent must not replace the previous one.
    async fn issue(&self, tx: &Tx<'_>, rates: &RateLimits) -> Result<IssuedCode, RequestPhoneCodeError> {
        let (request, _) = self.request(tx).await?;
        let issued = one_time_code::issue(tx, &request, &self.code, self.now).await?;
        self.count_text(tx, rates, request.is_known_device).await?;
        Ok(issued)
    }

    /// Half of the shop's text messages are kept for browsers that their account knows, so that strangers cannot use
    /// them up. A half for the numbers of accounts would tell strangers who has one.
    async fn count_text(
        &self,
        tx: &Tx<'_>,
        rates: &RateLimits,
        is_known_device: bool,
    ) -> Result<(), LimitError> {
        let all = rates.max(LimitedAction::SendText);
        let part = |name, max| rates.part(LimitedAction::SendText, name, max);
        if is_known_device {
            let kept = part("known browsers", all / 2);
            if !rate_limit::take(tx, &[kept], self.now).await?.is_refused() {
                return Ok(());
            }
        }
        rate_limit::take(tx, &[part("all", all - all / 2)], self.now).await?.into_result()?;
        Ok(())
    }

    /// Checks the code. A right one also returns the account, if that needs a second proof.
    async fn check(&self, tx: &Tx<'_>) -> Result<(CodeCheck, Option<Id>), db::Error> {
        let (request, user) = self.request(tx).await?;
        let check = one_time_code::check(tx, &request, &self.code, self.now).await?;
        let Some(user) = user.filter(|_| check == CodeCheck::Right) else { return Ok((check, None)) };
        let since = if request.is_known_device {
            Timestamp::from_micros(0)
        } else {
            self.now.minus(UNUSED_PHONE_TTL)
        };
        let is_proof = social::store::use_phone(tx, &user, self.now, since).await?;
        Ok((check, (!is_proof).then_some(user)))
    }
}

/// Does the same work whether or not the phone has an account.
pub async fn start(
    shop: &Shop,
    gateway: &SmsClient,
    phone: &Phone,
    browser: &RequesterFingerprint,
    language: Language,
) -> Result<IssuedCode, RequestPhoneCodeError> {
    if let Some(sms) = shop.config.sms.as_ref().filter(|sms| !sms.countries.contain(phone)) {
        return Err(RequestPhoneCodeError::CountryNotSupported(sms.countries.clone()));
    }
    let code = PhoneCode {
        phone: phone.clone(),
        browser: browser.clone(),
        code: one_time_code::new(),
        now: shop.clock.now(),
    };
    let text = message_text(language, &code.code, &shop.account_rules.load().shop_name, shop.public_url());
    let input = (code, shop.config.limits.rates.clone());
    let sent = shop.db.try_write(input, |tx, (code, rates)| Box::pin(code.issue(tx, rates))).await?;
    match gateway.send(phone, &text).await {
        Ok(()) => Ok(sent),
        Err(sms::SmsError::Undeliverable(code)) => {
            tracing::info!(code, "a phone cannot be reached by text message");
            Err(RequestPhoneCodeError::Unreachable)
        }
        Err(error @ sms::SmsError::NoResponse(_)) => {
            tracing::error!(%error, "could not send a text message");
            Err(RequestPhoneCodeError::SmsUnavailable { resend_at: sent.resend_at })
        }
    }
}

pub async fn log_in(
    shop: &Shop,
    phone: &Phone,
    code: &str,
    browser: &RequesterFingerprint,
    session: NewSession,
    language: Language,
) -> Result<LoginResult, PhoneLoginError> {
    let code = PhoneCode {
        phone: phone.clone(),
        browser: browser.clone(),
        code: code.to_owned(),
        now: shop.clock.now(),
    };
    match shop.db.write(code, |tx, code| Box::pin(code.check(tx))).await? {
        (CodeCheck::Wrong, _) => {
            tracing::warn!("wrong code of a text message");
            Err(PhoneLoginError::WrongCode)
        }
        (CodeCheck::Expired, _) => Err(PhoneLoginError::CodeExpired),
        (CodeCheck::Right, Some(user)) => {
            let is_link_mailed = email_link::login::send(shop, &user).await?;
            tracing::warn!(user = user.as_str(), "login by a phone number that was not used for a year");
            Err(PhoneLoginError::SecondProofRequired { is_link_mailed })
        }
        (CodeCheck::Right, None) => {
            let profile = ExternalProfile::new(LoginMethod::Phone(phone.as_str().to_owned()), None, "", None);
            let profile = profile.in_language(language);
            Ok(account_linking::login_or_create(shop, profile, session).await?)
        }
    }
}

/// The last line lets phones offer the code to this site only:
/// <https://wicg.github.io/sms-one-time-codes/>.
fn message_text(language: Language, code: &str, shop_name: &str, public_url: &str) -> String {
    let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
    let host = host.split(':').next().unwrap_or(host);
    let sentences = language.choose(
        format!("{code} is your code for {shop_name}. It is good for five minutes. Do not share it."),
        format!(
            "{code} est votre code pour {shop_name}. Il est bon pendant cinq minutes. Ne le partagez pas."
        ),
    );
    format!("{sentences}\n\n@{host} #{code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_begins_with_the_code_and_ends_with_the_site() {
        for language in Language::ALL {
            let text = message_text(language, "012345", "Fern", "https://tools.example.ca");
            assert!(text.starts_with("012345 ") && text.ends_with("\n\n@tools.example.ca #012345"), "{text}");
            assert!(text.is_ascii() && text.len() <= 160, "more would be two messages: {}", text.len());
        }
        let text = message_text(Language::English, "012345", "Fern", "http://127.0.0.1:8080");
        assert!(text.ends_with("@127.0.0.1 #012345"));
        assert!(
            message_text(Language::French, "012345", "Fern", "http://localhost")
                .contains("votre code pour Fern")
        );
    }
}
