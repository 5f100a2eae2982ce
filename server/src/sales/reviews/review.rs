//! What a review is, and who may write one.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    db::row,
    settings::shop_settings::preferences::ReviewPolicy,
    values::{
        ids::Id,
        language::{Localized, localized},
        text_enum,
        time::Timestamp,
    },
};

text_enum! {
    /// Where a review is shown.
    pub enum ReviewState {
        /// The public pages show the review.
        Published = "published",
        /// Waits for the owner, who publishes it.
        Pending = "pending",
        /// The owner has hidden it.
        Hidden = "hidden",
    }
}

impl ReviewState {
    /// The state after an edit. A hidden review stays hidden.
    #[must_use]
    pub fn after_edit(self, policy: ReviewPolicy) -> Self {
        if self == Self::Published { Self::initial(policy) } else { self }
    }

    pub fn initial(policy: ReviewPolicy) -> Self {
        match policy {
            ReviewPolicy::Approval => Self::Pending,
            ReviewPolicy::Everyone | ReviewPolicy::Verified | ReviewPolicy::Buyers => Self::Published,
        }
    }
}

row! {
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Review {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        pub name: String,
        pub review: String,
        /// Meant from 0 to 5 and not held to it; screens clamp it.
        pub rating: f64,
        /// A verified purchase: the author has bought this tool, which the review is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub tool_name: Option<String>,
        /// The owner's answer, shown below the review.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String)]
        pub reply: Option<String>,
        #[schema(value_type = String, format = DateTime)]
        pub created_at: Timestamp,
        /// The owner brought it from the former shop. Nothing shows that its author has bought the tool.
        #[serde(skip_serializing_if = "is_false")]
        #[schema(required = false)]
        pub from_former_shop: bool,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature of serde")]
const fn is_false(value: &bool) -> bool {
    !*value
}

row! {
    /// A review with where it is shown.
    #[derive(Serialize, ToSchema)]
    pub struct ReviewWithState {
        #[serde(flatten)]
        pub review: Review,
        pub state: ReviewState,
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
    pub fn sentence(self) -> Localized {
        match self {
            Self::EmailNotVerified => {
                localized!(
                    "Only customers with a confirmed e-mail address can review here. Please confirm yours with \
                     the link that we e-mailed to you.",
                    "Il faut une adresse courriel confirmée pour donner un avis ici. Veuillez confirmer la \
                     vôtre avec le lien que nous vous avons envoyé par courriel."
                )
            }
            Self::NothingBought => {
                localized!(
                    "Only customers with a paid order can review here. You can review a tool as soon as you \
                     have paid for it.",
                    "Il faut une commande payée pour donner un avis ici. Vous pouvez donner votre avis sur un \
                     outil dès que vous l’avez payé."
                )
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
