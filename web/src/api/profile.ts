import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client.ts";

/** The customer's profile; `{}` before one is saved. The purchase form starts with it, too. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ["profile", email],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/profiles/{email}", { params: { path: { email } }, signal })),
    meta: { private: true },
  });
