//! A line of a basket, and why it cannot be bought as it stands.

use crate::{
    catalogue::tools::price_steps::PriceSteps,
    db::row,
    sales::quote::QuoteLine,
    values::{
        ids::Id,
        language::{Localized, localized},
        money::Cents,
        time::Timestamp,
    },
};

row! {
    /// What a quote and an order need of a tool.
    #[derive(PartialEq, Eq)]
    pub struct BasketTool {
        pub id: Id,
        pub name: String,
        pub slug: String,
        pub img: String,
        pub img_alt: String,
        pub price: Cents,
        pub price_steps: PriceSteps,
        pub available: i64,
        pub minimum: i64,
        pub revision: i64,
        pub is_draft: bool,
        pub deleted_at: Option<Timestamp>,
        /// The weight of one piece. `None` if the owner has not entered it.
        pub grams: Option<i64>,
    }
}

row! {
    #[derive(PartialEq, Eq)]
    pub struct BasketLine {
        pub tool: BasketTool,
        pub quantity: i64,
        /// The price of one piece that the customer saw last. Never the price that is charged.
        pub shown: Cents,
        pub added_at: Timestamp,
    }
}

/// Why so many pieces of a tool cannot be bought now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineProblem {
    /// It was removed, or is a draft again.
    ToolUnavailable,
    /// Fewer pieces are left than the minimum.
    SoldOut,
    NotEnoughStock {
        available: i64,
    },
    BelowMinimum {
        minimum: i64,
    },
}

impl BasketTool {
    /// Whether customers see it.
    pub fn is_published(&self) -> bool {
        !self.is_draft && self.deleted_at.is_none()
    }

    /// The price of one piece in an order of `quantity` pieces.
    pub fn price_for(&self, quantity: i64) -> Cents {
        self.price_steps.price_for(quantity, self.price)
    }

    /// Whether there is a quantity that can be bought.
    pub fn is_left(&self) -> bool {
        self.is_published() && self.available >= self.minimum.max(1)
    }

    pub fn problem(&self, quantity: i64) -> Option<LineProblem> {
        let Self { available, minimum, .. } = *self;
        if !self.is_published() {
            Some(LineProblem::ToolUnavailable)
        } else if !self.is_left() {
            Some(LineProblem::SoldOut)
        } else if quantity > available {
            Some(LineProblem::NotEnoughStock { available })
        } else if quantity < minimum {
            Some(LineProblem::BelowMinimum { minimum })
        } else {
            None
        }
    }

    pub fn quote_line(&self, quantity: i64) -> QuoteLine {
        QuoteLine { tool: self.id.clone(), price: self.price_for(quantity), quantity, grams: self.grams }
    }
}

impl BasketLine {
    pub fn price(&self) -> Cents {
        self.tool.price_for(self.quantity)
    }

    /// Whether the customer saw another price than today's.
    pub fn is_price_new(&self) -> bool {
        self.tool.is_published() && self.shown != self.price()
    }
}

impl LineProblem {
    pub const fn code(self) -> &'static str {
        match self {
            Self::ToolUnavailable => "tool_unavailable",
            Self::SoldOut => "sold_out",
            Self::NotEnoughStock { .. } => "not_enough_stock",
            Self::BelowMinimum { .. } => "below_minimum",
        }
    }

    pub fn sentence(self) -> Localized {
        match self {
            Self::ToolUnavailable => {
                localized!("This tool is no longer for sale.", "Cet outil n’est plus en vente.")
            }
            Self::SoldOut => localized!("This tool is sold out.", "Cet outil est épuisé."),
            Self::NotEnoughStock { available } => {
                localized!("Only {available} left.", "Il n’en reste que {available}.")
            }
            Self::BelowMinimum { minimum } => {
                localized!("The minimum is {minimum}.", "Le minimum est de {minimum}.")
            }
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn tool(name: &str, available: i64, minimum: i64) -> BasketTool {
        BasketTool {
            id: Id::new(Timestamp::from_micros(0)),
            name: name.into(),
            slug: name.into(),
            img: String::new(),
            img_alt: String::new(),
            price: Cents::new(1_000).unwrap(),
            price_steps: PriceSteps::parse("from 10: 9.00").unwrap(),
            available,
            minimum,
            revision: 1,
            is_draft: false,
            deleted_at: None,
            grams: None,
        }
    }

    #[test]
    fn a_line_says_why_it_cannot_be_bought() {
        let rake = tool("Rake", 12, 6);
        assert_eq!(rake.problem(6), None);
        assert_eq!(rake.problem(12), None);
        assert_eq!(rake.problem(13), Some(LineProblem::NotEnoughStock { available: 12 }));
        assert_eq!(rake.problem(5), Some(LineProblem::BelowMinimum { minimum: 6 }));
        for available in [0, 5] {
            let rake = BasketTool { available, ..rake.clone() };
            assert_eq!(rake.problem(6), Some(LineProblem::SoldOut), "less than the minimum cannot be sold");
        }
        let draft = BasketTool { is_draft: true, ..rake.clone() };
        let removed = BasketTool { deleted_at: Some(Timestamp::from_micros(0)), ..rake };
        for tool in [draft, removed] {
            assert_eq!(tool.problem(6), Some(LineProblem::ToolUnavailable));
        }
    }

    #[test]
    fn a_price_is_new_at_the_same_quantity_only() {
        let line = |quantity, shown| BasketLine {
            tool: tool("Rake", 50, 1),
            quantity,
            shown: Cents::new(shown).unwrap(),
            added_at: Timestamp::from_micros(0),
        };
        assert!(!line(9, 1_000).is_price_new() && !line(10, 900).is_price_new());
        assert!(line(9, 999).is_price_new());
    }
}
