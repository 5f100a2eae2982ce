export const texts = {
  title: "Blogs",
  introduction: "Five questions about the tools this shop itself is built with.",
  number: (place: number) => `No. 0${place}`,
  exampleOf: (question: string) => `Example: ${question}`,

  loading: "Loading the posts",
  noPosts: "No posts yet",
  nothingWritten: "We have not written anything yet.",
  posts: "Posts of the shop",
  fromTheShop: "From the shop",
};
