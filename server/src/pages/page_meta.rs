//! The pages of docs/specification.md §2: paths, titles, descriptions and first data.

pub struct PageMeta {
    /// `*` matches any one segment.
    pub path: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// Whether search engines may index it.
    pub is_public: bool,
    /// Whether it requires a sign-in.
    requires_sign_in: bool,
    /// Whether the card provider's script may run on it.
    pub is_payment: bool,
    pub preload: Preload,
    /// Its module in the web app.
    module: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preload {
    None,
    Home,
    AllTools,
    AllReviews,
}

pub const NOT_FOUND_TITLE: &str = "Page not found · Trowel";
pub const NOT_FOUND_DESCRIPTION: &str = "There is no page at this address.";

const SHOP_DESCRIPTION: &str =
    "Gardening and yard care tools from Canada, sold singly and in trade quantities.";

const NOT_FOUND_MODULE: &str = "src/features/site/NotFoundPage.tsx";

const fn public(
    path: &'static str,
    module: &'static str,
    title: &'static str,
    description: &'static str,
) -> PageMeta {
    let first_data = Preload::None;
    PageMeta {
        path,
        title,
        description,
        is_public: true,
        requires_sign_in: false,
        is_payment: false,
        preload: first_data,
        module,
    }
}

/// Open, but useful only after a redirect or by a link in an e-mail.
const fn unlisted(
    path: &'static str,
    module: &'static str,
    title: &'static str,
    description: &'static str,
) -> PageMeta {
    PageMeta { is_public: false, ..public(path, module, title, description) }
}

const fn guarded(path: &'static str, module: &'static str, title: &'static str) -> PageMeta {
    PageMeta { is_public: false, requires_sign_in: true, ..public(path, module, title, SHOP_DESCRIPTION) }
}

const HOME: &str = "src/features/home/HomePage.tsx";
const HOME_TITLE: &str = "Trowel · Gardening and Yard Care Tools";

/// In the order of the specification.
const PAGES: &[PageMeta] = &[
    PageMeta { preload: Preload::Home, ..public("/", HOME, HOME_TITLE, SHOP_DESCRIPTION) },
    PageMeta { preload: Preload::Home, ..public("/home", HOME, HOME_TITLE, SHOP_DESCRIPTION) },
    PageMeta {
        preload: Preload::AllTools,
        ..public(
            "/tool",
            "src/features/catalogue/ToolsPage.tsx",
            "All Tools · Trowel",
            "Spades, forks, shears, watering cans and more, with stock and minimum quantities.",
        )
    },
    public(
        "/blogs",
        "src/features/site/BlogsPage.tsx",
        "Blogs · Trowel",
        "Five questions about building web shops, answered.",
    ),
    public(
        "/portfolio",
        "src/features/site/PortfolioPage.tsx",
        "My Portfolio · Trowel",
        "Education, skills and projects.",
    ),
    PageMeta {
        preload: Preload::AllReviews,
        ..public(
            "/allReview",
            "src/features/reviews/AllReviewsPage.tsx",
            "All Reviews · Trowel",
            "What customers say about our gardening tools.",
        )
    },
    public(
        "/login",
        "src/features/identity/LoginPage.tsx",
        "Login · Trowel",
        "Sign in to order tools and follow your orders.",
    ),
    public(
        "/signup",
        "src/features/identity/SignUpPage.tsx",
        "Sign Up · Trowel",
        "Create an account to order tools.",
    ),
    unlisted(
        "/finish",
        "src/features/identity/FinishPage.tsx",
        "Finish your account · Trowel",
        "One e-mail address, and your account is complete.",
    ),
    unlisted(
        "/reset-password",
        "src/features/identity/ResetPasswordPage.tsx",
        "Reset password · Trowel",
        "Choose a new password with a link that we email you.",
    ),
    unlisted(
        "/verify-email",
        "src/features/identity/VerifyEmailPage.tsx",
        "Confirm your e-mail · Trowel",
        "Confirm that the address you signed up with is yours.",
    ),
    guarded("/tools/*", "src/features/ordering/PurchasePage.tsx", "Purchase · Trowel"),
    guarded("/dashboard", "src/features/accounts/ProfilePage.tsx", "Dashboard · Trowel"),
    guarded(
        "/dashboard/account",
        "src/features/identity/account/AccountPage.tsx",
        "Account & security · Trowel",
    ),
    guarded("/dashboard/myOrders", "src/features/ordering/MyOrdersPage.tsx", "My Orders · Trowel"),
    guarded("/dashboard/review", "src/features/reviews/ReviewPage.tsx", "Review · Trowel"),
    PageMeta {
        is_payment: true,
        ..guarded("/dashboard/payment/*", "src/features/payment/PaymentPage.tsx", "Payment · Trowel")
    },
    guarded("/dashboard/users", "src/features/accounts/UsersPage.tsx", "Users · Trowel"),
    guarded("/dashboard/addProduct", "src/features/catalogue/AddToolPage.tsx", "Add Tool · Trowel"),
    guarded("/dashboard/manageProduct", "src/features/catalogue/ManageToolsPage.tsx", "Manage Tool · Trowel"),
    guarded("/dashboard/manageProduct/*", "src/features/catalogue/EditToolPage.tsx", "Edit Tool · Trowel"),
    guarded(
        "/dashboard/manageOrders",
        "src/features/ordering/ManageOrdersPage.tsx",
        "Manage Orders · Trowel",
    ),
    guarded("/dashboard/books", "src/features/ledger/BooksPage.tsx", "Books · Trowel"),
    guarded("/dashboard/mails", "src/features/mail/MailsPage.tsx", "Undelivered mail · Trowel"),
];

/// The web app's modules of a page or of the not-found page, as web/src/app/routes.tsx nests them. Modules that all
/// pages share are not included.
pub fn modules(screen: Option<&PageMeta>) -> impl Iterator<Item = &'static str> + use<> {
    let guards = screen.is_some_and(|screen| screen.requires_sign_in).then_some("src/app/guards.tsx");
    let layout = screen
        .is_some_and(|screen| screen.path.starts_with("/dashboard"))
        .then_some("src/app/layouts/DashboardLayout.tsx");
    let page = screen.map_or(NOT_FOUND_MODULE, |screen| screen.module);
    guards.into_iter().chain(layout).chain([page])
}

/// The page at this path. A trailing slash is ignored.
pub fn find(path: &str) -> Option<&'static PageMeta> {
    let path = path.strip_suffix('/').filter(|rest| rest.len() > 1).unwrap_or(path);
    PAGES.iter().find(|screen| {
        let mut wanted = screen.path.split('/');
        let mut given = path.split('/');
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return true,
                (Some("*"), Some(segment)) if !segment.is_empty() => {}
                (Some(wanted), Some(given)) if wanted == given => {}
                _ => return false,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screens_of_the_specification_exist_and_others_do_not() {
        for path in ["/", "/home", "/tool", "/tool/", "/tools/123", "/dashboard", "/dashboard/payment/1"] {
            assert!(find(path).is_some(), "{path}");
        }
        for path in ["/tools", "/tools/", "/tools/1/2", "/dashboard/payment", "/nowhere", "//", "/HOME"] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn only_one_screen_lets_the_card_provider_in() {
        let payment: Vec<_> =
            PAGES.iter().filter(|screen| screen.is_payment).map(|screen| screen.path).collect();
        assert_eq!(payment, ["/dashboard/payment/*"]);
    }
}
