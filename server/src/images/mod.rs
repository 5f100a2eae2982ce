//! Pictures of tools: an image host for the owner, and nobody else.
//!
//! [`upload_token`] is the right to upload one picture. [`multipart`] reads it off the wire, [`decode`] makes pixels of it
//! (`jpeg` tells beforehand where one ends and what it takes), [`crop`] says how they are cut, [`encode`] writes them
//! anew, so that nothing of the file that was sent is ever served; [`upload`] is all of it in order. AVIF takes seconds,
//! so [`avif_job`] adds it later; [`fetch`] answers with WebP until then. [`variants`] says what lies where, [`image_url`]
//! which pictures a tool may have.
//!
//! A row in the database comes before what it speaks of in the store: nothing lies there that nobody knows of.
//! This module does not know tools.
pub mod avif_job;
pub mod crop;
pub mod decode;
pub mod encode;
pub mod fetch;
pub mod http;
pub mod image_url;
mod jpeg;
pub mod multipart;
pub mod store;
pub mod upload;
pub mod upload_token;
pub mod variants;
