import { useNavigate } from "react-router";
import { paths } from "../../../pages.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { openStep as texts } from "./opening.texts.en.tsx";
import { useStepForm } from "./use-step-form.ts";

/** The server lets the shop's own pages frame this address alone. */
const PREVIEW = "/?preview";

/** The last press. The picture is the home page as a visitor's phone shows it, without scripts. */
export function OpenStep() {
  const navigate = useNavigate();
  const form = useStepForm({
    step: "open",
    defaultValues: {},
    change: () => ({ shopState: "open" }),
    saved: () => {
      showToast("success", texts.opened);
      void navigate(paths.home);
    },
  });
  return (
    <div className="way-open">
      <div className="way-phone">
        <iframe title={texts.preview} src={PREVIEW} sandbox="allow-same-origin" inert />
      </div>
      <div>
        <p className="max-w-prose">{texts.intro}</p>
        <FormFailure form={form} className="mt-3 empty:hidden" />
        <Button className="mt-4" busy={form.busy} onClick={() => void form.submit()}>
          {texts.open}
        </Button>
      </div>
    </div>
  );
}
