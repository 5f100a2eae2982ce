import titles from "../../../api/opening-steps.json";
import type { components } from "../../../api/schema.gen.ts";
import { paths } from "../../../pages.ts";

export type OpeningTask = components["schemas"]["OpeningTask"];
export type OpeningStep = OpeningTask["step"];

/** The steps to an open shop, in their order. The setup page of the server has the same titles. */
const WAY = titles as [step: OpeningStep, title: string][];

const settings = (section: string, field: string) =>
  `${paths.shopSettings}?section=${section}&field=${field}`;

/** Where a step that is done can be changed. */
export const CHANGE_AT: Partial<Record<OpeningStep, string>> = {
  account: paths.account,
  shop: settings("shop", "name"),
  taxes: settings("taxes", "homeProvince"),
  delivery: settings("delivery", "deliveryMethods"),
  payment: settings("shop", "howToPay"),
  firstTool: paths.manageTools,
};

interface LaterStep {
  title: string;
  /** What to do, while it is to do. */
  text: string;
  /** Where it is done, if not on the shop's server. */
  link?: { to: string; text: string };
}

/** The steps that no shop leaves for later. */
type FirstStep = "account" | "owner" | "shop" | "taxes" | "delivery" | "open";

/** What can follow after the shop is open. An open shop names the steps to its first sale here, too. */
const LATER_STEPS = {
  payment: {
    title: "Payment",
    text: "Say how customers pay.",
    link: { to: settings("shop", "howToPay"), text: "How to pay" },
  },
  firstTool: {
    title: "First tool",
    text: "Nothing is for sale.",
    link: { to: paths.addTool, text: "Add Tool" },
  },
  email: {
    title: "E-mail",
    text: "Customers get no confirmations and cannot reset a password. Set TROWEL_SMTP_URL and TROWEL_MAIL_FROM on the shop’s server.",
  },
  backup: {
    title: "Backup",
    text: "There is no recent backup. Set TROWEL_BACKUP_DIR on the shop’s server for one each night, or run “trowel backup” there.",
  },
  legalTexts: {
    title: "Privacy, terms and returns",
    text: "These texts are drafts. Read them, make them yours, and save them.",
    link: { to: settings("legal", "privacy"), text: "Legal pages" },
  },
  phone: {
    title: "Phone",
    text: "Customers see no phone number.",
    link: { to: settings("shop", "phone"), text: "Phone" },
  },
  logo: {
    title: "Logo",
    text: "Without a logo, your shop’s name is in the header.",
    link: { to: settings("look", "logo"), text: "Look" },
  },
} satisfies Record<Exclude<OpeningStep, FirstStep>, LaterStep>;

export const LATER: Partial<Record<OpeningStep, LaterStep>> = LATER_STEPS;

export interface WayStep {
  step: OpeningStep;
  title: string;
  isDone: boolean;
}

/**
 * The steps of the way with their states. If the server has sent no states, an account waits for
 * its role.
 */
export function wayOf(tasks: OpeningTask[]): WayStep[] {
  const isDone = (step: OpeningStep) =>
    tasks.length === 0
      ? step === "account"
      : tasks.some((task) => task.step === step && task.state === "done");
  return WAY.map(([step, title]) => ({ step, title, isDone: isDone(step) }));
}

/** Returns the tasks beside the way. An open shop has all tasks that are left. */
export const laterOf = (tasks: OpeningTask[], isOpening: boolean) =>
  tasks.filter(({ step }) => LATER[step] && !(isOpening && WAY.some(([name]) => name === step)));

/** The command that makes an account the owner's. An address may have characters that mean something to a shell. */
export function grantCommand(email: string): string {
  const isPlain = /^[\w.@+-]+$/.test(email);
  return `trowel admin grant ${isPlain ? email : `'${email.replaceAll("'", "'\\''")}'`}`;
}

export interface AddressParts {
  street: string;
  unit: string;
  city: string;
  postalCode: string;
  province: string;
}

/** The shop's address on its lines, as receipts and e-mails have it. */
export function addressLines({ street, unit, city, postalCode, province }: AddressParts): string {
  const first = unit.trim() ? `${unit.trim()}-${street.trim()}` : street.trim();
  return `${first}\n${city.trim()} ${province}  ${postalCode.trim().toUpperCase()}`;
}
