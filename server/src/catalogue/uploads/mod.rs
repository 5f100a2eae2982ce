//! Uploads of tool pictures by the owner.
//!
//! [`upload_token`] is the right to upload one picture. [`multipart`] reads the file from the request and [`decode`]
//! turns it into pixels. [`crop`] computes the part that is shown and [`encode`] writes it as WebP, so that no byte of
//! the uploaded file is served. [`logo`] keeps the whole picture instead. [`upload`] runs these steps in order.
//! [`variants`] names the stored files, [`fetch`] reads them, and [`image_url`] checks the picture address of a tool.
//!
//! The row in the database is written before the files, so that the store has no file without a row.
pub mod fetch;
pub mod http;
pub mod image_url;
pub mod multipart;
pub mod store;
pub mod upload;
pub mod upload_token;
