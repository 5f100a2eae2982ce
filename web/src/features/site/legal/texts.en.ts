export const texts = {
  draft: "This is a first draft. The owner of the shop has not checked it yet.",
  loading: "Loading the text",
};
