//! Which numbers the gateway takes.

/// An error as the gateway names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: u32,
    pub message: &'static str,
}

/// Numbers of the provider's own test interface: whatever is sent there fails in the documented way.
pub const MAGIC: [(&str, &str, Refusal); 5] = [
    ("+15005550001", "is no number", NOT_A_NUMBER),
    (
        "+15005550002",
        "cannot be reached",
        Refusal { code: 21612, message: "The 'To' phone number is not currently reachable" },
    ),
    (
        "+15005550003",
        "is in a country the account may not send to",
        Refusal {
            code: 21408,
            message: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
        },
    ),
    (
        "+15005550004",
        "has asked not to be written to",
        Refusal { code: 21610, message: "Attempt to send to unsubscribed recipient" },
    ),
    (
        "+15005550009",
        "is a landline",
        Refusal { code: 21614, message: "'To' number is not a valid mobile number" },
    ),
];

const NOT_A_NUMBER: Refusal = Refusal { code: 21211, message: "Invalid 'To' Phone Number" };
const NOT_A_SENDER: Refusal = Refusal { code: 21212, message: "Invalid 'From' Number" };

pub fn check_recipient(to: &str) -> Result<(), Refusal> {
    if let Some((_, _, refusal)) = MAGIC.iter().find(|(number, ..)| *number == to) {
        return Err(*refusal);
    }
    if is_e164(to) { Ok(()) } else { Err(NOT_A_NUMBER) }
}

/// A number, or a name of up to eleven letters and digits as networks outside North America take it.
pub fn check_sender(from: &str) -> Result<(), Refusal> {
    let is_name = (1..=11).contains(&from.len())
        && from.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
        && from.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_e164(from) || is_name { Ok(()) } else { Err(NOT_A_SENDER) }
}

/// `+`, and up to fifteen digits of which the first is no zero.
fn is_e164(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        (7..=15).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0')
    })
}
