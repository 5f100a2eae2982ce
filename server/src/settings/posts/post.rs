//! What a blog post is.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    db::row,
    values::{
        ids::Id,
        markdown::{self, MarkdownNode},
        text::first_words,
        time::Timestamp,
    },
};

/// The longest title, in characters.
pub const MAX_TITLE: usize = 120;
/// Texts of this many characters fit into a request body, also if each character has four bytes.
pub const MAX_TEXT: usize = 15_000;
pub const MAX_ALT: usize = 200;
const MAX_SUMMARY: usize = 240;

row! {
    /// A blog post as lists have it, without its text.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Post {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        /// The end of its address. It stays when the title changes.
        pub slug: String,
        pub title: String,
        /// The path of its picture, as `/images/…/350.webp`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub picture: Option<String>,
        /// What the picture shows, for people who do not see it. May be empty.
        pub picture_alt: String,
        /// The first words of its text.
        pub summary: String,
        /// Absent: a draft.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String, format = DateTime)]
        pub published_at: Option<Timestamp>,
        #[schema(value_type = String, format = DateTime)]
        pub created_at: Timestamp,
        #[schema(value_type = String, format = DateTime)]
        pub changed_at: Timestamp,
        #[serde(skip)]
        pub revision: i64,
    }
}

row! {
    /// A blog post to edit.
    #[derive(Serialize, ToSchema)]
    pub struct PostToEdit {
        #[serde(flatten)]
        pub post: Post,
        /// Markdown.
        pub text: String,
    }
}

/// What the page of a published blog post shows.
#[derive(Serialize, ToSchema)]
pub struct PostPage {
    #[serde(flatten)]
    pub post: Post,
    pub content: Vec<MarkdownNode>,
}

impl PostPage {
    pub fn of(PostToEdit { post, text }: PostToEdit) -> Self {
        Self { post, content: markdown::parse(&text) }
    }
}

/// The address of a post.
pub fn path_of(slug: &str) -> String {
    format!("/blogs/{slug}")
}

impl Post {
    /// The path of its picture in the large size.
    pub fn large_picture(&self) -> Option<String> {
        let folder = self.picture.as_deref()?.strip_suffix("350.webp")?;
        Some(format!("{folder}700.webp"))
    }
}

/// What a person writes of a post. It was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostContent {
    pub title: String,
    pub text: String,
    pub picture: Option<String>,
    pub picture_alt: String,
    pub is_draft: bool,
}

impl PostContent {
    /// The first words of its first paragraphs, or else of all of it.
    pub fn summary(&self) -> String {
        let nodes = markdown::parse(&self.text);
        let is_paragraph =
            |node: &MarkdownNode| matches!(node, MarkdownNode::Element(element) if element.tag == "p");
        let start = nodes.iter().position(is_paragraph).unwrap_or(0);
        let end = nodes[start..].iter().position(|node| !is_paragraph(node)).filter(|end| *end > 0);
        first_words(
            &markdown::plain_text(&nodes[start..end.map_or(nodes.len(), |end| start + end)]),
            MAX_SUMMARY,
        )
    }

    /// Whether this is what the post says already.
    pub fn is_of(&self, PostToEdit { post, text }: &PostToEdit) -> bool {
        (&self.title, &self.text, &self.picture, &self.picture_alt)
            == (&post.title, text, &post.picture, &post.picture_alt)
            && self.is_draft == post.published_at.is_none()
    }

    /// A new post with this content, which has no slug yet.
    pub fn new_post(&self, id: Id, now: Timestamp) -> Post {
        Post {
            id,
            slug: String::new(),
            title: self.title.clone(),
            picture: self.picture.clone(),
            picture_alt: self.picture_alt.clone(),
            summary: self.summary(),
            published_at: (!self.is_draft).then_some(now),
            created_at: now,
            changed_at: now,
            revision: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_the_first_paragraphs_without_headings_and_lists() {
        for (text, summary) in [
            ("# Tools\n\nOil **them**.\n\nTwice.\n\n- a rag\n\nAgain.", "Oil them. Twice."),
            ("Oil them.", "Oil them."),
            ("- a rag\n- oil", "a rag oil"),
            ("***", ""),
        ] {
            let content = PostContent {
                title: "News".into(),
                text: text.into(),
                picture: None,
                picture_alt: String::new(),
                is_draft: true,
            };
            assert_eq!(content.summary(), summary, "{text}");
        }
    }
}
