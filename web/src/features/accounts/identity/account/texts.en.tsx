import type { ReactNode } from "react";
import { plural } from "../../../../money.ts";
import type { SectionId } from "./AccountSection.tsx";

/** The texts of the page and of its short sections. */
export const texts = {
  profile: "Users Profile",
  title: "Account & security",
  onThisPage: "On this page",
  sections: {
    password: "Password",
    "two-step-login": "Two-step login",
    "where-you-are-logged-in": "Where you are logged in",
    "new-orders-on-your-phone": "New orders on your phone",
    name: "Name",
    "e-mail": "E-mail",
    "ways-to-log-in": "Ways to log in",
    "saved-cards": "Saved cards",
    "your-data": "Your data",
    "delete-my-account": "Delete my account",
  } satisfies Record<SectionId, string>,
  twoStepIsOff: "Two-step login is off. Someone who has your password could run the shop.",
  loading: "Loading your account",
};

export const nameTexts = {
  about: "Your orders and reviews so far keep the name that they were written with.",
  yourName: "Your name",
  change: "Change name",
  changed: "Your name is changed",
};

export const emailTexts = {
  about: "We send order confirmations here. You also need it to recover your account.",
  confirmed: "Confirmed",
  notConfirmed: "Not confirmed.",
  notConfirmedYet:
    "Not confirmed yet. Please follow the link in our e-mail. Otherwise we cannot help you if you lose your password.",
  sendAgain: "Send the e-mail again",
  sent: "We have sent an e-mail. Its link is valid for a day.",
  newEmail: "New e-mail",
  yourPassword: "Your password",
  change: "Change e-mail",
  changeAsked: (email: string) =>
    `We have sent a link to ${email}. Your e-mail changes when you open it, logged in here. The link is valid for an hour.`,
  ordersKeepIt: "Orders so far keep the e-mail that they were placed with.",
};

export const dataTexts = {
  about:
    "Your profile, orders, reviews, sessions and our notes: everything we store about you, in one file.",
  download: "Download my data",
};

export const deletionTexts = {
  about: "This is permanent: not even we can restore it.",
  whatIsDeleted: "Your profile, your ways to log in and your unpaid orders are deleted.",
  ordersStay:
    "We keep paid orders without your name, address and phone. An order that is not shipped yet keeps them until then.",
  reviewsStay: "Your reviews stay, signed “Former customer”, unless you delete them, too.",
  deleteAccount: "Delete my account",
  question: "Delete your account?",
  typeEmail: "This cannot be undone. Type your e-mail to confirm.",
  yourEmail: "Your e-mail",
  typeThis: (email: string) => `Type ${email} to delete this account`,
  yourPassword: "Your password",
  deleteReviews: "Delete my reviews, too",
  delete: "Delete",
  deleted: "Your account is deleted",
};

export const sessionsTexts = {
  about: "Sign out any device you do not recognise, and change your password.",
  byPassword: "With e-mail and password",
  byEmail: "With a link by e-mail",
  byPhone: "By phone",
  byProvider: (provider: string) => `With ${provider}`,
  since: (method: string, date: ReactNode) => (
    <>
      {method}, since {date}
    </>
  ),
  lastSeen: (method: string, date: ReactNode) => (
    <>
      {method}, last seen {date}
    </>
  ),
  thisOne: "This one",
  signOut: "Sign out",
  signOutDevice: (device: string) => `Sign out ${device}`,
  signedOut: (device: string) => `${device} is signed out`,
  signOutOthers: "Sign out everywhere else",
  othersSignedOut: "All other devices are signed out",
  noOthers: "You are not logged in anywhere else.",
  loading: "Loading where you are logged in",
};

export const cardsTexts = {
  about: "Our card provider keeps them. The shop never sees the number of a card.",
  noCards: "You have no saved cards. You can save one the next time you pay.",
  expired: (expiry: string) => `Expired ${expiry}`,
  validUntil: (expiry: string) => `Valid until ${expiry}`,
  remove: "Remove",
  question: (card: ReactNode) => <>Remove {card}?</>,
  canSaveAgain: "You can save the card again the next time you pay.",
  removed: "The card is removed",
  loading: "Loading your saved cards",
};

export const methodsTexts = {
  about: "With several, you can still log in if you lose one.",
  emailAndPassword: "E-mail and password",
  phone: "Phone",
  add: "Add",
  addProvider: (provider: string) => `Add ${provider}`,
  added: (provider: string) => `${provider} is now a way to log in`,
  remove: "Remove",
  removePhone: "Remove Phone",
  removeProvider: (provider: string) => `Remove ${provider}`,
  phoneRemoval: {
    question: "Remove your phone?",
    effect: "You will no longer be able to log in with your phone. Your account stays as it is.",
    done: "Your phone is no longer a way to log in",
  },
  providerRemoval: (provider: string) => ({
    question: `Remove ${provider}?`,
    effect: `You will no longer be able to log in with ${provider}. Your account stays as it is.`,
    done: `${provider} is no longer a way to log in`,
  }),
};

export const passwordTexts = {
  about: "Changing it logs out every other device.",
  aboutWithout: "You have no password yet. With one you can also log in with your e-mail.",
  tooWeak:
    "You work in this shop, but your password is short or easy to guess. Choose one of 12 characters or more to open your pages. Several words are good. If you have API keys, the change revokes them.",
  current: "Current password",
  new: "New password",
  revokeApiKeys: "Also revoke my API keys",
  change: "Change password",
  changed: "Your password is changed",
  set: "Set password",
  isSet: "Your password is set",
};

export const twoStepTexts = {
  about: "Besides your password, logging in then takes a code from an app on your phone.",
  required: "The owner and staff of this shop use two-step login. Turn it on to open your pages.",
  on: "On.",
  codesLeft: (codes: number) =>
    `You have ${plural(codes, "recovery code", "recovery codes")} left.`,
  newCodes: "New recovery codes",
  turnOff: "Turn off",
  turnOn: "Turn on",
  titles: {
    "set up": "Turn on two-step login",
    renew: "New recovery codes",
    "turn off": "Turn off two-step login?",
  },
  appNeeded: "You need an authenticator app on your phone. Many password managers are one, too.",
  yourPassword: "Your password",
  continue: "Continue",
  isOn: "Two-step login is on",
  scan: (link: (text: string) => ReactNode) => (
    <>Scan this with your app, or {link("open the app on this device")}.</>
  ),
  qrCode: "QR code for your app",
  typeSecret: "Or type this secret into it:",
  codeOfApp: "Code that the app shows",
  isOff: "Two-step login is off",
  oldCodesStop: "Your old recovery codes stop working.",
  passwordAlone: "Your password alone then logs you in.",
  passwordAloneForStaff:
    "Your password alone then logs you in, but you cannot open your pages of the shop until you turn it on again.",
  codeOfAppOrRecovery: "Code from your app, or a recovery code",
  makeCodes: "Make new codes",
  keepCodes:
    "Keep these codes where you can find them without your phone. Each logs you in once. They are not shown again.",
  copy: "Copy",
  copied: "Copied",
  codesKept: "I have kept them",
};
