import { Button } from "../../../ui/Button.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { texts } from "./opening.texts.en.tsx";

/** The end of each form of a step. */
export const SaveStep = ({ form }: { form: { failure: Error | undefined; busy: boolean } }) => (
  <>
    <FormFailure form={form} className="mb-3 empty:hidden" />
    <Button type="submit" className="min-w-36" busy={form.busy}>
      {form.busy ? texts.saving : texts.save}
    </Button>
  </>
);
