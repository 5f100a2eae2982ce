import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues, UseFormProps } from "react-hook-form";
import { type InputOf, request, unwrapWithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { setShop } from "../../../api/shop.ts";
import { setFieldErrors, useApiForm } from "../../../ui/use-api-form.ts";
import { type ManagedSettings, settingsToEditQuery } from "../../settings/shop-settings/queries.ts";
import { todayQuery } from "./queries.ts";

type Change = NonNullable<NonNullable<InputOf<"PUT /shop-settings">[0]>["body"]>;

/** A form of a step, whose answers are settings. `change`: what is saved of what was typed. */
export function useStepForm<Values extends FieldValues>({
  change,
  saved,
  refused,
  ...options
}: UseFormProps<Values> & {
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
      const { etag } = await unwrapWithEtag<ManagedSettings>(request("GET /manageShop", {}));
      const header = { "If-Match": etag };
      const answer = await unwrapWithEtag<ManagedSettings>(
        request("PUT /shop-settings", { header, body }),
      );
      return answer.data;
    },
    done: async (settings) => {
      queryClient.removeQueries({ queryKey: settingsToEditQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
      setShop(settings);
      saved?.();
    },
    failed: (error): boolean =>
      (error instanceof ApiError && refused?.(error)) || setFieldErrors(error, form),
  });
  return form;
}
