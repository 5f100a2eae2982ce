//! The home page as the owner wants it, and the pages that not every shop has.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rule::SettingRule;
use crate::{
    pictures::variants,
    values::{InvalidValue, language::localized, url::is_public_https},
};

/// Lists are texts: names with spaces between them, or lines of cells with `|` between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomePageSettings {
    /// The sections that are on, in their order: of `promises categories new favourites story banner summary sell reviews
    /// contact year`. The demo keeps the specified ones at their places.
    pub home_sections: String,
    /// What else is on: of `blogs portfolio subscribe services company social`. The last three are the footer's
    /// columns.
    pub site_parts: String,
    /// The path of the picture beside the heading. Empty: up to three tools stand there.
    pub hero_picture: String,
    /// Lines of `title | text | link | picture`, at most five. Empty: the drawn banners of the demo.
    pub banner_slides: String,
    pub summary_figures: SummaryFigures,
    /// Lines of `title | value | note`, for `typed`.
    pub summary_rows: String,
    pub sell_title: String,
    pub sell_text: String,
    /// Lines of `title | text`.
    pub sell_steps: String,
    /// Where the shop is, unless it has an address.
    pub location: String,
    pub year_title: String,
    /// Lines of `title | months | text`.
    pub year_seasons: String,
    /// The path of the picture beside the story. Empty: the one of the About page.
    pub story_picture: String,
    /// Plain text. Empty: the first words of the About page.
    pub story_text: String,
    /// The heading of the About page. Empty: the shop has no such page.
    pub about_title: String,
    /// The path of its picture.
    pub about_picture: String,
    /// Markdown.
    pub about_text: String,
}

/// Which figures the Business Summary shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SummaryFigures {
    /// The owner's.
    Typed,
    /// The shop counts them.
    Counted,
}

impl HomePageSettings {
    /// Whether the shop has what a page of pages.json needs.
    pub fn has_part(&self, part: &str) -> bool {
        if part == "about" { !self.about_title.is_empty() } else { has_name(&self.site_parts, part) }
    }

    pub fn has_section(&self, section: &str) -> bool {
        has_name(&self.home_sections, section)
    }

    /// The settings without the texts of sections and pages that are off.
    #[must_use]
    pub fn without_hidden_texts(&self) -> Self {
        let mut shown = self.clone();
        let is_typed = self.summary_figures == SummaryFigures::Typed;
        for (is_on, texts) in [
            (self.has_section("banner"), vec![&mut shown.banner_slides]),
            (self.has_section("summary") && is_typed, vec![&mut shown.summary_rows]),
            (
                self.has_section("sell"),
                vec![&mut shown.sell_title, &mut shown.sell_text, &mut shown.sell_steps],
            ),
            (self.has_section("contact"), vec![&mut shown.location]),
            (self.has_section("year"), vec![&mut shown.year_title, &mut shown.year_seasons]),
            (self.has_section("story"), vec![&mut shown.story_picture, &mut shown.story_text]),
            (self.has_part("about"), vec![&mut shown.about_picture, &mut shown.about_text]),
        ] {
            if !is_on {
                texts.into_iter().for_each(String::clear);
            }
        }
        shown
    }

    /// The picture of the home page that previews of links show.
    pub fn main_picture(&self) -> Option<&str> {
        let banner = self.has_section("banner").then(|| self.banner_picture()).flatten();
        Some(&*self.hero_picture).filter(|picture| !picture.is_empty()).or(banner)
    }

    /// The first picture of the owner's banners.
    fn banner_picture(&self) -> Option<&str> {
        let pictures = self.banner_slides.lines().filter_map(|line| line.split('|').nth(3));
        pictures.map(str::trim).find(|picture| !picture.is_empty())
    }
}

fn has_name(names: &str, wanted: &str) -> bool {
    names.split(' ').any(|name| name == wanted)
}

/// What a shop of an owner begins with. Sections with invented facts are off, and no text of the demo is left.
pub const FIRST_VALUES_OF_OWNERS: [(&str, &str); 17] = [
    ("shopState", "opening"),
    ("phone", ""),
    ("hours", ""),
    ("tagline", ""),
    ("intro", ""),
    ("about", ""),
    ("description", ""),
    ("location", ""),
    ("sellTitle", ""),
    ("sellText", ""),
    ("sellSteps", ""),
    ("summaryRows", ""),
    ("yearTitle", ""),
    ("yearSeasons", ""),
    ("homeSections", "promises categories new favourites story banner reviews contact"),
    ("siteParts", "services company social"),
    ("summaryFigures", "counted"),
];

const HOME_SECTIONS: [&str; 11] = [
    "promises",
    "categories",
    "new",
    "favourites",
    "story",
    "banner",
    "summary",
    "sell",
    "reviews",
    "contact",
    "year",
];

/// The rules of these settings, in the order of the form.
pub const HOME_PAGE_RULES: [(&str, SettingRule); 17] = [
    ("homeSections", SettingRule::Names(&HOME_SECTIONS)),
    ("siteParts", SettingRule::Names(&["blogs", "portfolio", "subscribe", "services", "company", "social"])),
    ("heroPicture", SettingRule::Picture),
    ("bannerSlides", SettingRule::Slides),
    ("summaryFigures", SettingRule::Choice(&["typed", "counted"])),
    ("summaryRows", SettingRule::Rows { cells: 3 }),
    ("sellTitle", SettingRule::Line),
    ("sellText", SettingRule::Text),
    ("sellSteps", SettingRule::Rows { cells: 2 }),
    ("location", SettingRule::Line),
    ("yearTitle", SettingRule::Line),
    ("yearSeasons", SettingRule::Rows { cells: 3 }),
    ("storyPicture", SettingRule::Picture),
    ("storyText", SettingRule::Text),
    ("aboutTitle", SettingRule::Line),
    ("aboutPicture", SettingRule::Picture),
    ("aboutText", SettingRule::Markdown),
];

pub fn check_names(text: &str, known: &[&str]) -> Result<String, InvalidValue> {
    let names: Vec<&str> = text.split_whitespace().collect();
    let is_wrong = |(place, name): (usize, &&str)| !known.contains(name) || names[..place].contains(name);
    if names.iter().enumerate().any(is_wrong) {
        return Err(InvalidValue::new(
            "unknown",
            localized!(
                "Please use each of these at most once: {}.",
                "Veuillez utiliser chacune de ces valeurs au plus une fois\u{a0}: {}.",
                known.join(", ")
            ),
        ));
    }
    Ok(names.join(" "))
}

const MAX_ROWS: usize = 8;
const MAX_SLIDES: usize = 5;
const MAX_CELL: usize = 300;

/// Returns the same lines with one space around each `|`.
pub fn check_rows(text: &str, cells: usize) -> Result<String, InvalidValue> {
    let rows: Vec<(usize, Vec<&str>)> = rows_of(text).collect();
    let too_long = InvalidValue::new(
        "too_long",
        localized!(
            "Please use at most {MAX_ROWS} lines, with at most {MAX_CELL} characters in each part.",
            "Veuillez utiliser au plus {MAX_ROWS}\u{a0}lignes, avec au plus {MAX_CELL}\u{a0}caractères dans \
             chaque partie."
        ),
    );
    if rows.len() > MAX_ROWS {
        return Err(too_long);
    }
    for (place, row) in &rows {
        if row.iter().any(|cell| cell.chars().count() > MAX_CELL) {
            return Err(too_long.in_row(*place));
        }
        if row.len() > cells || row[0].is_empty() {
            let why = localized!(
                "Please give each line a title, and use no | inside a text.",
                "Veuillez donner un titre à chaque ligne, et n’utiliser aucun | dans un texte."
            );
            return Err(InvalidValue::new("not_rows", why).in_row(*place));
        }
    }
    Ok(rows.iter().map(|(_, row)| row.join(" | ")).collect::<Vec<_>>().join("\n"))
}

/// The cells of each line, with its place among all lines.
fn rows_of(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(place, line)| (place, line.split('|').map(str::trim).collect()))
}

pub fn check_slides(text: &str) -> Result<String, InvalidValue> {
    let checked = check_rows(text, 4)?;
    let rows: Vec<(usize, Vec<&str>)> = rows_of(text).collect();
    if rows.len() > MAX_SLIDES {
        return Err(InvalidValue::new(
            "too_long",
            localized!(
                "Please use at most {MAX_SLIDES} banners.",
                "Veuillez utiliser au plus {MAX_SLIDES}\u{a0}bannières."
            ),
        ));
    }
    for (place, row) in &rows {
        let at = |member: &str, refusal: InvalidValue| refusal.in_row(*place).at(member);
        if let Some(link) = row.get(2).filter(|link| !link.is_empty() && !is_link(link)) {
            let why = localized!(
                "Please link to a page of your shop, such as /tool, or to an address with https://. This is \
                 neither: {link}",
                "Veuillez créer un lien vers une page de votre boutique, par exemple /tool, ou vers une \
                 adresse avec https://. Ceci n’est ni l’un ni l’autre\u{a0}: {link}"
            );
            return Err(at("link", InvalidValue::new("not_a_link", why)));
        }
        let Some(picture) = row.get(3).filter(|picture| !picture.is_empty()) else {
            let why = localized!(
                "Please choose a picture for each banner.",
                "Veuillez choisir une image pour chaque bannière."
            );
            return Err(at("picture", InvalidValue::new("required", why)));
        };
        variants::check_own_image(picture).map_err(|fault| at("picture", fault))?;
    }
    Ok(checked)
}

/// A path of the shop, or the whole address of another page.
fn is_link(link: &str) -> bool {
    let is_plain =
        !link.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\');
    let is_path = link.starts_with('/') && !link.starts_with("//");
    is_plain && (is_path || is_public_https(link))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = "/images/00112233445566778899aabbccddeeff/350.webp";

    #[test]
    fn names_are_known_and_stand_once() {
        let known = ["banner", "summary"];
        assert_eq!(check_names(" summary  banner ", &known).as_deref(), Ok("summary banner"));
        assert_eq!(check_names("", &known).as_deref(), Ok(""));
        for wrong in ["banner banner", "hero", "banner,summary"] {
            assert_eq!(check_names(wrong, &known).map_err(|fault| fault.code), Err("unknown"), "{wrong}");
        }
    }

    #[test]
    fn rows_have_a_title_and_no_more_cells_than_their_section() {
        assert_eq!(check_rows("Tools|50+ |\n\n a | b", 3).as_deref(), Ok("Tools | 50+ | \na | b"));
        let code = |text: &str| check_rows(text, 2).map_err(|fault| fault.code);
        assert_eq!(code("a | b | c"), Err("not_rows"));
        assert_eq!(code(" | b"), Err("not_rows"));
        assert_eq!(code(&"a\n".repeat(9)), Err("too_long"));
        assert_eq!(code(&"a".repeat(301)), Err("too_long"));
        let row = |text: &str| check_rows(text, 2).unwrap_err().row;
        assert_eq!([row("a\n\n | b"), row(&format!("a\n{}", "a".repeat(301)))], [Some(2), Some(1)]);
    }

    #[test]
    fn a_banner_shows_a_picture_of_the_shop_and_links_to_a_page() {
        for link in ["", "/tool?q=hoe", "https://fern.ca/"] {
            let slide = format!("Sale | All week | {link} | {PICTURE}");
            assert_eq!(check_slides(&slide).as_deref(), Ok(&*slide));
        }
        let code = |text: String| check_slides(&text).map_err(|fault| fault.code);
        for link in ["javascript:alert(1)", "//evil.ca", "/\\evil.ca", "tool", "http://a.ca"] {
            assert_eq!(code(format!("Sale | | {link} | {PICTURE}")), Err("not_a_link"), "{link}");
        }
        assert_eq!(code("Sale".into()), Err("required"));
        let good = format!("Sale | | | {PICTURE}");
        for (line, member) in
            [("Sale | | tool", "link"), ("Sale", "picture"), ("Sale | | | /a.png", "picture")]
        {
            let refusal = check_slides(&format!("{good}\n{line}")).unwrap_err();
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(1), Some(member)), "{line}");
        }
        assert_eq!(code("Sale | | | https://evil.ca/350.webp".into()), Err("not_a_picture"));
        assert_eq!(code(format!("Sale | | | {PICTURE}\n").repeat(6)), Err("too_long"));
    }
}
