import type { texts as english } from "./PasswordWarning.texts.en.ts";

export const texts: typeof english = {
  canChange: "Vous pouvez le modifier en tout temps.",
};
