//! Enums that are text in the database and on the wire.

/// Declares an enum with the texts of its variants. `enum Role or User`: unknown text in the database means `User`.
macro_rules! text_enum {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident $(or $unknown:ident)? {
        $($(#[$variant_attribute:meta])* $variant:ident = $text:tt),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        $visibility enum $name {
            $($(#[$variant_attribute])* #[serde(rename = $text)] $variant),+
        }

        impl $name {
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.as_str() == text)
            }
        }

        $crate::db::column! {
            $name as String: |value| value.as_str(), |text| Self::parse(&text)$(.or(Some(Self::$unknown)))?
        }
    };
}
pub(crate) use text_enum;
