//! Where the paths of another shop will lead.

use std::collections::HashSet;

use crate::{
    catalogue::{
        import::{RowFault, columns::OldPaths},
        tools::tool::Tool,
    },
    db::{self, Tx},
    settings::redirects::{self, MAX_REDIRECTS, old_path::OldPath},
    values::{
        ids::Id,
        language::{Localized, localized},
    },
};

/// Where a path of another shop leads.
#[derive(Debug, Clone)]
pub enum PlannedRedirect {
    /// The path leads to the page of a tool, whose slug is known after the tool was added.
    Tool(OldPath, Id),
    /// The path leads to the category with this slug.
    Category(OldPath, String),
}

impl PlannedRedirect {
    pub fn path(&self) -> &OldPath {
        let (Self::Tool(path, _) | Self::Category(path, _)) = self;
        path
    }
}

/// The redirects of a row, with its line. A category that this shop does not have gets none.
pub fn plan(line: u64, paths: &OldPaths, tool: &Tool) -> Vec<(u64, PlannedRedirect)> {
    let to_tool = |path: &OldPath| PlannedRedirect::Tool(path.clone(), tool.id.clone());
    let of_tool = paths.tool.iter().map(to_tool);
    let of_category = tool.extras.category.iter().flat_map(|slug| {
        paths.category.iter().map(|path| PlannedRedirect::Category(path.clone(), slug.clone()))
    });
    of_tool.chain(of_category).map(|redirect| (line, redirect)).collect()
}

/// Keeps the first redirect of each path that leads nowhere yet, as many as the shop has room for. Notes both counts.
pub async fn keep_new(
    tx: &Tx<'_>,
    redirects: &mut Vec<(u64, PlannedRedirect)>,
) -> Result<Option<RowFault>, db::Error> {
    if redirects.is_empty() {
        return Ok(None);
    }
    let known = redirects::store::all(tx, MAX_REDIRECTS).await?;
    let room = usize::try_from(redirects::room(tx).await?).unwrap_or(0);
    let mut seen: HashSet<String> = known.into_iter().map(|(path, _)| path).collect();
    redirects.retain(|(_, redirect)| seen.insert(redirect.path().as_str().to_owned()));
    Ok(keep_first(redirects, room).map(|detail| RowFault { line: 1, detail }))
}

/// The note about the redirects.
fn keep_first(redirects: &mut Vec<(u64, PlannedRedirect)>, room: usize) -> Option<Localized> {
    let left_out = redirects.len().saturating_sub(room);
    redirects.truncate(room);
    let added = redirects.len();
    let told = match added {
        0 => localized!(
            "Old addresses: 0 redirects lead from the other shop to the tools and categories.",
            "Anciennes adresses\u{a0}: 0\u{a0}redirection mène de l’autre boutique aux outils et aux catégories."
        ),
        1 => localized!(
            "Old addresses: 1 redirect leads from the other shop to the tools and categories.",
            "Anciennes adresses\u{a0}: 1\u{a0}redirection mène de l’autre boutique aux outils et aux catégories."
        ),
        _ => localized!(
            "Old addresses: {added} redirects lead from the other shop to the tools and categories.",
            "Anciennes adresses\u{a0}: {added}\u{a0}redirections mènent de l’autre boutique aux outils et aux \
             catégories."
        ),
    };
    let missed = match left_out {
        0 => return Some(told).filter(|_| added > 0),
        1 => localized!(
            "1 is left out, because a shop has at most {MAX_REDIRECTS}.",
            "1 est laissée de côté, car une boutique en a au plus {MAX_REDIRECTS}."
        ),
        _ => localized!(
            "{left_out} are left out, because a shop has at most {MAX_REDIRECTS}.",
            "{left_out} sont laissées de côté, car une boutique en a au plus {MAX_REDIRECTS}."
        ),
    };
    Some(Localized::join(&[told, missed]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_without_room_are_told() {
        let redirect = |path: &str| PlannedRedirect::Category(OldPath::parse(path).unwrap(), "hoes".into());
        let planned = vec![(2, redirect("/a")), (3, redirect("/b"))];
        let kept = |room| {
            let mut kept = planned.clone();
            let note = keep_first(&mut kept, room);
            (kept.len(), note.unwrap().english().to_owned())
        };
        let all = "Old addresses: 2 redirects lead from the other shop to the tools and categories.";
        assert_eq!(kept(2), (2, all.to_owned()));
        let (count, note) = kept(1);
        assert!(count == 1 && note.starts_with("Old addresses: 1 redirect leads"), "{note}");
        assert!(note.ends_with(" 1 is left out, because a shop has at most 30000."), "{note}");
        assert_eq!(keep_first(&mut Vec::new(), 0), None);
    }
}
