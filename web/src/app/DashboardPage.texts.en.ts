export const texts = {
  today: "Today",
};
