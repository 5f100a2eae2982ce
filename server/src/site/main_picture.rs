//! The main picture of a rendered page: inside the HTML in its small size, or named in the head. A request of its own
//! starts when the document has arrived, and costs a slow connection half a second more.

use std::{fmt::Write as _, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;

use super::{http, web_files};
use crate::shop::Shop;

/// Larger pictures stay files. This many bytes take 130 ms on slow 4G, and a request 560 ms.
const MAX_BYTES: usize = 24 * 1024;
/// A slow picture store does not delay the page longer. Tests do not depend on the machine's speed.
const READ_TIMEOUT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 250 });

/// Puts the small size of the picture into the HTML, if it is small enough. The app adds the large size.
pub async fn put_into(rendered: &str, shop: &Shop) -> Option<String> {
    let address = address(rendered)?;
    let picture = tokio::time::timeout(READ_TIMEOUT, read(shop, address)).await.ok().flatten();
    with_picture(rendered, &picture.filter(|picture| picture.len() <= MAX_BYTES)?)
}

async fn read(shop: &Shop, address: &str) -> Option<Bytes> {
    match address.strip_prefix("/images/").and_then(|path| path.split_once('/')) {
        Some((name, file)) => http::find_picture(shop, name, file).await,
        None => web_files::find_file(address.strip_prefix('/')?),
    }
}

/// Returns the address of the small size in the best format. Narrow screens show this size.
fn address(html: &str) -> Option<&str> {
    attribute(sources(html).next()?, "srcSet")?.split([',', ' ']).next()
}

fn with_picture(html: &str, picture: &[u8]) -> Option<String> {
    let source = sources(html).next()?;
    let srcset = attribute(source, "srcSet")?;
    let (small, large) = srcset.split_once(", ").unwrap_or((srcset, ""));
    let width = small.find(' ').map_or("", |at| &small[at..]);
    let data = format!("data:{};base64,{}{width}", attribute(source, "type")?, STANDARD.encode(picture));
    let large = if large.is_empty() { String::new() } else { format!(" data-large=\"{large}\"") };
    let (before, picture) = html.split_at(start(html)?);
    let file = format!("srcSet=\"{srcset}\"");
    Some(format!("{before}{}", picture.replacen(&file, &format!("srcSet=\"{data}\"{large}"), 1)))
}

/// Links to the files of the main picture in its best format, which browsers that cannot show it pass over.
pub fn preloads(html: &str) -> String {
    let format = sources(html).next().and_then(|source| attribute(source, "type"));
    let (mut links, mut others) = (String::new(), String::new());
    for source in sources(html).filter(|source| attribute(source, "type") == format) {
        let media = attribute(source, "media");
        let wanted = media.unwrap_or(&others);
        let srcset = attribute(source, "srcSet").unwrap_or_default();
        if !srcset.starts_with("data:") {
            let _ = write!(
                links,
                "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" type=\"{}\" media=\"{wanted}\" imagesrcset=\"{srcset}\" imagesizes=\"{}\">",
                format.unwrap_or_default(),
                attribute(source, "sizes").unwrap_or_default(),
            );
        }
        others = media.map_or_else(String::new, |media| format!("not all and {media}"));
    }
    links
}

/// The attributes of its sources.
fn sources(html: &str) -> impl Iterator<Item = &str> {
    let picture =
        start(html).and_then(|start| html[start..].split_once("<img")).map_or("", |(sources, _)| sources);
    picture.split("<source ").skip(1).filter_map(|rest| Some(rest.split_once('>')?.0))
}

/// Where it starts in the HTML, which is React's.
fn start(html: &str) -> Option<usize> {
    let before = &html[..html.find("fetchPriority=\"high\"")?];
    before.rfind("<picture>").filter(|start| !before[*start..].contains("</picture>"))
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = element.split_once(&format!("{name}=\""))?;
    Some(value.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANNER: &str = r#"<picture><source type="image/avif" srcSet="/z"/></picture><picture><source media="(max-width: 40rem)" type="image/avif" srcSet="/a"/><source media="(max-width: 40rem)" type="image/webp" srcSet="/b"/><source type="image/avif" srcSet="/c 1w, /d 2w" sizes="100vw"/><img fetchPriority="high"/></picture>"#;

    #[test]
    fn the_main_picture_is_requested_in_the_sizes_in_which_it_is_shown() {
        assert_eq!(
            preloads(BANNER),
            r#"<link rel="preload" as="image" fetchpriority="high" type="image/avif" media="(max-width: 40rem)" imagesrcset="/a" imagesizes=""><link rel="preload" as="image" fetchpriority="high" type="image/avif" media="not all and (max-width: 40rem)" imagesrcset="/c 1w, /d 2w" imagesizes="100vw">"#
        );
        for without_sources in ["", "<picture><source srcSet=\"/z\"/></picture>"] {
            assert_eq!(preloads(&format!("{without_sources}<img fetchPriority=\"high\"/>")), "");
        }
    }

    #[test]
    fn the_picture_of_narrow_screens_is_in_the_html_and_wide_screens_still_request_theirs() {
        assert_eq!(address(BANNER), Some("/a"));
        let html = with_picture(BANNER, b"abc").unwrap();
        assert_eq!(html, BANNER.replace("\"/a\"", "\"data:image/avif;base64,YWJj\""));
        assert_eq!(
            preloads(&html),
            r#"<link rel="preload" as="image" fetchpriority="high" type="image/avif" media="not all and (max-width: 40rem)" imagesrcset="/c 1w, /d 2w" imagesizes="100vw">"#
        );
    }

    #[test]
    fn only_the_small_size_is_in_the_html() {
        let late =
            r#"<picture><source type="image/webp" srcSet="/s 350w, /l 700w" sizes="9px"/><img/></picture>"#;
        let main = late.replace("<img", "<img fetchPriority=\"high\"");
        assert_eq!(address(&main), Some("/s"));
        let inline = r#"srcSet="data:image/webp;base64,YWJj 350w" data-large="/l 700w""#;
        let with = main.replace("srcSet=\"/s 350w, /l 700w\"", inline);
        let html = with_picture(&[late, &main, late].concat(), b"abc").unwrap();
        assert_eq!(html, [late, &with, late].concat());
        assert_eq!(preloads(&html), "");
    }
}
