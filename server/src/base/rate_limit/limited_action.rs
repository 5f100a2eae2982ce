//! The table of rate limits. A new limit is a row here and a caller; the test below names what documents miss.

use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

const EMAILS: &str = "too_many_emails";
const ORDERS: &str = "too_many_orders";
const REQUESTS: &str = "too_many_requests";

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ActionLimit {
    /// The sentence of `--help` and of docs/operating.md.
    pub what: &'static str,
    /// The keys of the table `rate_limits` begin with this name.
    pub name: &'static str,
    /// How often the action is allowed within a period, unless a setting says otherwise.
    pub max: u32,
    /// How often the demo allows it.
    pub demo: u32,
    /// The length of the period.
    pub per: Duration,
    /// Whether the limit allows one more after each part of the period, so that no one uses it up for long. The period
    /// of other limits begins with the first time.
    pub refills: bool,
    /// The error code of the 429.
    pub code: &'static str,
    /// `{wait}` is for example `7 minutes`.
    pub message: &'static str,
    /// The message in French.
    pub french: &'static str,
    pub setting: Option<RateSetting>,
}

#[derive(Debug, Clone, Copy)]
pub struct RateSetting {
    pub variable: &'static str,
    /// The variable's name, and then names of earlier versions.
    pub flags: &'static [&'static str],
    /// Smaller numbers become this one.
    pub min: u32,
}

const fn limit(name: &'static str, max: u32, per: Duration) -> ActionLimit {
    let message = "Too many attempts. Please wait {wait} and try again.";
    let french = "Trop de tentatives. Veuillez attendre {wait} et réessayer.";
    ActionLimit {
        what: "",
        name,
        max,
        demo: max,
        per,
        refills: false,
        code: REQUESTS,
        message,
        french,
        setting: None,
    }
}

impl ActionLimit {
    const fn demo(self, demo: u32) -> Self {
        Self { demo, ..self }
    }

    const fn refilled(self) -> Self {
        Self { refills: true, ..self }
    }

    const fn set_by(self, variable: &'static str, flags: &'static [&'static str], min: u32) -> Self {
        Self { setting: Some(RateSetting { variable, flags, min }), ..self }
    }

    const fn says(self, code: &'static str, message: &'static str, french: &'static str) -> Self {
        Self { code, message, french, ..self }
    }

    /// Whether every shop has the same number.
    pub const fn is_fixed(&self) -> bool {
        self.max == self.demo && self.setting.is_none()
    }
}

macro_rules! limited_actions {
    ($(#[doc = $what:literal] $(#[doc = $more:literal])* $action:ident = $limit:expr;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum LimitedAction {
            $(#[doc = $what] $(#[doc = $more])* $action),+
        }

        impl LimitedAction {
            pub const ALL: [Self; [$($what),+].len()] = [$(Self::$action),+];

            pub fn limit(self) -> ActionLimit {
                let (limit, what) = match self { $(Self::$action => (const { $limit }, $what)),+ };
                ActionLimit { what: what.trim().trim_end_matches('.'), ..limit }
            }
        }
    };
}

limited_actions! {
    /// Purchases of customers who never paid one, per client network and hour, 0 for no limit.
    /// A purchase counts one for each five lines. 0 also removes the limits of last pieces, pick-ups and first payments.
    PlaceFirstOrder = limit("place_first_order", 10, HOUR).demo(1_000)
        .set_by("TROWEL_NEW_CUSTOMER_ORDERS_PER_HOUR", &["new-customer-orders-per-hour"], 0)
        .says(ORDERS,
            "Many new customers have ordered from your network. Please wait {wait} and try again, or pay for \
             an order that you have placed.",
            "Beaucoup de nouveaux clients ont commandé à partir de votre réseau. Veuillez attendre {wait} et \
             réessayer, ou payer une commande que vous avez passée.");
    /// Purchases that take more than half of a tool, per client network, tool and hour.
    /// Only customers who never paid count, together with what others of them hold.
    TakeMostOfTool = limit("take_most_of_tool", 2, HOUR).demo(1_000)
        .says(ORDERS,
            "New customers of your network have reserved most of the pieces of a tool and not paid. Please \
             wait {wait} and try again, order fewer pieces, or pay for an order that you have placed.",
            "De nouveaux clients de votre réseau ont réservé la plupart des pièces d’un outil sans payer. \
             Veuillez attendre {wait} et réessayer, commander moins de pièces, ou payer une commande que vous \
             avez passée.");
    /// Lines of purchases of customers who never paid that wait to be paid at pick-up, per client network and day.
    /// No such purchase has more lines.
    PlaceFirstPickUp = limit("place_first_pick_up", 10, DAY).demo(1_000)
        .says(ORDERS,
            "Many new customers of your network pay at the shop today. Please choose another way to pay, or \
             wait {wait}.",
            "Beaucoup de nouveaux clients de votre réseau paient à la boutique aujourd’hui. Veuillez choisir \
             un autre mode de paiement, ou attendre {wait}.");
    /// Orders per customer and hour, of which a purchase counts one for each ten lines.
    PlaceOrder = limit("place_order", 60, HOUR).demo(1_000)
        .set_by("TROWEL_MAX_ORDERS_PER_HOUR", &["max-orders-per-hour"], 1)
        .says(ORDERS,
            "You have placed many orders in a short time. Please wait {wait} and try again.",
            "Vous avez passé beaucoup de commandes en peu de temps. Veuillez attendre {wait} et réessayer.");
    /// New payments per customer within 10 minutes.
    CreateIntent = limit("create_intent", 30, MINUTE.saturating_mul(10)).demo(1_000)
        .set_by("TROWEL_MAX_PAYMENT_INTENTS", &["max-payment-intents"], 0)
        .says("too_many_intents",
            "You have started many payments in a short time. Please wait {wait} and try again.",
            "Vous avez commencé beaucoup de paiements en peu de temps. Veuillez attendre {wait} et réessayer.");
    /// New payments of customers who never paid, per client network and hour.
    /// A thief tries many stolen cards, ten with each payment.
    StartFirstPayment = limit("start_first_payment", 20, HOUR).demo(1_000)
        .says("too_many_intents",
            "New customers of your network have started many payments. Please wait {wait} and try again.",
            "De nouveaux clients de votre réseau ont commencé beaucoup de paiements. Veuillez attendre {wait} \
             et réessayer.");
    /// Declined cards per customer and day, of all purchases together.
    /// No payment begins after them.
    DeclineCard = limit("decline_card", 30, DAY).demo(1_000)
        .says("too_many_intents",
            "Many cards were declined today. Please wait {wait} and try again, or contact the shop.",
            "Beaucoup de cartes ont été refusées aujourd’hui. Veuillez attendre {wait} et réessayer, ou \
             communiquer avec la boutique.");
    /// Payments that a browser reports, per order and 10 seconds.
    /// Each report is a question to the provider, which limits questions too.
    ReportPayment = limit("report_payment", 5, SECOND.saturating_mul(10));
    /// Questions to the card provider about saved cards, per account and minute.
    AskAboutCards = limit("ask_about_cards", 30, MINUTE);
    /// Login and sign-up attempts per client address and minute.
    /// Everything else that proves who is calling counts, too.
    LogIn = limit("log_in", 30, MINUTE).demo(1_000)
        .set_by("TROWEL_SIGN_IN_RATE_LIMIT", &["sign-in-rate-limit", "max-sign-ins"], 1);
    /// Requests per user and minute that change something.
    Write = limit("write", 120, MINUTE).demo(1_000)
        .set_by("TROWEL_WRITE_RATE_LIMIT", &["write-rate-limit", "max-writes"], 1)
        .says(REQUESTS,
            "You have sent many requests in a short time. Please wait {wait} and try again.",
            "Vous avez envoyé beaucoup de requêtes en peu de temps. Veuillez attendre {wait} et réessayer.");
    /// New idempotency keys per customer and day.
    /// Each key stores a response for a day.
    UseIdempotencyKey = limit("use_idempotency_key", 1_000, DAY);
    /// Changes of baskets by visitors without login, per client address and hour.
    /// Each change may make a new basket.
    ChangeBasket = limit("change_basket", 600, HOUR);
    /// Quotes per client address and minute.
    AskForQuote = limit("ask_for_quote", 120, MINUTE);
    /// Requests for the newsletter per client address and hour.
    /// The e-mails that they cause have limits of their own.
    SubscribeToNewsletter = limit("subscribe_to_newsletter", 10, HOUR).demo(1_000);
    /// Discount codes tried, per customer or client network and hour.
    /// A customer who never paid counts for both.
    TryDiscountCode = limit("try_discount_code", 10, HOUR)
        .says("too_many_codes_tried",
            "You have tried many codes. Please wait {wait} and try again, or buy without a code.",
            "Vous avez essayé beaucoup de codes. Veuillez attendre {wait} et réessayer, ou acheter sans code.");
    /// Checkouts and new payments of visitors without login, per client address and hour.
    /// A thief tries many stolen cards.
    GuestCheckout = limit("guest_checkout", 20, HOUR).demo(1_000)
        .says(ORDERS,
            "Many orders were placed from your network without a login. Please log in, or wait {wait} and try \
             again.",
            "Beaucoup de commandes ont été passées sans connexion à partir de votre réseau. Veuillez vous \
             connecter, ou attendre {wait} et réessayer.");
    /// Text messages of the whole shop per day.
    /// Half of them is kept for browsers that their account knows.
    SendText = limit("send_text", 500, DAY).demo(1_000).refilled()
        .set_by("TROWEL_SMS_PER_DAY", &["sms-per-day", "max-sms-per-day"], 0);
    /// Text messages per client address and hour.
    RequestText = limit("request_text", 10, HOUR).demo(1_000)
        .set_by("TROWEL_SMS_PER_HOUR", &["sms-per-hour", "max-sms-per-hour"], 1);
    /// One-time codes sent to one number in 10 minutes.
    /// A browser that its account knows has a count of its own.
    SendCode = limit("send_code", 3, MINUTE.saturating_mul(10)).says(REQUESTS, CODE_WAS_SENT, CODE_WAS_SENT_IN_FRENCH);
    /// One-time codes sent to one number in 30 seconds.
    /// A code takes a moment to arrive.
    ResendCode = limit("resend_code", 1, SECOND.saturating_mul(30)).says(REQUESTS, CODE_WAS_SENT, CODE_WAS_SENT_IN_FRENCH);
    /// One-time codes for one browser to any number, or links that finish one account to any address, per hour.
    RequestCode = limit("request_code", 10, HOUR)
        .says(REQUESTS,
            "You have requested many messages. Please wait {wait} before the next one.",
            "Vous avez demandé beaucoup de messages. Veuillez attendre {wait} avant le prochain.");
    /// One-time codes tried for one number, or codes of the second step for one account, per day.
    /// A browser that its account knows has a count of its own.
    TryCode = limit("try_code", 30, DAY);
    /// Resets of the password that allow new tries of the second step, per account and day.
    ResetTryCode = limit("reset_try_code", 1, DAY);
    /// E-mails of the whole shop per day to addresses that are not verified.
    /// All kinds that strangers can ask for count. Half of the e-mails is kept for people who bought, and a quarter
    /// for the first e-mail of a client network.
    EmailAllUnconfirmed = limit("email_all_unconfirmed", 300, DAY).demo(10_000).refilled()
        .set_by("TROWEL_UNCONFIRMED_MAILS_PER_DAY", &["unconfirmed-mails-per-day"], 0)
        .says(EMAILS,
            "The shop has sent e-mails to many new addresses today. Please ask again in {wait}.",
            "La boutique a envoyé des courriels à beaucoup de nouvelles adresses aujourd’hui. Veuillez \
             refaire la demande dans {wait}.");
    /// E-mails to addresses that are not verified, at the request of one client network per day.
    EmailUnconfirmedOfNetwork = limit("email_unconfirmed_of_network", 20, DAY).demo(1_000)
        .says(EMAILS,
            "Many e-mails were asked for from your network today. Please ask again in {wait}.",
            "Beaucoup de courriels ont été demandés à partir de votre réseau aujourd’hui. Veuillez refaire la \
             demande dans {wait}.");
    /// E-mails to one address that is not verified, per day.
    EmailUnconfirmed = limit("email_unconfirmed", 5, DAY).demo(1_000)
        .says(EMAILS,
            "We have sent several e-mails to this address today. Please check your spam folder, or ask again \
             in {wait}.",
            "Nous avons envoyé plusieurs courriels à cette adresse aujourd’hui. Veuillez vérifier votre \
             dossier de pourriels, ou refaire la demande dans {wait}.");
    /// E-mails of one kind to one address per hour.
    /// E-mails about orders and sign-up attempts have limits of their own.
    SendEmail = limit("send_email", 5, HOUR).demo(1_000)
        .says(EMAILS,
            "We have sent you this e-mail several times. Please check your spam folder, or ask again in \
             {wait}.",
            "Nous vous avons envoyé ce courriel plusieurs fois. Veuillez vérifier votre dossier de pourriels, \
             ou refaire la demande dans {wait}.");
    /// E-mails of one kind about orders to one address per day.
    SendOrderEmail = limit("send_order_email", 30, DAY);
    /// E-mails about a sign-up with an address that has an account, per address and hour.
    SendSignUpAttempt = limit("send_sign_up_attempt", 1, HOUR);
    /// E-mails to the owner about undelivered e-mails per day.
    TellUndelivered = limit("tell_undelivered", 1, DAY);
    /// E-mails to the owner about stock that unpaid orders hold, per day.
    TellHeldStock = limit("tell_held_stock", 1, DAY);
    /// Wrong passwords per account before each further attempt has to wait longer, until an hour without any.
    /// A known browser and a session have counts of their own, see `login_backoff`.
    TryPassword = limit("try_password", 5, HOUR).demo(1_000)
        .set_by("TROWEL_MAX_LOGIN_FAILURES", &["max-login-failures"], 0)
        .says(REQUESTS,
            "Too many wrong passwords for this account. Please wait {wait} and try again.",
            "Trop de mots de passe incorrects pour ce compte. Veuillez attendre {wait} et réessayer.");
    /// Tests of e-mail or card payments per administrator and hour.
    TestService = limit("test_service", 10, HOUR);
    /// Reviews per customer and hour.
    WriteReview = limit("write_review", 10, HOUR).demo(1_000)
        .set_by("TROWEL_MAX_REVIEWS", &["max-reviews"], 1)
        .says("too_many_reviews",
            "You have written many reviews. Please wait {wait} before the next one.",
            "Vous avez écrit beaucoup d’avis. Veuillez attendre {wait} avant le prochain.");
}

const CODE_WAS_SENT: &str = "A code was sent already. Another one can be sent in {wait}.";
const CODE_WAS_SENT_IN_FRENCH: &str = "Un code a déjà été envoyé. Un autre pourra être envoyé dans {wait}.";

#[cfg(test)]
mod tests {
    use super::*;

    fn document(path: &str) -> String {
        std::fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    fn in_words(per: Duration) -> String {
        match per.as_secs() {
            60 => "minute".into(),
            3_600 => "hour".into(),
            86_400 => "day".into(),
            seconds @ ..60 => format!("{seconds} seconds"),
            seconds => format!("{} minutes", seconds / 60),
        }
    }

    /// What the documents miss about a limit.
    fn gaps(limit: &ActionLimit, manual: &str, example: &str, openapi: &str) -> Vec<String> {
        let mut gaps = Vec::new();
        let ActionLimit { what, max, demo, code, .. } = limit;
        let what = format!("{}{}", what[..1].to_lowercase(), &what[1..]);
        let start = match limit.setting {
            Some(RateSetting { variable, .. }) => format!("| `{variable}` | {what}"),
            None => format!("| {what}"),
        };
        if !manual.lines().any(|row| row.starts_with(&start) && row.ends_with(&format!(" | {max} |"))) {
            gaps.push(format!("docs/operating.md, in Limits: {start} | {max} |"));
        }
        if let Some(RateSetting { variable, .. }) = limit.setting {
            let line = format!("#{variable}={max}");
            let is_explained = |entry: &str| {
                entry.lines().any(|found| found == line) && entry.contains(&format!("Demo: {demo}."))
            };
            if !example.split("\n\n").any(is_explained) {
                gaps.push(format!(".env.example: a sentence, \"Demo: {demo}.\", {line}"));
            }
        }
        if !openapi.contains(&format!("`{code}`")) {
            gaps.push(format!("openapi.json: the code `{code}`"));
        }
        gaps
    }

    #[test]
    fn every_limit_is_in_the_manual_and_in_the_example_of_settings() {
        let manual = document("docs/operating.md");
        let example = document(".env.example");
        let openapi = document("openapi.json");
        let missing: Vec<String> = LimitedAction::ALL
            .into_iter()
            .flat_map(|action| {
                let gaps = gaps(&action.limit(), &manual, &example, &openapi);
                gaps.into_iter().map(move |gap| format!("{action:?} is missing in {gap}"))
            })
            .collect();
        assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
    }

    #[test]
    fn each_text_says_the_period_and_each_message_how_long_to_wait() {
        for action in LimitedAction::ALL {
            let ActionLimit { what, per, message, french, .. } = action.limit();
            assert!(what.contains(&in_words(per)), "{action:?}: {what}");
            for message in [message, french] {
                assert_eq!(message.matches("{wait}").count(), 1, "{action:?}: {message}");
            }
        }
    }

    #[test]
    fn no_two_limits_share_a_counter() {
        let names = LimitedAction::ALL.map(|action| action.limit().name);
        let distinct: std::collections::BTreeSet<_> = names.into_iter().collect();
        assert_eq!(distinct.len(), names.len());
    }
}
