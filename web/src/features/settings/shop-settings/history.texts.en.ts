export const texts = {
  back: "Shop settings",
  title: "Settings history",
  about: "Each change, newest first. Of a long text you see the part that changed.",
  loading: "Loading the history",
  empty: "No changes yet",
  emptyText: "The first change of a setting appears here.",
  deletedAccount: "A deleted account",
  checked: "Checked, without a change",
};
