//! Fetches the pictures of another shop by their addresses, while its file is checked.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Url;

use super::{
    file::ToolFile,
    pictures::{
        Archive, CONCURRENT_PICTURES, MAX_ENTRIES, NO_PICTURE, PictureFiles, Unpacked, key, store_picture,
    },
};
use crate::{
    base::config::Config,
    catalogue::uploads::{image_url::check_image_url, multipart::MAX_FILE_BYTES, upload::UploadError},
    clients::picture_fetcher::FetchPictureError,
    http::{error::ApiError, progress::ProgressReporter},
    pictures::encode::blank,
    shop::Shop,
    values::{ids::Id, language::localized},
};

/// The web app waits five minutes for a check.
const FETCH_TIMEOUT: Duration = Duration::from_mins(4);
/// The list of all pictures is sent back with the import.
const MAX_ADDRESS_LENGTH: usize = 700;

/// Fetches what is not in the zip, the first pictures of all tools first. Adds a blank picture if a tool has none.
pub async fn collect_addresses(
    shop: &Arc<Shop>,
    by: &Id,
    file: &ToolFile,
    archive: Option<Arc<Archive>>,
    progress: &ProgressReporter,
) -> Result<PictureFiles, ApiError> {
    let (addresses, surplus) = addresses(file, &shop.config);
    progress.start(addresses.len());
    let deadline = tokio::time::Instant::now() + FETCH_TIMEOUT;
    let archive = archive.as_ref();
    let mut found: BTreeMap<_, _> = stream::iter(addresses)
        .map(|address| async move {
            let name = key(address.split(['?', '#']).next().unwrap_or_default());
            let stored = match archive.filter(|archive| archive.contains(&name)) {
                Some(archive) => archive.store(shop, by, name).await?,
                None => match tokio::time::timeout_at(deadline, fetch(shop, &address)).await {
                    Ok(Ok(bytes)) => store_picture(shop, by, bytes).await?,
                    Ok(Err(fault)) => Err(fault),
                    Err(_) => Err(localized!(
                        "The check ended before it was fetched. Please split the file.",
                        "La vérification s’est terminée avant son téléchargement. Veuillez diviser le fichier."
                    )),
                },
            };
            progress.advance(1);
            Ok::<_, ApiError>((address, stored))
        })
        .buffer_unordered(CONCURRENT_PICTURES)
        .try_collect()
        .await?;
    let too_many = localized!(
        "A file can bring at most {MAX_ENTRIES} pictures. Please split it.",
        "Un fichier peut apporter au plus {MAX_ENTRIES}\u{a0}images. Veuillez le diviser."
    );
    found.extend(surplus.into_iter().map(|address| (address, Err(too_many.clone()))));
    let mut pictures = PictureFiles { has_zip: archive.is_some(), found };
    let is_good = |url: &str| pictures.fetched(url, &shop.config).is_ok();
    if file.rows.iter().any(|row| !row.pictures.iter().any(|picture| is_good(&picture.url))) {
        let blank = shop.images.run(blank).await.map_err(UploadError::from)?.map_err(UploadError::from)?;
        pictures.found.insert(NO_PICTURE.into(), store_picture(shop, by, blank).await?);
    }
    Ok(pictures)
}

/// The addresses to fetch, and those beyond the limit.
fn addresses(file: &ToolFile, config: &Config) -> (Vec<String>, Vec<String>) {
    let first = file.rows.iter().filter_map(|row| row.pictures.first());
    let others = file.rows.iter().flat_map(|row| row.pictures.iter().skip(1));
    let mut seen = HashSet::new();
    // The shop may show some addresses as they are.
    let is_needed = |url: &str| check_image_url(url, config).is_err();
    let mut urls: Vec<String> = first
        .chain(others)
        .filter(|picture| seen.insert(&picture.url) && is_needed(&picture.url))
        .map(|picture| picture.url.clone())
        .collect();
    let surplus = urls.split_off(urls.len().min(MAX_ENTRIES));
    (urls, surplus)
}

async fn fetch(shop: &Shop, address: &str) -> Unpacked {
    if address.len() > MAX_ADDRESS_LENGTH {
        return Err(localized!(
            "The address is longer than {MAX_ADDRESS_LENGTH} characters.",
            "L’adresse dépasse {MAX_ADDRESS_LENGTH}\u{a0}caractères."
        ));
    }
    shop.images.fetcher.fetch(&with_width(address), MAX_FILE_BYTES).await.map_err(FetchPictureError::sentence)
}

/// Asks servers that make pictures smaller for the width that this shop needs. Originals have up to 20 MB.
fn with_width(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    let Some(parameter) = width_parameter(&url) else { return address.to_owned() };
    url.query_pairs_mut().append_pair(parameter, "2048");
    url.into()
}

/// The parameter of the server's API, unless the address asks for a size already.
fn width_parameter(url: &Url) -> Option<&'static str> {
    let host = url.host_str().unwrap_or_default();
    let has = |names: &[&str]| url.query_pairs().any(|(name, _)| names.contains(&&*name));
    // https://shopify.dev/docs/api/liquid/filters/image_url
    if host == "cdn.shopify.com" || url.path().starts_with("/cdn/shop/") {
        return Some("width").filter(|_| !has(&["width", "height"]));
    }
    // Jetpack's servers, and shops at WordPress.com: https://developer.wordpress.com/docs/photon/api/
    let is_jetpack = matches!(host, "i0.wp.com" | "i1.wp.com" | "i2.wp.com" | "i3.wp.com");
    if is_jetpack || host.ends_with(".files.wordpress.com") {
        return Some("w").filter(|_| !has(&["w", "h", "fit", "resize", "crop"]));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_that_make_pictures_smaller_are_asked_for_a_width() {
        let cdn = "https://cdn.shopify.com/s/files/1/hoe.jpg";
        assert_eq!(with_width(cdn), format!("{cdn}?width=2048"));
        assert_eq!(with_width(&format!("{cdn}?v=7")), format!("{cdn}?v=7&width=2048"));
        let own = "https://garden.example/cdn/shop/files/hoe.jpg";
        assert_eq!(with_width(own), format!("{own}?width=2048"));
        let jetpack = "https://i2.wp.com/garden.example/wp-content/uploads/hoe.jpg";
        assert_eq!(with_width(&format!("{jetpack}?ssl=1")), format!("{jetpack}?ssl=1&w=2048"));
        let hosted = "https://garden.files.wordpress.com/2024/05/hoe.png";
        assert_eq!(with_width(hosted), format!("{hosted}?w=2048"));
        for same in [
            "https://cdn.shopify.com/hoe.jpg?width=500",
            "https://i0.wp.com/garden.example/hoe.jpg?fit=800%2C800&ssl=1",
            "https://garden.example/wp-content/uploads/hoe-scaled.jpg",
            "https://garden.example/hoe.jpg?v=1",
            "hoe.jpg",
        ] {
            assert_eq!(with_width(same), same);
        }
    }
}
