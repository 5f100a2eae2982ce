//! The frame of the pages that links in e-mails open.

pub mod http;
