//! Settings of the text message gateway: account, token and sender, or none.

use clap::Args;

use crate::{
    base::config::{RunMode, non_blank},
    values::{phone::Phone, url::is_https_or_loopback},
};

#[derive(Args, Clone)]
#[command(next_help_heading = "Text messages")]
#[expect(clippy::struct_field_names, reason = "clap makes the flags from the names")]
pub struct SmsArgs {
    /// Base URL of the text message gateway's API [default: Twilio]
    #[arg(long, env = "TROWEL_SMS_API")]
    sms_api: Option<String>,
    /// Account at the text message gateway; with token and sender it turns login by phone on
    #[arg(long, env = "TROWEL_SMS_ACCOUNT_SID")]
    sms_account_sid: Option<String>,
    /// Token of that account, which signs in to the gateway
    #[arg(long, env = "TROWEL_SMS_AUTH_TOKEN", hide_env_values = true)]
    sms_auth_token: Option<String>,
    /// Number or name that sends the text messages, for example +15005550006
    #[arg(long, env = "TROWEL_SMS_FROM")]
    sms_from: Option<String>,
    /// Country codes that text messages are sent to, separated by commas, or `all` [default: +1, demo all]
    #[arg(long, env = "TROWEL_SMS_COUNTRIES")]
    sms_countries: Option<String>,
}

#[derive(Clone)]
pub struct SmsConfig {
    pub api_url: String,
    pub account_sid: String,
    pub auth_token: String,
    pub from: String,
    pub countries: CountryCodes,
}

/// The beginnings of numbers that text messages are sent to, for example `+1`. An empty list means all numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountryCodes(Vec<String>);

impl CountryCodes {
    /// `None` for an invalid code.
    fn parse(text: &str) -> Option<Self> {
        if text.trim() == ALL_COUNTRIES {
            return Some(Self::default());
        }
        let codes = text.split(',').map(str::trim).map(|code| {
            let digits = code.strip_prefix('+')?;
            let is_code = (1..=7).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_code.then(|| code.to_owned())
        });
        codes.collect::<Option<_>>().map(Self)
    }

    pub fn contain(&self, phone: &Phone) -> bool {
        self.0.is_empty() || self.0.iter().any(|code| phone.as_str().starts_with(code.as_str()))
    }
}

impl std::fmt::Display for CountryCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(" or "))
    }
}

impl std::fmt::Debug for SmsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmsConfig").field("api", &self.api_url).finish_non_exhaustive()
    }
}

const ALL_COUNTRIES: &str = "all";
/// Canada, with the other countries of its numbering plan. Text messages to some countries are dear, and attackers
/// share in the price.
const DEFAULT_COUNTRIES: &str = "+1";
pub const DEFAULT_SMS_API_URL: &str = "https://api.twilio.com";

impl SmsArgs {
    /// `None` if none is set. A demo then gets the sandbox once its listener is bound.
    pub fn check(&self, mode: RunMode, faults: &mut Vec<String>) -> Option<SmsConfig> {
        let parts = [
            ("TROWEL_SMS_ACCOUNT_SID", non_blank(self.sms_account_sid.as_deref())),
            ("TROWEL_SMS_AUTH_TOKEN", non_blank(self.sms_auth_token.as_deref())),
            ("TROWEL_SMS_FROM", non_blank(self.sms_from.as_deref())),
        ];
        let api = non_blank(self.sms_api.as_deref());
        if parts.iter().all(|(_, value)| value.is_none()) && (api.is_none() || mode == RunMode::Demo) {
            return None;
        }
        let missing: Vec<_> =
            parts.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            faults.push(format!(
                "Login by phone is only half set up. Missing: {}. Set all three, or remove all SMS settings to turn it off.",
                missing.join(", ")
            ));
            return None;
        }
        if api.as_deref().is_some_and(|address| !is_https_or_loopback(address)) {
            faults.push(
                "TROWEL_SMS_API must be an https address. Only an address on this machine may use http."
                    .into(),
            );
        }
        let countries = non_blank(self.sms_countries.as_deref());
        let countries = CountryCodes::parse(countries.as_deref().unwrap_or(DEFAULT_COUNTRIES));
        if countries.is_none() {
            faults.push(
                "TROWEL_SMS_COUNTRIES must be country codes separated by commas, for example +1,+44, or all."
                    .into(),
            );
        }
        let [account_sid, auth_token, from] = parts.map(|(_, value)| value.unwrap_or_default());
        Some(SmsConfig {
            api_url: api.unwrap_or_else(|| DEFAULT_SMS_API_URL.into()),
            account_sid,
            auth_token,
            from,
            countries: countries.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::tests::checked;

    const PUBLIC: &str = "--public-url=http://127.0.0.1";
    const ALL: [&str; 4] = [PUBLIC, "--sms-account-sid=AC1", "--sms-auth-token=t", "--sms-from=+15005550006"];

    #[test]
    fn without_a_gateway_sign_in_by_phone_is_off() {
        assert!(checked(RunMode::Serve, &[PUBLIC]).unwrap().sms.is_none());
        assert_eq!(checked(RunMode::Serve, &ALL).unwrap().sms.unwrap().api_url, DEFAULT_SMS_API_URL);
    }

    #[test]
    fn messages_go_to_the_countries_that_the_settings_name() {
        let reaches = |flags: &[&str], number: &str| {
            let config = checked(RunMode::Serve, &[ALL.as_slice(), flags].concat()).unwrap();
            config.sms.unwrap().countries.contain(&Phone::parse(number).unwrap())
        };
        assert!(reaches(&[], "+16135550142") && !reaches(&[], "+442079460018"));
        assert!(reaches(&["--sms-countries=+1, +44"], "+442079460018"));
        assert!(reaches(&["--sms-countries=all"], "+8821612345678"));
        for wrong in ["CA", "+", "+1;+44", "1", "+12345678"] {
            let flag = format!("--sms-countries={wrong}");
            let faults = checked(RunMode::Serve, &[ALL.as_slice(), &[flag.as_str()]].concat()).unwrap_err();
            assert!(faults[0].contains("TROWEL_SMS_COUNTRIES"), "{faults:?}");
        }
    }

    #[test]
    fn a_half_set_gateway_is_refused_and_names_what_is_missing() {
        for left_out in ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"] {
            let flag = format!("--{}", left_out.to_lowercase().replace('_', "-"));
            let flags: Vec<_> = ALL.into_iter().filter(|given| !given.starts_with(&flag)).collect();
            let faults = checked(RunMode::Serve, &flags).unwrap_err();
            assert!(faults[0].contains(&format!("Missing: TROWEL_{left_out}.")), "{faults:?}");
        }
        assert!(checked(RunMode::Serve, &[PUBLIC, "--sms-api=https://gateway.example"]).is_err());
    }

    #[test]
    fn the_token_never_leaves_in_the_clear() {
        let api = |api| checked(RunMode::Serve, &[ALL.as_slice(), &[api]].concat());
        assert!(api("--sms-api=http://gateway.example").unwrap_err()[0].contains("https"));
        assert!(api("--sms-api=http://127.0.0.1:1/sandbox/sms").is_ok());
    }
}
