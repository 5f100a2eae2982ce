import { listed } from "../../../../listed.ts";
import { plural } from "../../../../money.ts";
import type { DutyCode } from "./duties.ts";

const toDo = (count: number) => plural(count, "duty is", "duties are");

export const texts = {
  title: "Ready for Québec",
  intro: "What the law of Québec asks of a shop that sells there, as far as your settings tell it.",
  loading: "Loading the list",
  allDone: "Every duty is done. Customers in Québec can buy.",
  closed: (count: number) => `Customers in Québec cannot buy yet: ${toDo(count)} still to do.`,
  openedByOwner: (count: number) =>
    `You opened sales to Québec on your own responsibility: ${toDo(count)} still to do.`,
  soldBefore: (count: number) => `Your shop sells to Québec as before: ${toDo(count)} still to do.`,
  choose: "When sales to Québec open",
  dutiesLabel: "Duties",
  done: "Done",
  todo: "To do",
  change: "Change",
  mend: "Go to the setting",
  /** The accessible name of a link, such as "Go to the setting: Phone". */
  linkOf: (link: string, duty: string) => `${link}: ${duty}`,
  missing: (names: string[]) => `Missing: ${listed(names)}.`,
  notAdvice:
    "This list is not legal advice. It has only what the shop can see, so please ask a lawyer about the rest.",
  questionsTitle: "Questions for a lawyer",
  questions: [
    "Does the Charter of the French Language apply to a shop without an establishment in Québec?",
    "May customers in Québec pay ahead by debit card under section 54.3 of the Consumer Protection Act?",
    "Which cancellations do sections 54.8 and 54.9 of that Act allow in our case?",
    "Which fines and penalties does the Charter of the French Language provide?",
  ],
};

export const duties = {
  sellerName: {
    title: "Name of the seller",
    about: "Customers read who sells before they buy.",
  },
  address: {
    title: "Postal address",
    about: "Customers read where they can write to you.",
  },
  phone: {
    title: "Phone",
    about: "Customers read a number where they reach you.",
  },
  email: {
    title: "E-mail",
    about: "Customers read an address where they reach you.",
  },
  privacyOfficer: {
    title: "Person in charge of privacy",
    about: "The Privacy page names this person, with an e-mail address or a phone number.",
  },
  privacy: {
    title: "Privacy text in French",
    about: "Check the French text and save it. A first draft does not count.",
  },
  terms: {
    title: "Terms of sale in French",
    about: "Customers in Québec get the contract in French first. A first draft does not count.",
  },
  returns: {
    title: "Return terms in French",
    about: "Customers read how to return and cancel. A first draft does not count.",
  },
  deliveryDays: {
    title: "Days of each delivery",
    about: "Each method that delivers to Québec says how many days it takes.",
  },
  frenchTexts: {
    title: "Your other texts in French",
    about: "A text that you changed in English is also in French.",
  },
  taxes: {
    title: "Taxes",
    about: "Say where the shop is registered, or that it is not.",
  },
  receipts: {
    title: "Receipts",
    about:
      "The shop writes receipts and e-mails in the language of the buyer. You need not do anything.",
  },
} satisfies Record<DutyCode, { title: string; about: string }>;
