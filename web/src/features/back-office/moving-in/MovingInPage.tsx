import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PastFormerOrderImport } from "../../../api/client.ts";
import { formatMoment } from "../../../date.ts";
import { pluralize } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { RowList } from "../../../ui/CsvImport.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { useConfirm } from "../../../ui/use-confirm.tsx";
import { CheckedImport } from "./CheckedImport.tsx";
import {
  formerOrderImportsQuery,
  useCheckCustomers,
  useCheckFormerOrders,
  useDeleteFormerOrderImport,
  useImportCustomers,
  useImportFormerOrders,
} from "./queries.ts";

/** For the owner: all that comes along from a former shop, in the order in which it is imported. */
const MovingInPage = () => (
  <>
    <h1 className="text-title">Moving in</h1>
    <p className="mt-4 max-w-prose text-quiet">
      Bring along what you have in another shop, from its exports. Begin with the tools. You can
      import each file again: what the shop has stays as it is.
    </p>
    <Step title="1. Tools" link={<Link to={paths.importTools}>Import tools</Link>}>
      The export of your products from Shopify or WooCommerce, with pictures and categories. Their
      old addresses come along.
    </Step>
    <Step title="2. Reviews" link={<Link to={paths.manageReviews}>Manage Reviews</Link>}>
      An export of Judge.me, Loox, Shopify Product Reviews or WooCommerce, at the end of that page.
    </Step>
    <Step title="3. Old addresses" link={<Link to={paths.redirects}>Old addresses</Link>}>
      Links to other pages of your former shop keep working.
    </Step>
    <Customers />
    <FormerOrders />
  </>
);

export default MovingInPage;

function Customers() {
  return (
    <Step
      title="4. Customers"
      content={
        <CheckedImport
          noun="customer"
          checking={useCheckCustomers()}
          importing={useImportCustomers()}
        >
          {({ noteCount, notes, consentCount }) => (
            <>
              {noteCount > 0 && (
                <p className="mt-3">{pluralize(noteCount, "row")} taken in part:</p>
              )}
              <RowList rows={notes} />
              {consentCount > 0 && (
                <p className="mt-3">
                  {pluralize(consentCount, "row")} with a consent to marketing. It is not taken,
                  because the file has no proof of it. Keep the proof in your newsletter program.
                </p>
              )}
            </>
          )}
        </CheckedImport>
      }
    >
      An export of customers from Shopify or WooCommerce, as Excel or CSV: name, e-mail, phone and
      address. Each gets an account without a password, and no e-mail. Customers set a password by
      “Forgot password” when they log in for the first time. The shop sends a limited number of such
      e-mails a day, so announce the move in parts. A customer who has deleted the account comes
      back with the file; take the row out first.
    </Step>
  );
}

function FormerOrders() {
  const importing = useImportFormerOrders();
  return (
    <Step
      title="5. Orders"
      content={
        <>
          <CheckedImport noun="order" checking={useCheckFormerOrders()} importing={importing} />
          <PastImports isImporting={importing.isPending} />
        </>
      }
    >
      An export of orders from Shopify, or from an export plugin of WooCommerce, with number, date,
      e-mail and total. You read them on the customer’s page, and customers under My Orders. They
      count in no figure, book or tax report.
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
      title: `Delete ${pluralize(orderCount, "former order")}?`,
      text: (
        <p>
          All orders of the import of {formatMoment(importedAt)} leave the customers’ pages. You can
          import a corrected file afterwards.
        </p>
      ),
      button: "Delete",
      variant: "danger",
    }),
    run: async ({ importedAt }) => {
      const { deletedCount } = await deleting.mutateAsync(importedAt);
      return { kind: "success", text: `${pluralize(deletedCount, "former order")} deleted` };
    },
  });
  if (imports.length === 0)
    return (
      error && (
        <div className="mt-6">
          <LoadError
            error={error}
            message="The imports so far could not be loaded."
            onRetry={() => void refetch()}
          />
        </div>
      )
    );
  return (
    <>
      <h3 className="mt-6 font-medium">Imported so far</h3>
      {isImporting && (
        <p className="mt-1 text-sm text-quiet">An import can be deleted once the file is in.</p>
      )}
      <ul className="mt-2 max-w-prose">
        {imports.map((past) => (
          <li
            key={past.importedAt}
            className="flex items-center justify-between gap-4 border-b border-rule py-2"
          >
            <span>
              {formatMoment(past.importedAt)} · {pluralize(past.orderCount, "order")}
            </span>
            <Button
              variant="outline"
              small
              disabled={isImporting}
              aria-label={`Delete the import of ${formatMoment(past.importedAt)}`}
              onClick={() => asking.ask(past)}
            >
              Delete
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
  <section className="mt-10">
    <h2 className="text-heading">{title}</h2>
    <p className="mt-2 max-w-prose text-quiet">{children}</p>
    {link && <p className="mt-2">{link}</p>}
    {content}
  </section>
);

const Link = ({ to, children }: { to: string; children: string }) => (
  <AppLink to={to} className="font-medium underline underline-offset-4">
    {children}
  </AppLink>
);
