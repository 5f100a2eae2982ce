//! The sales layer: baskets, purchases, payments and refunds, and the reviews afterwards.

pub mod basket;
pub mod checkout;
pub mod discounts;
pub mod former_orders;
pub mod guests;
pub mod newsletter;
pub mod orders;
pub mod owner_notices;
pub mod payments;
pub mod purchases;
pub mod quote;
pub mod review_requests;
pub mod reviews;
pub mod shop_figures;
