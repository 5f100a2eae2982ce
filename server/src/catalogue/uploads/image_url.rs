//! Checks the picture URL of a tool.

use reqwest::Url;

use crate::{
    base::config::Config,
    pictures::variants::check_own_image,
    values::{
        InvalidValue,
        language::{Language, Localized, localized},
    },
};

const MAX_LENGTH: usize = 2_000;

/// Returns what is stored as a tool's `img`: the path of an uploaded picture, or an https URL on a host from the
/// settings. Everything else is rejected, so that no page of the shop loads from a host that the owner did not choose.
pub fn check_image_url(img: &str, config: &Config) -> Result<String, InvalidValue> {
    let img = img.trim();
    if img.chars().count() > MAX_LENGTH {
        return Err(InvalidValue::new(
            "too_long",
            localized!(
                "This address is too long. Please use at most {MAX_LENGTH} characters.",
                "Cette adresse est trop longue. Veuillez utiliser au plus {MAX_LENGTH}\u{a0}caractères."
            ),
        ));
    }
    if img.starts_with('/') {
        return check_own_image(img);
    }
    let Ok(url) = Url::parse(img) else {
        return Err(InvalidValue::new(
            "not_an_address",
            Localized::join(&[
                localized!("This is not a web address.", "Ce n’est pas une adresse web."),
                hint(config),
            ]),
        ));
    };
    if url.origin().ascii_serialization() == *config.public_url {
        return check_own_image(&path_and_query(&url));
    }
    let is_plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
    let host = url.host_str().unwrap_or_default();
    if is_plain && url.port().is_none() && config.image_hosts.iter().any(|known| known == host) {
        return Ok(url.into());
    }
    Err(InvalidValue::new(
        "image_host_not_allowed",
        Localized::join(&[
            localized!(
                "The shop can’t show pictures from this address.",
                "La boutique ne peut pas afficher les images de cette adresse."
            ),
            hint(config),
        ]),
    ))
}

fn path_and_query(url: &Url) -> String {
    let (query, fragment) = (url.query(), url.fragment());
    let rest = |mark: char, text: Option<&str>| text.map(|text| format!("{mark}{text}")).unwrap_or_default();
    format!("{}{}{}", url.path(), rest('?', query), rest('#', fragment))
}

fn hint(config: &Config) -> Localized {
    match config.image_hosts.as_slice() {
        [] => localized!(
            "Please upload the picture to the shop.",
            "Veuillez téléverser l’image dans la boutique."
        ),
        hosts => {
            localized!(
                language =>
                "Please upload the picture to the shop, or use an https address on {}.",
                "Veuillez téléverser l’image dans la boutique, ou utiliser une adresse https de l’un de ces \
                 sites\u{a0}: {}.",
                hosts.join(match language {
                    Language::English => " or ",
                    Language::French => " ou ",
                })
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::base::config::{ConfigArgs, RunMode};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: ConfigArgs,
    }

    fn config(hosts: &str) -> Config {
        let flags = ["trowel", "--public-url=https://my-tools.ca", "--trusted-proxies=none", "--image-hosts"];
        let line = Line::parse_from(flags.into_iter().chain([hosts]));
        line.settings.check(RunMode::Serve).unwrap()
    }

    #[test]
    fn a_picture_of_our_own_is_stored_as_its_path() {
        let hash = "0123456789abcdef".repeat(4);
        for name in ["bell-cloche", &hash] {
            let path = format!("/images/{name}/350.webp");
            assert_eq!(check_image_url(&path, &config("")).as_deref(), Ok(&*path));
            for origin in ["https://my-tools.ca", "HTTPS://My-Tools.ca:443", " https://my-tools.ca"] {
                assert_eq!(check_image_url(&format!("{origin}{path}"), &config("")).as_deref(), Ok(&*path));
            }
        }
    }

    #[test]
    fn a_path_of_another_shape_is_no_picture() {
        let long = "a".repeat(65);
        for path in [
            "/images/hoe/700.webp",
            "/images/hoe/350.webp?x",
            "/images/hoe/350.webp#x",
            "/images/../350.webp",
            "/images/%2e%2e/350.webp",
            "/images/a/b/350.webp",
            "/images//350.webp",
            "/images/Hoe/350.webp",
            "/images/350.webp",
            &format!("/images/{long}/350.webp"),
            "//i.example.com/images/hoe/350.webp",
            "/",
            "/api/images",
        ] {
            assert_eq!(
                check_image_url(path, &config("i.example.com")).unwrap_err().code,
                "not_a_picture",
                "{path}"
            );
            let absolute = format!("https://my-tools.ca{path}");
            // URL parsing removes dot segments.
            if !path.contains("..") && !path.contains("%2e") {
                assert_eq!(
                    check_image_url(&absolute, &config("")).unwrap_err().code,
                    "not_a_picture",
                    "{absolute}"
                );
            }
        }
    }

    #[test]
    fn another_host_is_taken_when_the_settings_name_it() {
        let config = config("i.example.com, Pictures.example.org");
        for address in ["https://i.example.com/a/b.png?w=1", "https://pictures.example.org/"] {
            assert_eq!(check_image_url(address, &config).as_deref(), Ok(address));
        }
        assert_eq!(
            check_image_url("HTTPS://I.Example.com/a b\".png", &config).as_deref(),
            Ok("https://i.example.com/a%20b%22.png"),
            "as a browser would ask for it"
        );
    }

    #[test]
    fn whatever_else_is_refused_with_a_sentence_that_names_the_hosts() {
        let config = config("i.example.com");
        for address in [
            "http://i.example.com/a.png",
            "https://i.example.com:8443/a.png",
            "https://user@i.example.com/a.png",
            "https://:secret@i.example.com/a.png",
            "https://i.example.com.evil.example/a.png",
            "https://evil.example/?https://i.example.com/a.png",
            "https://a.i.example.com/a.png",
            "http://my-tools.ca/images/hoe/350.webp",
            "https://127.0.0.1/a.png",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
            "file:///etc/passwd",
        ] {
            let fault = check_image_url(address, &config).unwrap_err();
            assert_eq!(fault.code, "image_host_not_allowed", "{address}");
            assert!(fault.detail.english().contains("i.example.com"), "{}", fault.detail.english());
        }
        for text in ["", "a.png", "images/hoe/350.webp", "https://", "hoe"] {
            assert_eq!(check_image_url(text, &config).unwrap_err().code, "not_an_address", "{text}");
        }
        let long = format!("https://i.example.com/{}", "a".repeat(MAX_LENGTH));
        assert_eq!(check_image_url(&long, &config).unwrap_err().code, "too_long");
    }
}
