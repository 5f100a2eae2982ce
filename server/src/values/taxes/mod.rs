//! Sales taxes of Canada: rates by province and day, and amounts in whole cents.
//!
//! A sale has at most two taxes. The federal one is GST, or HST where a province has joined its tax to it. The
//! provincial one is QST, PST or RST. Both are calculated on the price without tax. This folder knows no shop.

pub mod rates;
pub mod returns;
pub mod shares;

use crate::values::{language::Language, text_enum};

text_enum! {
    #[derive(PartialOrd, Ord)]
    pub enum Tax {
        Gst = "GST",
        Hst = "HST",
        Qst = "QST",
        Pst = "PST",
        Rst = "RST",
    }
}

impl Tax {
    /// The name on an invoice.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::Gst => language.choose("GST", "TPS"),
            Self::Hst => language.choose("HST", "TVH"),
            Self::Qst => language.choose("QST", "TVQ"),
            Self::Pst => language.choose("PST", "TVP"),
            Self::Rst => language.choose("RST", "TVD"),
        }
    }

    pub const fn is_federal(self) -> bool {
        matches!(self, Self::Gst | Self::Hst)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub tax: Tax,
    /// The rate in millionths of the price: 99,750 is 9.975 %.
    pub millionths: i64,
}

impl Rate {
    /// The tax on a base in cents. Half a cent counts as one (Excise Tax Act 165.2; Revenu Québec, calculating the
    /// taxes).
    pub const fn amount(self, base: i64) -> i64 {
        (base * self.millionths + 500_000) / 1_000_000
    }

    /// `9.975%` or `9,975 %`.
    pub fn format_percent(self, language: Language) -> String {
        let percent = self.percent();
        match language {
            Language::English => format!("{percent}%"),
            Language::French => format!("{percent}\u{a0}%").replace('.', ","),
        }
    }

    /// Returns the rate in percent, such as 9.975.
    pub fn percent(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rate has at most six digits")]
        let millionths = self.millionths as f64;
        millionths / 10_000.0
    }
}

/// The taxes on a sale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rates {
    pub federal: Option<Rate>,
    pub provincial: Option<Rate>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_cent_counts_as_one() {
        let qst = Rate { tax: Tax::Qst, millionths: 99_750 };
        let gst = Rate { tax: Tax::Gst, millionths: 50_000 };
        for (base, expected) in
            [(10_000, (500, 998)), (39_900, (1_995, 3_980)), (5, (0, 0)), (10, (1, 1)), (30, (2, 3))]
        {
            assert_eq!((gst.amount(base), qst.amount(base)), expected, "{base}");
        }
        assert_eq!(qst.percent().to_string(), "9.975");
        assert_eq!(qst.format_percent(Language::English), "9.975%");
        assert_eq!(qst.format_percent(Language::French), "9,975\u{a0}%");
    }
}
