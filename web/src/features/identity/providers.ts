import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";

/** In the order of the specification. */
const PROVIDERS = ["google", "facebook", "github", "twitter"] as const;

export type Provider = (typeof PROVIDERS)[number];

/** The ways of signing in that the shop offers beside the form; they change with its settings only. */
export const loginOptionsQuery = queryOptions({
  queryKey: ["other ways in"],
  queryFn: async ({ signal }) => {
    const { phone, social } = await unwrap(api.GET("/identity/providers", { signal }));
    return { phone, social: PROVIDERS.filter((provider) => social.includes(provider)) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export type SocialLoginMode = "popup" | "redirect";

/** Where a sign-in at a provider begins: an address to go to, not a call. A fault is told on `screen`. */
export const socialLoginUrl = (
  provider: Provider,
  params: { mode: SocialLoginMode; screen: "login" | "signup"; returnTo: string },
) => `/api/identity/social/${provider}/start?${new URLSearchParams(params)}`;
