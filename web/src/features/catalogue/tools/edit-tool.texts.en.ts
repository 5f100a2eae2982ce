import { formatCount } from "../../../money.ts";

export const texts = {
  titleOf: (tool: string) => `Edit ${tool}`,
  title: "Edit Tool",
  manageTools: "Manage Tool",
  removed: "This tool is no longer for sale",
  removedExplanation: "It has been deleted, or the link is wrong.",
  loading: "Loading the tool",
  saved: (tool: string) => `tool:${tool} is saved`,
  unchanged: "Nothing has changed",
  stockWhenOpened: (quantity: number) =>
    `${formatCount(quantity)} when you opened this page. Orders placed since then are subtracted.`,
  save: "Save",
  saving: "Saving …",
  cancel: "Cancel",

  changedByOther: "Someone else has changed this tool",
  notSaved: "Your changes are not saved yet. Since you opened the tool:",
  before: "Before",
  now: "Now",
  changedByYou: "You have changed this, too.",
  keep: "Keep my changes",
  discard: "Discard my changes",
  keepExplanation: "Your changes are applied to the latest version. Review them and save again.",
  /** The value of an empty field. */
  nothing: "none",
  statuses: { published: "published", draft: "draft" },
};
