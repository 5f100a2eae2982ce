export const texts = {
  picture: "A sign reads 404 beside an empty hole: this page does not exist",
  error: "Error 404",
  title: "Nothing grows here",
  explanation: "There is no page at this address. It may have moved, or the link is wrong.",
  allTools: "All Tools",
  home: "Home",
};
