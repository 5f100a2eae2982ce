import { type LineToPutBack, usePutBack } from "../../../../api/basket.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { GoToBasket } from "../../GoToBasket.tsx";
import { PutBackNotes } from "../../PutBackNotes.tsx";
import { texts } from "../ended.texts.en.ts";

/** One press puts the tools of a purchase that ended unpaid into the basket again, and says what could not. */
export function PutBack({ lines }: { lines: LineToPutBack[] }) {
  const putting = usePutBack();
  const notes = putting.data;
  return (
    <>
      {notes ? (
        <GoToBasket className="btn-primary" />
      ) : (
        <Button busy={putting.isPending} onClick={() => putting.mutate(lines)}>
          {texts.putBack}
        </Button>
      )}
      <div role="status" className="mt-4">
        {notes?.length === 0 && <p>{texts.allAreBack}</p>}
        {notes && notes.length > 0 && <PutBackNotes title={texts.notAsBefore} notes={notes} />}
      </div>
      {putting.error && (
        <p role="alert" className="mt-4 text-error">
          {errorMessage(putting.error)}
        </p>
      )}
    </>
  );
}
