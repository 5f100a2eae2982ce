//! The top of a public page as HTML. It is painted before the app's code runs, and the app puts the same in its place.

use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::{
    page_list::WebPage,
    preload::{PreloadData, json_rows},
};
use crate::http::error::ApiError;

/// The tools of the first row on a wide screen.
const MAX_TOOLS: usize = 3;
const MAX_REVIEWS: usize = 3;

#[derive(Deserialize)]
struct FirstTool {
    img: String,
}

#[derive(Deserialize)]
struct FirstReview {
    name: String,
    review: String,
    #[serde(rename = "toolName")]
    tool_name: Option<String>,
}

/// `None` if the page shows the general text until its code has run.
pub fn render(
    page: &WebPage,
    data: Option<&PreloadData>,
    public_url: &str,
) -> Result<Option<Markup>, ApiError> {
    let heading = page.title.as_deref();
    Ok(match data {
        Some(PreloadData::AllTools(Some((tools, _)), _)) => {
            let tools: Vec<FirstTool> = rows(json_rows(tools)?)?;
            Some(html! {
                div class="measure py-12 lg:py-16" {
                    h1 class="text-title" { (heading.unwrap_or_default()) }
                    ul class="first-tools grid grid-cols-1 gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3" {
                        @for (place, tool) in tools.iter().take(MAX_TOOLS).enumerate() {
                            li { div class="overflow-hidden bg-plate" { (picture(&tool.img, public_url, place == 0)) } }
                        }
                    }
                }
            })
        }
        Some(PreloadData::AllReviews(reviews)) => {
            let reviews: Vec<FirstReview> = rows(&reviews.rows)?;
            Some(html! {
                div class="measure py-12 lg:py-16" {
                    h1 class="text-title" { (heading.unwrap_or_default()) }
                    ul class="first-reviews grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3" {
                        @for review in reviews.iter().take(MAX_REVIEWS) {
                            li class="border-t border-rule-strong pt-5" {
                                div class="h-[18px]" {}
                                blockquote class="mt-4 font-display text-lg leading-relaxed wrap-anywhere" {
                                    p dir="auto" { (review.review) }
                                }
                                p class="mt-5 text-sm font-medium wrap-anywhere" dir="auto" { (review.name) }
                                @if let Some(tool) = &review.tool_name {
                                    p class="mt-1 text-sm text-quiet wrap-anywhere" { "Verified purchase: " bdi { (tool) } }
                                }
                            }
                        }
                    }
                }
            })
        }
        _ => page.first_view.as_ref().map(|html| PreEscaped(html.clone())),
    })
}

fn rows<'a, T: Deserialize<'a>>(json: &'a str) -> Result<Vec<T>, ApiError> {
    serde_json::from_str(json).map_err(ApiError::internal)
}

/// The same sources as in web/src/ui/Picture.tsx, so that the app's picture needs no second request.
fn picture(img: &str, public_url: &str, is_main: bool) -> Markup {
    let path = img.strip_prefix(public_url).unwrap_or(img);
    let folder = path.strip_suffix("/350.webp").filter(|folder| folder.starts_with("/images/"));
    let is_upload = |folder: &str| {
        let name = folder.trim_start_matches("/images/");
        name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let formats: &[&str] = match folder {
        Some(folder) if is_upload(folder) => &["webp"],
        Some(_) => &["avif", "webp"],
        None => &[],
    };
    html! {
        picture {
            @for format in formats {
                @let file = |width: &str| format!("{}/{width}.{format} {width}w", folder.unwrap_or_default());
                source type={ "image/" (format) } srcset={ (file("350")) ", " (file("700")) }
                    sizes="(min-width: 64rem) 350px, (min-width: 40rem) 45vw, 92vw";
            }
            img src=(img) alt="" width="350" height="450" fetchpriority=[is_main.then_some("high")]
                loading=[(!is_main).then_some("lazy")] class="aspect-[7/9] h-auto w-full object-cover dark:brightness-90";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_sizes_and_formats_that_the_shop_stores() {
        let sources =
            |img: &str| picture(img, "https://shop.ca", true).into_string().matches("<source").count();
        let upload = format!("https://shop.ca/images/{}/350.webp", "ab".repeat(32));
        let images =
            ["https://shop.ca/images/hoe/350.webp", &upload, "https://elsewhere.ca/images/hoe/350.webp"];
        assert_eq!(images.map(sources), [2, 1, 0]);
    }
}
