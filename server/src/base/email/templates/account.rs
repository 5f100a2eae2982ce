//! E-mails about an account.

use super::{ACCOUNT, LOGIN, link, link_lifetime, note, paragraph};
use crate::base::email::render::{Block, EmailText, Letterhead};

pub fn verify_email(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link(shop.choose("Confirm my address", "Confirmer mon adresse"), shop.stored_link(target)),
        note(link_lifetime(shop, time_left)),
        not_signed_up(shop),
    ]
}

fn not_signed_up(shop: &Letterhead) -> Block {
    let shop_name = &shop.shop_name;
    note(shop.choose(
        format!("Didn’t sign up at {shop_name}? Then you can ignore this e-mail."),
        format!("Vous n’avez pas créé de compte chez {shop_name}? Vous pouvez ignorer ce courriel."),
    ))
}

pub fn reset_password(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    let sign_out = shop.choose(
        " When you set a new password, we sign you out everywhere.",
        " Quand vous choisissez un nouveau mot de passe, nous vous déconnectons partout.",
    );
    vec![
        link(
            shop.choose("Choose a new password", "Choisir un nouveau mot de passe"),
            shop.stored_link(target),
        ),
        note(link_lifetime(shop, time_left) + sign_out),
        note(shop.choose(
            "Wasn’t you? Then you can ignore this e-mail. Your password stays the same.",
            "Ce n’était pas vous? Vous pouvez ignorer ce courriel. Votre mot de passe reste le même.",
        )),
    ]
}

pub fn sign_up_attempt(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "If that was you, please log in instead. If you forgot your password, you can reset it on the login page.",
            "Si c’était vous, connectez-vous plutôt. Si vous avez oublié votre mot de passe, vous pouvez le réinitialiser sur la page de connexion.",
        )),
        log_in_link(shop, shop.page(LOGIN)),
        note(shop.choose(
            "Wasn’t you? Then you can ignore this e-mail. Your account is safe.",
            "Ce n’était pas vous? Vous pouvez ignorer ce courriel. Votre compte est en sécurité.",
        )),
    ]
}

fn log_in_link(shop: &Letterhead, target: String) -> Block {
    link(shop.choose("Log in", "Se connecter"), target)
}

/// What the recipient does after the link has expired. It follows [`link_lifetime`].
pub fn later_password(shop: &Letterhead) -> &'static str {
    shop.choose(
        " After that, “Forgot your password?” on the login page sends you a new one.",
        " Ensuite, «\u{a0}Mot de passe oublié?\u{a0}» sur la page de connexion vous en envoie un nouveau.",
    )
}

pub fn first_password(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link(shop.choose("Set your password", "Choisir votre mot de passe"), shop.stored_link(target)),
        note(link_lifetime(shop, time_left) + later_password(shop)),
        note(shop.choose(
            "Didn’t just sign up? Then you can ignore this e-mail. Your orders are safe.",
            "Vous ne venez pas de créer un compte? Vous pouvez ignorer ce courriel. Vos commandes sont en sécurité.",
        )),
    ]
}

pub fn password_changed(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "If that was you, there is nothing to do. If it wasn’t, someone else has access to your account: please set a new password right away with “Forgot your password?” on the login page.",
            "Si c’était vous, il n’y a rien à faire. Sinon, une autre personne a accès à votre compte\u{a0}: choisissez tout de suite un nouveau mot de passe avec «\u{a0}Mot de passe oublié?\u{a0}» sur la page de connexion.",
        )),
        link(shop.choose("Go to the login page", "Aller à la page de connexion"), shop.page(LOGIN)),
    ]
}

pub fn made_admin(shop: &Letterhead, name: &str) -> EmailText {
    let shop_name = &shop.shop_name;
    let subject = shop.choose(
        format!("You are now an administrator of {shop_name}"),
        format!("Vous êtes maintenant administrateur de {shop_name}"),
    );
    let news = shop.choose(
        format!(
            "Another administrator has made you an administrator of {shop_name}. You can now manage tools, orders and users."
        ),
        format!(
            "Un autre administrateur vous a donné le rôle d’administrateur de {shop_name}. Vous pouvez maintenant gérer les outils, les commandes et les utilisateurs."
        ),
    );
    new_role(shop, subject, name, news)
}

pub fn made_staff(shop: &Letterhead, name: &str) -> EmailText {
    let shop_name = &shop.shop_name;
    let subject = shop.choose(
        format!("You now work for {shop_name}"),
        format!("Vous travaillez maintenant pour {shop_name}"),
    );
    let news = shop.choose(
        format!(
            "An administrator has made you staff of {shop_name}. You can now ship orders and edit tools."
        ),
        format!(
            "Un administrateur vous a ajouté au personnel de {shop_name}. Vous pouvez maintenant expédier les commandes et modifier les outils."
        ),
    );
    new_role(shop, subject, name, news)
}

fn new_role(shop: &Letterhead, subject: String, name: &str, news: String) -> EmailText {
    let advice = shop.choose(
        "Please log in again to use your new role. If your password is short or easy to guess, please choose a longer one under Account & security first.",
        "Reconnectez-vous pour utiliser votre nouveau rôle. Si votre mot de passe est court ou facile à deviner, choisissez-en d’abord un plus long sous Compte et sécurité.",
    );
    let reply = shop.choose(
        "Didn’t expect this? Please reply to this e-mail and let us know.",
        "C’est une surprise? Répondez à ce courriel pour nous le dire.",
    );
    let blocks = vec![paragraph(news), paragraph(advice), log_in_link(shop, shop.page(LOGIN)), note(reply)];
    EmailText::new(subject, name, blocks)
}

fn account_link(shop: &Letterhead) -> Block {
    link(shop.choose("Go to my account", "Aller à mon compte"), shop.page(ACCOUNT))
}

pub fn login_method_added(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "If that was you, there is nothing to do. If it wasn’t, please remove it on your account page and change your password.",
            "Si c’était vous, il n’y a rien à faire. Sinon, retirez cette méthode de connexion sur la page de votre compte et modifiez votre mot de passe.",
        )),
        account_link(shop),
    ]
}

pub fn two_step_login_on(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "Please keep your recovery codes. With one of them you can log in without your phone.",
            "Conservez vos codes de récupération. Avec l’un d’eux, vous pouvez vous connecter sans votre téléphone.",
        )),
        note(shop.choose(
            "If that wasn’t you, please reply to this e-mail and let us know.",
            "Si ce n’était pas vous, répondez à ce courriel pour nous le dire.",
        )),
    ]
}

pub fn two_step_login_off(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "If that was you, there is nothing to do. If it wasn’t, please change your password and turn it on again.",
            "Si c’était vous, il n’y a rien à faire. Sinon, modifiez votre mot de passe et activez de nouveau la vérification en deux étapes.",
        )),
        account_link(shop),
    ]
}

pub fn account_deleted(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            "We keep a record of the orders you paid for, without your name. Thank you for gardening with us!",
            "Nous conservons une trace des commandes que vous avez payées, sans votre nom. Merci d’avoir jardiné avec nous!",
        )),
        note(shop.choose(
            "Didn’t ask for this? Please reply to this e-mail soon.",
            "Vous ne l’avez pas demandé? Répondez vite à ce courriel.",
        )),
    ]
}

pub fn log_in(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    vec![
        log_in_link(shop, shop.stored_link(target)),
        note(link_lifetime(shop, time_left)),
        note(shop.choose(
            "Wasn’t you? Then please don’t open the link. Someone else knows your password or has your phone number, so choose a new password and check your phone number on your account page.",
            "Ce n’était pas vous? N’ouvrez pas le lien. Une autre personne connaît votre mot de passe ou a votre numéro de téléphone\u{a0}: choisissez un nouveau mot de passe et vérifiez votre numéro de téléphone sur la page de votre compte.",
        )),
    ]
}

pub fn change_email(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    let logged_in = shop.choose(
        " Please open it where you are logged in to your account.",
        " Ouvrez-le là où vous êtes connecté à votre compte.",
    );
    vec![
        link(shop.choose("Confirm this address", "Confirmer cette adresse"), shop.stored_link(target)),
        note(link_lifetime(shop, time_left) + logged_in),
        note(shop.choose(
            "Didn’t ask for this? Then you can ignore this e-mail, and nothing changes.",
            "Vous ne l’avez pas demandé? Vous pouvez ignorer ce courriel, et rien ne changera.",
        )),
    ]
}

pub fn change_of_email_asked(shop: &Letterhead, new_email: &str) -> Vec<Block> {
    vec![
        paragraph(shop.choose(
            format!("We have sent a link to {new_email}. The address changes when that link is opened."),
            format!("Nous avons envoyé un lien à {new_email}. L’adresse change quand ce lien est ouvert."),
        )),
        paragraph(shop.choose(
            "If that was you, there is nothing to do. If it wasn’t, someone else has access to your account: please change your password right away. The link does not work after that.",
            "Si c’était vous, il n’y a rien à faire. Sinon, une autre personne a accès à votre compte\u{a0}: modifiez tout de suite votre mot de passe. Le lien ne fonctionnera plus ensuite.",
        )),
        account_link(shop),
    ]
}

pub fn finish_account(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    let same_browser = shop.choose(
        " Please open it in the browser that asked for it.",
        " Ouvrez-le dans le navigateur qui l’a demandé.",
    );
    vec![
        link(shop.choose("Finish my account", "Compléter mon compte"), shop.stored_link(target)),
        note(link_lifetime(shop, time_left) + same_browser),
        not_signed_up(shop),
    ]
}
