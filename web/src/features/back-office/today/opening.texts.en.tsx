import type { ReactNode } from "react";
import steps from "../../../api/opening-steps.json";
import type { OpeningTask, WayStepName } from "./opening.ts";

export const texts = {
  title: "Your shop",
  beforeYouOpen: "Before you open",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  later: "These can follow later",
  change: "Change",
  changeOf: (step: string) => `Change: ${step}`,
  doNow: "Do this now",
  doNowOf: (step: string) => `Do this now: ${step}`,
  states: {
    done: "Done",
    todo: "To do",
    optional: "Optional",
  } satisfies Record<OpeningTask["state"], string>,
  save: "Save and go on",
  saving: "Saving …",
};

/** The setup page of the server has the same titles. */
export const stepTitles: Record<WayStepName, string> = Object.fromEntries(steps);

export const ownerStep = {
  run: "On the machine that runs the shop, run this command in a terminal:",
  copy: "Copy",
  copyCommand: "Copy the command",
  copied: "The command is copied",
  options: (code: (text: string) => ReactNode) => (
    <>
      Add {code("--data")} or {code("--database")} as you gave it to the shop. Its log has them, at
      “admin grant”.
    </>
  ),
  confirmFirst: "First open the link in the e-mail that we sent to your address.",
  sessionEnded: "Your session has ended.",
  logIn: "Log in and continue",
  goesOn: "This page goes on by itself once the command has run.",
};

export const shopStep = {
  intro:
    "Customers read it on your pages, receipts and packing slips. Your shop is in Canada, and taxes follow its province.",
  name: "Name of the shop",
  nameMissing: "Please enter a name.",
  addressUntilNow: (address: string) => `Until now your address is: ${address}`,
  postalCodeWrong: "Please enter a Canadian postal code, like B3J 1A1.",
  email: "E-mail for customers (optional)",
  phone: "Phone for customers (optional)",
};

export const taxStep = {
  question:
    "Is your business registered for GST/HST? Most have to be once their sales pass $30,000 in four quarters.",
  notRegistered: "I am not registered",
  addNumber: "Add my number",
  withoutNumber:
    "Without a registration your shop charges no tax. You can add your number at any time.",
  number: "GST/HST number",
  numberMissing: "Please enter your number.",
  since: "Registered since",
  sinceMissing: "Please enter the first day.",
  otherNumbers: (link: (text: string) => ReactNode) => (
    <>
      The shop knows the rates of each province. Numbers for QST, PST and RST go to {link("Taxes")}.
    </>
  ),
  back: "Back",
};

export const deliveryStep = {
  question: "How do your tools reach your customers?",
  onePrice: { title: "One price", text: "Each parcel costs the same." },
  freeFrom: { title: "Free from an amount", text: "Larger orders are sent for free." },
  pickUp: { title: "Pick-up only", text: "Customers fetch their tools. Nothing is sent." },
  price: "Price of a parcel ($)",
  freeFromTotal: "Free from a total of ($)",
  other: "By weight, by province or several ways?",
  allChoices: "All choices",
};

export const paymentStep = {
  intro:
    "By transfer, cheque or cash: customers read your text after an order and in its e-mail. You record the payment at the order.",
  howToPay: "How to pay",
  howToPayHint: "For example: Interac e-Transfer to pay@example.ca. Or cash when you pick up.",
  howToPayMissing: "Please write how customers pay.",
  cards: "Cards",
  turnCardsOn:
    "With an account at Stripe, set TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY and TROWEL_STRIPE_WEBHOOK_SECRET on the shop’s server and start it again. This step is then done.",
};

export const firstToolStep = {
  intro:
    "A photo, a name, a price, how many you have, and the smallest order. Or bring all tools at once, as a file of Shopify, WooCommerce or a spreadsheet.",
  add: "Add the first tool",
  import: "Import tools",
};

export const openStep = {
  preview: "Your home page on a phone",
  intro:
    "This is what a visitor sees on a phone. Once you open the shop, this list goes away and your dashboard begins with what waits for you today.",
  open: "Open the shop",
  opened: "Your shop is open",
};

/** What to do in the steps that can follow later. `link` is a page where it is done. */
export const laterSteps = {
  payment: { title: "Payment", text: "Say how customers pay.", link: "How to pay" },
  firstTool: { title: "First tool", text: "Nothing is for sale.", link: "Add Tool" },
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
    link: "Legal pages",
  },
  phone: { title: "Phone", text: "Customers see no phone number.", link: "Phone" },
  logo: {
    title: "Logo",
    text: "Without a logo, your shop’s name is in the header.",
    link: "Look",
  },
};
