//! GET and POST /unsubscribe, outside the API: the link that ends review requests or the newsletter for an address.
//!
//! Mail clients send the POST of their own button without opening the page (RFC 8058).

use axum::{Router, http::Uri, routing::get};

use crate::{
    base::email::UNSUBSCRIBE,
    http::prelude::*,
    sales::{newsletter, review_requests},
    shop::Shop,
    site::email_link_page::http::{PageTexts, done, query_value, question, respond, shop_name, token_of},
};

pub fn routes() -> Router<Arc<Shop>> {
    Router::new().route(UNSUBSCRIBE, get(ask).post(unsubscribe))
}

/// Which e-mails the link ends.
#[derive(Clone, Copy)]
enum EmailList {
    ReviewRequests,
    Newsletter,
}

impl EmailList {
    fn of(uri: &Uri) -> Self {
        match query_value(uri, "list").as_deref() {
            Some("newsletter") => Self::Newsletter,
            _ => Self::ReviewRequests,
        }
    }

    const fn title(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::ReviewRequests, Language::English) => "Review requests",
            (Self::ReviewRequests, Language::French) => "Demandes d’avis",
            (Self::Newsletter, Language::English) => "Newsletter",
            (Self::Newsletter, Language::French) => "Infolettre",
        }
    }

    /// The address of the form on the page.
    fn action(self, token: &Secret) -> String {
        let token = token.reveal();
        match self {
            Self::ReviewRequests => format!("{UNSUBSCRIBE}?token={token}"),
            Self::Newsletter => format!("{UNSUBSCRIBE}?{}&token={token}", newsletter::UNSUBSCRIBE_QUERY),
        }
    }

    fn question(self, language: Language, shop: &str) -> (&'static str, String) {
        match self {
            Self::ReviewRequests => (
                language.choose("Stop review requests?", "Ne plus recevoir de demandes d’avis?"),
                language.choose(
                    format!("Some days after a purchase arrives, {shop} asks for a review by e-mail."),
                    format!(
                        "Quelques jours après l’arrivée d’un achat, {shop} demande un avis par courriel."
                    ),
                ),
            ),
            Self::Newsletter => (
                language.choose("Stop the newsletter?", "Ne plus recevoir l’infolettre?"),
                language.choose(
                    format!("{shop} sends news and offers to this address, if it has agreed."),
                    format!(
                        "{shop} envoie des nouvelles et des offres à cette adresse, si elle l’a accepté."
                    ),
                ),
            ),
        }
    }

    fn answer(self, language: Language, shop: &str) -> (&'static str, String) {
        match self {
            Self::ReviewRequests => (
                language.choose(
                    "You get no more review requests",
                    "Vous ne recevrez plus de demandes d’avis",
                ),
                language.choose(
                    format!(
                        "{shop} does not ask this address for reviews any more. E-mails about your orders still come."
                    ),
                    format!(
                        "{shop} ne demande plus d’avis à cette adresse. Les courriels sur vos commandes arrivent toujours."
                    ),
                ),
            ),
            Self::Newsletter => (
                language.choose("You get no more newsletter", "Vous ne recevrez plus l’infolettre"),
                language.choose(
                    format!(
                        "{shop} has noted that you withdraw your consent. E-mails about your orders still come."
                    ),
                    format!(
                        "{shop} a noté que vous retirez votre consentement. Les courriels sur vos commandes arrivent toujours."
                    ),
                ),
            ),
        }
    }
}

async fn ask(
    State(shop): State<Arc<Shop>>,
    RequestLanguage(language): RequestLanguage,
    uri: Uri,
) -> Response {
    let list = EmailList::of(&uri);
    let Some(token) = token_of(&uri) else { return unknown_link(&shop, list, language) };
    let (heading, text) = list.question(language, &shop_name(&shop));
    let texts = PageTexts { title: list.title(language), heading, text: &text };
    let button = language.choose("Stop these e-mails", "Ne plus recevoir ces courriels");
    let after = language.choose(
        "You still get e-mails about your orders.",
        "Vous recevrez toujours les courriels sur vos commandes.",
    );
    let content = question(&texts, button, &list.action(&token), after);
    respond(&shop, language, StatusCode::OK, texts.title, &content)
}

async fn unsubscribe(
    State(shop): State<Arc<Shop>>,
    RequestLanguage(language): RequestLanguage,
    uri: Uri,
) -> Result<Response, ApiError> {
    let list = EmailList::of(&uri);
    let Some(token) = token_of(&uri) else { return Ok(unknown_link(&shop, list, language)) };
    let is_known = match list {
        EmailList::ReviewRequests => review_requests::unsubscribe(&shop, &token).await?,
        EmailList::Newsletter => newsletter::unsubscribe(&shop, &token).await?,
    };
    if !is_known {
        return Ok(unknown_link(&shop, list, language));
    }
    let (heading, text) = list.answer(language, &shop_name(&shop));
    let texts = PageTexts { title: list.title(language), heading, text: &text };
    Ok(respond(&shop, language, StatusCode::OK, texts.title, &done(&texts, language)))
}

fn unknown_link(shop: &Shop, list: EmailList, language: Language) -> Response {
    let texts = PageTexts {
        title: list.title(language),
        heading: language.choose("This link does not work", "Ce lien ne fonctionne pas"),
        text: language.choose(
            "Please copy the whole link from the e-mail, or reply to it. Then we stop these e-mails for you.",
            "Copiez le lien complet du courriel, ou répondez-y. Nous arrêterons alors ces courriels pour vous.",
        ),
    };
    respond(shop, language, StatusCode::NOT_FOUND, texts.title, &done(&texts, language))
}
