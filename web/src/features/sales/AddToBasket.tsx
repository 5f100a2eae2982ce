import { useAddToBasket } from "../../api/basket.ts";
import type { Tool } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { pluralize } from "../../money.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";

interface AddToBasketProps {
  tool: Tool;
  /** Undefined while it cannot be ordered. */
  quantity: number | undefined;
  small?: boolean;
  className?: string;
}

/** A button, and after it what happened. */
export function AddToBasket({ tool, quantity, small = false, className = "" }: AddToBasketProps) {
  const add = useAddToBasket();
  const there = add.data?.lines.find(({ toolId }) => toolId === tool._id);
  return (
    <>
      <Button
        variant="outline"
        small={small}
        className={`noscript:hidden ${className}`}
        busy={add.isPending}
        disabled={quantity === undefined}
        onClick={() => quantity !== undefined && add.mutate({ tool, quantity })}
      >
        Add to basket
      </Button>
      <p role="status" className="figures basis-full text-sm empty:hidden">
        {there && !add.isPending && (
          <>
            {pluralize(there.quantity, "piece")} in{" "}
            <AppLink to={paths.basket} className="font-medium underline underline-offset-4">
              your basket
            </AppLink>
            {there.problem ? `. ${there.problem.detail}` : "."}
          </>
        )}
      </p>
      {add.error && (
        <p role="alert" className="basis-full text-sm text-error">
          {errorMessage(add.error)}
        </p>
      )}
    </>
  );
}
