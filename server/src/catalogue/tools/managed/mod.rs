//! The tools as their owner lists them, drafts included.

pub mod http;
