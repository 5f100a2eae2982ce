export const texts = {
  title: "All Reviews",
  lead: "In the words of the people who dig with them.",
  empty: "No reviews yet",
  emptyHint: "Be the first to write one.",
};
