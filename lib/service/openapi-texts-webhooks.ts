import { EVENT_DAYS } from "#lib/core/retention.ts";
import {
  ANSWER_SECONDS,
  DISABLE_AFTER_DAYS,
  RETRY_SECONDS,
  WARN_AFTER_DAYS,
} from "#lib/webhooks/contract-deliveries.ts";
import { MAX_ENDPOINTS, ROTATION_HOURS } from "#lib/webhooks/contract-endpoints.ts";
import { fence } from "./fence.ts";
import { readWebhookExample } from "./webhook-example.ts";

/** Events, how they are delivered, and how a receiver verifies them. Markdown. */
export function describeWebhooks(): string[] {
  return [
    "## Events",
    "An event says that something has happened, once: a payment was decided, a refund failed, a receipt came. A merchant " +
      "gets events of payments, refunds, and disputes; an issuer those of receipts and users. `data` is thin: what the list " +
      'of its things answers for the thing, as it was then, and never content of a receipt. Each type is shown under "Event types" ' +
      "below, with an example. More may come: ignore a type that you do not know.",
    `\`GET /api/v1/events\` lists them for ${EVENT_DAYS} days, the oldest first, and needs no endpoint: keep the \`eventId\` of the ` +
      "last one that you have seen, and send it as `after`. No event is skipped, even one that is committed late.",

    "## Webhooks",
    `A webhook endpoint is a URL of yours that events are sent to, up to ${MAX_ENDPOINTS} of them in each environment. Add it in the console or with ` +
      "`POST /api/v1/webhook-endpoints`; its answer shows the secret, once. A key gives an endpoint only types that it can read itself, by `payments:read` or " +
      "`receipts:read`. `…/test` sends a `ping`. A delivery is a `POST` as " +
      "[Standard Webhooks](https://www.standardwebhooks.com) describes it:",
    fence("http", [
      "POST /webhooks HTTP/1.1",
      "content-type: application/json",
      "user-agent: Sealslip-Webhooks/1",
      "webhook-id: ping_01a200a14f6c7d92b3e80a57c41f96d8",
      "webhook-timestamp: 1795858200",
      "webhook-signature: v1,JgqJxDWcUbAY1IF9Wq3WPYn5gNwklCnCihtAk8lZShM=",
      "",
      '{"type":"ping","timestamp":"2026-11-28T09:30:00.000Z","data":{"endpointId":"whe_01a200a03e5b7c81a2d79f46b3308e57"}}',
    ]),
    [
      `- Any 2xx within ${ANSWER_SECONDS} seconds counts as delivered, and everything else as failed, redirects included: answer ` +
        "first, work later.",
      "- Each event is delivered at least once, with the same `webhook-id` and the same body. Retries come after later events; " +
        "`data` has the state at the time of the event.",
      `- Retries follow after ${describeSchedule()}. Each wait is up to 10 % longer.`,
      `- 410 disables the endpoint at once, and ${DISABLE_AFTER_DAYS} days of nothing but failures do; the owners get a letter ` +
        `after ${WARN_AFTER_DAYS === 1 ? "the first day" : `${WARN_AFTER_DAYS} days`}. \`…/resend\` sends what it missed, and what has failed.`,
      "- Addresses are on the public internet, called by https on any port; in `development`, http is enough.",
    ].join("\n"),
    "[Webhooks for a till and for an app](/docs/webhooks) has handlers to begin with.",

    "## Verifying a webhook",
    "Anyone can call your URL: verify each delivery before you use it, over the bytes of the body as they came. A signature is " +
      "the HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>`, under the bytes that the secret has as base64 behind `whsec_`. " +
      "The header may have several, separated by spaces: one must be right. Refuse a timestamp that is more than five minutes " +
      "away, so that an old delivery cannot be replayed.",
    "The delivery above is signed with the secret `whsec_MzIgYnl0ZXMsIGFzIGluIGFuIGV4YW1wbGUgb25seS4=`. Its timestamp is too old, but " +
      "your code must compute the same signature for it.",
    `After \`…/rotate-secret\`, each delivery is signed with both secrets for ${ROTATION_HOURS} hours. Another rotation ends the ` +
      "first secret. `verifyWebhook` of the clients and libraries of Standard Webhooks verify; without either, in TypeScript:",
    showExample("verify.ts"),
    "In Python, with its standard library:",
    showExample("verify.py"),
  ];
}

/** `5 seconds, 5 minutes, 30 minutes, 2, 5, 10, and 10 hours`. */
function describeSchedule(): string {
  const waits = RETRY_SECONDS.map((seconds) => describeWait(seconds));
  return `${waits.slice(0, -1).join(", ")}, and ${waits.at(-1)}`;
}

function describeWait(seconds: number): string {
  if (seconds >= 3600) return `${seconds / 3600} hours`;
  return seconds >= 60 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

function showExample(name: string): string {
  const language = name.endsWith(".py") ? "python" : name.endsWith(".ts") ? "ts" : "js";
  return fence(language, readWebhookExample(name).split("\n"));
}
