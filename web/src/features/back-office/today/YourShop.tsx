import "./opening.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { assertNever } from "../../../assert-never.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { DeliveryStep } from "./DeliveryStep.tsx";
import { FirstToolStep } from "./FirstToolStep.tsx";
import { LaterSteps } from "./LaterSteps.tsx";
import { OpenStep } from "./OpenStep.tsx";
import { OwnerStep } from "./OwnerStep.tsx";
import { texts } from "./opening.texts.en.tsx";
import { CHANGE_AT, laterOf, type OpeningStep, type OpeningTask, wayOf } from "./opening.ts";
import { PaymentStep } from "./PaymentStep.tsx";
import { ShopStep } from "./ShopStep.tsx";
import { TaxStep } from "./TaxStep.tsx";

interface YourShopProps {
  /** The server's. None before the account is the owner's. */
  tasks: OpeningTask[];
  takesCards: boolean;
}

/** The way from an empty shop to an open one. The server knows how far it is. */
export function YourShop({ tasks, takesCards }: YourShopProps) {
  const way = wayOf(tasks);
  const next = way.find(({ isDone }) => !isDone)?.step;
  const [chosen, setChosen] = useState<OpeningStep>();
  const isChosenOpen = way.some(({ step, isDone }) => step === chosen && !isDone);
  const open = isChosenOpen ? chosen : next;
  const done = way.filter(({ isDone }) => isDone).length;
  const section = useFocusOnOpened(open);
  return (
    <section ref={section} aria-labelledby="before-you-open">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="before-you-open" className="text-heading">
          {texts.beforeYouOpen}
        </h2>
        <p role="status" className="text-sm text-quiet">
          {texts.progress(done, way.length)}
        </p>
      </div>
      <progress className="way-progress" aria-hidden="true" value={done} max={way.length} />
      <ol className="way">
        {way.map(({ step, title, isDone }, index) => (
          <li key={step} className={isDone ? "is-done" : step === open ? "is-open" : ""}>
            <span className="way-mark" aria-hidden="true">
              {isDone ? <CheckIcon /> : index + 1}
            </span>
            <div className="way-head">
              <h3 tabIndex={step === open ? -1 : undefined}>{title}</h3>
              <StepState
                step={step}
                title={title}
                isDone={isDone}
                // Nothing is open before the account is the owner's, and the last step needs all others.
                onOpen={
                  step !== open && step !== "open" && tasks.length > 0
                    ? () => setChosen(step)
                    : undefined
                }
              />
            </div>
            {step === open && !isDone && (
              <div className="way-body">
                <StepBody step={step} takesCards={takesCards} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {tasks.length > 0 && (
        <LaterSteps title={texts.later} tasks={laterOf(tasks, true)} takesCards={takesCards} />
      )}
    </section>
  );
}

/** Moves the focus to the heading of the step that opens, because the pressed button is gone. */
function useFocusOnOpened(open: OpeningStep | undefined) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    const { activeElement, body } = document;
    if (activeElement === body || section.current?.contains(activeElement))
      section.current?.querySelector<HTMLElement>(".is-open h3")?.focus();
  }, [open]);
  return section;
}

interface StepStateProps {
  step: OpeningStep;
  title: string;
  isDone: boolean;
  onOpen: (() => void) | undefined;
}

function StepState({ step, title, isDone, onOpen }: StepStateProps): ReactNode {
  const change = CHANGE_AT[step];
  if (isDone)
    return (
      <p className="way-state">
        {texts.states.done}
        {change && (
          <AppLink
            to={change}
            aria-label={texts.changeOf(title)}
            className="ml-3 underline underline-offset-4"
          >
            {texts.change}
          </AppLink>
        )}
      </p>
    );
  if (!onOpen) return null;
  return (
    <Button
      variant="quiet"
      small
      className="way-state"
      aria-label={texts.doNowOf(title)}
      onClick={onOpen}
    >
      {texts.doNow}
    </Button>
  );
}

function StepBody({ step, takesCards }: { step: OpeningStep; takesCards: boolean }): ReactNode {
  switch (step) {
    case "owner":
      return <OwnerStep />;
    case "shop":
      return <ShopStep />;
    case "taxes":
      return <TaxStep />;
    case "delivery":
      return <DeliveryStep />;
    case "payment":
      return <PaymentStep takesCards={takesCards} />;
    case "firstTool":
      return <FirstToolStep />;
    case "open":
      return <OpenStep />;
    // The account is there before the list, and the others can follow later.
    case "account":
    case "email":
    case "backup":
    case "legalTexts":
    case "phone":
    case "logo":
      return null;
    default:
      return assertNever(step);
  }
}
