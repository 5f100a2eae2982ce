export const texts = {
  more: "More",
};
