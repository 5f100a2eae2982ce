import { plural } from "../../../money.ts";
import type { texts as english } from "./missing-path.texts.en.ts";

export const texts: typeof english = {
  visits: (visits) => plural(visits, "visite", "visites"),
  leadTo: "Rediriger vers…",
  leadToPage: (path) => `Rediriger ${path} vers une page`,
};
