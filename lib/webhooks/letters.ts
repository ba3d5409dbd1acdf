import { EVENT_DAYS } from "#lib/core/retention.ts";
import type { AnyEnvironment, OrganizationKind } from "#lib/core/vocabulary.ts";
import { type Letter, letterTime, plainName } from "#lib/mail/letter.ts";
import { publicUrl } from "#lib/public-url.ts";
import { DISABLE_AFTER_DAYS } from "./contract-deliveries.ts";

/** What the letters of an endpoint that fails have in common. */
export type FailingEndpoint = {
  id: string;
  description: string;
  url: string;
  environment: AnyEnvironment;
  organization: string;
  kind: OrganizationKind;
  failingSince: Date;
  /** What the last attempt came to, such as `HTTP 503`. */
  lastAnswer: string;
};

const resendIt = `Events are kept for ${EVENT_DAYS} days: once your endpoint works, enable it in the console and resend what it has missed.`;

export function endpointFailingLetter(to: string, endpoint: FailingEndpoint): Letter {
  return write(to, endpoint, {
    title: `A webhook endpoint of ${plainName(endpoint.organization)} is failing`,
    paragraphs: [
      `Every delivery to this endpoint has failed since ${letterTime(endpoint.failingSince)}. After ${DISABLE_AFTER_DAYS} days of nothing but failures, the endpoint is disabled.`,
    ],
  });
}

export function endpointDisabledLetter(to: string, endpoint: FailingEndpoint): Letter {
  return write(to, endpoint, {
    title: `A webhook endpoint of ${plainName(endpoint.organization)} was disabled`,
    paragraphs: [
      `Every delivery to this endpoint has failed for ${DISABLE_AFTER_DAYS} days, so it no longer receives events.`,
      resendIt,
    ],
  });
}

export function endpointGoneLetter(to: string, endpoint: FailingEndpoint): Letter {
  return write(to, endpoint, {
    title: `A webhook endpoint of ${plainName(endpoint.organization)} was disabled`,
    paragraphs: ["The endpoint answered 410 Gone, which asks us to stop sending events.", resendIt],
  });
}

function write(
  to: string,
  { id, description, url, environment, kind, failingSince, lastAnswer }: FailingEndpoint,
  { title, paragraphs }: Pick<Letter, "title" | "paragraphs">,
): Letter {
  const console = kind === "issuer" ? "issuer" : "merchant";
  return {
    to,
    subject: title,
    title,
    paragraphs,
    facts: [
      ["Endpoint", description === "" ? id : `${plainName(description)} (${id})`],
      // The path may hold a token.
      ["Host", new URL(url).host],
      ["Environment", environment],
      ["Failing since", letterTime(failingSince)],
      ["Last answer", lastAnswer],
    ],
    action: { label: "Open the endpoint", url: `${publicUrl()}/${console}/webhooks/${id}` },
    note: "You received this because you are an owner of the organization.",
  };
}
