//! Undelivered e-mails: administrators read the mail server's error and can send an e-mail again.

pub mod http;
pub mod resend;
