import { send } from "../../../api/client.ts";
import { texts } from "./field-rules.texts.en.ts";

// Unanchored, as docs/screens.md says: a match anywhere in the text is enough. The server checks the whole address.
const SIMPLE = /[a-z0-9]+@[a-z]+\.[a-z]{2,3}/;
const WIDE = /\S@\S+\.\S/;

let config: Promise<{ emailRule: "simple" | "wide" }> | undefined;

/** Whether the shop accepts every valid address (TROWEL_EMAIL_RULE). Read only for one that the simple rule refuses. */
async function isWide() {
  config ??= send("GET /config");
  try {
    return (await config).emailRule === "wide";
  } catch {
    config = undefined;
    return false;
  }
}

export const emailRules = {
  required: texts.emailRequired,
  // The server ignores case and surrounding blanks, too.
  validate: async (typed: string) => {
    const email = typed.trim().toLowerCase();
    const isValid = SIMPLE.test(email) || (WIDE.test(email) && (await isWide()));
    return isValid || texts.emailInvalid;
  },
};

export const passwordRules = {
  required: texts.passwordRequired,
  minLength: { value: 6, message: texts.passwordTooShort(6) },
};

/** The rules while the shop has no owner, because the account will be the owner's. */
export const ownerPasswordRules = {
  ...passwordRules,
  minLength: { value: 12, message: texts.passwordTooShort(12) },
};

export const nameRules = {
  required: texts.nameRequired,
  validate: (name: string) => {
    // The limit counts characters, as the server does.
    if (Array.from(name.trim()).length > 120) return texts.nameTooLong(120);
    return name.trim() !== "" || texts.nameRequired;
  },
};

/** The digits of a code, as from `123 456` or `123-456`. */
export const codeDigits = (typed: string) => typed.replace(/\D/g, "");

export const codeRules = {
  required: texts.codeRequired,
  validate: (typed: string) => codeDigits(typed).length === 6 || texts.codeInvalid,
};
