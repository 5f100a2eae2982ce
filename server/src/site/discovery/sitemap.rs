//! The sitemap: every public page, for search engines (<https://www.sitemaps.org/protocol.html>).

use std::{fmt::Write as _, io::Write as _};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use maud::html;

use super::file_cache::{CatalogueContent, FileCache};
use crate::values::{language::Language, page_path, time::Timestamp};

/// The limit of the protocol.
const MAX_URLS: usize = 50_000;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

/// Of the links to the same page in the other language.
const LINKS: &str = "xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";

/// The last sitemap, with the paths of its other pages.
pub type SitemapCache = FileCache<Vec<(String, Option<Timestamp>)>, SitemapFiles>;

/// What a sitemap is made of.
pub struct SitemapSource {
    pub public_url: String,
    /// English paths of other pages, with the last change of those that have one.
    pub paths: Vec<(String, Option<Timestamp>)>,
    pub content: CatalogueContent,
}

/// The files of a sitemap, compressed and not.
pub struct SitemapFiles {
    /// An index of the others, or the only file.
    pub main: SitemapFile,
    /// The other files, if there are more URLs than fit into one file.
    pub parts: Vec<SitemapFile>,
}

#[derive(Clone)]
pub struct SitemapFile {
    pub xml: Bytes,
    pub gzip: Bytes,
}

impl SitemapSource {
    /// Takes tens of milliseconds for a large catalogue.
    pub fn render(&self) -> std::io::Result<SitemapFiles> {
        self.render_parts(MAX_URLS)
    }

    fn render_parts(&self, max_urls: usize) -> std::io::Result<SitemapFiles> {
        let tools = self.content.snapshot.tools();
        let paths = self.paths.iter().cloned();
        let categories =
            self.content.categories.iter().map(|category| (format!("/category/{}", category.slug), None));
        let pages: Vec<(String, Option<Timestamp>)> = paths
            .chain(categories)
            .chain(tools.iter().map(|tool| (format!("/tool/{}", tool.extras.slug), Some(tool.changed_at))))
            .collect();
        let mut parts = pages
            .chunks(max_urls / Language::ALL.len())
            .map(|pages| self.url_set(pages))
            .collect::<Result<Vec<_>, _>>()?;
        let main = if parts.len() == 1 { parts.remove(0) } else { self.index(parts.len())? };
        Ok(SitemapFiles { main, parts })
    }

    fn url_set(&self, pages: &[(String, Option<Timestamp>)]) -> std::io::Result<SitemapFile> {
        let mut xml = format!("{HEAD}<urlset {NAMESPACE} {LINKS}>\n");
        for (path, changed_at) in pages {
            let url = |language| {
                let address = page_path::in_language(language, path);
                html! { (self.public_url) (address) }.into_string()
            };
            // Each language names all of them, itself too, as search engines ask.
            let alternates: String =
                Language::ALL.map(|language| alternate(language, &url(language))).concat();
            let changed = changed_at.map(|at| format!("<lastmod>{at}</lastmod>")).unwrap_or_default();
            for language in Language::ALL {
                let _ = writeln!(xml, "<url><loc>{}</loc>{changed}{alternates}</url>", url(language));
            }
        }
        xml.push_str("</urlset>\n");
        SitemapFile::new(xml)
    }

    fn index(&self, parts: usize) -> std::io::Result<SitemapFile> {
        let mut xml = format!("{HEAD}<sitemapindex {NAMESPACE}>\n");
        for part in 1..=parts {
            let _ =
                writeln!(xml, "<sitemap><loc>{}/sitemap.xml?part={part}</loc></sitemap>", self.public_url);
        }
        xml.push_str("</sitemapindex>\n");
        SitemapFile::new(xml)
    }
}

fn alternate(language: Language, url: &str) -> String {
    format!(r#"<xhtml:link rel="alternate" hreflang="{}" href="{url}"/>"#, language.locale())
}

impl SitemapFile {
    fn new(xml: String) -> std::io::Result<Self> {
        let mut encoder = GzEncoder::new(Vec::with_capacity(xml.len() / 8), Compression::fast());
        encoder.write_all(xml.as_bytes())?;
        Ok(Self { xml: xml.into(), gzip: encoder.finish()?.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_sitemap_is_an_index_of_parts() {
        let source = SitemapSource {
            public_url: "https://shop.ca".into(),
            paths: (0..5).map(|n| (format!("/page?a={n}&b"), None)).collect(),
            content: CatalogueContent::default(),
        };
        let text = |file: &SitemapFile| String::from_utf8(file.xml.to_vec()).unwrap();
        let files = source.render_parts(2).unwrap();
        let urls: Vec<usize> = files.parts.iter().map(|part| text(part).matches("<url>").count()).collect();
        assert_eq!(urls, [2; 5], "a page in each language");
        let index = text(&files.main);
        assert_eq!(index.matches("<sitemap>").count(), 5);
        assert!(index.contains("<loc>https://shop.ca/sitemap.xml?part=3</loc>"), "{index}");
        let alone = source.render().unwrap();
        assert!(alone.parts.is_empty());
        assert!(text(&alone.main).contains("<loc>https://shop.ca/page?a=0&amp;b</loc>"));
        assert!(text(&alone.main).contains("<loc>https://shop.ca/fr/page?a=0&amp;b</loc>"));
        assert_eq!(text(&alone.main).matches("hreflang=\"fr-CA\"").count(), 10);
    }
}
