import type { Provider } from "./providers.ts";

/** What the window of a sign-in elsewhere tells before it closes itself. Never a token: the session is a cookie. */
export type Outcome = { done: true } | { problem: string };

const CHANNEL = "trowel-sign-in";
const WIDTH = 520;
const HEIGHT = 680;
const LOOK_EVERY = 400;

/** On a phone a window of its own is a tab one has to find back from: there the page itself goes. */
const suitsWindows = () => window.matchMedia("(min-width: 48rem) and (pointer: fine)").matches;

/** An empty window over this one, or `null` where there can be none. To be called within the press, or it counts as unasked-for. */
export function openWindow(): Window | null {
  if (!suitsWindows()) return null;
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 3);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  return window.open("", CHANNEL, features);
}

/** All tabs of the shop hear the channel: what another provider's window says is another tab's. */
export function outcomeOf(data: unknown, provider: Provider): Outcome | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (!("provider" in data) || data.provider !== provider) return undefined;
  if ("done" in data && data.done === true) return { done: true };
  if ("problem" in data && typeof data.problem === "string") return { problem: data.problem };
  return undefined;
}

interface Listener {
  provider: Provider;
  onOutcome: (outcome: Outcome) => void;
  onClosed: () => void;
}

/**
 * Follows a window until it has told its outcome. A provider may cut the tie between the windows: then this one looks
 * closed while somebody still types in it, and the outcome comes over the channel. So a closed window is told of and
 * the listening goes on.
 */
export function follow(popup: Window, { provider, onOutcome, onClosed }: Listener): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const stop = () => {
    clearInterval(looking);
    channel.close();
    window.removeEventListener("message", fromWindow);
  };
  const hear = (data: unknown) => {
    const outcome = outcomeOf(data, provider);
    if (!outcome) return;
    stop();
    onOutcome(outcome);
  };
  const fromWindow = (event: MessageEvent) => {
    if (event.origin === window.location.origin && event.source === popup) hear(event.data);
  };
  let seenClosed = false;
  const looking = setInterval(() => {
    if (!popup.closed) return;
    // One look later, since what it said last may still be on its way.
    if (seenClosed) {
      clearInterval(looking);
      onClosed();
    }
    seenClosed = true;
  }, LOOK_EVERY);
  channel.onmessage = ({ data }) => hear(data);
  window.addEventListener("message", fromWindow);
  return stop;
}
