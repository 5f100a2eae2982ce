//! GET and POST /newsletter, outside the API: the link that confirms the address of a subscription.

use axum::{Router, http::Uri, routing::get};

use crate::{
    base::email::CONFIRM_NEWSLETTER,
    http::prelude::*,
    sales::newsletter,
    shop::Shop,
    site::email_link_page::http::{PageTexts, done, question, respond, shop_name, token_of},
};

pub fn routes() -> Router<Arc<Shop>> {
    Router::new().route(CONFIRM_NEWSLETTER, get(ask).post(confirm))
}

const fn title(language: Language) -> &'static str {
    match language {
        Language::English => "Newsletter",
        Language::French => "Infolettre",
    }
}

async fn ask(
    State(shop): State<Arc<Shop>>,
    RequestLanguage(language): RequestLanguage,
    uri: Uri,
) -> Response {
    let Some(token) = token_of(&uri) else { return unknown_link(&shop, language) };
    let name = shop_name(&shop);
    let text = language.choose(
        format!("You have asked {name} for news and offers by e-mail."),
        format!("Vous avez demandé à {name} des nouvelles et des offres par courriel."),
    );
    let heading = language.choose("Confirm the newsletter?", "Confirmer l’infolettre?");
    let texts = PageTexts { title: title(language), heading, text: &text };
    let action = format!("{CONFIRM_NEWSLETTER}?token={}", token.reveal());
    let after = language.choose(
        "You can withdraw your consent at any time, with the link in each e-mail.",
        "Vous pouvez retirer votre consentement en tout temps, par le lien dans chaque courriel.",
    );
    let content = question(&texts, language.choose("Confirm", "Confirmer"), &action, after);
    respond(&shop, language, StatusCode::OK, texts.title, &content)
}

async fn confirm(
    State(shop): State<Arc<Shop>>,
    RequestLanguage(language): RequestLanguage,
    uri: Uri,
) -> Result<Response, ApiError> {
    let Some(token) = token_of(&uri) else { return Ok(unknown_link(&shop, language)) };
    if !newsletter::confirm(&shop, &token).await? {
        return Ok(unknown_link(&shop, language));
    }
    let name = shop_name(&shop);
    let text = language.choose(
        format!("Thank you. {name} may send news and offers to your address now."),
        format!("Merci. {name} peut maintenant envoyer des nouvelles et des offres à votre adresse."),
    );
    let heading = language.choose("You get the newsletter", "Vous recevrez l’infolettre");
    let texts = PageTexts { title: title(language), heading, text: &text };
    Ok(respond(&shop, language, StatusCode::OK, texts.title, &done(&texts, language)))
}

fn unknown_link(shop: &Shop, language: Language) -> Response {
    let texts = PageTexts {
        title: title(language),
        heading: language.choose("This link does not work", "Ce lien ne fonctionne pas"),
        text: language.choose(
            "It works for a week. Please copy the whole link from the e-mail, or ask for the newsletter again.",
            "Il fonctionne pendant une semaine. Copiez le lien complet du courriel, ou demandez de nouveau l’infolettre.",
        ),
    };
    respond(shop, language, StatusCode::NOT_FOUND, texts.title, &done(&texts, language))
}
