import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import type { BasketLine } from "../api/basket.ts";
import type { Tool } from "../api/client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { useSession } from "../api/session/SessionProvider.tsx";
import { pluralize } from "../money.ts";
import { checkoutPath } from "../page-paths.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";
import { Button } from "./Button.tsx";

interface AddToBasketProps {
  tool: Pick<Tool, "_id" | "name">;
  /** Undefined while it cannot be ordered. */
  quantity: number | undefined;
  small?: boolean;
  className?: string;
  "aria-label"?: string;
  /** It stands in a form, which needs JavaScript itself. */
  isInForm?: boolean;
  /** Before the button, for browsers without JavaScript. */
  fields?: ReactNode;
  /** What the button shows. */
  children?: ReactNode;
}

interface Answer {
  isAdding?: boolean;
  line?: BasketLine | undefined;
  error?: Error;
}

const LINK = "inline-block min-h-6 font-medium underline underline-offset-4";

/**
 * A button, and after it what happened. Without JavaScript it is a form that leads to the basket. The code that adds is
 * loaded with the first press, because most visits of a list add nothing.
 */
export function AddToBasket({
  tool,
  quantity,
  isInForm = false,
  fields,
  children,
  ...button
}: AddToBasketProps) {
  const queryClient = useQueryClient();
  const { state } = useSession();
  const [{ isAdding = false, line, error }, setAnswer] = useState<Answer>({});

  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (quantity === undefined || isAdding) return;
    setAnswer({ isAdding: true });
    const uid = state.status === "signed-in" ? state.session.uid : "";
    try {
      const { addToBasket } = await import("../api/basket.ts");
      setAnswer({ line: await addToBasket(queryClient, uid, tool._id, quantity) });
    } catch (problem) {
      setAnswer({ error: problem as Error });
    }
  };

  const shown = (
    <Button
      type={isInForm ? "button" : "submit"}
      variant="outline"
      name="tool"
      value={tool._id}
      busy={isAdding}
      disabled={quantity === undefined}
      onClick={isInForm ? add : undefined}
      {...button}
    >
      {children ?? "Add to basket"}
    </Button>
  );
  return (
    <>
      {isInForm ? (
        shown
      ) : (
        <form method="post" action={paths.basket} className="contents" onSubmit={add}>
          {fields}
          {shown}
        </form>
      )}
      <p role="status" className="figures relative basis-full text-sm empty:hidden">
        {line && (
          <>
            {pluralize(line.quantity, "piece")} in{" "}
            <AppLink to={paths.basket} className={LINK}>
              your basket
            </AppLink>
            {line.problem ? (
              `. ${line.problem.detail}`
            ) : (
              <>
                .{" "}
                <AppLink to={checkoutPath} className={LINK}>
                  Checkout
                </AppLink>
              </>
            )}
          </>
        )}
      </p>
      {error && (
        <p role="alert" className="relative basis-full text-sm text-error">
          {errorMessage(error)}
        </p>
      )}
    </>
  );
}
