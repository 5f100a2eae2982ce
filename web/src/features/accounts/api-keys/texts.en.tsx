import type { ReactNode } from "react";
import type { KeyScope } from "../../../api/client.ts";

export const texts = {
  profile: "Users Profile",
  title: "API keys",
  newKey: "New key",
  whatFor: (link: (text: string) => ReactNode) => (
    <>
      Your own scripts can use a key instead of your password, for example to update stock. A key
      can do only what you choose here. No key can change roles, settings or other keys. The list
      has the keys of all administrators, and you can delete each of them. To learn about the calls,
      see the {link("API documentation")}.
    </>
  ),
  loading: "Loading the keys",
  keyOf: (name: ReactNode, holder: ReactNode) => (
    <>
      the key {name} of {holder}
    </>
  ),
  deleted: (name: string) => `The key ${name} no longer works`,
  noKeysTitle: "No API keys yet",
  noKeys: "Create one for each script you run.",
  name: "Name",
  belongsTo: "Belongs to",
  allowedTo: "Allowed to",
  expires: "Expires",
  lastUsed: "Last used",
  never: "Never",
  delete: "Delete",
  deleteKey: (name: string) => `Delete the key ${name}`,
  /** What a key may do, as shown to the owner. */
  scopes: {
    "orders:read": "See orders",
    "orders:write": "See and ship orders",
    "tools:write": "Add and edit tools",
    "tools:import": "Import tools from CSV and Excel files",
    "csv:read": "Download CSV and Excel files, with customers’ names and addresses",
    "figures:read": "See sales figures",
    "webhooks:write": "Add, edit and delete webhooks, with their secrets; sees totals of orders",
    "refunds:write": "Refund orders",
  } satisfies Record<KeyScope, string>,
};

export const newKeyTexts = {
  title: "New API key",
  createdTitle: "Copy your key now",
  notShownAgain: "We won’t show it again. Keep it as safe as a password.",
  copied: "Copied",
  copy: "Copy",
  done: "Done",
  whatFor: "What is it for?",
  example: "Stock from the warehouse",
  nameRequired: "Name is required",
  whatItCanDo: "What can it do?",
  scopeRequired: "Choose what the key can do.",
  refundWarning:
    "This key can pay back the money of every paid order, and a refund cannot be undone. Choose it only for a program that you trust with your money.",
  howLong: "How long should it work?",
  oneYear: "1 year",
  yourPassword: "Your password",
  passwordHint: "Leave it empty if your account has no password.",
  create: "Create",
};
