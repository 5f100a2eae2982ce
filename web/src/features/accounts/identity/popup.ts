import type { Provider } from "./providers.ts";

/** What the popup of a social login reports before it closes. Never a token, because the session is a cookie. */
export type PopupResult = { done: true } | { problem: string };

const CHANNEL = "trowel-sign-in";
const WIDTH = 520;
const HEIGHT = 680;
const CHECK_INTERVAL = 400;

/**
 * Whether a popup opens as a window. A phone shows it as a separate tab, so the page itself is
 * redirected there.
 */
const supportsPopups = () => window.matchMedia("(min-width: 48rem) and (pointer: fine)").matches;

/**
 * Opens an empty popup, or returns null. Callers run this in the click handler, or the browser
 * blocks the popup.
 */
export function openPopup(): Window | null {
  if (!supportsPopups()) return null;
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 3);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  return window.open("", CHANNEL, features);
}

/** All tabs of the shop receive these messages. A message about another provider belongs to another tab. */
export function parsePopupMessage(data: unknown, provider: Provider): PopupResult | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (!("provider" in data) || data.provider !== provider) return undefined;
  if ("done" in data && data.done === true) return { done: true };
  if ("problem" in data && typeof data.problem === "string") return { problem: data.problem };
  return undefined;
}

interface PopupListener {
  provider: Provider;
  onResult: (result: PopupResult) => void;
  onClosed: () => void;
}

/**
 * Watches a popup until it reports its result. Some providers cut the link between the windows. Then the popup looks
 * closed while it is in use, and its result comes through the channel. So a closed popup is reported, and listening
 * continues.
 */
export function watchPopup(
  popup: Window,
  { provider, onResult, onClosed }: PopupListener,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const stop = () => {
    clearInterval(timer);
    channel.close();
    window.removeEventListener("message", onMessage);
  };
  const receive = (data: unknown) => {
    const outcome = parsePopupMessage(data, provider);
    if (!outcome) return;
    stop();
    onResult(outcome);
  };
  const onMessage = (event: MessageEvent) => {
    if (event.origin === window.location.origin && event.source === popup) receive(event.data);
  };
  let seenClosed = false;
  const timer = setInterval(() => {
    if (!popup.closed) return;
    // One interval later, because its last message can still arrive.
    if (seenClosed) {
      clearInterval(timer);
      onClosed();
    }
    seenClosed = true;
  }, CHECK_INTERVAL);
  channel.onmessage = ({ data }) => receive(data);
  window.addEventListener("message", onMessage);
  return stop;
}
