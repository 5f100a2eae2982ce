/**
 * How the shop writes amounts, counts and dates. The one place to change when the owner can choose them.
 * `en-CA` shows Canadian dollars as $, as docs/specification.md asks.
 */
export const shopLocale = { locale: "en-CA", currency: "CAD" };
