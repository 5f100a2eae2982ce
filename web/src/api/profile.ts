import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "./client.ts";

/** What somebody has told about themselves; `{}` before they have. The purchase form starts with it, too. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ["profile", email],
    queryFn: ({ signal }) =>
      answer(api.GET("/profiles/{email}", { params: { path: { email } }, signal })),
    meta: { private: true },
  });
