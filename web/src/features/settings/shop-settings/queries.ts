import { queryOptions } from "@tanstack/react-query";
import { request, send, unwrapWithEtag } from "../../../api/client.ts";
import { ownersLanguage } from "../../../api/owner-language.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import type { components } from "../../../api/schema.gen.ts";

type ShopSettings = components["schemas"]["CurrentShopSettings"];

type LegalPage = ShopSettings["drafts"][number];

/** The settings whose text has a second one in French. */
export type TranslatedName =
  | "hours"
  | "howToPay"
  | "tagline"
  | "intro"
  | "about"
  | "description"
  | "bannerSlides"
  | "summaryRows"
  | "sellTitle"
  | "sellText"
  | "sellSteps"
  | "location"
  | "yearTitle"
  | "yearSeasons"
  | "storyText"
  | "aboutTitle"
  | "aboutText"
  | LegalPage;

/** The texts in French. An empty one is missing. */
export type FrenchTexts = Record<TranslatedName, string>;

/** The settings with what customers never see. */
export type ManagedSettings = components["schemas"]["ManagedShopSettings"] & {
  french: FrenchTexts;
  /** The pages whose first text in French the owner has not checked yet. */
  frenchDrafts: LegalPage[];
};

/** What the owner can change in English, and without a language. */
export type Settings = Omit<
  ManagedSettings,
  "drafts" | "aboutContent" | "hasArticles" | "french" | "frenchDrafts"
>;

/** The settings that are lists. All others are texts. */
export type ListName = {
  [Name in keyof Settings]: Settings[Name] extends string ? never : Name;
}[keyof Settings];

/** The server writes it into the legal pages. */
export const shopSettingsQuery = queryOptions({
  queryKey: ["shop-settings"],
  queryFn: ({ signal }): Promise<ShopSettings> =>
    send("GET /shop-settings", { ...ownersLanguage, signal }),
});

/** The settings, which have every French text. In the API's document each of them is optional. */
export const unwrapSettings = (call: Promise<unknown>) =>
  unwrapWithEtag<ManagedSettings>(call as Promise<never>);

/** The settings to edit. They are read when the form opens and not refreshed during the edit. */
export const settingsToEditQuery = queryOptions({
  queryKey: ["shop-settings", "managed"],
  queryFn: ({ signal }) => unwrapSettings(request("GET /manageShop", { signal })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  ...PRIVATE,
});

/** Who changed what, newest first. */
export const settingsHistoryQuery = pagesQuery(
  ["shop-settings", "history"],
  "/manageShop/history",
  {},
  PRIVATE,
);

/** How many addresses have confirmed, and whether visitors can subscribe. Another setting may change it. */
export const newsletterSubscribersQuery = privateQuery(
  ["newsletter-subscribers"],
  "/newsletter/subscribers",
  {},
  { staleTime: 0 },
);
