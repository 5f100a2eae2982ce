//! The names of schemas in the OpenAPI document. utoipa silently replaces a schema by another one of the same name.

use std::collections::BTreeMap;

use crate::source::Source;

/// Schema names that several types have, with the files of these types.
pub fn names_of_several_types(sources: &[Source]) -> Vec<String> {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in sources {
        for name in schema_names(&source.code) {
            files.entry(name).or_default().push(&source.path);
        }
    }
    files.retain(|_, files| files.len() > 1);
    files.into_iter().map(|(name, files)| format!("{name}: {}", files.join(", "))).collect()
}

/// Of all types in this code that derive `ToSchema`: the name in `schema(as = …)`, or the type's own.
fn schema_names(code: &str) -> Vec<&str> {
    code.split("#[derive(").skip(1).filter_map(schema_name).collect()
}

fn schema_name(derive_and_type: &str) -> Option<&str> {
    let (derives, rest) = derive_and_type.split_once(")]")?;
    derives.split(',').find(|derive| derive.trim() == "ToSchema")?;
    let starts = ["struct ", "enum "].into_iter().filter_map(|word| Some((rest.find(word)?, word.len())));
    let (at, length) = starts.min()?;
    let (attributes, declaration) = (&rest[..at], &rest[at + length..]);
    let name = attributes.split_once("schema(as = ").map_or(declaration, |(_, name)| name);
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_name_of_two_types_is_caught() {
        let phone =
            Source::rust("phone.rs", "#[derive(Deserialize, ToSchema)]\nstruct VerifyBody { code: u8 }");
        let email =
            Source::rust("email.rs", "#[derive(ToSchema)] #[schema(as = VerifyBody)] pub enum Email {}");
        let other = Source::rust(
            "other.rs",
            "#[derive(Debug)] struct VerifyBody; #[derive(ToSchema)] struct Order {}",
        );
        assert_eq!(names_of_several_types(&[phone, email, other]), ["VerifyBody: phone.rs, email.rs"]);
    }
}
