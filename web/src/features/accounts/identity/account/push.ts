import type { Input } from "../../../../api/client.ts";
import { texts } from "./push.texts.en.tsx";

export type PushSubscriptionBody = Input<"POST /identity/push-devices">["body"];

/** Whether this browser can show notifications of the shop, and if not, why. */
export type PushSupport = "ready" | "insecure" | "home screen" | "unsupported" | "denied";

const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad calls itself a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export type Device = "phone" | "computer";

/** What the device of this browser is. */
export const deviceKind = (): Device =>
  isAppleTouch() || /Android|Mobile/.test(navigator.userAgent) ? "phone" : "computer";

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return "insecure";
  const canPush =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!canPush) return isAppleTouch() ? "home screen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** Why this browser was not subscribed, as a sentence. */
export class PushError extends Error {}

const PATH = "/push-worker.js";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): {
    createScriptURL(text: string): string;
  };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The security policy takes the address of a script only from the policy with this name. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("push-worker", { createScriptURL: () => PATH });
  return policy?.createScriptURL(PATH) ?? PATH;
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

/** Asks for the permission and subscribes. Call it at a press, because browsers ask only then. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionBody> {
  const permission = await Notification.requestPermission();
  if (permission === "denied") throw new PushError(texts.support.denied);
  if (permission !== "granted") throw new PushError(texts.notAllowed);
  try {
    await navigator.serviceWorker.register(workerUrl());
    const { pushManager } = await navigator.serviceWorker.ready;
    // It may belong to a former key of the shop.
    await (await pushManager.getSubscription())?.unsubscribe();
    const applicationServerKey = bytesOf(publicKey);
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint = "", keys } = made.toJSON();
    return { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  } catch (cause) {
    throw new PushError(texts.noAnswer, { cause });
  }
}

/** Ends the subscription in the browser, after the shop has forgotten it. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
