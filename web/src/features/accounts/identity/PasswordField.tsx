import { type ComponentProps, useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { texts } from "./AuthLayout.texts.en.tsx";

/** A Field for a password, with a button that shows the characters. */
export function PasswordField({ className = "", ...field }: ComponentProps<typeof Field>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={`relative ${className}`}>
      <Field {...field} type={isShown ? "text" : "password"} className="[&_input]:pr-12" />
      {/* Below the label, over the end of the input. */}
      <button
        type="button"
        aria-label={texts.showCharacters}
        aria-pressed={isShown}
        className="absolute top-[1.625rem] right-0 grid size-11 place-items-center text-quiet hover:text-base-content focus-visible:outline-offset-[-4px]"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon>
          <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
          <circle cx="12" cy="12" r="2.75" />
          {isShown && <path d="m4 20 16-16" />}
        </Icon>
      </button>
    </div>
  );
}
