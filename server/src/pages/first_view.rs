//! The top of a public page as HTML. It is painted before the app's code runs, and the app puts the same in its place.

use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::{
    head::{PageContext, Subject},
    preload::{PreloadData, json_rows},
};
use crate::{
    catalogue::categories::Category,
    http::error::ApiError,
    tool_page::{ToolFacts, ToolPage},
    values::money::Cents,
};

/// The tools of the first row on a wide screen.
const MAX_TOOLS: usize = 3;
const MAX_REVIEWS: usize = 3;
/// The sizes and the class of a picture in the app.
const CARD_PICTURE: (&str, &str) = ("(min-width: 64rem) 350px, 45vw", "");
const PLATE_PICTURE: (&str, &str) = ("(min-width: 64rem) 416px, 36vh", "tool-plate-picture");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FirstTool {
    name: String,
    slug: String,
    img: String,
    price: f64,
    available_quantity: i64,
    minimum_quantity: i64,
}

#[derive(Deserialize)]
struct FirstReview {
    name: String,
    review: String,
    #[serde(rename = "toolName")]
    tool_name: Option<String>,
}

/// `None` if the page shows the general text until its code has run.
pub fn render(context: &PageContext<'_>, data: Option<&PreloadData>) -> Result<Option<Markup>, ApiError> {
    let (page, public_url) = (context.page, context.public_url);
    let heading = context.heading().unwrap_or_default();
    Ok(match data {
        Some(PreloadData::AllTools(Some((tools, _)), _)) => {
            let tools: Vec<FirstTool> = rows(json_rows(tools)?)?;
            Some(html! {
                div class="measure py-12 lg:py-16" {
                    h1 class="text-title" { (heading) }
                    (first_tools(&tools, public_url))
                }
            })
        }
        Some(PreloadData::Category { path, tools: Some(tools), .. }) => {
            let tools: Vec<FirstTool> = rows(json_rows(tools)?)?;
            let above = path.split_last().map_or(&[][..], |(_, above)| above);
            Some(html! {
                div class="measure py-4 md:py-8" {
                    (breadcrumbs(above, heading))
                    h1 class="text-title wrap-anywhere" { (heading) }
                    (first_tools(&tools, public_url))
                }
            })
        }
        Some(PreloadData::Tool(tool)) => match &context.subject {
            Some(Subject::Tool(_, facts)) => Some(tool_page(tool, facts, public_url)),
            _ => None,
        },
        Some(PreloadData::AllReviews(reviews)) => {
            let reviews: Vec<FirstReview> = rows(&reviews.rows)?;
            Some(html! {
                div class="measure py-12 lg:py-16" {
                    h1 class="text-title" { (heading) }
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

/// The first row, as in web/src/features/catalogue/ToolCard.tsx.
fn first_tools(tools: &[FirstTool], public_url: &str) -> Markup {
    html! {
        ul class="first-tools grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-8 sm:gap-y-14 lg:grid-cols-3" {
            @for (place, tool) in tools.iter().take(MAX_TOOLS).enumerate() {
                li class="border-t border-rule-strong pt-3" {
                    div class="figures flex flex-wrap items-baseline justify-between gap-x-3" {
                        p class="font-display text-lg leading-snug sm:text-xl" { (format!("${:.2}", tool.price)) }
                        @let stock = stock_text(tool.available_quantity, tool.minimum_quantity);
                        p class="text-sm text-quiet" { (stock) }
                    }
                    div class="mt-2 overflow-hidden bg-plate sm:mt-3" {
                        (picture(&tool.img, public_url, "", place == 0, CARD_PICTURE))
                    }
                    p class="mt-3 font-display text-base leading-snug wrap-anywhere sm:mt-4 sm:text-xl" {
                        a href={ "/tool/" (tool.slug) } { (tool.name) }
                    }
                }
            }
        }
    }
}

/// As in web/src/ui/Breadcrumbs.tsx.
fn breadcrumbs(above: &[Category], here: &str) -> Markup {
    let steps = above.iter().map(|category| (format!("/category/{}", category.slug), &*category.name));
    html! {
        nav aria-label="Breadcrumb" class="mb-4 text-sm text-quiet md:mb-6" {
            ol class="flex flex-wrap gap-x-2" {
                @for (path, name) in std::iter::once(("/tool".to_owned(), "All Tools")).chain(steps) {
                    li class="after:ml-2 after:content-['/'/'']" {
                        a href=(path) class="underline-offset-4 hover:underline" { (name) }
                    }
                }
                li class="wrap-anywhere" { (here) }
            }
        }
    }
}

/// As in web/src/features/tool-page/ToolPage.tsx, without what needs the app.
fn tool_page(page: &ToolPage, facts: &ToolFacts, public_url: &str) -> Markup {
    let tool = &page.tool;
    let is_single = tool.minimum == 1;
    html! {
        div class="measure py-4 md:py-8" {
            (breadcrumbs(&page.categories, &facts.name))
            div class="tool-page" {
                div class="tool-plate" {
                    div class="bg-plate" { (picture(&facts.img, public_url, &facts.name, true, PLATE_PICTURE)) }
                }
                div class="tool-facts" {
                    h1 class="text-title wrap-anywhere" { (facts.name) }
                    @if let Some(rating) = page.rating {
                        p class="figures mt-3 flex min-h-[1.3rem] items-center text-sm" {
                            (rating.average) " of 5 stars"
                        }
                    }
                    p class="figures mt-4 font-display text-3xl" {
                        (dollars(tool.price))
                        @if !is_single { span class="text-lg text-quiet" { " each" } }
                    }
                    p class="figures mt-1" {
                        @if is_single { "Sold singly" }
                        @else if let Some(least) = tool.price.times(tool.minimum) {
                            (tool.minimum) " minimum, from " (dollars(least))
                        }
                    }
                    p class="figures mt-1 text-quiet" { (stock_text(tool.available, tool.minimum)) }
                    p class="mt-6" {
                        a href={ "/tools/" (tool.id) } class="btn btn-primary px-10" { "Purchase" }
                    }
                    p class="mt-8 max-w-prose text-lead whitespace-pre-line text-quiet wrap-anywhere" {
                        (facts.description)
                    }
                }
            }
        }
    }
}

/// As in web/src/api/stock.ts.
fn stock_text(available: i64, minimum: i64) -> String {
    if available < minimum {
        "Out of stock".to_owned()
    } else if available < minimum.saturating_mul(3) {
        format!("Last {available}")
    } else {
        format!("{available} in stock")
    }
}

fn dollars(price: Cents) -> String {
    format!("${price}")
}

fn rows<'a, T: Deserialize<'a>>(json: &'a str) -> Result<Vec<T>, ApiError> {
    serde_json::from_str(json).map_err(ApiError::internal)
}

/// The same sources as in web/src/ui/Picture.tsx, so that the app's picture needs no second request.
fn picture(img: &str, public_url: &str, alt: &str, is_main: bool, (sizes, class): (&str, &str)) -> Markup {
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
                    sizes=(sizes);
            }
            img src=(img) alt=(alt) width="350" height="450" fetchpriority=[is_main.then_some("high")]
                loading=[(!is_main).then_some("lazy")] class={ "aspect-[7/9] h-auto w-full object-cover dark:brightness-90 " (class) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_sizes_and_formats_that_the_shop_stores() {
        let sources = |img: &str| {
            picture(img, "https://shop.ca", "", true, CARD_PICTURE).into_string().matches("<source").count()
        };
        let upload = format!("https://shop.ca/images/{}/350.webp", "ab".repeat(32));
        let images =
            ["https://shop.ca/images/hoe/350.webp", &upload, "https://elsewhere.ca/images/hoe/350.webp"];
        assert_eq!(images.map(sources), [2, 1, 0]);
    }
}
