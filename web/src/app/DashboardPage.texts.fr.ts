import type { texts as english } from "./DashboardPage.texts.en.ts";

export const texts: typeof english = {
  today: "Aujourd’hui",
};
