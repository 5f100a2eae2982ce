import { queryOptions } from "@tanstack/react-query";
import { type PostPage, send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { pagesQuery } from "../../../api/query.ts";

// The server preloads both. After a change of posts, keys that begin with "posts" are read again.

export const postsQuery = pagesQuery(["posts", "pages", {}], "/posts", { query: { limit: 20 } });

/** Reads the page of a post. The data is `null` if there is no such post. */
export const postQuery = (slug: string) =>
  queryOptions({
    queryKey: ["posts", "page", slug],
    queryFn: async ({ signal }): Promise<PostPage | null> => {
      try {
        return await send("GET /post-pages/{slug}", { path: { slug }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
