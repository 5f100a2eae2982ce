import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client.ts";

/** What somebody has told about themselves; `{}` before they have. The purchase form starts with it, too. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ["profile", email],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/profiles/{email}", { params: { path: { email } }, signal })),
    meta: { private: true },
  });
