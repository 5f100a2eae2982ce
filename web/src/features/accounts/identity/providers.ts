import { queryOptions } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";

/** The providers in the order of docs/specification.md. */
const PROVIDERS = ["google", "facebook", "github", "twitter"] as const;

export type Provider = (typeof PROVIDERS)[number];

/** The login methods that the shop offers besides e-mail and password. */
export const loginOptionsQuery = queryOptions({
  queryKey: ["other ways in"],
  queryFn: async ({ signal }) => {
    const { phone, social } = await send("GET /identity/providers", { signal });
    return { phone, social: PROVIDERS.filter((provider) => social.includes(provider)) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export type SocialLoginMode = "popup" | "redirect";

/** The address that starts a social login. After a failure the server redirects to `screen`. */
export const socialLoginUrl = (
  provider: Provider,
  params: { mode: SocialLoginMode; screen: "login" | "signup"; returnTo: string },
) => `/api/identity/social/${provider}/start?${new URLSearchParams(params)}`;
