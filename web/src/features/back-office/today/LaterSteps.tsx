import { AppLink } from "../../../ui/AppLink.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { texts } from "./opening.texts.en.tsx";
import { LATER, type OpeningTask } from "./opening.ts";
import { EmailTestButton, PaymentTestButton } from "./ServiceTests.tsx";
import { tests } from "./texts.en.ts";

interface LaterStepsProps {
  title: string;
  tasks: OpeningTask[];
  /** Card payments are on. */
  takesCards: boolean;
}

/** What is not on the way to the open shop, or is left of it. */
export const LaterSteps = ({ title, tasks, takesCards }: LaterStepsProps) => (
  <section aria-labelledby="later-steps" className="mt-8">
    <h2 id="later-steps" className="text-heading">
      {title}
    </h2>
    <ul className="mt-3 border-t border-rule">
      {tasks.map((task) => (
        <LaterRow key={task.step} {...task} takesCards={takesCards} />
      ))}
    </ul>
  </section>
);

function LaterRow({ step, state, takesCards }: OpeningTask & { takesCards: boolean }) {
  const { title = "", text = "", link } = LATER[step] ?? {};
  const isDone = state === "done";
  const hasCards = step === "payment" && takesCards;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-rule py-2.5">
      <span
        className={`mt-0.5 grid size-5 place-items-center rounded-full border ${
          isDone
            ? "border-success text-success"
            : state === "todo"
              ? "border-rule-strong"
              : "border-dashed border-rule-strong"
        }`}
        aria-hidden="true"
      >
        <span className="scale-75">{isDone && <CheckIcon />}</span>
      </span>
      <div className="min-w-0">
        <h3
          className={`font-sans text-[0.9375rem] leading-6 ${isDone ? "text-quiet" : "font-semibold"}`}
        >
          {title}
        </h3>
        {!isDone && (
          <p className="max-w-prose text-sm text-quiet wrap-anywhere">
            {hasCards ? tests.testKeys : text}{" "}
            {link && (
              <AppLink
                to={link.to}
                className="font-medium whitespace-nowrap text-base-content underline underline-offset-4"
              >
                {link.text}
              </AppLink>
            )}
          </p>
        )}
        {hasCards && <PaymentTestButton />}
        {step === "email" && isDone && <EmailTestButton />}
      </div>
      <span
        className={`text-sm leading-6 ${
          state === "todo" ? "font-medium text-warning" : isDone ? "text-success" : "text-quiet"
        }`}
      >
        {texts.states[state]}
      </span>
    </li>
  );
}
