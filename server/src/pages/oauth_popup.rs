//! The last page of a sign-in in a window of its own: it tells the page that opened it how it went, and closes. It holds
//! nothing that anybody else could not know.

pub const STYLE: &str = include_str!("signed_in.css");
pub const STYLE_PATH: &str = "/signed-in.css";
pub const SCRIPT: &str = include_str!("signed_in.js");
pub const SCRIPT_PATH: &str = "/signed-in.js";

pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// What the page says if the window stays open. Nothing of the address is repeated.
pub fn page(is_problem: bool) -> String {
    let (title, sentence) = if is_problem {
        ("Not signed in", "That did not work. The page you came from says why; you can close this window.")
    } else {
        ("Done", "You can close this window and go on where you were.")
    };
    format!(
        r#"<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Trowel</title><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="{STYLE_PATH}"><script src="{SCRIPT_PATH}" defer></script></head>
<body><main><h1>{title}</h1><p>{sentence}</p><p><a href="/">Go to the shop</a></p></main></body></html>
"#
    )
}
