import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PastFormerOrderImport } from "../../../api/client.ts";
import { formatMoment } from "../../../date.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { RowList } from "../../../ui/CsvImport.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { useConfirm } from "../../../ui/use-confirm.tsx";
import { counted } from "../../../words.en.ts";
import { CheckedImport } from "./CheckedImport.tsx";
import {
  formerOrderImportsQuery,
  useCheckCustomers,
  useCheckFormerOrders,
  useDeleteFormerOrderImport,
  useImportCustomers,
  useImportFormerOrders,
} from "./queries.ts";
import { texts } from "./texts.en.ts";

/** For the owner: all that comes along from a former shop, in the order in which it is imported. */
const MovingInPage = () => (
  <>
    <h1 className="text-title">{texts.title}</h1>
    <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
    <Step title={texts.toolsTitle} link={<Link to={paths.importTools}>{texts.importTools}</Link>}>
      {texts.tools}
    </Step>
    <Step
      title={texts.reviewsTitle}
      link={<Link to={paths.manageReviews}>{texts.manageReviews}</Link>}
    >
      {texts.reviews}
    </Step>
    <Step
      title={texts.addressesTitle}
      link={<Link to={paths.redirects}>{texts.oldAddresses}</Link>}
    >
      {texts.addresses}
    </Step>
    <Customers />
    <FormerOrders />
  </>
);

export default MovingInPage;

function Customers() {
  return (
    <Step
      title={texts.customersTitle}
      content={
        <CheckedImport
          names={texts.customersFile}
          checking={useCheckCustomers()}
          importing={useImportCustomers()}
        >
          {({ noteCount, notes, consentCount }) => (
            <>
              {noteCount > 0 && <p className="mt-3">{texts.takenInPart(noteCount)}</p>}
              <RowList rows={notes} />
              {consentCount > 0 && <p className="mt-3">{texts.withConsent(consentCount)}</p>}
            </>
          )}
        </CheckedImport>
      }
    >
      {texts.customers}
    </Step>
  );
}

function FormerOrders() {
  const importing = useImportFormerOrders();
  return (
    <Step
      title={texts.ordersTitle}
      content={
        <>
          <CheckedImport
            names={texts.ordersFile}
            checking={useCheckFormerOrders()}
            importing={importing}
          />
          <PastImports isImporting={importing.isPending} />
        </>
      }
    >
      {texts.orders}
    </Step>
  );
}

/**
 * The imports of orders, each of which can be deleted to import a corrected file. An import that runs adds orders in
 * parts, so that a deletion would leave the later ones.
 */
function PastImports({ isImporting }: { isImporting: boolean }) {
  const { data: imports = [], error, refetch } = useQuery(formerOrderImportsQuery);
  const deleting = useDeleteFormerOrderImport();
  const asking = useConfirm<PastFormerOrderImport>({
    question: ({ orderCount, importedAt }) => ({
      title: texts.deleteTitle(orderCount),
      text: <p>{texts.deleteText(formatMoment(importedAt))}</p>,
      button: texts.delete,
      variant: "danger",
    }),
    run: async ({ importedAt }) => {
      const { deletedCount } = await deleting.mutateAsync(importedAt);
      return { kind: "success", text: texts.deleted(deletedCount) };
    },
  });
  if (imports.length === 0)
    return (
      error && (
        <div className="mt-6">
          <LoadError error={error} message={texts.importsFailed} onRetry={() => void refetch()} />
        </div>
      )
    );
  return (
    <>
      <h3 className="mt-6 font-medium">{texts.imports}</h3>
      {isImporting && <p className="mt-1 text-sm text-quiet">{texts.deletableLater}</p>}
      <ul className="mt-2 max-w-prose">
        {imports.map((past) => (
          <li
            key={past.importedAt}
            className="flex items-center justify-between gap-4 border-b border-rule py-2"
          >
            <span>
              {formatMoment(past.importedAt)} · {counted.orders(past.orderCount)}
            </span>
            <Button
              variant="outline"
              small
              disabled={isImporting}
              aria-label={texts.deleteOf(formatMoment(past.importedAt))}
              onClick={() => asking.ask(past)}
            >
              {texts.delete}
            </Button>
          </li>
        ))}
      </ul>
      {asking.dialog}
    </>
  );
}

interface StepProps {
  title: string;
  children: ReactNode;
  /** The page where it is done. */
  link?: ReactNode;
  content?: ReactNode;
}

const Step = ({ title, children, link, content }: StepProps) => (
  <section className="mt-6 grid gap-x-8 gap-y-2 border-t border-rule pt-6 md:grid-cols-[12rem_minmax(0,1fr)]">
    <h2 className="text-heading">{title}</h2>
    <div className="min-w-0">
      <p className="max-w-prose text-quiet">{children}</p>
      {link && <p className="mt-3">{link}</p>}
      {content}
    </div>
  </section>
);

const Link = ({ to, children }: { to: string; children: string }) => (
  <AppLink to={to} className="font-medium underline underline-offset-4">
    {children}
  </AppLink>
);
