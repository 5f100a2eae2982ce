export const texts = {
  about: "About",
  loading: "Loading the text",
};
