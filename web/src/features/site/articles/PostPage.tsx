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
import { texts } from "./post.texts.en.ts";
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
          <Breadcrumbs above={[{ to: paths.blogs, name: texts.blogs }]} here={post.title} />
          <PostArticle post={post} />
        </>
      ) : post === null ? (
        <Missing />
      ) : error ? (
        <>
          <h1 className="mb-8 text-title">{texts.post}</h1>
          <LoadError error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </div>
  );
}

const Missing = () => (
  <>
    <PageTitle>{texts.missing}</PageTitle>
    <h1 className="sr-only">{texts.post}</h1>
    <EmptyState
      title={texts.missing}
      action={
        <AppLink to={paths.blogs} className="btn btn-primary">
          {texts.blogs}
        </AppLink>
      }
    >
      {texts.missingExplanation}
    </EmptyState>
  </>
);
