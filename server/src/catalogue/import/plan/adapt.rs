//! Rows of another shop for this one.

use std::mem;

use super::Planner;
use crate::{
    catalogue::{
        import::{
            RowFault, columns::ImportRow, file::in_column, other_shops::remarks::Remark, pictures::NO_PICTURE,
        },
        tools::pictures::{MorePictures, ToolPicture},
    },
    values::{
        Clearable,
        language::{Localized, localized},
    },
};

impl Planner<'_> {
    /// Leaves out of a row of another shop what this shop does not have.
    pub fn adapt(&mut self, row: &mut ImportRow) {
        let line = row.line;
        if self.find_category(&mut row.update.clone()).is_err()
            && let Some(Clearable(Some(name))) = row.update.category.take()
            && self.unknown_categories.insert(name.clone())
        {
            let detail = localized!(
                "Category: There is no category “{name}”, so its tools have none. To keep it, add it first.",
                "Category\u{a0}: La catégorie «\u{a0}{name}\u{a0}» n’existe pas, donc ses outils n’en ont pas. \
                 Pour la garder, ajoutez-la d’abord."
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
            self.notes.push(RowFault { line, detail: Remark::Fee.sentence() });
        }
        let (mut good, noted) = (Vec::new(), self.notes.len());
        for picture in mem::take(&mut row.pictures) {
            match self.pictures.fetched(&picture.url, &self.shop.config) {
                Ok(url) => good.push(ToolPicture { url, alt: picture.alt.clone() }),
                Err(fault) => {
                    let detail = in_column("Picture", &in_column(&picture.url, &fault));
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
                    self.notes.push(RowFault {
                        line,
                        detail: localized!(
                            "Picture: The file has none.",
                            "Picture\u{a0}: Le fichier n’en a pas."
                        ),
                    });
                }
                if let Some(note) = self.notes.last_mut() {
                    let draft = localized!(
                        "The tool becomes a draft without a picture.",
                        "L’outil devient un brouillon sans image."
                    );
                    note.detail = Localized::join(&[note.detail.clone(), draft]);
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
        let mut note = |detail: Localized| self.notes.push(RowFault { line: row.line, detail });
        if row.update.description.is_none() {
            note(localized!(
                "Description: The file has none, so it is the name.",
                "Description\u{a0}: Le fichier n’en a pas, donc c’est le nom."
            ));
            row.update.description = row.update.name.as_deref().map(Into::into);
        }
        if row.update.available.is_none() {
            note(if row.shares_stock {
                localized!(
                    "Available quantity: Its stock is shared with other variants. Please count them.",
                    "Available quantity\u{a0}: Son stock est partagé avec d’autres variantes. Veuillez les \
                     compter."
                )
            } else {
                localized!(
                    "Available quantity: The file has none, so it is 0.",
                    "Available quantity\u{a0}: Le fichier n’en a pas, donc c’est 0."
                )
            });
            row.update.available = Some(0);
        }
    }
}
