import type { ReactNode } from "react";

export const texts = {
  emails: "E-mails",
  email: "E-mail",
  noSuchEmail: "No such e-mail",
  noSuchEmailHint: "The list of e-mails has all of them.",
  loading: "Loading the e-mail",
  labels: { subject: "Subject", opening: "Opening words" },
  openingHint:
    "The greeting stands above them. What the customer has to know, and the links, follow.",
  placeholders: (names: ReactNode) => <>In both you can use {names}</>,
  save: "Save",
  saving: "Saving …",
  saved: "E-mail saved",
  savedDefault: "The e-mail has its default texts",
  reset: "Reset to default",
  preview: "Preview",
  previewHint: "With a sample customer and order.",
  sendTest: "Send a test to me",
  sentTo: (recipient: string) => `Sent to ${recipient}`,
  notSentTo: (recipient: string, answer: string) =>
    `Not sent to ${recipient}. The mail server answered: ${answer}`,
  saveFirst: "Please save first",
};
