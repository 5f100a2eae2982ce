/** The states of a tool by which the admin filters. The empty one is every tool. */
export const toolStates = {
  "": "All",
  published: "Published",
  draft: "Drafts",
  low: "Low stock",
  untranslated: "Not in French",
};
