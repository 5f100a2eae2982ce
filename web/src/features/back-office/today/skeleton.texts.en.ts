export const texts = {
  title: "Today",
  loading: "Loading what waits …",
};
