//! The screens of docs/specification.md §2, as the server needs to know them: which exist, what they are called, and
//! what they show first.

pub struct Screen {
    /// Segments; `*` stands for any one segment.
    pub path: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// Open to signed-out visitors, so also to search engines.
    pub is_public: bool,
    /// The card provider's script runs here and nowhere else.
    pub is_payment: bool,
    pub first_data: FirstData,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstData {
    None,
    Home,
    AllTools,
}

pub const NOT_FOUND_TITLE: &str = "Page not found · Trowel";
pub const NOT_FOUND_DESCRIPTION: &str = "There is no page at this address.";

const SHOP: &str = "Gardening and yard care tools from Canada, sold singly and in trade quantities.";

const fn public(path: &'static str, title: &'static str, description: &'static str) -> Screen {
    Screen { path, title, description, is_public: true, is_payment: false, first_data: FirstData::None }
}

const fn signed_in(path: &'static str, title: &'static str) -> Screen {
    Screen {
        path,
        title,
        description: SHOP,
        is_public: false,
        is_payment: false,
        first_data: FirstData::None,
    }
}

/// In the order of the specification.
const SCREENS: &[Screen] = &[
    Screen { first_data: FirstData::Home, ..public("/", "Trowel · Gardening and Yard Care Tools", SHOP) },
    Screen {
        first_data: FirstData::Home, ..public("/home", "Trowel · Gardening and Yard Care Tools", SHOP)
    },
    Screen {
        first_data: FirstData::AllTools,
        ..public(
            "/tool",
            "All Tools · Trowel",
            "Spades, forks, shears, cans and the rest of the shed, each with its minimum and what is in stock.",
        )
    },
    public("/blogs", "Blogs · Trowel", "Five questions about building web shops, answered."),
    public("/portfolio", "My Portfolio · Trowel", "Education, skills and projects."),
    public("/allReview", "All Reviews · Trowel", "What customers say about our gardening tools."),
    public("/login", "Login · Trowel", "Sign in to order tools and follow your orders."),
    public("/signup", "Sign Up · Trowel", "Make an account to order tools."),
    signed_in("/tools/*", "Purchase · Trowel"),
    signed_in("/dashboard", "Dashboard · Trowel"),
    signed_in("/dashboard/myOrders", "My Orders · Trowel"),
    signed_in("/dashboard/review", "Review · Trowel"),
    Screen { is_payment: true, ..signed_in("/dashboard/payment/*", "Payment · Trowel") },
    signed_in("/dashboard/users", "Users · Trowel"),
    signed_in("/dashboard/addProduct", "Add Tool · Trowel"),
    signed_in("/dashboard/manageProduct", "Manage Tool · Trowel"),
    signed_in("/dashboard/manageProduct/*", "Edit Tool · Trowel"),
    signed_in("/dashboard/manageOrders", "Manage Orders · Trowel"),
];

/// The screen at this path. A slash at the end is forgiven.
pub fn find(path: &str) -> Option<&'static Screen> {
    let path = path.strip_suffix('/').filter(|rest| rest.len() > 1).unwrap_or(path);
    SCREENS.iter().find(|screen| {
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
            SCREENS.iter().filter(|screen| screen.is_payment).map(|screen| screen.path).collect();
        assert_eq!(payment, ["/dashboard/payment/*"]);
    }
}
