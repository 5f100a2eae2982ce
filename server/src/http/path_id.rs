//! Ids in the path of a request. A malformed id gets the 404 of an unknown one.

use axum::{extract::FromRequestParts, http::request::Parts};

use super::{error::ApiError, json::PathSegment, missing::Missing};
use crate::values::ids::Id;

/// An extractor for each kind of thing, with the name of the thing in the error.
macro_rules! path_ids {
    ($($name:ident: $thing:literal = $missing:ident;)*) => {$(
        #[doc = concat!("The id of the ", $thing, " in the path.")]
        pub struct $name(pub Id);

        impl<S: Sync + Send> FromRequestParts<S> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
                let PathSegment(id) = PathSegment::<String>::from_request_parts(parts, state).await?;
                Self::parse(&id).map(Self)
            }
        }

        impl $name {
            /// Parses an id that the handler takes as text, so that it can report errors of the body or the query
            /// first.
            pub fn parse(text: &str) -> Result<Id, ApiError> {
                Id::parse(text).ok_or_else(|| ApiError::not_found(Missing::$missing))
            }
        }
    )*};
}

path_ids! {
    AccountPathId: "account" = Account;
    ApiKeyPathId: "API key" = ApiKey;
    CategoryPathId: "category" = Category;
    DiscountCodePathId: "discount code" = DiscountCode;
    EmailPathId: "e-mail" = Email;
    OrderPathId: "order" = Order;
    PostPathId: "post" = Post;
    PurchasePathId: "purchase" = Purchase;
    PushDevicePathId: "device" = Device;
    RedirectPathId: "redirect" = Redirect;
    ReviewPathId: "review" = Review;
    SessionPathId: "session" = Session;
    ToolPathId: "tool" = Tool;
    WebhookPathId: "webhook" = Webhook;
}
