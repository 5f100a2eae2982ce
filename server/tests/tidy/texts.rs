//! Rules about names, citations, settings and dependencies.

use std::collections::BTreeSet;

use super::source::Source;

const EMPTY_WORDS: &[&str] =
    &["util", "utils", "helper", "helpers", "common", "manager", "managers", "service", "services", "misc"];

/// A name that would fit anything says nothing.
pub fn has_a_telling_name(source: &Source) -> Vec<String> {
    words(&source.path)
        .into_iter()
        .filter(|word| EMPTY_WORDS.contains(&word.as_str()))
        .map(|word| format!("\"{word}\" names nothing"))
        .collect()
}

/// `web/src/toolHelpers.ts` → web, src, tool, helpers, ts.
fn words(path: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last_was_lower = false;
    for character in path.chars() {
        if !character.is_alphanumeric() || (character.is_uppercase() && last_was_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
        last_was_lower = character.is_lowercase();
    }
    words
}

/// Citations of files under docs/ that are not there, and of anything outside the repository.
pub fn citations_of_nothing(source: &Source, documents: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    if source.text.contains("../shared/") {
        faults.push("cites something outside the repository".into());
    }
    for (at, _) in source.text.match_indices("docs/") {
        let before = source.text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || "/._-".contains(c)) {
            continue;
        }
        let rest = &source.text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"/._-".contains(c)).unwrap_or(rest.len());
        let cited = rest[..end].trim_end_matches(['.', '-']);
        // A decision may be cited by its number alone.
        if !documents.iter().any(|path| path.starts_with(cited)) {
            faults.push(format!("cites {cited}, which does not exist"));
        }
    }
    faults
}

/// Dependencies of the workspace without a `# reason` at the end of their line.
pub fn dependencies_without_reason(manifest: &str) -> Vec<String> {
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap_or_default();
    section
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('=').map(|(name, rest)| (name.trim(), rest)))
        .filter(|(name, _)| !name.starts_with('#'))
        .filter(|(_, rest)| {
            rest.rsplit_once('#').is_none_or(|(_, reason)| reason.trim().len() < 3 || reason.contains('"'))
        })
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Settings the server reads but the example does not explain, and the other way round.
pub fn settings_that_differ(server: &[Source], example: &str) -> Vec<String> {
    let read: BTreeSet<String> =
        server.iter().flat_map(|source| &source.literals).flat_map(|text| settings(text)).collect();
    let explained: BTreeSet<String> = example
        .lines()
        .filter_map(|line| line.trim_start_matches('#').trim_start().split_once('='))
        .flat_map(|(name, _)| settings(name))
        .collect();
    let unexplained =
        read.difference(&explained).map(|name| format!("{name} is read but not in .env.example"));
    let unread =
        explained.difference(&read).map(|name| format!("{name} is in .env.example but nothing reads it"));
    unexplained.chain(unread).collect()
}

fn settings(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')
        .filter(|word| word.len() > "TROWEL_".len() && word.starts_with("TROWEL_"))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_is_caught() {
        for path in [
            "server/src/utils.rs",
            "web/src/ui/dateHelpers.ts",
            "server/src/common/mod.rs",
            "web/src/OrderService.ts",
        ] {
            assert_eq!(has_a_telling_name(&Source::plain(path, "")).len(), 1, "{path}");
        }
        assert!(has_a_telling_name(&Source::plain("web/src/ui/ServiceableTools.tsx", "")).is_empty());
    }

    #[test]
    fn a_citation_of_nothing_is_caught() {
        let documents = ["docs/api.md".to_owned(), "docs/decisions/0005-swap.md".to_owned()];
        let faults = |text: &str| citations_of_nothing(&Source::plain("x.rs", text), &documents).len();
        assert_eq!(faults("// see docs/decisions/0099."), 1);
        assert_eq!(faults("(../shared/design.md)"), 1);
        assert_eq!(faults("// docs/decisions/0005, docs/api.md §3. https://a.example/docs/x"), 0);
    }

    #[test]
    fn a_dependency_without_reason_is_caught() {
        let manifest = "[workspace.dependencies]\na = \"1\" # because\nb = \"1\"\nc = { version = \"1#x\" }\n[lints]\nd = 1\n";
        assert_eq!(dependencies_without_reason(manifest), ["b", "c"]);
    }

    #[test]
    fn a_setting_without_explanation_is_caught() {
        let server = [Source::rust("x.rs", "env = \"TROWEL_A\"; \"TROWEL_B must be a number\"; // TROWEL_C")];
        assert_eq!(settings_that_differ(&server, "# why\n# TROWEL_A=1\nTROWEL_D=\n").len(), 2);
    }
}
