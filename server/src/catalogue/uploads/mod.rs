//! Uploads of tool pictures by the owner.
//!
//! [`upload_token`] is the right to upload one picture. [`multipart`] reads the file from the request, and
//! [`pictures`](crate::pictures) decodes, crops and encodes it, so that no byte of the uploaded file is served.
//! [`upload`] runs these steps in order. [`fetch`] reads the stored files, and [`image_url`] checks the picture address
//! of a tool.
//!
//! The row in the database is written before the files, so that the store has no file without a row.
pub mod fetch;
pub mod http;
pub mod image_url;
pub mod multipart;
pub mod store;
pub mod upload;
pub mod upload_token;
