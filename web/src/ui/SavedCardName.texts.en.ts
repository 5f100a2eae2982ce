export const texts = {
  cardEndingIn: "ending in",
};
