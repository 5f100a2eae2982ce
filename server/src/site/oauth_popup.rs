//! The last page of a sign-in in a popup window. It reports the result to the page that opened it and closes itself. It
//! contains nothing secret.

use maud::{DOCTYPE, Markup, html};

pub const STYLE: &str = include_str!("signed_in.css");
pub const STYLE_PATH: &str = "/signed-in.css";
pub const SCRIPT: &str = include_str!("signed_in.js");
pub const SCRIPT_PATH: &str = "/signed-in.js";

pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// The text is visible only if the window stays open. It repeats nothing from the query.
pub fn page(is_problem: bool) -> Markup {
    let (title, sentence) = if is_problem {
        (
            "Not logged in",
            "That did not work. You can close this window: the page you came from tells you why.",
        )
    } else {
        ("Done", "You can close this window and continue where you were.")
    };
    html! {
        (DOCTYPE)
        html lang="en-CA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Trowel" }
                meta name="robots" content="noindex";
                meta name="color-scheme" content="light dark";
                link rel="stylesheet" href=(STYLE_PATH);
                script src=(SCRIPT_PATH) defer {}
            }
            body {
                main {
                    h1 { (title) }
                    p { (sentence) }
                    p { a href="/" { "Go to the shop" } }
                }
            }
        }
    }
}
