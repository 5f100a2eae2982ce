//! The subject and the opening words of each e-mail to customers. The owner may write others, with placeholders such as
//! `{tool}`. What follows them is in `templates`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::values::{
    FromJson, InvalidValue,
    language::{Language, localized},
};

/// The owner's texts, by [`EmailWording::keys`]. An empty text stands for the first one.
pub type EmailTexts = BTreeMap<String, String>;

pub struct EmailWording {
    pub kind: &'static str,
    /// What its texts may name.
    pub placeholders: &'static [&'static str],
    english: EmailWords,
    french: EmailWords,
}

/// The first words of an e-mail in one language.
pub struct EmailWords {
    /// When it is sent, for the owner.
    pub title: &'static str,
    pub subject: &'static str,
    pub opening: &'static str,
}

/// A static for each e-mail, and the list of all. One without French does not compile.
macro_rules! wordings {
    ($($name:ident = (
        $kind:literal, $placeholders:expr,
        [$title:literal, $subject:expr, $opening:expr $(,)?],
        [$french_title:literal, $french_subject:expr, $french_opening:expr $(,)?] $(,)?
    );)+) => {
        $(pub(super) static $name: EmailWording = EmailWording {
            kind: $kind,
            placeholders: $placeholders,
            english: EmailWords { title: $title, subject: $subject, opening: $opening },
            french: EmailWords { title: $french_title, subject: $french_subject, opening: $french_opening },
        };)+

        pub static EMAIL_WORDINGS: &[&EmailWording] = &[$(&$name),+];
    };
}

const ACCOUNT: &[&str] = &["name", "shop"];
const ORDER: &[&str] = &["name", "shop", "order", "tool", "quantity", "total"];
/// `{next}` is a sentence: the shop writes again when the order is on its way, or when it can be picked up.
const PAID: &[&str] = &["name", "shop", "order", "tool", "quantity", "total", "next"];
const CANCELLED: [&str; 2] = [
    "Your order was cancelled: {quantity} × {tool}",
    "Votre commande a été annulée\u{a0}: {quantity} × {tool}",
];
const NEW: [&str; 2] = ["Your order: {quantity} × {tool}", "Votre commande\u{a0}: {quantity} × {tool}"];
const ENTERED: [&str; 2] = [
    "Thank you for your order. As you asked, we have entered it for you and set these tools aside:",
    "Merci de votre commande. Comme vous l’avez demandé, nous l’avons saisie pour vous et avons réservé ces outils\u{a0}:",
];
const PAYMENT_RECEIVED: [&str; 2] = [
    "Thank you! We received your payment of {total}. {next}",
    "Merci! Nous avons reçu votre paiement de {total}. {next}",
];

#[rustfmt::skip]
wordings! {
    ORDER_PLACED = ("order_placed", ORDER,
        ["Order placed", NEW[0], "Thank you for your order. We have set these tools aside for you:"],
        ["Commande passée", NEW[1], "Merci de votre commande. Nous avons réservé ces outils pour vous\u{a0}:"]);
    ORDER_ENTERED = ("order_entered", ORDER,
        ["Order entered by you", NEW[0], ENTERED[0]],
        ["Commande saisie par vous", NEW[1], ENTERED[1]]);
    FIRST_ORDER_ENTERED = ("first_order_entered", ORDER,
        ["First order entered by you", NEW[0], ENTERED[0]],
        ["Première commande saisie par vous", NEW[1], ENTERED[1]]);
    ORDER_PAID = ("order_paid", PAID,
        ["Order paid", "We received your payment: {quantity} × {tool}", PAYMENT_RECEIVED[0]],
        ["Commande payée", "Nous avons reçu votre paiement\u{a0}: {quantity} × {tool}", PAYMENT_RECEIVED[1]]);
    GUEST_ORDER = ("guest_order", PAID,
        ["Order of a guest paid", NEW[0], PAYMENT_RECEIVED[0]],
        ["Commande d’un invité payée", NEW[1], PAYMENT_RECEIVED[1]]);
    ORDER_SHIPPED = ("order_shipped", ORDER,
        ["Order shipped", "On its way to you: {quantity} × {tool}", "Good news: your order is on its way to you."],
        ["Commande expédiée", "En route vers vous\u{a0}: {quantity} × {tool}", "Bonne nouvelle\u{a0}: votre commande est en route."]);
    ORDER_READY = ("order_ready", ORDER,
        ["Order ready to be picked up", "Ready for you: {quantity} × {tool}", "Good news: your order is ready to be picked up."],
        ["Commande prête pour le ramassage", "Prêt pour vous\u{a0}: {quantity} × {tool}",
            "Bonne nouvelle\u{a0}: votre commande est prête pour le ramassage."]);
    ORDER_EXPIRED = ("order_expired", ORDER,
        ["Order not paid in time", CANCELLED[0],
            "We did not receive your payment in time, so we have cancelled this order. You don’t owe us anything."],
        ["Commande non payée à temps", CANCELLED[1],
            "Nous n’avons pas reçu votre paiement à temps et avons annulé cette commande. Vous ne nous devez rien."]);
    ORDER_CANCELLED = ("order_cancelled", ORDER,
        ["Order cancelled by you", CANCELLED[0],
            "We are sorry: we had to cancel this order. You had not paid for it, so you don’t owe us anything."],
        ["Commande annulée par vous", CANCELLED[1],
            "Nous sommes désolés\u{a0}: nous avons dû annuler cette commande. Vous ne l’aviez pas payée, et ne nous devez rien."]);
    ORDER_LINE_CANCELLED = ("order_line_cancelled", &["name", "shop", "order", "removed", "total"],
        ["Part of an order cancelled by you", "We had to take {removed} out of your order {order}",
            "We are sorry: we had to take {removed} out of your order {order}. The rest now costs {total}."],
        ["Partie d’une commande annulée par vous", "Nous avons dû retirer {removed} de votre commande {order}",
            "Nous sommes désolés\u{a0}: nous avons dû retirer {removed} de votre commande {order}. Le reste coûte maintenant {total}."]);
    ORDER_REFUNDED = ("order_refunded", ORDER,
        ["Order refunded", "We have refunded your payment: {quantity} × {tool}", "All of your payment of {total} has gone back to you."],
        ["Commande remboursée", "Nous avons remboursé votre paiement\u{a0}: {quantity} × {tool}",
            "Votre paiement de {total} vous a été remboursé en entier."]);
    ORDER_PART_REFUNDED = ("order_part_refunded", &["name", "shop", "order", "tool", "quantity", "total", "amount"],
        ["Order refunded in part", "We have refunded {amount} of your payment", "{amount} of your payment has gone back to you."],
        ["Commande remboursée en partie", "Nous avons remboursé {amount} de votre paiement",
            "{amount} de votre paiement vous ont été remboursés."]);
    PAYMENT_REFUNDED = ("payment_refunded", &["name", "shop", "amount"],
        ["Late payment refunded", "We have refunded {amount}",
            "We received your payment of {amount} after the order was cancelled or already paid. We have refunded all of it to the card you paid with. It can take your bank five to ten days to show it."],
        ["Paiement tardif remboursé", "Nous avons remboursé {amount}",
            "Nous avons reçu votre paiement de {amount} après que la commande a été annulée ou déjà payée. Nous l’avons remboursé en entier sur la carte qui a servi au paiement. Votre banque peut mettre de cinq à dix jours à l’afficher."]);
    BACK_IN_STOCK = ("back_in_stock", &["name", "shop", "tool"],
        ["Back in stock", "Back in stock: {tool}", "Good news: {tool} is back in stock at {shop}."],
        ["De retour en stock", "De retour en stock\u{a0}: {tool}", "Bonne nouvelle\u{a0}: {tool} est de retour en stock chez {shop}."]);
    REVIEW_PUBLISHED = ("review_published", ACCOUNT,
        ["Review published", "Your review is published at {shop}", "Thank you for your review. We have read it, and now everyone can:"],
        ["Avis publié", "Votre avis est publié chez {shop}", "Merci de votre avis. Nous l’avons lu, et maintenant tout le monde peut le lire\u{a0}:"]);
    REVIEW_REQUEST = ("review_request", ORDER,
        ["Review asked for", "How do you like it? {tool}",
            "Your order {order} should be with you for some days now. How do these tools work for you? Other gardeners read what you write."],
        ["Avis demandé", "Qu’en pensez-vous? {tool}",
            "Votre commande {order} devrait être chez vous depuis quelques jours. Ces outils vous conviennent-ils? D’autres jardiniers liront votre avis."]);
    CONFIRM_NEWSLETTER = ("confirm_newsletter", &["shop"],
        ["Newsletter asked for", "Please confirm the newsletter of {shop}",
            "Someone asked for the newsletter of {shop} with this e-mail address. If it was you, please confirm it."],
        ["Infolettre demandée", "Confirmez l’infolettre de {shop}",
            "Une personne a demandé l’infolettre de {shop} avec cette adresse courriel. Si c’était vous, confirmez-le."]);
    VERIFY_EMAIL = ("verify_email", ACCOUNT,
        ["Confirm the e-mail address", "Please confirm your e-mail address",
            "Welcome to {shop}! Please confirm that this e-mail address is yours."],
        ["Confirmer l’adresse courriel", "Confirmez votre adresse courriel",
            "Bienvenue chez {shop}! Confirmez que cette adresse courriel est la vôtre."]);
    FINISH_ACCOUNT = ("finish_account", &["shop"],
        ["Finish the account", "Finish your {shop} account",
            "Please confirm that this e-mail address is yours. Then your {shop} account is complete."],
        ["Compléter le compte", "Complétez votre compte {shop}",
            "Confirmez que cette adresse courriel est la vôtre. Votre compte {shop} sera alors complet."]);
    CHANGE_EMAIL = ("change_email", ACCOUNT,
        ["Change of the e-mail address", "Confirm your new e-mail address",
            "Please confirm that this e-mail address is yours. Then it is the address of your {shop} account."],
        ["Modification de l’adresse courriel", "Confirmez votre nouvelle adresse courriel",
            "Confirmez que cette adresse courriel est la vôtre. Elle sera alors l’adresse de votre compte {shop}."]);
    CHANGE_OF_EMAIL_ASKED = ("change_of_email_asked", ACCOUNT,
        ["Change of the e-mail address, to the former one", "A new e-mail address for your account",
            "Your {shop} account is about to get another e-mail address."],
        ["Modification de l’adresse courriel, à l’ancienne", "Une nouvelle adresse courriel pour votre compte",
            "Votre compte {shop} aura bientôt une autre adresse courriel."]);
    SIGN_UP_ATTEMPT = ("sign_up_attempt", ACCOUNT,
        ["Sign-up with a known address", "You already have an account at {shop}",
            "Someone just tried to sign up at {shop} with your e-mail address. You already have an account, so nothing has changed."],
        ["Inscription avec une adresse connue", "Vous avez déjà un compte chez {shop}",
            "Une personne vient d’essayer de créer un compte chez {shop} avec votre adresse courriel. Vous avez déjà un compte, donc rien n’a changé."]);
    FIRST_PASSWORD = ("first_password", ACCOUNT,
        ["Sign-up by a customer without a password", "Set your first password at {shop}",
            "You already have orders with us, and no password yet. Set your first password here:"],
        ["Inscription d’un client sans mot de passe", "Choisissez votre premier mot de passe chez {shop}",
            "Vous avez déjà des commandes chez nous, et pas encore de mot de passe. Choisissez votre premier mot de passe ici\u{a0}:"]);
    LOG_IN = ("log_in", ACCOUNT,
        ["Login by e-mail", "Log in to your account",
            "Someone just tried to log in to your {shop} account. If it was you, please log in with this link:"],
        ["Connexion par courriel", "Connectez-vous à votre compte",
            "Une personne vient d’essayer de se connecter à votre compte {shop}. Si c’était vous, connectez-vous avec ce lien\u{a0}:"]);
    RESET_PASSWORD = ("reset_password", ACCOUNT,
        ["Password forgotten", "Choose a new password",
            "We received a request to reset the password of your {shop} account. You can choose a new one here:"],
        ["Mot de passe oublié", "Choisissez un nouveau mot de passe",
            "Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {shop}. Vous pouvez en choisir un nouveau ici\u{a0}:"]);
    PASSWORD_CHANGED = ("password_changed", ACCOUNT,
        ["Password changed", "Your password was changed",
            "The password of your {shop} account was just changed. All other browsers were signed out."],
        ["Mot de passe modifié", "Votre mot de passe a été modifié",
            "Le mot de passe de votre compte {shop} vient d’être modifié. Tous les autres navigateurs ont été déconnectés."]);
    LOGIN_METHOD_ADDED = ("login_method_added", &["name", "shop", "method"],
        ["Login method added", "A new way to log in to your account", "You can now log in to your {shop} account with {method}."],
        ["Méthode de connexion ajoutée", "Une nouvelle façon de vous connecter à votre compte",
            "Vous pouvez maintenant vous connecter à votre compte {shop} avec {method}."]);
    TWO_STEP_LOGIN_ON = ("two_step_login_on", ACCOUNT,
        ["Two-step login turned on", "Two-step login is on",
            "From now on your {shop} account asks for a code from your authenticator app at each login."],
        ["Vérification en deux étapes activée", "La vérification en deux étapes est activée",
            "À partir de maintenant, votre compte {shop} demande un code de votre application d’authentification à chaque connexion."]);
    TWO_STEP_LOGIN_OFF = ("two_step_login_off", ACCOUNT,
        ["Two-step login turned off", "Two-step login is off",
            "Your {shop} account no longer asks for a code from your authenticator app."],
        ["Vérification en deux étapes désactivée", "La vérification en deux étapes est désactivée",
            "Votre compte {shop} ne demande plus de code de votre application d’authentification."]);
    ACCOUNT_DELETED = ("account_deleted", ACCOUNT,
        ["Account deleted", "Your account at {shop} is deleted",
            "We have deleted your {shop} account, as you asked. Your profile is gone, and your unpaid orders are cancelled."],
        ["Compte supprimé", "Votre compte chez {shop} est supprimé",
            "Nous avons supprimé votre compte {shop}, comme vous l’avez demandé. Votre profil n’existe plus, et vos commandes impayées sont annulées."]);
}

impl EmailWording {
    pub fn of(kind: &str) -> Option<&'static Self> {
        EMAIL_WORDINGS.iter().copied().find(|wording| wording.kind == kind)
    }

    /// The names of subject and opening words among the settings.
    pub fn keys(&self, language: Language) -> [String; 2] {
        let language = language.choose("", ".fr");
        ["subject", "opening"].map(|part| format!("email.{}.{part}{language}", self.kind))
    }

    /// The words as the shop came.
    pub fn words(&self, language: Language) -> &EmailWords {
        language.choose(&self.english, &self.french)
    }

    /// Subject and opening words as the shop came.
    pub fn first(&self, language: Language) -> [&'static str; 2] {
        let EmailWords { subject, opening, .. } = self.words(language);
        [subject, opening]
    }

    /// Returns the owner's texts. They are empty if the owner wrote none in this language.
    pub fn written<'t>(&self, language: Language, texts: &'t EmailTexts) -> [&'t str; 2] {
        self.keys(language).map(|key| texts.get(&key).map_or("", String::as_str))
    }

    /// Subject and opening words of an e-mail.
    pub(super) fn filled(
        &self,
        language: Language,
        texts: &EmailTexts,
        values: &[(&str, String)],
    ) -> (String, Vec<String>) {
        let [written, first] = [self.written(language, texts), self.first(language)];
        let [subject, opening] =
            [0, 1].map(|at| if written[at].is_empty() { first[at] } else { written[at] });
        let opening = opening.lines().filter(|line| !line.trim().is_empty());
        (fill(subject, values), opening.map(|line| fill(line, values)).collect())
    }

    pub fn check_placeholders(&self, text: &str) -> Result<(), InvalidValue> {
        for rest in text.split('{').skip(1) {
            let name = rest.split_once('}').map(|(name, _)| name);
            if !name.is_some_and(|name| self.placeholders.contains(&name)) {
                let known: Vec<_> = self.placeholders.iter().map(|name| format!("{{{name}}}")).collect();
                return Err(InvalidValue::new(
                    "unknown_placeholder",
                    localized!(
                        "Braces are for these placeholders only: {}.",
                        "Les accolades sont réservées à ces champs\u{a0}: {}.",
                        known.join(", ")
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// Parses the kind of an e-mail and returns its wording.
impl FromJson for &'static EmailWording {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let known = EmailWording::of(value.as_str().unwrap_or_default());
        known.ok_or_else(|| {
            InvalidValue::new(
                "unknown",
                localized!("The shop sends no such e-mail.", "La boutique n’envoie pas ce courriel."),
            )
        })
    }
}

/// Replaces what stands in braces. A value is not searched for further placeholders.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value.as_str(), after))
        });
        let (value, after) = named.unwrap_or(("{", after));
        filled.push_str(value);
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::samples::{at, letterhead, messages};

    #[test]
    fn the_first_texts_use_only_their_placeholders() {
        for wording in EMAIL_WORDINGS {
            for text in Language::ALL.into_iter().flat_map(|language| wording.first(language)) {
                assert_eq!(wording.check_placeholders(text), Ok(()), "{text}");
            }
        }
    }

    #[test]
    fn every_placeholder_of_every_kind_has_a_value() {
        let mut kinds: Vec<_> = EMAIL_WORDINGS.iter().map(|wording| wording.kind).collect();
        for message in messages() {
            let Some(wording) = message.wording() else { continue };
            assert!(wording.kind.starts_with(message.kind().trim_end_matches("changed")), "{}", wording.kind);
            let all: Vec<_> = wording.placeholders.iter().map(|name| format!("{{{name}}}")).collect();
            let mut shop = letterhead();
            shop.texts = wording.keys(Language::English).map(|key| (key, all.join(" "))).into();
            let rendered = message.render(&shop, at(0));
            assert!(!rendered.subject.contains('{'), "{}", rendered.subject);
            assert!(!rendered.text.contains('{') && !rendered.html.contains("{name"), "{}", rendered.text);
            kinds.retain(|kind| *kind != wording.kind);
        }
        assert!(kinds.is_empty(), "without a sample: {kinds:?}");
    }

    #[test]
    fn other_braces_are_refused() {
        let wording = EmailWording::of("back_in_stock").unwrap();
        for wrong in ["{order}", "{Tool}", "{ tool }", "{tool", "{{tool}}", "{}", "a { b"] {
            let error = wording.check_placeholders(wrong).unwrap_err();
            assert_eq!(
                error.detail.english(),
                "Braces are for these placeholders only: {name}, {shop}, {tool}."
            );
        }
        assert_eq!(wording.check_placeholders("{tool}, {name} } {tool}"), Ok(()));
    }

    #[test]
    fn a_value_is_not_a_placeholder() {
        let values = [("tool", "{name}".to_owned()), ("name", "Ada".to_owned())];
        assert_eq!(fill("{tool} {name} {x} {", &values), "{name} Ada {x} {");
    }
}
