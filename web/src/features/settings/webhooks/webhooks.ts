import type { Webhook, WebhookDelivery } from "../../../api/client.ts";
import { formatDate } from "../../../date.ts";
import { texts } from "./shared.texts.en.ts";

interface WebhookState {
  color: string;
  title: string;
  /** What to do, if something is wrong. */
  advice?: string;
}

export function describeState({ pausedAt, failingSince }: Webhook): WebhookState {
  if (pausedAt && failingSince)
    return {
      color: "text-error",
      title: texts.pausedByFailure(formatDate(pausedAt)),
      advice: texts.pausedByFailureHint,
    };
  if (pausedAt)
    return {
      color: "text-warning",
      title: texts.pausedSince(formatDate(pausedAt)),
      advice: texts.pausedHint,
    };
  if (failingSince)
    return {
      color: "text-error",
      title: texts.failingSince(formatDate(failingSince)),
      advice: texts.failingHint,
    };
  return { color: "text-success", title: texts.active };
}

export const DELIVERY_STATES: Record<WebhookDelivery["state"], { text: string; color: string }> = {
  queued: { text: texts.deliveryStates.queued, color: "text-warning" },
  sent: { text: texts.deliveryStates.sent, color: "text-success" },
  failed: { text: texts.deliveryStates.failed, color: "text-error" },
};

/** `Status 503`, or why there was no response. */
export const describeAttempt = ({ status, error }: WebhookDelivery["attempts"][number]) =>
  error ?? texts.status(status);
