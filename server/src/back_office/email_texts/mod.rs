//! The owner's own subjects and opening words of e-mails to customers, with a preview.

pub mod http;

use crate::{
    base::email::{message::EmailMessage, samples},
    db,
    pictures::variants,
    shop::Shop,
    values::language::Language,
};

/// An e-mail of this kind about a sample order, in this language. It is for the newest tool of the shop, if there is one.
pub async fn sample(shop: &Shop, kind: &str, language: Language) -> Result<Option<EmailMessage>, db::Error> {
    let mut order = samples::sample_order(language, shop.clock.now());
    let catalogue = shop.catalogue.current().await?;
    if let (Some(tool), Some(details)) = (catalogue.tools().last(), &mut order.details) {
        order.tool_name.clone_from(&tool.name);
        details.price = tool.price;
        let path = tool.img.strip_prefix(&**shop.public_url()).unwrap_or_default();
        details.picture = variants::check_own_image(path).unwrap_or_default();
        details.picture_alt.clone_from(&tool.name);
        if let Some(total) = details.price.times(order.quantity) {
            order.total = total;
        }
    }
    Ok(samples::sample_of(kind, &order, shop.public_url(), shop.clock.now()))
}
