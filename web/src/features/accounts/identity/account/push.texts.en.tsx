import type { ReactNode } from "react";
import type { Device, PushSupport } from "./push.ts";

export const texts = {
  about:
    "A notification such as “New order, $384.00” when a customer has paid. It names no customer. Signing out there ends it, and so does a new password.",
  loading: "Loading your devices",
  thisOne: "This one",
  since: (date: ReactNode) => <>Since {date}</>,
  notReachedSince: (date: ReactNode) => <>Not reached since {date}</>,
  sendTest: "Send a test",
  sendTestTo: (device: string) => `Send a test to ${device}`,
  testSent: (device: string) => `A test is on its way to ${device}`,
  remove: "Remove",
  removeDevice: (device: string) => `Remove ${device}`,
  removed: (device: string) => `${device} is told of no more orders`,
  notify: {
    phone: "Notify this phone of new orders",
    computer: "Notify this computer of new orders",
  } satisfies Record<Device, string>,
  added: {
    phone: "This phone is told of new orders",
    computer: "This computer is told of new orders",
  } satisfies Record<Device, string>,
  browserAsks: "Your browser asks you next whether the shop may.",
  support: {
    insecure: "Notifications need a secure connection. Open the shop with https:// in its address.",
    "home screen":
      "An iPhone or iPad shows notifications only for pages on its home screen. Press Share, then “Add to Home Screen”. Open the shop from there, log in, and come back to this page.",
    unsupported: "This browser cannot show notifications. Please try another one.",
    denied:
      "This browser blocks notifications of the shop. Allow them in its settings for this site, then load this page again.",
  } satisfies Record<Exclude<PushSupport, "ready">, string>,
  notAllowed: "Notifications are still off, because the browser did not get your yes.",
  noAnswer:
    "The push service of this browser did not answer. Please try again later, or use another browser.",
};
