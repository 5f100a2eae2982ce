//! The head of a page: title, description, canonical URL, previews of links, and structured data for search engines.

use maud::{PreEscaped, html};

use super::{discovery::feed, page_list::WebPage, preload::PreloadData, shop_texts, structured_data};
use crate::{
    catalogue::categories::Category,
    http::html::{escape_json, replace_between},
    settings::{
        posts::post::{Post, PostPage},
        shop_settings::{cache::CurrentSettings, settings::ShopSettings},
    },
    site::tool_page::ToolPage,
    values::{
        currency::{self, DOLLAR_SIGN},
        language::Language,
        locale::AmountFormat,
        markdown, page_path,
        text::first_words,
    },
};

/// Search engines cut longer descriptions.
const MAX_DESCRIPTION: usize = 155;

/// A page that is about to be rendered.
pub struct PageContext<'a> {
    pub page: &'a WebPage,
    pub language: Language,
    pub shop: &'a ShopSettings,
    pub public_url: &'a str,
    /// Three lower-case letters.
    pub currency: &'a str,
    /// The English path of its canonical URL.
    pub canonical: &'a str,
    pub subject: Option<Subject<'a>>,
    /// The address names a tool or a category that the shop does not have.
    pub is_missing: bool,
    /// Whether search engines may index it.
    pub is_indexed: bool,
    /// Whether the drawn banners stand in for pictures of an owner.
    pub is_demo: bool,
}

/// What a page is about whose head depends on more than its path.
pub enum Subject<'a> {
    Tool(&'a ToolPage),
    /// A category after the categories above it, the first level first.
    Category(&'a [Category]),
    /// The owner's page about the shop.
    About(&'a CurrentSettings),
    /// The newest blog posts.
    Posts(&'a [Post]),
    Post(&'a PostPage),
}

impl<'a> Subject<'a> {
    pub fn of(page: &WebPage, shop: &'a CurrentSettings, data: Option<&'a PreloadData>) -> Option<Self> {
        match data {
            _ if page.path == "/about" => Some(Self::About(shop)),
            Some(PreloadData::Tool(page, _)) => Some(Self::Tool(page)),
            Some(PreloadData::Category { path, .. }) => Some(Self::Category(path)),
            Some(PreloadData::Posts { rows, .. }) => Some(Self::Posts(rows)),
            Some(PreloadData::Post(page)) => Some(Self::Post(page)),
            Some(
                PreloadData::Home { .. }
                | PreloadData::AllTools(_)
                | PreloadData::AllReviews(_)
                | PreloadData::MissingPost
                | PreloadData::ShopSettings(_)
                | PreloadData::MissingTool { .. }
                | PreloadData::MissingCategory(_),
            )
            | None => None,
        }
    }

    fn name(&self, language: Language) -> Option<&str> {
        match self {
            Self::Tool(page) => Some(page.tool.name_in(language)),
            Self::Category(path) => path.last().map(|category| category.name.as_str()),
            Self::About(shop) => Some(&shop.settings.home.about_title),
            Self::Posts(_) => None,
            Self::Post(page) => Some(&page.post.title),
        }
    }
}

impl PageContext<'_> {
    /// The URL of a file.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The URL of the page at an English path, in the language of this page.
    pub fn page_url(&self, path: &str) -> String {
        self.url(&page_path::in_language(self.language, path))
    }

    /// Returns the heading of the page. Returns `None` for the home page.
    pub fn heading(&self) -> Option<&str> {
        if self.is_missing {
            return Some(match self.language {
                Language::English => "Page not found",
                Language::French => "Page introuvable",
            });
        }
        self.subject.as_ref().and_then(|it| it.name(self.language)).or(self.page.title.as_deref())
    }

    fn title(&self) -> String {
        match self.heading() {
            Some(heading) => format!("{heading} · {}", self.shop.name),
            None => shop_texts::home_title(self.shop),
        }
    }

    fn description(&self) -> String {
        match &self.subject {
            Some(Subject::Tool(page)) => {
                let locale = self.shop.locale.in_language(self.language);
                let price = page.tool.price.format(AmountFormat::new(locale, self.currency));
                let minimum = page.tool.minimum;
                let unit = match self.language {
                    _ if minimum == 1 => format!("{price}."),
                    Language::English => format!("{price} each, {minimum} minimum."),
                    Language::French => format!("{price} l’unité, minimum de {minimum}."),
                };
                shorten(&format!("{unit} {}", page.tool.description_in(self.language)))
            }
            Some(Subject::Category(path)) => {
                let names: Vec<&str> = path.iter().map(|category| category.name.as_str()).collect();
                let (names, about) = (names.join(", "), &self.shop.description);
                shorten(&match self.language {
                    Language::English => format!("{names}: prices, stock and minimum quantities. {about}"),
                    Language::French => {
                        format!("{names}\u{a0}: prix, stock et quantités minimales. {about}")
                    }
                })
            }
            Some(Subject::About(shop)) if !shop.about_content.is_empty() => {
                shorten(&markdown::plain_text(&shop.about_content))
            }
            Some(Subject::Posts(posts)) if !posts.is_empty() => {
                let about = shop_texts::description(self.page, self.shop, self.language);
                let texts = posts.iter().map(|post| post.title.as_str()).chain([about.as_str()]);
                shorten(&texts.collect::<Vec<_>>().join(" · "))
            }
            Some(Subject::Post(page)) => shorten(&page.post.summary),
            Some(Subject::About(_) | Subject::Posts(_)) | None => {
                shop_texts::description(self.page, self.shop, self.language)
            }
        }
    }

    /// This page in each language, and for browsers with another one. Each page names itself too, as search engines ask.
    fn alternates(&self) -> [(&'static str, String); 3] {
        let address = |language| self.url(&page_path::in_language(language, self.canonical));
        [
            (Language::English.locale(), address(Language::English)),
            (Language::French.locale(), address(Language::French)),
            ("x-default", address(Language::English)),
        ]
    }

    /// The path of the picture in previews of links: one that the pages of the shop show.
    fn picture(&self) -> Option<String> {
        let home = &self.shop.home;
        if let Some(Subject::Post(page)) = self.subject
            && let Some(picture) = page.post.large_picture()
        {
            return Some(picture);
        }
        let about = matches!(self.subject, Some(Subject::About(_))).then_some(&*home.about_picture);
        let drawn = (self.is_demo && home.has_section("banner")).then_some("/scenes/banner-1-1280.webp");
        let pictures = [about, home.main_picture(), drawn, Some(&*self.shop.logo)];
        pictures.into_iter().flatten().find(|picture| !picture.is_empty()).map(str::to_owned)
    }

    /// Puts the head into the template.
    pub fn put_into(&self, template: &str, has_html: bool) -> String {
        let (title, description) = (self.title(), self.description());
        let head = if self.is_indexed {
            let canonical = self.page_url(self.canonical);
            let (product, post) = match &self.subject {
                Some(Subject::Tool(page)) => (Some(page), None),
                Some(Subject::Post(page)) => (None, Some(&page.post)),
                Some(Subject::Category(_) | Subject::About(_) | Subject::Posts(_)) | None => (None, None),
            };
            let kind = if product.is_some() { "product" } else { "website" };
            let kind = if post.is_some() { "article" } else { kind };
            let picture = match product {
                Some(page) => Some(page.large_picture(self.public_url)),
                None => self.picture().map(|path| self.url(&path)),
            };
            let is_large = product.is_none() && picture.is_some();
            let data = escape_json(&structured_data::of(self).to_string());
            html! {
                link rel="canonical" href=(canonical);
                @for (language, address) in self.alternates() {
                    link rel="alternate" hreflang=(language) href=(address);
                }
                meta property="og:type" content=(kind);
                meta property="og:site_name" content=(self.shop.name);
                meta property="og:locale" content=(self.language.locale().replace('-', "_"));
                meta property="og:title" content=(title);
                meta property="og:description" content=(description);
                meta property="og:url" content=(canonical);
                @if let Some(picture) = picture {
                    meta property="og:image" content=(picture);
                }
                @if let Some(page) = product {
                    meta property="og:image:alt" content=(page.tool.name_in(self.language));
                    meta property="product:price:amount" content=(page.tool.price);
                    meta property="product:price:currency" content=(self.currency.to_uppercase());
                }
                @if let Some(published_at) = post.and_then(|post| post.published_at) {
                    meta property="article:published_time" content=(published_at);
                }
                @if self.page.path == "/blogs" {
                    link rel="alternate" type="application/atom+xml" title=(title) href=(feed::PATH);
                }
                meta name="twitter:card" content=(if is_large { "summary_large_image" } else { "summary" });
                script type="application/ld+json" { (PreEscaped(data)) }
            }
        } else {
            html! { meta name="robots" content="noindex"; }
        };
        let html = replace_between(template, "<title>", "</title>", &html! { (title) });
        let html =
            replace_between(&html, "<meta name=\"description\" content=\"", "\"", &html! { (description) });
        let html = html.replacen("<!--shell-head-->", &head.into_string(), 1);
        // The web app assumes Canadian dollars.
        let code = match self.currency {
            "cad" => String::new(),
            code => format!(" data-currency=\"{}\"", code.to_uppercase()),
        };
        let sign = match currency::sign(self.currency) {
            DOLLAR_SIGN => String::new(),
            sign => format!(" data-currency-sign=\"{sign}\""),
        };
        let html = html.replacen("<html ", &format!("<html{code}{sign} "), 1);
        // The links stand after the shared styles, which define the order of the CSS layers.
        let links = html! { (self.page.links(has_html)) (shop_texts::accent_link(self.shop)) };
        html.replacen("</head>", &format!("{}</head>", links.into_string()), 1)
    }
}

/// The first words, on one line.
fn shorten(text: &str) -> String {
    first_words(text, MAX_DESCRIPTION)
}
