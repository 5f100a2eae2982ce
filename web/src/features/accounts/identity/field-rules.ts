import { send } from "../../../api/client.ts";

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
  required: "Email is required",
  // The server ignores case and surrounding blanks, too.
  validate: async (typed: string) => {
    const email = typed.trim().toLowerCase();
    const isValid = SIMPLE.test(email) || (WIDE.test(email) && (await isWide()));
    return isValid || "Provide a valid email";
  },
};

export const passwordRules = {
  required: "password is required",
  minLength: { value: 6, message: "Password must be 6 characters or longer" },
};

/** The rules while the shop has no owner, because the account will be the owner's. */
export const ownerPasswordRules = {
  ...passwordRules,
  minLength: { value: 12, message: "Password must be 12 characters or longer" },
};

export const nameRules = {
  required: "Name is required",
  validate: (name: string) => {
    // The limit counts characters, as the server does.
    if (Array.from(name.trim()).length > 120) return "Please use at most 120 characters";
    return name.trim() !== "" || "Name is required";
  },
};

/** The digits of a code, as from `123 456` or `123-456`. */
export const codeDigits = (typed: string) => typed.replace(/\D/g, "");

export const codeRules = {
  required: "Code is required",
  validate: (typed: string) => codeDigits(typed).length === 6 || "A code has six digits",
};
