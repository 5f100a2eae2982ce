import type { Purchase } from "../../api/client.ts";
import { creditNotePath } from "../../page-paths.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { texts } from "./sum.texts.en.ts";

/** `Credit note C-17`, for each refund that is done. */
export function CreditNoteLinks({ purchase: { _id, refunds } }: { purchase: Purchase }) {
  // One that was cancelled returned nothing.
  const numbers = refunds.flatMap(({ creditNote, failedAt }) =>
    failedAt ? [] : (creditNote ?? []),
  );
  return numbers.map((number, index) => (
    <span key={number}>
      {index > 0 && ", "}
      <AppLink to={creditNotePath(_id, number)} className="underline underline-offset-4">
        {index === 0 ? texts.creditNote(number) : `C-${number}`}
      </AppLink>
    </span>
  ));
}
