//! The names of schemas and fields in the OpenAPI document and in errors. utoipa silently replaces a schema by another
//! one of the same name.

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

/// The names of all types in this code that derive `ToSchema`: the name in `schema(as = …)`, or the type's own.
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

/// Fields that an error of a body names otherwise than the body does.
pub fn fields_with_two_names(source: &Source) -> Vec<String> {
    let named = source.text.lines().filter_map(field_and_member);
    named
        // A body in a body has its own check, as `address.city`.
        .filter(|(field, member)| field.rsplit('.').next() != Some(&camel_case(member)))
        .map(|(field, member)| format!("an error calls {member} {field}"))
        .collect()
}

/// The field and the member of `check.required("toolId", self.tool_id)` and `body.tool_id.required("toolId")`.
fn field_and_member(line: &str) -> Option<(&str, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, rest) = line.split_once('"')?;
    let (field, after) = rest.split_once('"')?;
    let code = if before.contains("check.") || before.contains("&mut check") {
        after
    } else {
        before.strip_suffix(".required(")?
    };
    let member = code.split_once("body.").or_else(|| code.split_once("self."))?.1;
    Some((field, member.split(|c| !is_word(c)).next()?))
}

fn camel_case(member: &str) -> String {
    let mut words = member.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_with_two_names_is_caught() {
        let faults = |code: &str| fields_with_two_names(&Source::rust("http.rs", code)).len();
        assert_eq!(faults("let total = check.required(\"totalPrise\", body.total_price);"), 1);
        assert_eq!(faults("let total = check.required(\"totalPrice\", self.total_price);"), 0);
        assert_eq!(faults("required(&mut check, \"mail\", \"Email is required\", body.email);"), 1);
        assert_eq!(faults("let token = body.token.required(\"tokens\")?;"), 1);
        assert_eq!(faults("let token = body.token.required(\"token\")?;"), 0);
        assert_eq!(faults("check.add_error(\"toolId\", not_bought());"), 0);
    }

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
