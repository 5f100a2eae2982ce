import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Params, useParams } from "react-router";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Breadcrumbs } from "../../../ui/Breadcrumbs.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { PostArticle } from "../../settings/posts/PostArticle.tsx";
import { postQuery } from "./queries.ts";

export function prefetch(queryClient: QueryClient, { slug = "" }: Params) {
  void queryClient.prefetchQuery(postQuery(slug));
}

export default function PostPage() {
  const { slug = "" } = useParams();
  const { data: post, error, refetch } = useQuery(postQuery(slug));
  return (
    <div className="measure py-4 md:py-8">
      {post ? (
        <>
          <PageTitle>{post.title}</PageTitle>
          <Breadcrumbs above={[{ to: paths.blogs, name: "Blogs" }]} here={post.title} />
          <PostArticle post={post} />
        </>
      ) : post === null ? (
        <Missing />
      ) : error ? (
        <>
          <h1 className="mb-8 text-title">Blog post</h1>
          <LoadError error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <Spinner label="Loading the post" />
      )}
    </div>
  );
}

const MISSING = "We don’t have this post";

const Missing = () => (
  <>
    <PageTitle>{MISSING}</PageTitle>
    <h1 className="sr-only">Blog post</h1>
    <EmptyState
      title={MISSING}
      action={
        <AppLink to={paths.blogs} className="btn btn-primary">
          Blogs
        </AppLink>
      }
    >
      It may have been taken back, or the link is wrong.
    </EmptyState>
  </>
);
