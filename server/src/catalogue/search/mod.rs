//! Finds tools by words: the words of a text, their forms and misspellings, and the index of all tools.

pub mod fuzzy;
pub mod index;
pub mod near;
#[cfg(test)]
mod quality;
pub mod stem;
pub mod word_numbers;
pub mod word_set;
pub mod words;
