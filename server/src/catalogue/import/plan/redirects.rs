//! Where the paths of another shop will lead.

use crate::{
    catalogue::{import::columns::OldPaths, tools::tool::Tool},
    settings::redirects::old_path::OldPath,
    values::ids::Id,
};

/// Where a path of another shop leads.
#[derive(Debug, Clone)]
pub enum PlannedRedirect {
    /// To the page of a tool, whose slug is known after it was added.
    Tool(OldPath, Id),
    /// To a category by its slug.
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
