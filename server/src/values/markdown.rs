//! Markdown as a tree that pages draw. The shop makes no HTML of it, so no text can become markup.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};
use serde::Serialize;
use utoipa::ToSchema;

/// Deeper elements leave only their content, because pages draw the tree recursively.
const MAX_DEPTH: usize = 12;

/// A text, or an element with its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MarkdownNode {
    Text(String),
    Element(MarkdownElement),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MarkdownElement {
    /// The name of the HTML element: one of `p h2 h3 h4 ul ol li blockquote pre code em strong a br hr`.
    pub tag: &'static str,
    /// Only a link has it: a page of the shop, or an address with `https:`, `http:` or `mailto:`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub href: Option<String>,
    #[schema(no_recursion)]
    pub children: Vec<MarkdownNode>,
}

/// The owner's text. HTML in it is text, and so is a picture.
pub fn parse(text: &str) -> Vec<MarkdownNode> {
    let mut tree = Tree::default();
    for event in Parser::new(text) {
        match event {
            Event::Start(tag) => tree.open(element_of(&tag)),
            Event::End(_) => tree.close(),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => tree.add_text(&text),
            Event::SoftBreak => tree.add_text("\n"),
            Event::HardBreak => tree.add(element("br", None)),
            Event::Rule => tree.add(element("hr", None)),
            Event::Code(text) => {
                let children = vec![MarkdownNode::Text(text.into_string())];
                tree.add(MarkdownElement { children, ..element("code", None) });
            }
            _ => {}
        }
    }
    tree.root
}

/// The words without their form, for search engines.
pub fn plain_text(nodes: &[MarkdownNode]) -> String {
    let texts = nodes.iter().map(|node| match node {
        MarkdownNode::Text(text) => text.clone(),
        MarkdownNode::Element(element) => {
            plain_text(&element.children) + if is_block(element) { " " } else { "" }
        }
    });
    texts.collect()
}

fn is_block(element: &MarkdownElement) -> bool {
    !matches!(element.tag, "a" | "em" | "strong" | "code")
}

fn element(tag: &'static str, href: Option<String>) -> MarkdownElement {
    MarkdownElement { tag, href, children: Vec::new() }
}

/// Returns the element that a tag becomes. Returns `None` if only the content of the tag is shown.
fn element_of(tag: &Tag<'_>) -> Option<MarkdownElement> {
    let name = match tag {
        Tag::Paragraph | Tag::HtmlBlock => "p",
        // The page has a first heading already.
        Tag::Heading { level: HeadingLevel::H1, .. } => "h2",
        Tag::Heading { level: HeadingLevel::H2, .. } => "h3",
        Tag::Heading { .. } => "h4",
        Tag::BlockQuote(_) => "blockquote",
        Tag::CodeBlock(_) => "pre",
        Tag::List(None) => "ul",
        Tag::List(Some(_)) => "ol",
        Tag::Item => "li",
        Tag::Emphasis => "em",
        Tag::Strong => "strong",
        Tag::Link { dest_url, .. } if is_safe_link(dest_url) => {
            return Some(element("a", Some(dest_url.to_string())));
        }
        _ => return None,
    };
    Some(element(name, None))
}

fn is_safe_link(link: &str) -> bool {
    if link.is_empty()
        || link.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\')
    {
        return false;
    }
    let scheme =
        link.split(['/', '?', '#']).next().unwrap_or_default().split_once(':').map(|(scheme, _)| scheme);
    match scheme {
        Some(scheme) => ["https", "http", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known)),
        None => !link.starts_with("//"),
    }
}

#[derive(Default)]
struct Tree {
    root: Vec<MarkdownNode>,
    open: Vec<MarkdownElement>,
    /// Whether each open element of the text is in `open`.
    is_drawn: Vec<bool>,
}

impl Tree {
    fn open(&mut self, element: Option<MarkdownElement>) {
        let element = element.filter(|_| self.open.len() < MAX_DEPTH);
        self.is_drawn.push(element.is_some());
        self.open.extend(element);
    }

    fn close(&mut self) {
        if self.is_drawn.pop() == Some(true)
            && let Some(closed) = self.open.pop()
        {
            self.add(closed);
        }
    }

    fn siblings(&mut self) -> &mut Vec<MarkdownNode> {
        self.open.last_mut().map_or(&mut self.root, |parent| &mut parent.children)
    }

    fn add(&mut self, element: MarkdownElement) {
        self.siblings().push(MarkdownNode::Element(element));
    }

    fn add_text(&mut self, text: &str) {
        match self.siblings().last_mut() {
            Some(MarkdownNode::Text(before)) => before.push_str(text),
            _ => self.siblings().push(MarkdownNode::Text(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tree(text: &str) -> serde_json::Value {
        serde_json::to_value(parse(text)).unwrap()
    }

    #[test]
    fn a_text_becomes_a_tree_of_known_elements() {
        let expected = json!([
            { "tag": "h2", "children": ["Hello"] },
            { "tag": "p", "children": ["We ", { "tag": "strong", "children": ["forge"] }, " ", { "tag": "a", "href": "/tool", "children": ["tools"] }, "."] },
            { "tag": "ul", "children": [{ "tag": "li", "children": ["one"] }] },
        ]);
        assert_eq!(tree("# Hello\n\nWe **forge** [tools](/tool).\n\n- one"), expected);
        assert_eq!(
            plain_text(&parse("# Hello\n\nWe **forge** [tools](/tool).")).trim(),
            "Hello We forge tools."
        );
    }

    #[test]
    fn html_and_pictures_are_text() {
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<!-- x -->",
            "<style>*{}</style>",
        ] {
            let nodes = parse(hostile);
            assert_eq!(
                nodes,
                [MarkdownNode::Element(MarkdownElement {
                    children: vec![MarkdownNode::Text(hostile.into())],
                    ..element("p", None)
                })]
            );
        }
        assert_eq!(tree("![a tree](https://evil.ca/x.png)"), json!([{ "tag": "p", "children": ["a tree"] }]));
    }

    #[test]
    fn links_lead_to_pages_and_addresses_alone() {
        for link in ["https://a.ca/?q=a:b", "HTTP://a.ca", "mailto:hi@a.ca", "/tool", "tool?x=a:b", "#top"] {
            assert_eq!(tree(&format!("[x]({link})"))[0]["children"][0]["href"], link);
        }
        for link in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java&#115;cript:alert(1)",
            "javascript&colon;alert(1)",
            "&#1;javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//evil.ca",
            "/\\\\evil.ca",
            "<java\tscript:alert(1)>",
            "file:///etc/passwd",
        ] {
            let drawn = tree(&format!("[x]({link})"));
            assert!(!drawn.to_string().contains("href"), "{link}: {drawn}");
        }
        assert!(!tree("<javascript:alert(1)>").to_string().contains("href"));
    }

    #[test]
    fn no_depth_of_the_text_is_a_depth_of_the_tree() {
        fn depth(nodes: &[MarkdownNode]) -> usize {
            let below = nodes.iter().map(|node| match node {
                MarkdownNode::Text(_) => 0,
                MarkdownNode::Element(element) => 1 + depth(&element.children),
            });
            below.max().unwrap_or(0)
        }
        for nested in
            [">".repeat(9_000) + "x", "- ".repeat(4_000) + "x", "*a _b ".repeat(1_500), "[".repeat(9_000)]
        {
            let nodes = parse(&nested);
            assert!(depth(&nodes) <= MAX_DEPTH, "{}", &nested[..10]);
            assert!(!plain_text(&nodes).trim().is_empty());
        }
    }
}
