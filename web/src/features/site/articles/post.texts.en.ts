export const texts = {
  blogs: "Blogs",
  post: "Blog post",
  loading: "Loading the post",
  missing: "We don’t have this post",
  missingExplanation: "It may have been taken back, or the link is wrong.",
};
