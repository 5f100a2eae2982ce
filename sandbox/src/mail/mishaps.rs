//! How the mail server misbehaves on request.

/// Where in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The greeting.
    Connect,
    Login,
    /// `MAIL FROM`
    Sender,
    /// `RCPT TO`
    Recipient,
    /// The dot behind the letter.
    Letter,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// Answers this instead, as in `550 5.1.1 nobody here`.
    Reply(&'static str),
    /// Hangs up without a word.
    Cut,
    /// Takes the letter and hangs up before saying so: the other side cannot know.
    TakeAndCut,
}
