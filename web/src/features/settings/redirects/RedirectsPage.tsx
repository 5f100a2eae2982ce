import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Redirect } from "../../../api/client.ts";
import { formatCount } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { useConfirm } from "../../../ui/use-confirm.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { MissingPathList } from "./MissingPathList.tsx";
import {
  missingPathsQuery,
  redirectsQuery,
  useDeleteRedirect,
  useSaveRedirect,
} from "./queries.ts";
import { RedirectFile } from "./RedirectFile.tsx";
import { texts } from "./texts.en.ts";

/** The owner's page that says where the addresses of a former shop lead. */
export default function RedirectsPage() {
  const [path, setPath] = useSearchParam("path");
  const [q, setQ] = useSearchParam("q");
  const list = useInfiniteQuery(redirectsQuery(q));
  const { data, error, refetch, isPlaceholderData } = list;
  const redirects = data?.pages.flatMap((page) => page.rows);
  const hasNone = redirects?.length === 0 && !q;

  return (
    <>
      <BackLink to={paths.shopSettings}>{texts.shopSettings}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <RedirectForm key={path} path={path} onSaved={() => setPath("", { replace: true })} />
      <MissingPaths />
      <RedirectFile />
      <h2 className="mt-10 text-heading">{texts.all}</h2>
      {!hasNone && (
        <SearchField
          label={texts.search}
          className="mt-4 max-w-md"
          value={q}
          onSearch={(text) => setQ(text, { replace: true })}
        />
      )}
      <p role="status" className="mb-4 min-h-5 text-sm leading-5 text-quiet">
        {data && !hasNone && texts.inAll(data.pages[0]?.total ?? 0)}
      </p>
      <div aria-busy={isPlaceholderData}>
        {redirects ? (
          <RedirectsTable redirects={redirects} isFiltered={Boolean(q)} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

function RedirectForm({ path, onSaved }: { path: string; onSaved: () => void }) {
  const saving = useSaveRedirect();
  const form = useApiForm({
    keepAs: "redirect",
    defaultValues: { path, target: "" },
    call: (typed: { path: string; target: string }) => saving.mutateAsync(typed),
    done: (_, { path: saved }) => {
      form.reset({ path: "", target: "" });
      onSaved();
      showToast("success", texts.saved(saved.trim()));
    },
  });
  return (
    <form noValidate className="mt-6 max-w-3xl" onSubmit={form.submit}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Field
          label={texts.oldAddress}
          required
          autoComplete="off"
          maxLength={600}
          placeholder="/products/draw-hoe"
          {...form.field("path", { required: texts.oldAddressRequired })}
        />
        <Field
          label={texts.leadsTo}
          required
          autoComplete="off"
          autoFocus={path !== ""}
          maxLength={600}
          placeholder="/tool/draw-hoe"
          {...form.field("target", { required: texts.leadsToRequired })}
        />
      </div>
      <FormFailure form={form} className="mb-3 empty:hidden" />
      <Button type="submit" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  );
}

/** Hidden while there are none. */
function MissingPaths() {
  const { data = [] } = useQuery(missingPathsQuery);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="missing-paths" className="mt-10">
      <h2 id="missing-paths" className="text-heading">
        {texts.notFound}
      </h2>
      <p className="mt-2 max-w-prose text-quiet">{texts.notFoundHint}</p>
      <MissingPathList paths={data} className="max-h-96 max-w-3xl overflow-y-auto" />
    </section>
  );
}

function RedirectsTable({ redirects, isFiltered }: { redirects: Redirect[]; isFiltered: boolean }) {
  const deletion = useDeleteRedirect();
  const { ask, dialog } = useConfirm<Redirect>({
    question: ({ path }) => ({
      title: texts.deleteQuestion(path),
      text: <p>{texts.deleteEffect}</p>,
      button: texts.delete,
      variant: "danger",
    }),
    run: async (redirect) => {
      await deletion.mutateAsync(redirect);
      return { kind: "success", text: texts.deleted(redirect.path) };
    },
  });
  if (redirects.length === 0)
    return isFiltered ? (
      <EmptyState title={texts.noneMatching} picture="/scenes/empty-search.svg">
        {texts.noneMatchingHint}
      </EmptyState>
    ) : (
      <EmptyState title={texts.noneYet}>{texts.noneYetHint}</EmptyState>
    );
  return (
    <>
      <Table
        caption={texts.title}
        rows={redirects}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: texts.oldAddress,
            rowHeader: true,
            className: "wrap-anywhere",
            cell: ({ path }) => path,
          },
          {
            title: texts.leadsTo,
            className: "wrap-anywhere",
            cell: ({ target }) => (
              <a href={target} className="underline underline-offset-4">
                {target}
              </a>
            ),
          },
          { title: texts.visits, numeric: true, cell: ({ hits }) => formatCount(hits) },
          {
            title: texts.delete,
            place: "action",
            cell: (redirect) => (
              <Button
                variant="outline"
                small
                aria-label={texts.deleteName(redirect.path)}
                onClick={() => ask(redirect)}
              >
                {texts.delete}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  );
}
