import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Quote, useBasket } from "../../api/basket.ts";
import { send } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { texts } from "./sum.texts.en.ts";

/** The code that is being typed. It is undefined while the field is closed. */
export const useTypedCode = () => useState<string>();

interface CodeFieldProps {
  code: Quote["code"];
  /** The page keeps it, because the field may move to another place of the page. */
  typedCode: ReturnType<typeof useTypedCode>;
}

/** The button before the field is gone, or the field has moved. */
const takeFocus = (input: HTMLInputElement | null) => {
  if (document.activeElement === document.body) input?.focus();
};

/** The discount code of the basket. It is closed until a customer asks for it. */
export function CodeField({ code, typedCode: [typed, setTyped] }: CodeFieldProps) {
  const { refetch } = useBasket();
  const change = useMutation({
    scope: { id: "basket" },
    mutationFn: (code: string) => send("PUT /basket/code", { body: { code } }),
    onSuccess: async () => {
      // The new quote depends on it.
      await refetch();
      setTyped(undefined);
    },
  });
  const use = () => typed?.trim() && change.mutate(typed);
  if (code)
    return (
      <div className="discount-code">
        <span className="min-w-0 wrap-anywhere">
          {texts.code(code.code)}
          {code.detail && <span className="block text-sm text-error">{code.detail}</span>}
        </span>
        <Button
          variant="outline"
          small
          busy={change.isPending}
          aria-label={texts.removeCode(code.code)}
          onClick={() => change.mutate("")}
        >
          {texts.remove}
        </Button>
      </div>
    );
  if (typed === undefined)
    return (
      <button
        type="button"
        className="discount-code min-h-11 cursor-pointer text-sm underline underline-offset-4"
        onClick={() => setTyped("")}
      >
        {texts.openCode}
      </button>
    );
  return (
    <div className="discount-code">
      <Field
        label={texts.discountCode}
        className="min-w-0 flex-1"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        ref={takeFocus}
        value={typed}
        error={change.error ? errorMessage(change.error) : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          change.reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          use();
        }}
      />
      <Button variant="outline" className="mt-7" busy={change.isPending} onClick={use}>
        {texts.useCode}
      </Button>
    </div>
  );
}
