import { privateQuery } from "./query.ts";

/** The customer's profile; `{}` before one is saved. The purchase form starts with it, too. */
export const profileQuery = (email: string) =>
  privateQuery(["profile", email], "/profiles/{email}", { path: { email } });
