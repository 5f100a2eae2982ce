//! Parameters: form-encoded, with bracketed names for nesting (`metadata[order_id]`, `expand[]`).
//!
//! A handler takes the parameters it knows. [`Params::finish`] rejects the others, so a mistyped name is an error, as
//! it is at the provider.

use std::collections::BTreeMap;
use std::mem;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::error::StripeApiError;

/// The parameters of a call, or of one group in it.
#[derive(Debug, Default)]
pub struct Params {
    /// The full name of the group, empty at the top level.
    group: String,
    pairs: Vec<(String, String)>,
}

impl Params {
    pub fn new(pairs: Vec<(String, String)>) -> Self {
        Self { group: String::new(), pairs }
    }

    /// The full name of a member, for errors.
    pub fn full_name(&self, name: &str) -> String {
        if self.group.is_empty() {
            return name.to_owned();
        }
        match name.split_once('[') {
            Some((head, tail)) => format!("{}[{head}][{tail}", self.group),
            None => format!("{}[{name}]", self.group),
        }
    }

    /// The last value of `name`. An empty value counts as missing.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.take_raw(name).filter(|value| !value.is_empty())
    }

    /// The last value of `name`, which may be empty to remove what is stored.
    pub fn take_removable(&mut self, name: &str) -> Option<String> {
        self.take_raw(name)
    }

    fn take_raw(&mut self, name: &str) -> Option<String> {
        let mut found = None;
        self.pairs.retain_mut(|(key, value)| {
            let wanted = key == name;
            if wanted {
                found = Some(mem::take(value));
            }
            !wanted
        });
        found
    }

    pub fn require(&mut self, name: &str) -> Result<String, StripeApiError> {
        let full = self.full_name(name);
        match self.take_raw(name) {
            None => {
                Err(StripeApiError::invalid("parameter_missing", format!("Missing required param: {full}."))
                    .with("param", full))
            }
            Some(value) if value.is_empty() => {
                let message = format!("You passed an empty string for '{full}', which cannot be unset.");
                Err(StripeApiError::invalid("parameter_invalid_empty", message).with("param", full))
            }
            Some(value) => Ok(value),
        }
    }

    pub fn take_integer(&mut self, name: &str) -> Result<Option<i64>, StripeApiError> {
        self.take(name).map(|text| self.integer(name, &text)).transpose()
    }

    pub fn require_integer(&mut self, name: &str) -> Result<i64, StripeApiError> {
        let text = self.require(name)?;
        self.integer(name, &text)
    }

    fn integer(&self, name: &str, text: &str) -> Result<i64, StripeApiError> {
        text.parse().map_err(|_| {
            StripeApiError::invalid("parameter_invalid_integer", format!("Invalid integer: {text}"))
                .with("param", self.full_name(name))
        })
    }

    pub fn take_bool(&mut self, name: &str) -> Result<Option<bool>, StripeApiError> {
        match self.take(name).as_deref() {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(other) => Err(StripeApiError::malformed(format!("Invalid boolean: {other}"))
                .with("param", self.full_name(name))),
        }
    }

    /// `name[]=a&name[]=b` or `name[0]=a&name[1]=b`, in their order.
    pub fn take_list(&mut self, name: &str) -> Vec<String> {
        self.take_group(name).pairs.into_iter().map(|(_, value)| value).collect()
    }

    pub fn take_metadata(&mut self) -> Result<BTreeMap<String, String>, StripeApiError> {
        let group = self.take_group("metadata");
        let too_long = |key: &str| {
            let message = "Metadata takes 50 keys of 40 characters, with values of 500 characters.";
            StripeApiError::malformed(message).with("param", format!("metadata[{key}]"))
        };
        let mut metadata = BTreeMap::new();
        for (key, value) in group.pairs {
            if key.contains('[') || key.chars().count() > 40 || value.chars().count() > 500 {
                return Err(too_long(&key));
            }
            metadata.insert(key, value);
        }
        match metadata.keys().nth(50) {
            Some(key) => Err(too_long(key)),
            None => Ok(metadata),
        }
    }

    /// All parameters in `name[…]`, without that level of brackets.
    pub fn take_group(&mut self, name: &str) -> Self {
        let mut group = Self { group: self.full_name(name), pairs: Vec::new() };
        self.pairs.retain_mut(|(key, value)| match below(key, name) {
            Some(inner) => {
                group.pairs.push((inner, mem::take(value)));
                false
            }
            None => true,
        });
        group
    }

    /// A hash of the names and values that does not depend on their order.
    pub fn fingerprint(&self) -> String {
        let mut pairs: Vec<_> = self.pairs.iter().collect();
        pairs.sort();
        let mut hash = Sha256::new();
        for text in pairs.into_iter().flat_map(|(name, value)| [name, value]) {
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        }
        BASE64_STANDARD.encode(hash.finalize())
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Rejects the parameters that were not taken.
    pub fn finish(self) -> Result<(), StripeApiError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((name, _)) => {
                let full = self.full_name(name);
                let message = format!("Received unknown parameter: {full}");
                Err(StripeApiError::invalid("parameter_unknown", message).with("param", full))
            }
        }
    }
}

/// `card[number]` for the key `data[card][number]` and the name `data`.
fn below(key: &str, name: &str) -> Option<String> {
    let (inner, rest) = key.strip_prefix(name)?.strip_prefix('[')?.split_once(']')?;
    Some(format!("{inner}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::Params;

    fn params(pairs: &[(&str, &str)]) -> Params {
        Params::new(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn groups_lose_one_level_of_brackets_and_errors_keep_the_full_name() {
        let mut all = params(&[("data[card][number]", "42"), ("data[card][cvv]", "1"), ("amount", "5")]);
        let mut card = all.take_group("data").take_group("card");
        assert_eq!(card.take("number").as_deref(), Some("42"));
        let refused = card.finish().unwrap_err().detail;
        assert_eq!(refused["param"], "data[card][cvv]");
        assert_eq!(refused["code"], "parameter_unknown");
        assert_eq!(all.take_integer("amount").unwrap(), Some(5));
        all.finish().unwrap();
    }

    #[test]
    fn a_prefix_of_another_name_is_another_name() {
        let mut all = params(&[("metadata2[a]", "x"), ("metadata[a]", "y")]);
        assert_eq!(all.take_metadata().unwrap().into_values().collect::<Vec<_>>(), ["y"]);
        assert!(all.finish().is_err());
    }

    #[test]
    fn lists_come_in_both_spellings() {
        let mut all = params(&[("expand[]", "a"), ("expand[]", "b"), ("types[0]", "c")]);
        assert_eq!(all.take_list("expand"), ["a", "b"]);
        assert_eq!(all.take_list("types"), ["c"]);
    }

    #[test]
    fn integers_are_whole() {
        for wrong in ["1.5", "0x10", "ten", "99999999999999999999"] {
            assert!(params(&[("amount", wrong)]).take_integer("amount").is_err(), "{wrong}");
        }
    }

    #[test]
    fn metadata_has_its_limits() {
        assert!(params(&[("metadata[k]", &"v".repeat(501))]).take_metadata().is_err());
        assert!(params(&[(&format!("metadata[{}]", "k".repeat(41)), "v")]).take_metadata().is_err());
        let many: Vec<_> = (0..51).map(|n| (format!("metadata[k{n}]"), String::from("v"))).collect();
        assert!(Params::new(many).take_metadata().is_err());
    }
}
