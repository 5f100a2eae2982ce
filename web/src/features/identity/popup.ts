import type { Provider } from "./providers.ts";

/** What the window of a sign-in elsewhere tells before it closes itself. Never a token: the session is a cookie. */
export type PopupResult = { done: true } | { problem: string };

const CHANNEL = "trowel-sign-in";
const WIDTH = 520;
const HEIGHT = 680;
const CHECK_INTERVAL = 400;

/** On a phone a window of its own is a tab one has to find back from: there the page itself goes. */
const supportsPopups = () => window.matchMedia("(min-width: 48rem) and (pointer: fine)").matches;

/** An empty window over this one, or `null` where there can be none. To be called within the press, or it counts as unasked-for. */
export function openPopup(): Window | null {
  if (!supportsPopups()) return null;
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 3);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  return window.open("", CHANNEL, features);
}

/** All tabs of the shop hear the channel: what another provider's window says is another tab's. */
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
 * Follows a window until it has told its outcome. A provider may cut the tie between the windows: then this one looks
 * closed while somebody still types in it, and the outcome comes over the channel. So a closed window is told of and
 * the listening goes on.
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
    // One look later, since what it said last may still be on its way.
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
