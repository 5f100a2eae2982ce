import type { ReactNode } from "react";

export const texts = {
  title: "Blog posts",
  newPost: "New post",
  readOnBlogs: "Visitors read published posts on Blogs, and with a feed reader.",
  blogsIsOff: "Blogs is off, so visitors see no posts. The owner turns it on in Shop settings.",
  loading: "Loading the posts",
  noPosts: "No posts yet",
  noPostsHint: "Tell your customers what is new, or how they use a tool.",
  postTitle: "Title",
  state: "State",
  published: "Published",
  draft: "Draft",
  date: "Date",
  changedOn: (date: ReactNode) => <>Changed {date}</>,
  edit: "Edit",
  editPost: (title: string) => `Edit ${title}`,
  delete: "Delete",
  deletePost: (title: string) => `Delete ${title}`,
  deleted: (title: string) => `Post ${title} is deleted`,
};
