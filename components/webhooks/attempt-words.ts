import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import type { StatusLook } from "#components/ui/status-mark.tsx";
import { ANSWER_SECONDS } from "#lib/webhooks/contract-limits.ts";
import type { Delivery, DeliveryAttempt } from "./use-deliveries.ts";

export const deliveryLooks: Record<Delivery["status"], StatusLook> = {
  delivered: { word: "Delivered", color: "text-pine", icon: CircleCheck },
  waiting: { word: "Retrying", color: "text-escrowed", icon: Hourglass },
  failed: { word: "Failed", color: "text-alarm", icon: CircleX },
};

type Outcome = Pick<DeliveryAttempt, "statusCode" | "error">;

export function isSuccess({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
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
  return statusCode === 410 ? "410 Gone disables the endpoint at once." : undefined;
}

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
    long: "The host name could not be resolved. Check the URL for typing errors.",
  },
  tls: {
    short: "TLS failed",
    long: "No secure connection could be made. Check that the certificate is valid for this host and sent with its chain.",
  },
  address_not_allowed: {
    short: "Address not allowed",
    long: "The host name leads to a private or reserved address. Only public addresses are called.",
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
