import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import type { Tool } from "../api/client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { useSession } from "../api/session/SessionProvider.tsx";
import { paths } from "../pages.ts";
import { Button } from "./Button.tsx";
import { texts } from "./texts.en.ts";

interface AddToBasketProps {
  tool: Pick<Tool, "_id" | "slug">;
  /** The quantity is undefined while it cannot be ordered. */
  quantity: number | undefined;
  small?: boolean;
  className?: string;
  "aria-label"?: string;
  /** The button stands in a form, which needs JavaScript itself. */
  isInForm?: boolean;
  /** Fields before the button, for browsers without JavaScript. */
  fields?: ReactNode;
  /** The id of the form, for a button outside of it. */
  form?: string;
  /** What the button shows. */
  children?: ReactNode;
}

/**
 * A button that opens a sheet with what was added. After it stands why nothing was. Without JavaScript it is a form
 * that leads to the basket. The code that adds is loaded with the first press, because most visits of a list add
 * nothing.
 */
export function AddToBasket({
  tool,
  quantity,
  isInForm,
  fields,
  form,
  children = texts.addToBasket,
  ...rest
}: AddToBasketProps) {
  const queryClient = useQueryClient();
  const { state } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReactNode>();

  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!quantity || busy) return;
    setBusy(true);
    const adding = import("./add-to-basket.tsx");
    setOutcome(
      await adding
        .then(({ addToBasket }) =>
          addToBasket(queryClient, state, { tool, quantity, button: button.current }),
        )
        .catch(errorMessage),
    );
    setBusy(false);
  };
  const shown = (
    <Button
      ref={button}
      type={isInForm ? "button" : "submit"}
      variant="outline"
      name="tool"
      value={tool._id}
      busy={busy}
      disabled={!quantity}
      onClick={isInForm ? add : undefined}
      {...rest}
    >
      {children}
    </Button>
  );
  return (
    <>
      {isInForm ? (
        shown
      ) : (
        <form id={form} method="post" action={paths.basket} className="contents" onSubmit={add}>
          {fields}
          {shown}
        </form>
      )}
      <p role="status" className="relative basis-full text-sm empty:hidden">
        {outcome}
      </p>
    </>
  );
}
