import steps from "../../../api/opening-steps.json";
import type { components } from "../../../api/schema.gen.ts";
import { paths } from "../../../pages.ts";
import { laterSteps as later, stepTitles } from "./opening.texts.en.tsx";

export type OpeningTask = components["schemas"]["OpeningTask"];
export type OpeningStep = OpeningTask["step"];

/** The steps that follow later if the owner wants. */
type LaterStepName = "email" | "backup" | "legalTexts" | "phone" | "logo";

export type WayStepName = Exclude<OpeningStep, LaterStepName>;

/** The steps to an open shop, in their order. The setup page of the server has the same ones. */
const WAY = steps.map(([step]) => step as WayStepName);

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
    ...later.payment,
    link: { to: settings("shop", "howToPay"), text: later.payment.link },
  },
  firstTool: {
    ...later.firstTool,
    link: { to: paths.addTool, text: later.firstTool.link },
  },
  email: later.email,
  backup: later.backup,
  legalTexts: {
    ...later.legalTexts,
    link: { to: settings("legal", "privacy"), text: later.legalTexts.link },
  },
  phone: {
    ...later.phone,
    link: { to: settings("shop", "phone"), text: later.phone.link },
  },
  logo: {
    ...later.logo,
    link: { to: settings("look", "logo"), text: later.logo.link },
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
  return WAY.map((step) => ({ step, title: stepTitles[step], isDone: isDone(step) }));
}

/** Returns the tasks beside the way. An open shop has all tasks that are left. */
export const laterOf = (tasks: OpeningTask[], isOpening: boolean) =>
  tasks.filter(({ step }) => LATER[step] && !(isOpening && WAY.some((name) => name === step)));

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
