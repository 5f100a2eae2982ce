import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import type { Tool } from "../api/client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { useSession } from "../api/session/SessionProvider.tsx";
import { paths } from "../pages.ts";
import { Button } from "./Button.tsx";
import { texts } from "./texts.en.ts";

interface BuyNowProps {
  tool: Pick<Tool, "_id">;
  /** The quantity is undefined while it cannot be ordered. */
  quantity: number | undefined;
  /** The form of Add to basket, which is sent without JavaScript. Without Add to basket it has one of its own. */
  form?: string | undefined;
  variant?: "primary" | "outline" | "link";
  small?: boolean;
  className?: string;
  "aria-label"?: string;
}

/** One press leads to the checkout. */
export function BuyNow({ tool: { _id }, quantity, form, ...rest }: BuyNowProps) {
  const queryClient = useQueryClient();
  const { state } = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const buy = async (event: MouseEvent) => {
    event.preventDefault();
    if (!quantity) return;
    setBusy(true);
    setError(undefined);
    try {
      const { buyNow } = await import("./add-to-basket.tsx");
      window.location.assign(await buyNow(queryClient, state, _id, quantity));
      // Back may show this page as it was left.
      window.addEventListener("pagehide", () => setBusy(false), { once: true });
    } catch (error) {
      setError(errorMessage(error));
      setBusy(false);
    }
  };
  const button = (
    <Button
      type="submit"
      form={form}
      name="tool"
      value={_id}
      busy={busy}
      disabled={!quantity}
      onClick={buy}
      {...rest}
    >
      {texts.buyNow}
    </Button>
  );
  return (
    <>
      {form ? (
        button
      ) : (
        <form method="post" action={paths.basket} className="contents">
          {button}
        </form>
      )}
      <p role="alert" className="basis-full text-sm text-error empty:hidden">
        {error}
      </p>
    </>
  );
}
