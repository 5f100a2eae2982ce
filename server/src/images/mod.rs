//! Pictures of tools: an image host for the owner, and nobody else.
//!
//! [`ticket`] is the right to upload one picture. [`received`] reads it off the wire, [`decoded`] makes pixels of it
//! (`jpeg` tells beforehand where one ends and what it takes), [`frame`] says how they are cut, [`encoded`] writes them
//! anew, so that nothing of the file that was sent is ever served; [`upload`] is all of it in order. AVIF takes seconds,
//! so [`draw_avif`] adds it later; [`served`] answers with WebP until then. [`folders`] says what lies where, [`address`]
//! which pictures a tool may have.
//!
//! A row in the database comes before what it speaks of in the store: nothing lies there that nobody knows of.
//! This module does not know tools.

pub mod address;
pub mod decoded;
pub mod draw_avif;
pub mod encoded;
pub mod folders;
pub mod frame;
pub mod http;
mod jpeg;
pub mod received;
pub mod served;
pub mod store;
pub mod ticket;
pub mod upload;
