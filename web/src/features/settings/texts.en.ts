/** What the fields of several pages of settings share. */
export const uploadField = {
  uploading: "Uploading …",
  choose: "Choose a picture, or drop one here.",
  remove: (label: string) => `Remove ${label.toLowerCase()}`,
};

export const conflictTexts = {
  title: "Changed by both of you",
  about: "Your text is still in the form. Saving it replaces the other one.",
  savedBy: {
    owner: "Saved by the other owner",
    person: "Saved by the other person",
  } satisfies Record<"owner" | "person", string>,
  yours: "Yours",
  take: "Use the other one",
  takeFor: (label: string) => `Use the other one for ${label}`,
  empty: "empty",
};
