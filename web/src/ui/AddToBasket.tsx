import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import type { Tool } from "../api/client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { useSession } from "../api/session/SessionProvider.tsx";
import { paths } from "../pages.ts";
import { Button } from "./Button.tsx";

interface AddToBasketProps {
  tool: Pick<Tool, "_id">;
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
 * A button, and after it what happened. Without JavaScript it is a form that leads to the basket. The code that adds is
 * loaded with the first press, because most visits of a list add nothing.
 */
export function AddToBasket({
  tool: { _id },
  quantity,
  isInForm,
  fields,
  form,
  children = "Add to basket",
  ...button
}: AddToBasketProps) {
  const queryClient = useQueryClient();
  const { state } = useSession();
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<ReactNode>();

  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!quantity || busy) return;
    setBusy(true);
    const adding = import("./add-to-basket.tsx");
    setAdded(
      await adding
        .then(({ addToBasket }) => addToBasket(queryClient, state, _id, quantity))
        .catch(errorMessage),
    );
    setBusy(false);
  };
  const shown = (
    <Button
      type={isInForm ? "button" : "submit"}
      variant="outline"
      name="tool"
      value={_id}
      busy={busy}
      disabled={!quantity}
      onClick={isInForm ? add : undefined}
      {...button}
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
        {added}
      </p>
    </>
  );
}
