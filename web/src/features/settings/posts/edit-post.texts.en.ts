export const texts = {
  blogPosts: "Blog posts",
  newPost: "New post",
  editPost: "Edit post",
  editTitle: (title: string) => `Edit ${title}`,
  noSuchPost: "There is no such post",
  noSuchPostHint: "It has been deleted, or the link is wrong.",
  loading: "Loading the post",

  labels: {
    title: "Title",
    text: "Text",
    picture: "Picture",
    pictureAlt: "Alt text",
    status: "Status",
  },
  statuses: { draft: "Draft, not shown to visitors", published: "Published" },
  titleRequired: "Title is required",
  addressStays: (address: string) => `Its address stays ${address}`,
  textRequired: "Text is required",
  textHint:
    "A blank line starts a new paragraph. # makes a heading, - a list, **bold**, and [text](/tool) a link.",
  pictureHint: "Upright pictures look best. JPEG, PNG or WebP.",
  asVisitorsSee: "As visitors see it",
  pictureAltHint: "Describes the picture for people who cannot see it.",
  statusHint: "Publishing gives a draft the date of today.",

  changedByOther:
    "Someone else has changed this post since you opened it. Please check it, and save again.",
  save: "Save",
  saving: "Saving …",
  uploading: "Uploading …",
  draftSaved: "Draft saved",
  published: "Post published",
  cancel: "Cancel",
  preview: "Preview",
  noTitle: "No title yet",
  textChanged: "The text has changed. Press Preview again.",
};
