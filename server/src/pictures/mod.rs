//! Turns the file of a picture into the sizes that the shop serves. Knows no shop.

pub mod colour;
pub mod crop;
pub mod decode;
pub mod encode;
pub mod jpeg;
pub mod jpeg_header;
pub mod logo;
pub mod png;
pub mod variants;
