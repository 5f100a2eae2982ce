//! The rows of the list in app/retention.rs.

use super::retention::{RemovedBy, TableRetention};
use crate::{
    accounts::{
        one_time_code::CODE_TTL,
        second_factor::pending_login::PENDING_LOGIN_TTL,
        session::{SESSION_TTL, TOKEN_TTL, known_device::KNOWN_DEVICE_TTL},
        social::{EXPIRED_REQUEST_TTL, INCOMPLETE_ACCOUNT_TTL},
    },
    back_office::figures::empty_searches::EMPTY_SEARCH_TTL,
    base::{
        audit::ENTRY_TTL,
        config::limits::ORDER_CONTACT_TTL,
        email::{FAILED_TTL, SENT_TTL},
        idempotency::RESPONSE_TTL,
    },
    catalogue::{tools::removed::RESTORE_TTL, uploads::upload_token::USED_TOKEN_TTL},
    clients::web_push::PUSH_TTL,
    sales::{
        basket,
        guests::{BROWSER_TTL, DELETED_TTL, ORDER_LINK_TTL},
        newsletter::{CONFIRM_TTL, PROOF_TTL},
        payments::{ended_purchase, guest_purchase::PASSWORD_TTL, job::EVENT_TTL},
    },
    settings::{redirects::MISSING_PATH_TTL, webhooks::LOG_TTL},
};

const NEVER_PERSONAL: TableRetention =
    TableRetention { table: "", personal_data: "", limits: &[], removed_by: RemovedBy::Nothing, gap: None };

/// A table without personal data.
const fn shop(table: &'static str, removed_by: RemovedBy) -> TableRetention {
    TableRetention { table, removed_by, ..NEVER_PERSONAL }
}

const fn row(table: &'static str, personal_data: &'static str, removed_by: RemovedBy) -> TableRetention {
    TableRetention { table, personal_data, removed_by, ..NEVER_PERSONAL }
}

pub const OF_ACCOUNTS: &[TableRetention] = &[
    TableRetention {
        limits: &[(INCOMPLETE_ACCOUNT_TTL, "for an account without an e-mail address")],
        gap: Some("an account whose address was never confirmed stays until it is deleted"),
        ..row(
            "users",
            "name, e-mail address, phone number, picture, language, the owner's notes",
            RemovedBy::Account,
        )
    },
    row("user_search_words", "words of name and e-mail address, shortened", RemovedBy::Account),
    row("profiles", "address, phone number, location", RemovedBy::Account),
    TableRetention {
        limits: &[(SESSION_TTL, "at the latest after the login")],
        ..row("sessions", "browser, way and times of a login", RemovedBy::Cleanup("identity"))
    },
    TableRetention {
        limits: &[(TOKEN_TTL, "after it was made")],
        ..row("access_tokens", "the session it is of", RemovedBy::Cleanup("identity"))
    },
    TableRetention {
        limits: &[(KNOWN_DEVICE_TTL, "after the last login")],
        ..row("known_devices", "which browser has logged in, hashed", RemovedBy::Cleanup("identity"))
    },
    TableRetention {
        limits: &[(PASSWORD_TTL, "at the latest after it was sent")],
        ..row("email_tokens", "e-mail address", RemovedBy::Cleanup("identity"))
    },
    TableRetention {
        limits: &[(CODE_TTL, "after it was sent")],
        ..row("one_time_codes", "phone number", RemovedBy::Cleanup("identity"))
    },
    TableRetention {
        limits: &[(PENDING_LOGIN_TTL, "after the first step")],
        ..row("pending_logins", "the account", RemovedBy::Cleanup("identity"))
    },
    row("second_factors", "the secret of two-step login", RemovedBy::Account),
    row("recovery_codes", "hashed codes of two-step login", RemovedBy::Parent("second_factors")),
    row("linked_identities", "id and name at a login provider", RemovedBy::Account),
    TableRetention {
        limits: &[(EXPIRED_REQUEST_TTL, "after the attempt has expired")],
        ..row("oauth_states", "browser, hashed, and the account", RemovedBy::Cleanup("social logins"))
    },
    row("api_keys", "the account, and when the key was used", RemovedBy::Account),
    TableRetention {
        limits: &[(USED_TOKEN_TTL, "after it has expired")],
        ..row("upload_tokens", "the account", RemovedBy::Cleanup("upload tokens"))
    },
    row("push_devices", "browser and push address of staff", RemovedBy::Account),
    TableRetention {
        limits: &[(PUSH_TTL, "after the order was paid")],
        ..row("push_messages", "the order it tells of", RemovedBy::Use)
    },
    row(
        "rate_limits",
        "network, account or address, hashed, until its count ends",
        RemovedBy::Cleanup("rate limits"),
    ),
    row("stock_alerts", "the account and the tool", RemovedBy::Account),
];

pub const OF_SALES: &[TableRetention] = &[
    TableRetention {
        limits: &[
            (basket::COOKIE_TTL, "after the last change, without a login"),
            (basket::ACCOUNT_TTL, "after the last change, of an account"),
        ],
        ..row("baskets", "the account, or the browser, hashed", RemovedBy::Cleanup("baskets"))
    },
    row("basket_lines", "tools in the basket", RemovedBy::Parent("baskets")),
    TableRetention {
        limits: &[(ORDER_CONTACT_TTL, "for address and phone, unless the shop says otherwise")],
        gap: Some("name, e-mail address and notes of an order stay until its account is deleted"),
        ..row("orders", "name, e-mail address, phone number, address, notes", RemovedBy::OldContacts)
    },
    TableRetention {
        limits: &[(ORDER_CONTACT_TTL, "for the postal code, unless the shop says otherwise")],
        ..row("purchases", "postal code, province, language", RemovedBy::OldContacts)
    },
    TableRetention {
        limits: &[(DELETED_TTL, "after it was deleted unpaid"), (ORDER_LINK_TTL, "for the mailed link")],
        gap: Some("the e-mail address of a paid purchase stays until its account is deleted"),
        ..row("guest_purchases", "e-mail address, browser, hashed", RemovedBy::Cleanup("guests"))
    },
    TableRetention {
        limits: &[
            (BROWSER_TTL, "after the end, of a guest"),
            (ended_purchase::ACCOUNT_TTL, "after the end, of an account"),
        ],
        ..row("ended_purchases", "the account, or the browser, hashed", RemovedBy::Cleanup("ended purchases"))
    },
    TableRetention {
        gap: Some("the books need them, and they name only the account's id"),
        ..row("payments", "the account, and ids of the card provider", RemovedBy::Nothing)
    },
    row("card_customers", "id of the customer at the card provider", RemovedBy::Account),
    TableRetention {
        gap: Some("the books need them; the owner's words in them stay"),
        ..row("refunds", "the reason and the note of a refund", RemovedBy::Nothing)
    },
    shop("refund_lines", RemovedBy::Parent("refunds")),
    TableRetention {
        limits: &[(EVENT_TTL, "after it was handled")],
        ..row("webhook_events", "ids of the card provider", RemovedBy::Payments)
    },
    TableRetention {
        limits: &[(RESPONSE_TTL, "after the request")],
        ..row(
            "idempotency_keys",
            "the response to an order or payment",
            RemovedBy::Cleanup("idempotency keys"),
        )
    },
    row("discount_uses", "e-mail address, hashed", RemovedBy::Parent("purchases")),
    TableRetention {
        gap: Some("an order of an import has no end of its own"),
        ..row("former_orders", "e-mail address and what was bought in the former shop", RemovedBy::Account)
    },
    TableRetention {
        gap: Some("a review stays, without name, if its author keeps it when deleting the account"),
        ..row("reviews", "name, e-mail address, what the author wrote", RemovedBy::Account)
    },
    row("review_requests", "e-mail address, hashed", RemovedBy::Account),
    TableRetention {
        gap: Some("the wish to get no such e-mails has no end"),
        ..row("review_request_opt_outs", "e-mail address, hashed", RemovedBy::Nothing)
    },
    TableRetention {
        limits: &[
            (CONFIRM_TTL, "if the address was not confirmed"),
            (PROOF_TTL, "after the withdrawal, as a proof"),
        ],
        ..row(
            "newsletter_consents",
            "e-mail address, and when and to which words it agreed",
            RemovedBy::Cleanup("newsletter consents"),
        )
    },
    TableRetention {
        limits: &[(SENT_TTL, "after it was sent, without its text"), (FAILED_TTL, "if it was not delivered")],
        ..row(
            "email_outbox",
            "e-mail address, subject, text until the delivery",
            RemovedBy::Cleanup("e-mails"),
        )
    },
    TableRetention {
        limits: &[(LOG_TTL, "after the event")],
        ..row("webhook_deliveries", "the order or account of an event", RemovedBy::Cleanup("webhooks"))
    },
    shop("webhook_attempts", RemovedBy::Parent("webhook_deliveries")),
];

pub const OF_THE_SHOP: &[TableRetention] = &[
    TableRetention {
        limits: &[(ENTRY_TTL, "after the action; who made an administrator stays")],
        ..row(
            "audit_entries",
            "ids of who did what to which account or order",
            RemovedBy::Cleanup("audit entries"),
        )
    },
    TableRetention {
        gap: Some("the id of a deleted account stays, and names no person"),
        ..row("stock_changes", "the account of staff", RemovedBy::Parent("tools"))
    },
    TableRetention {
        gap: Some("the id of a deleted account stays, and names no person"),
        ..row("tool_imports", "the account of staff", RemovedBy::Nothing)
    },
    TableRetention {
        gap: Some("the id of a deleted account stays, and names no person"),
        ..row("images", "the account that uploaded it", RemovedBy::Nothing)
    },
    TableRetention {
        limits: &[(EMPTY_SEARCH_TTL, "after the day")],
        ..row("empty_searches", "searched words, without a person", RemovedBy::Cleanup("searches"))
    },
    TableRetention {
        limits: &[(MISSING_PATH_TTL, "after the last request")],
        ..row("missing_paths", "addresses of pages, without a person", RemovedBy::Cleanup("missing paths"))
    },
    TableRetention {
        limits: &[(RESTORE_TTL, "after the removal, if no order has it")],
        ..shop("tools", RemovedBy::Cleanup("removed tools"))
    },
    shop("tool_slugs", RemovedBy::Parent("tools")),
    shop("tool_texts", RemovedBy::Parent("tools")),
    shop("categories", RemovedBy::Owner),
    shop("posts", RemovedBy::Owner),
    shop("redirects", RemovedBy::Owner),
    shop("discount_codes", RemovedBy::Nothing),
    TableRetention {
        gap: Some("earlier versions stay, so that a text can be proved"),
        ..row("shop_settings", "what the owner writes about the shop, with its contact", RemovedBy::Nothing)
    },
    shop("shop_metadata", RemovedBy::Nothing),
    shop("webhook_endpoints", RemovedBy::Owner),
    shop("counters", RemovedBy::Nothing),
    shop("sales_days", RemovedBy::Nothing),
    shop("sales_of_tools", RemovedBy::Parent("sales_days")),
    shop("sales_changes", RemovedBy::Use),
    shop("leases", RemovedBy::Use),
    shop("migrations", RemovedBy::Nothing),
];
