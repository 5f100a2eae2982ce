//! Structured data for search engines, in the vocabulary of schema.org (JSON-LD).

use serde_json::{Value, json};

use super::head::{PageContext, Subject};
use crate::{
    catalogue::tools::identifiers::ProductIdentifiers,
    settings::posts::post::Post,
    site::tool_page::ToolPage,
    values::{gtin::Gtin, language::Language},
};

/// Search engines show few of them.
const MAX_REVIEWS: usize = 3;

pub fn of(page: &PageContext<'_>) -> Value {
    let graph = match &page.subject {
        None if page.canonical == "/" => vec![organization(page), website(page)],
        Some(Subject::Tool(tool)) => vec![product(page, tool), breadcrumbs(page)],
        Some(Subject::Post(post)) => vec![blog_posting(page, &post.post), breadcrumbs(page)],
        Some(Subject::Category(_) | Subject::About(_) | Subject::Posts(_)) | None => vec![breadcrumbs(page)],
    };
    json!({ "@context": "https://schema.org", "@graph": graph })
}

fn organization(page: &PageContext<'_>) -> Value {
    let shop = page.shop;
    let links = [&shop.twitter_url, &shop.youtube_url, &shop.facebook_url, &shop.instagram_url];
    let links: Vec<_> = links.into_iter().filter(|link| !link.is_empty()).collect();
    let mut organization = json!({
        "@type": "Organization",
        "@id": page.url("/#organization"),
        "name": shop.name,
        "url": page.page_url("/"),
        "logo": page.url("/apple-touch-icon-180.png"),
    });
    for (name, text) in [
        ("legalName", &shop.legal_name),
        ("email", &shop.email),
        ("telephone", &shop.phone),
        ("address", &shop.address),
    ] {
        if !text.is_empty() {
            organization[name] = json!(text);
        }
    }
    if !links.is_empty() {
        organization["sameAs"] = json!(links);
    }
    organization
}

fn website(page: &PageContext<'_>) -> Value {
    json!({
        "@type": "WebSite",
        "name": page.shop.name,
        "inLanguage": page.language.locale(),
        "url": page.page_url("/"),
        "publisher": { "@id": page.url("/#organization") },
        "potentialAction": {
            "@type": "SearchAction",
            "target": { "@type": "EntryPoint", "urlTemplate": page.page_url("/tool?q={search_term_string}") },
            "query-input": "required name=search_term_string",
        },
    })
}

fn product(page: &PageContext<'_>, tool: &ToolPage) -> Value {
    let entry = &tool.tool;
    let currency = page.currency.to_uppercase();
    // A tool that no payment can charge is not on offer.
    let order = entry.smallest_order();
    let is_sold_out = order.is_none_or(|order| entry.available < order.quantity);
    let mut offer = json!({
        "@type": "Offer",
        "url": page.page_url(page.canonical),
        "price": order.map_or(entry.price, |order| order.total).to_string(),
        "priceCurrency": currency,
        "availability": if is_sold_out { "https://schema.org/OutOfStock" } else { "https://schema.org/InStock" },
        "itemCondition": "https://schema.org/NewCondition",
        "seller": { "@type": "Organization", "name": page.shop.name },
    });
    // The price is as in the product feed: for the smallest order, with one piece as the unit.
    if let Some(order) = order.filter(|order| order.quantity > 1) {
        let pieces = |count: i64| json!({ "@type": "QuantitativeValue", "value": count, "unitCode": "C62" });
        let mut quantity = pieces(order.quantity);
        quantity["valueReference"] = pieces(1);
        offer["priceSpecification"] = json!({
            "@type": "UnitPriceSpecification",
            "price": order.total.to_string(),
            "priceCurrency": currency,
            "referenceQuantity": quantity,
        });
    }
    let mut product = json!({
        "@type": "Product",
        "@id": page.page_url(page.canonical),
        "name": entry.name_in(page.language),
        "description": entry.description_in(page.language),
        "image": [tool.large_picture(page.public_url)],
        "offers": offer,
    });
    let ProductIdentifiers { gtin, brand, mpn } = &entry.extras.identifiers;
    let gtin = gtin.as_ref().map(Gtin::as_str);
    for (name, text) in [("sku", entry.extras.sku.as_deref()), ("gtin", gtin), ("mpn", mpn.as_deref())] {
        if let Some(text) = text {
            product[name] = json!(text);
        }
    }
    if let Some(brand) = brand {
        product["brand"] = json!({ "@type": "Brand", "name": brand });
    }
    if let Some(category) = tool.categories.last() {
        product["category"] = json!(category.name);
    }
    // Search engines refuse empty ratings.
    if let Some(rating) = tool.rating {
        product["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": rating.average,
            "reviewCount": rating.count,
            "bestRating": 5,
            "worstRating": 0,
        });
        // The rating is of the shop's own reviews, and so are the reviews beside it.
        let own = tool.reviews.iter().filter(|review| !review.from_former_shop);
        let reviews = own.filter(|review| !review.review.trim().is_empty());
        let reviews: Vec<Value> = reviews.take(MAX_REVIEWS).map(|review| json!({
            "@type": "Review",
            "author": { "@type": "Person", "name": review.name },
            "datePublished": review.created_at,
            "reviewBody": review.review,
            "reviewRating": { "@type": "Rating", "ratingValue": review.rating.clamp(0.0, 5.0), "bestRating": 5, "worstRating": 0 },
        })).collect();
        if !reviews.is_empty() {
            product["review"] = json!(reviews);
        }
    }
    product
}

fn blog_posting(page: &PageContext<'_>, post: &Post) -> Value {
    let shop = json!({ "@type": "Organization", "name": page.shop.name, "url": page.page_url("/") });
    let mut posting = json!({
        "@type": "BlogPosting",
        "@id": page.page_url(page.canonical),
        "mainEntityOfPage": page.page_url(page.canonical),
        "inLanguage": page.language.locale(),
        "headline": post.title,
        "description": post.summary,
        "datePublished": post.published_at,
        "dateModified": post.changed_at,
        "author": shop,
        "publisher": shop,
    });
    if let Some(picture) = post.large_picture() {
        posting["image"] = json!([page.url(&picture)]);
    }
    posting
}

/// Returns the pages from the home page to this one.
fn breadcrumbs(page: &PageContext<'_>) -> Value {
    let [home, all_tools, blogs] = match page.language {
        Language::English => ["Home", "All Tools", "Blogs"],
        Language::French => ["Accueil", "Tous les outils", "Blogue"],
    };
    let mut steps = vec![(home.to_owned(), "/".to_owned())];
    let categories = match &page.subject {
        Some(Subject::Tool(tool)) => tool.categories.as_slice(),
        Some(Subject::Category(path)) => path,
        Some(Subject::About(_) | Subject::Posts(_) | Subject::Post(_)) | None => &[],
    };
    if matches!(page.subject, Some(Subject::Tool(_) | Subject::Category(_))) {
        steps.push((all_tools.to_owned(), "/tool".to_owned()));
    }
    if matches!(page.subject, Some(Subject::Post(_))) {
        steps.push((blogs.to_owned(), "/blogs".to_owned()));
    }
    steps.extend(categories.iter().map(|it| (it.name.clone(), format!("/category/{}", it.slug))));
    if !matches!(page.subject, Some(Subject::Category(_))) {
        steps.push((page.heading().unwrap_or_default().to_owned(), page.canonical.to_owned()));
    }
    let items = steps.into_iter().enumerate().map(|(place, (name, path))| {
        json!({ "@type": "ListItem", "position": place + 1, "name": name, "item": page.page_url(&path) })
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": items.collect::<Vec<_>>() })
}
