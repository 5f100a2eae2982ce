import { queryOptions } from "@tanstack/react-query";
import {
  type Post,
  type PostToEdit,
  request,
  send,
  unwrapWithEtag,
  type WithEtag,
} from "../../../api/client.ts";
import { PRIVATE, pagesQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

/** Drafts too. */
export const managedPostsQuery = pagesQuery(["posts", "managed"], "/managePosts", {}, PRIVATE);

/** The post to edit. It is read when the form opens and not refreshed during the edit. */
export const postToEditQuery = (id: string) =>
  queryOptions({
    queryKey: ["post", id, "edited"],
    queryFn: ({ signal }) =>
      unwrapWithEtag<PostToEdit>(request("GET /posts/{id}", { path: { id }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    ...PRIVATE,
  });

/** What the form holds. */
export interface PostDraft {
  title: string;
  text: string;
  /** The path, or empty. */
  picture: string;
  pictureAlt: string;
  status: "draft" | "published";
}

export const draftOf = (post?: PostToEdit): PostDraft => ({
  title: post?.title ?? "",
  text: post?.text ?? "",
  picture: post?.picture ?? "",
  pictureAlt: post?.pictureAlt ?? "",
  status: post?.publishedAt ? "published" : "draft",
});

/** Adds a post, or changes the one that was opened. */
export const useSavePost = (opened?: WithEtag<PostToEdit>) =>
  useChange(
    ({ status, ...typed }: PostDraft): Promise<unknown> => {
      const body = { ...typed, draft: status === "draft" };
      if (!opened) return send("POST /posts", { body });
      const { data, etag } = opened;
      const header = { "If-Match": etag };
      return send("PUT /posts/{id}", { path: { id: data._id }, header, body });
    },
    ["posts"],
  );

export const usePreview = () =>
  useChange((text: string) => send("POST /posts/preview", { body: { text } }));

export const useDeletePost = () =>
  useChange(({ _id }: Post) => send("DELETE /posts/{id}", { path: { id: _id } }), ["posts"]);
