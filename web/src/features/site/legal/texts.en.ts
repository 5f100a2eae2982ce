export const texts = {
  onThisPage: "On this page",
  draft: "This is a first draft. The owner of the shop has not checked it yet.",
  officer: "Person in charge of personal information",
  loading: "Loading the text",
};
