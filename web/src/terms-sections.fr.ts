import type { termsSections as english } from "./terms-sections.en.ts";

export const termsSections: typeof english = { delivery: "livraison", seller: "qui-vend" };
