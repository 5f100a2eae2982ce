//! What a review is, and who may write one.

use serde::Serialize;
use utoipa::ToSchema;

use crate::settings::shop_settings::preferences::ReviewPolicy;

/// Where a review is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    /// On the public pages.
    Published,
    /// Waits for the owner, who publishes it.
    Pending,
    /// The owner has hidden it.
    Hidden,
}

impl ReviewState {
    const ALL: [Self; 3] = [Self::Published, Self::Pending, Self::Hidden];

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Pending => "pending",
            Self::Hidden => "hidden",
        }
    }

    /// After an edit. A hidden review stays hidden.
    #[must_use]
    pub fn after_edit(self, policy: ReviewPolicy) -> Self {
        if self == Self::Published { Self::first(policy) } else { self }
    }

    pub fn first(policy: ReviewPolicy) -> Self {
        match policy {
            ReviewPolicy::Approval => Self::Pending,
            ReviewPolicy::Everyone | ReviewPolicy::Verified | ReviewPolicy::Buyers => Self::Published,
        }
    }
}

/// Why an account may not review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewRefusal {
    EmailNotVerified,
    NothingBought,
}

impl ReviewRefusal {
    /// What happened, and what to do.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::EmailNotVerified => {
                "Only customers with a confirmed e-mail address can review here. Please confirm yours with the link that we e-mailed to you."
            }
            Self::NothingBought => {
                "Only customers with a paid order can review here. You can review a tool as soon as you have paid for it."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_neither_skips_the_approval_nor_shows_a_hidden_review() {
        use ReviewState::{Hidden, Pending, Published};
        let after = |policy| ReviewState::ALL.map(|state| state.after_edit(policy));
        assert_eq!(after(ReviewPolicy::Everyone), [Published, Pending, Hidden]);
        assert_eq!(after(ReviewPolicy::Approval), [Pending, Pending, Hidden]);
    }
}
