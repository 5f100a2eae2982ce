export const texts = {
  /** A card of a brand that has no name here. */
  card: "Card",
};
