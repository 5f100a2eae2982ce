//! E-mails about an account.

use super::{ACCOUNT, LOGIN, link, link_lifetime, note, paragraph};
use crate::base::email::render::{Block, EmailText, Letterhead};

const ROLE_ADVICE: &str = "Please log in again to use your new role. If your password is short or easy to guess, please choose a longer one under Account & security first.";

pub fn verify_email(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link("Confirm my address", target),
        note(link_lifetime(time_left)),
        note(format!("Didn’t sign up at {}? Then you can ignore this e-mail.", shop.shop_name)),
    ]
}

pub fn reset_password(target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link("Choose a new password", target),
        note(link_lifetime(time_left) + " When you set a new password, we sign you out everywhere."),
        note("Wasn’t you? Then you can ignore this e-mail. Your password stays the same."),
    ]
}

pub fn sign_up_attempt(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(
            "If that was you, please log in instead. If you forgot your password, you can reset it on the login page.",
        ),
        link("Log in", shop.page(LOGIN)),
        note("Wasn’t you? Then you can ignore this e-mail. Your account is safe."),
    ]
}

pub fn first_password(target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link("Set your password", target),
        note(
            link_lifetime(time_left)
                + " After that, “Forgot your password?” on the login page sends you a new one.",
        ),
        note("Didn’t just sign up? Then you can ignore this e-mail. Your orders are safe."),
    ]
}

pub fn password_changed(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(
            "If that was you, there is nothing to do. If it wasn’t, someone else has access to your account: please set a new password right away with “Forgot your password?” on the login page.",
        ),
        link("Go to the login page", shop.page(LOGIN)),
    ]
}

pub fn made_admin(shop: &Letterhead, name: &str) -> EmailText {
    let shop_name = &shop.shop_name;
    let news = format!(
        "Another administrator has made you an administrator of {shop_name}. You can now manage tools, orders and users."
    );
    new_role(shop, format!("You are now an administrator of {shop_name}"), name, news)
}

pub fn made_staff(shop: &Letterhead, name: &str) -> EmailText {
    let shop_name = &shop.shop_name;
    let news = format!(
        "An administrator has made you staff of {shop_name}. You can now ship orders and edit tools."
    );
    new_role(shop, format!("You now work for {shop_name}"), name, news)
}

fn new_role(shop: &Letterhead, subject: String, name: &str, news: String) -> EmailText {
    let reply = note("Didn’t expect this? Please reply to this e-mail and let us know.");
    let blocks = vec![paragraph(news), paragraph(ROLE_ADVICE), link("Log in", shop.page(LOGIN)), reply];
    EmailText::new(subject, name, blocks)
}

pub fn login_method_added(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(
            "If that was you, there is nothing to do. If it wasn’t, please remove it on your account page and change your password.",
        ),
        link("Go to my account", shop.page(ACCOUNT)),
    ]
}

pub fn two_step_login_on() -> Vec<Block> {
    vec![
        paragraph("Please keep your recovery codes. With one of them you can log in without your phone."),
        note("If that wasn’t you, please reply to this e-mail and let us know."),
    ]
}

pub fn two_step_login_off(shop: &Letterhead) -> Vec<Block> {
    vec![
        paragraph(
            "If that was you, there is nothing to do. If it wasn’t, please change your password and turn it on again.",
        ),
        link("Go to my account", shop.page(ACCOUNT)),
    ]
}

pub fn account_deleted() -> Vec<Block> {
    vec![
        paragraph(
            "We keep a record of the orders you paid for, without your name. Thank you for gardening with us!",
        ),
        note("Didn’t ask for this? Please reply to this e-mail soon."),
    ]
}

pub fn log_in(target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link("Log in", target),
        note(link_lifetime(time_left)),
        note(
            "Wasn’t you? Then please don’t open the link. Someone else knows your password or has your phone number, so choose a new password and check your phone number on your account page.",
        ),
    ]
}

pub fn finish_account(shop: &Letterhead, target: &str, time_left: &str) -> Vec<Block> {
    vec![
        link("Finish my account", target),
        note(link_lifetime(time_left) + " Please open it in the browser that asked for it."),
        note(format!("Didn’t sign up at {}? Then you can ignore this e-mail.", shop.shop_name)),
    ]
}
