import { useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import type { FieldValues, UseFormProps } from "react-hook-form";
import { type InputOf, request } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { setShop } from "../../../api/shop.ts";
import { setFieldErrors, useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { inPageLanguage } from "../../settings/shop-settings/french.ts";
import {
  type ManagedSettings,
  settingsToEditQuery,
  unwrapSettings,
} from "../../settings/shop-settings/queries.ts";
import { todayQuery } from "./queries.ts";

type Change = NonNullable<NonNullable<InputOf<"PUT /shop-settings">[0]>["body"]>;

export const draftOf = (step: string) => `step ${step}`;

/**
 * A form of a step, whose answers are settings. `step` is the name under which what was typed stays
 * until it is saved. `change` returns what is saved of it.
 */
export function useStepForm<Values extends FieldValues>({
  step,
  change,
  saved,
  refused,
  ...options
}: UseFormProps<Values> & {
  step: string;
  change: (typed: Values) => Change;
  saved?: () => void;
  /** Shows an error of a setting at a field with another name. */
  refused?: (error: ApiError) => boolean;
}) {
  const queryClient = useQueryClient();
  const form = useApiForm<Values, ManagedSettings>({
    ...options,
    call: async (typed) => {
      const body = change(typed);
      // The step changes its own answers only, so it does so over what is saved now.
      const { etag } = await unwrapSettings(request("GET /manageShop", {}));
      const header = { "If-Match": etag };
      const answer = await unwrapSettings(request("PUT /shop-settings", { header, body }));
      return answer.data;
    },
    done: async (settings, typed) => {
      // Rendered before the answer below unmounts the step, which would keep it as not saved.
      flushSync(() => form.reset(typed));
      queryClient.removeQueries({ queryKey: settingsToEditQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
      setShop(inPageLanguage(settings));
      saved?.();
    },
    failed: (error): boolean =>
      (error instanceof ApiError && refused?.(error)) || setFieldErrors(error, form),
  });
  useFormDraft(draftOf(step), form);
  return form;
}
