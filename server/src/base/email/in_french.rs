//! Each e-mail in French has no English words, and the marks and amounts of docs/french.md.

use super::{
    message::EmailMessage,
    order_summary::{ParcelTracking, PaymentTerms},
    purchase_summary::{ArrivalSummary, PurchaseSummary},
    render::RenderedEmail,
    samples::{at, letterhead, messages_in},
    templates::test_email,
};
use crate::values::{language::Language, money::Cents, payment_method::PaymentMethod};

const ENGLISH_WORDS: &str = "a about account an and any are at be been but by can click customer days delivery for free from \
    has have hello here hour hours if in is it its just link login more my new no not of or order orders our out paid please \
    refund refunded see shop that the their them then there they this to tool tools was we were what when will with yes you your";

fn in_french(message: &EmailMessage) -> RenderedEmail {
    message.render(&letterhead().in_language(Language::French), at(0))
}

/// A word of both languages that an e-mail has in French: « un compte a … », « on », « or ».
fn is_french_too(word: &str) -> bool {
    matches!(word, "a" | "an" | "or" | "on" | "if" | "its" | "no")
}

fn check(rendered: &RenderedEmail) {
    let all = format!("{}\n{}", rendered.subject, rendered.text);
    let lines: Vec<_> = all.lines().map(|line| line.split("https://").next().unwrap_or_default()).collect();
    let text = lines.join("\n");
    let words: Vec<_> = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).collect();
    for english in ENGLISH_WORDS.split_whitespace().filter(|word| !is_french_too(word)) {
        assert!(!words.iter().any(|word| word == english), "{english}: {all}");
    }
    assert!(!text.contains('\''), "a straight apostrophe: {all}");
    for mark in [";", "!", "?"] {
        for space in [' ', '\u{a0}'] {
            assert!(!text.contains(&format!("{space}{mark}")), "a space before {mark}: {all}");
        }
    }
    for (place, mark) in text.char_indices().filter(|(_, c)| ":%$»".contains(*c)) {
        assert!(text[..place].ends_with('\u{a0}'), "no no-break space before {mark}: {all}");
    }
    for (place, _) in text.match_indices('«') {
        assert!(text[place..].starts_with("«\u{a0}"), "no no-break space after «: {all}");
    }
    let html = &rendered.html;
    assert!(html.contains("<html lang=\"fr-CA\">"), "{html}");
    assert!(html.contains("Bonjour") && !html.contains("If the button") && !html.contains("Hello"), "{html}");
}

#[test]
fn each_sample_is_french_from_the_subject_to_the_last_line() {
    for message in messages_in(Language::French) {
        check(&in_french(&message));
    }
    check(&test_email(&letterhead().in_language(Language::French)));
}

#[test]
fn each_sample_says_the_same_with_as_many_blocks() {
    let english = messages_in(Language::English);
    for (english, french) in english.iter().zip(&messages_in(Language::French)) {
        let blocks = |rendered: RenderedEmail| rendered.text.matches("\n\n").count();
        assert_eq!(
            blocks(english.render(&letterhead(), at(0))),
            blocks(in_french(french)),
            "{}",
            french.kind()
        );
        assert_eq!(english.kind(), french.kind());
    }
}

fn cents(cents: i64) -> Cents {
    Cents::new(cents).unwrap()
}

#[test]
fn amounts_days_and_taxes_are_written_as_in_quebec() {
    let Some(EmailMessage::OrderPlaced { mut order, payment }) =
        messages_in(Language::French).into_iter().find(|message| message.kind() == "order_placed")
    else {
        panic!("no sample")
    };
    order.total = cents(123_450);
    let details = order.details.as_mut().unwrap();
    details.purchase = Some(PurchaseSummary {
        lines: vec![("3 × Bêche".into(), cents(120_000))],
        discount: Some(("AVRIL".into(), cents(500))),
        delivery: Some(("Postes Canada".into(), cents(0))),
        taxes: vec![("TVQ 9,975\u{a0}% (1234567890 TQ0001)".into(), cents(3_950))],
        arrival: Some(ArrivalSummary { is_pick_up: false, days_from: 3, days_to: 8 }),
    });
    let unpaid = in_french(&EmailMessage::OrderPlaced { order: order.clone(), payment });
    check(&unpaid);
    for expected in [
        "3 × Bêche\u{a0}: 1\u{a0}200,00\u{a0}$\n",
        "Code AVRIL\u{a0}: −5,00\u{a0}$\n",
        "Postes Canada\u{a0}: Gratuite\n",
        "Total\u{a0}: 1\u{a0}234,50\u{a0}$ CAD\n",
        "Passée le\u{a0}: 1 janvier 1970\n",
        "Livraison\u{a0}: Arrive dans 3 à 8 jours\n",
        "pendant 48 heures",
    ] {
        assert!(unpaid.text.contains(expected), "{expected}: {}", unpaid.text);
    }
    let paid = in_french(&EmailMessage::OrderPaid { order: order.clone() });
    check(&paid);
    assert!(paid.text.contains("Livraison\u{a0}: Arrive entre le 4 et le 9 janvier\n"), "{}", paid.text);
    let payment = PaymentTerms { at_pick_up: true, ..PaymentTerms::default() };
    for (days_from, days_to) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 4)] {
        let purchase = order.details.as_mut().unwrap().purchase.as_mut().unwrap();
        purchase.arrival = Some(ArrivalSummary { is_pick_up: true, days_from, days_to });
        check(&in_french(&EmailMessage::OrderPlaced { order: order.clone(), payment: payment.clone() }));
    }
}

#[test]
fn rarer_texts_are_french_too() {
    let sample = messages_in(Language::French);
    let order = sample.iter().find_map(EmailMessage::order).unwrap().clone();
    let mut guests = order.clone();
    guests.is_guest = true;
    let mut fetched = order.clone();
    fetched.details.as_mut().unwrap().is_pick_up = true;
    let parcel = ParcelTracking {
        carrier: Some("UPS".into()),
        number: Some("1Z999".into()),
        url: Some("https://ups".into()),
    };
    let refunded = |order, was_shipped, method, sent| EmailMessage::OrderRefunded {
        order,
        was_shipped,
        method,
        credit_note: None,
        sent,
    };
    let mut messages = vec![
        EmailMessage::OrderShipped { order: guests, parcel },
        EmailMessage::OrderExpired { order: order.clone(), purchase_id: None },
        EmailMessage::OrderPaid { order: fetched.clone() },
        refunded(order.clone(), false, None, Some(Cents::ZERO)),
        refunded(fetched.clone(), false, None, None),
        refunded(fetched, true, None, None),
        EmailMessage::VerifyEmail { name: String::new(), link: "https://x".into(), expires_at: at(1) },
        EmailMessage::VerifyEmail { name: String::new(), link: "https://x".into(), expires_at: at(10_080) },
    ];
    messages.extend(PaymentMethod::ALL.map(|method| refunded(order.clone(), false, Some(method), None)));
    for message in messages {
        check(&in_french(&message));
    }
}

#[test]
fn the_owners_english_words_stay_out_of_french_emails() {
    let message = messages_in(Language::French).into_iter().find(|it| it.kind() == "order_paid").unwrap();
    let wording = super::wording::EmailWording::of("order_paid").unwrap();
    let mut shop = letterhead().in_language(Language::French);
    let [subject, _] = wording.keys(Language::English);
    shop.texts = [(subject, "Paid at {shop}".into())].into();
    let rendered = message.render(&shop, at(0));
    assert!(rendered.subject.starts_with("Nous avons reçu votre paiement"), "{}", rendered.subject);
    let [subject, opening] = wording.keys(Language::French);
    shop.texts.extend([(subject, "Payé chez {shop}".into()), (opening, "Merci {name}! {next}".into())]);
    let rendered = message.render(&shop, at(0));
    assert_eq!(rendered.subject, "Payé chez Fern & Co");
    let opening =
        "Bonjour Ada,\n\nMerci Ada! Nous vous écrirons de nouveau quand votre commande sera en route.\n";
    assert!(rendered.text.starts_with(opening), "{}", rendered.text);
    assert_eq!(message.render(&letterhead(), at(0)).subject, "We received your payment: 3 × Hoe <long>");
}
