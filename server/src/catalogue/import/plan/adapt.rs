//! Rows of another shop for this one.

use std::mem;

use super::Planner;
use crate::{
    catalogue::{
        import::{RowFault, columns::ImportRow, other_shops::remarks::FEE, pictures::NO_PICTURE},
        tools::pictures::{MorePictures, ToolPicture},
    },
    values::Clearable,
};

impl Planner<'_> {
    /// Leaves out of a row of another shop what this shop does not have.
    pub fn adapt(&mut self, row: &mut ImportRow) {
        let line = row.line;
        if self.find_category(&mut row.update.clone()).is_err()
            && let Some(Clearable(Some(name))) = row.update.category.take()
            && self.unknown_categories.insert(name.clone())
        {
            let detail = format!(
                "Category: There is no category “{name}”, so its tools have none. To keep it, add it first."
            );
            self.notes.push(RowFault { line, detail });
        }
        let sku = row.update.sku.as_ref().and_then(|sku| sku.0.as_ref());
        let is_known = sku.is_some_and(|sku| self.by_sku.contains_key(sku));
        if !is_known {
            self.fill_gaps(row);
        }
        if row.is_fee && is_known {
            // The owner may have published it, or not.
            row.update.is_draft = row.update.is_draft.filter(|is_draft| *is_draft);
        } else if row.is_fee {
            row.update.is_draft = Some(true);
            self.notes.push(RowFault { line, detail: FEE.into() });
        }
        let (mut good, noted) = (Vec::new(), self.notes.len());
        for picture in mem::take(&mut row.pictures) {
            match self.pictures.fetched(&picture.url, &self.shop.config) {
                Ok(url) => good.push(ToolPicture { url, alt: picture.alt.clone() }),
                Err(fault) => {
                    let detail = format!("Picture: {}: {fault}", picture.url);
                    self.notes.push(RowFault { line, detail });
                }
            }
        }
        if let (true, Ok(blank)) = (good.is_empty(), self.pictures.fetched(NO_PICTURE, &self.shop.config)) {
            if is_known {
                // It keeps its picture, and may have become a draft for want of one.
                row.update.is_draft = row.update.is_draft.filter(|is_draft| *is_draft);
            } else {
                row.update.is_draft = Some(true);
                good.push(ToolPicture { url: blank, alt: String::new() });
                if self.notes.len() == noted {
                    self.notes.push(RowFault { line, detail: "Picture: The file has none.".into() });
                }
                if let Some(note) = self.notes.last_mut() {
                    note.detail += " The tool becomes a draft without a picture.";
                }
            }
        }
        // If no picture is good, the tool keeps what it has.
        let mut good = good.into_iter();
        if let Some(ToolPicture { url, alt }) = good.next() {
            row.update.img = Some(url);
            row.update.img_alt = Some(alt);
            row.update.more_pictures = Some(MorePictures(good.collect()));
        }
    }

    /// What a new tool needs and another shop need not have.
    fn fill_gaps(&mut self, row: &mut ImportRow) {
        let mut note = |detail: &str| self.notes.push(RowFault { line: row.line, detail: detail.into() });
        if row.update.description.is_none() {
            note("Description: The file has none, so it is the name.");
            row.update.description = row.update.name.as_deref().map(Into::into);
        }
        if row.update.available.is_none() {
            note(if row.shares_stock {
                "Available quantity: Its stock is shared with other variants. Please count them."
            } else {
                "Available quantity: The file has none, so it is 0."
            });
            row.update.available = Some(0);
        }
    }
}
