//! Where another shop had a product, as its program makes addresses.

use crate::{
    catalogue::import::columns::OldPaths,
    settings::redirects::old_path::OldPath,
    values::{fold::fold, slug::slug_of},
};

/// The handle is the end of the address. Most shops have a collection for each type.
pub fn of_shopify(handle: &str, kind: &str) -> OldPaths {
    let collection = Some(slug_of(kind)).filter(|slug| !slug.is_empty());
    OldPaths {
        tool: paths([Some(format!("/products/{handle}"))]),
        category: paths([collection.map(|slug| format!("/collections/{slug}"))]),
    }
}

/// The export has the id. The address is made of the name, unless the shop has changed it. `category` is a chain of
/// names, such as `Tools > Hand tools`.
pub fn of_woocommerce(id: &str, slug: &str, name: &str, category: &str) -> OldPaths {
    let slug = if slug.is_empty() { wordpress_slug(name) } else { slug.to_owned() };
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let product = (!slug.is_empty()).then(|| format!("/product/{slug}"));
    let chain: Vec<_> = category.split('>').map(wordpress_slug).collect();
    let is_chain = chain.iter().all(|slug| !slug.is_empty());
    OldPaths {
        tool: paths([product, is_number.then(|| format!("/?p={id}"))]),
        category: paths([is_chain.then(|| format!("/product-category/{}", chain.join("/")))]),
    }
}

fn paths<const COUNT: usize>(texts: [Option<String>; COUNT]) -> Vec<OldPath> {
    // A text that is no path is left out: it leads nowhere in the former shop either.
    texts.into_iter().flatten().filter_map(|text| OldPath::parse(&text).ok()).collect()
}

/// Makes the end of an address from a name as WordPress does: letters and digits stay, and gaps become hyphens.
fn wordpress_slug(name: &str) -> String {
    let plain: String = name.chars().filter(|char| !matches!(char, '\'' | '’' | '‘' | '"')).collect();
    let is_gap = |char: char| char.is_whitespace() || matches!(char, '-' | '–' | '—' | '.' | '/');
    let words = fold(&plain);
    let words = words
        .split(is_gap)
        .map(|word| word.chars().filter(|char| char.is_alphanumeric() || *char == '_').collect::<String>());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_as_the_programs_make_them() {
        let all = |paths: OldPaths| {
            let paths = paths.tool.into_iter().chain(paths.category);
            paths.map(|path| path.as_str().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            all(of_shopify("Draw-Hoe", "Hand Tools")),
            ["/products/draw-hoe", "/collections/hand-tools"]
        );
        assert_eq!(all(of_shopify("hoe", "")), ["/products/hoe"]);
        assert_eq!(
            all(of_woocommerce("12", "", "Gardener’s “Été” Knife – 3.5 in/9 cm", "Tools > Hand tools")),
            ["/product/gardeners-ete-knife-3-5-in-9-cm", "/?p=12", "/product-category/tools/hand-tools"]
        );
        assert_eq!(all(of_woocommerce("", "old-hoe", "Hoe", "")), ["/product/old-hoe"]);
    }
}
