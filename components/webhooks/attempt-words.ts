import { CircleCheck, CirclePause, CircleX, Hourglass } from "lucide-react";
import { formatDuration } from "#components/request-log/format-duration.ts";
import type { StatusLook } from "#components/ui/status-mark.tsx";
import { ANSWER_SECONDS } from "#lib/webhooks/contract-limits.ts";
import type { Delivery, DeliveryAttempt } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

export const deliveryLooks: Record<Delivery["status"], StatusLook> = {
  delivered: { word: "Delivered", color: "text-pine", icon: CircleCheck },
  waiting: { word: "Retrying", color: "text-escrowed", icon: Hourglass },
  failed: { word: "Failed", color: "text-alarm", icon: CircleX },
};

type Sendable = Pick<Endpoint, "status" | "disabledReason">;

/** Nothing is retried while the endpoint is disabled; undefined if that is unknown. */
export function lookOfDelivery(
  { status }: Pick<Delivery, "status">,
  endpoint: Sendable | undefined,
): StatusLook {
  if (status !== "waiting" || endpoint?.status !== "disabled") return deliveryLooks[status];
  return { word: holdOf(endpoint) ?? "On hold", color: "text-muted", icon: CirclePause };
}

function holdOf({ disabledReason }: Sendable): string | undefined {
  return disabledReason === "paused" ? "Once resumed" : undefined;
}

/** When a delivery that is on hold is tried again; undefined where the endpoint is enabled. */
export function whenTriedAgain(endpoint: Sendable): string | undefined {
  if (endpoint.status === "enabled") return undefined;
  return holdOf(endpoint) ?? "Once enabled";
}

type Outcome = Pick<DeliveryAttempt, "statusCode" | "error">;

export function isSuccess({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Attempts are measured in whole milliseconds. */
export function formatAttemptTime({ durationMs }: Pick<DeliveryAttempt, "durationMs">): string {
  return durationMs < 1000 ? `${durationMs} ms` : formatDuration(durationMs);
}

/** The outcome of an attempt in a few words: "Answered 500", "No answer in time". */
export function describeAttempt({ statusCode, error }: Outcome): string {
  if (error === "redirect") return `Answered ${statusCode ?? ""}, a redirect`;
  if (statusCode !== null) return `Answered ${statusCode}`;
  return error === null ? "No answer" : errorWords[error].short;
}

/** What to do about a failed attempt, as a sentence; undefined if the answer says it all. */
export function explainAttempt({ statusCode, error }: Outcome): string | undefined {
  if (error !== null) return errorWords[error].long;
  if (statusCode === null) return undefined;
  return statusCode >= 500
    ? "Your server failed while it handled the delivery. Its own log says why."
    : statusWords[statusCode];
}

const accessDenied =
  "Something in front of your code asks for credentials, which a delivery does not have. Exempt this path: the signature is the proof.";

const statusWords: Readonly<Record<number, string>> = {
  400: "Often a wrong secret, or a body that was parsed before it was verified: verify the bytes as they arrived.",
  401: accessDenied,
  403: accessDenied,
  404: "Nothing answers at this path. Check the path of the URL, and that your route is deployed.",
  405: "The path does not accept POST. Each delivery is a POST request.",
  410: "410 Gone disables the endpoint at once.",
  413: "Your server refuses a body of this size. Raise its limit.",
  429: "Your server limits requests. Allow more for this path, or answer first and do the work later.",
};

type AttemptError = NonNullable<DeliveryAttempt["error"]>;

const errorWords: Record<AttemptError, { short: string; long: string }> = {
  timeout: {
    short: "No answer in time",
    long: `It did not answer within ${ANSWER_SECONDS} seconds. Answer first, then do the work.`,
  },
  connection: {
    short: "No connection",
    long: "The connection was refused or broke off. Check that the server runs and is reachable from the internet.",
  },
  dns: {
    short: "Unknown host name",
    long: "The host name could not be resolved. Check the URL for typos.",
  },
  tls: {
    short: "TLS failed",
    long: "No secure connection could be made. Check that the certificate is valid for this host and sent with its chain.",
  },
  address_not_allowed: {
    short: "Address not allowed",
    long: "The host name resolves to a private or reserved address. Only public addresses are called.",
  },
  redirect: {
    short: "A redirect",
    long: "Redirects are not followed. Enter the final address as the URL.",
  },
  interrupted: {
    short: "Interrupted",
    long: "This service was stopped before the answer came. It may have arrived all the same.",
  },
};
