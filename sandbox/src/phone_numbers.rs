//! The phone numbers that the gateway accepts.

/// An error code of Twilio and its message.
pub type SmsApiError = (u32, &'static str);

const INVALID_RECIPIENT: SmsApiError = (21211, "Invalid 'To' Phone Number");
const INVALID_SENDER: SmsApiError = (21212, "Invalid 'From' Number");

/// Twilio's test numbers: messages to them fail in a documented way.
pub const MAGIC_NUMBERS: [(&str, &str, SmsApiError); 5] = [
    ("+15005550001", "is invalid", INVALID_RECIPIENT),
    ("+15005550002", "cannot be reached", (21612, "The 'To' phone number is not currently reachable")),
    (
        "+15005550003",
        "is in a country the account may not send to",
        (21408, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number"),
    ),
    ("+15005550004", "has unsubscribed", (21610, "Attempt to send to unsubscribed recipient")),
    ("+15005550009", "is a landline", (21614, "'To' number is not a valid mobile number")),
];

pub fn check_recipient(to: &str) -> Result<(), SmsApiError> {
    if let Some((_, _, error)) = MAGIC_NUMBERS.iter().find(|(number, ..)| *number == to) {
        return Err(*error);
    }
    if is_e164(to) { Ok(()) } else { Err(INVALID_RECIPIENT) }
}

/// A number, or a name of up to eleven letters and digits.
pub fn check_sender(from: &str) -> Result<(), SmsApiError> {
    let is_name = (1..=11).contains(&from.len())
        && from.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
        && from.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_e164(from) || is_name { Ok(()) } else { Err(INVALID_SENDER) }
}

/// `+` and 7 to 15 digits, of which the first is not zero.
fn is_e164(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        (7..=15).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0')
    })
}
