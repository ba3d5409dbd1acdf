import { config } from "#lib/config.ts";
import { BODY_LIMIT, MAX_DEPTH, MAX_KEYS, MAX_VALUES } from "#lib/core/body-limits.ts";
import { issuerScopes, merchantScopes, type Scope } from "#lib/core/permissions.ts";
import { MAX_ITEMS } from "#lib/receipts/contract.ts";
import { fence } from "./fence.ts";

/** Keys, answers, errors, and what holds for every call. Markdown. */
export function describeCalls(): string[] {
  const { accessTokenSeconds } = config();
  return [
    "## API keys",
    "Each call carries an API key in `X-API-Key`. Owners and developers create keys in the console, " +
      "at `/merchant/keys` or `/issuer/keys`. A key belongs to one organization and one environment, " +
      "which its prefix names (`ssk_dev_`, `ssk_stg_`, `ssk_prod_`) and which has data of its own. " +
      "The calls below take it from a variable; for the demo of a local start:",
    fence("sh", [
      "export SEALSLIP_API_KEY=$(node -p 'require(\"./.data/demo.json\").apiKeys.platform')",
    ]),
    "`npm install`, `pip install`, and a [Postman collection](/downloads/sealslip.postman_collection.json) are under " +
      "[The clients](/docs/clients). A merchant's key may have the scopes " +
      `${listScopes(merchantScopes)}; an issuer's ${listScopes(issuerScopes)}. A till calls with a ` +
      "merchant's key, a wallet with an issuer's. Resources of other organizations are 404.",
    "Names such as `$userId` in the calls are variables for you to set, from the answers of earlier calls; a key as one line: " +
      "its PEM without the first and last lines.",

    "## Answers and errors",
    'A success is `{"success": true, "data": …}`; "Answer" below is what `data` holds. Later versions may ' +
      "add fields. An error has no `data`:",
    fence("json", [
      JSON.stringify(
        {
          error: {
            code: "payment_declined",
            message: "The payment was declined",
            details: "reason: card_declined",
            timestamp: "2026-11-20T08:30:00.123Z",
            request_id: "req_01a200a14f6c7d92b3e80a57c41f96d8",
          },
        },
        null,
        2,
      ),
    ]),
    "`code` is for programs, `message` for people. `details` is empty, or lists each failing field as " +
      "`path: reason`, separated by `; `, or has the reason of a decline. Each answer has `X-Request-Id`, and " +
      "`X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix time in seconds); 429 and 503 have " +
      "`Retry-After`, in seconds.",

    "## Sending again",
    "A payment that is sent twice is charged once. It is recognized by `merchantId`, `receiptId` and " +
      "`transactionId`, within organization, environment and gateway, or by the `Idempotency-Key`, for as long as the payment is " +
      "kept. With the same body either returns the first answer again, 200 (or 402 where it was declined), with " +
      "`Idempotent-Replayed: true`; with another body 409, whose `details` name the first fields that differ. A 400 leaves " +
      "the `Idempotency-Key` free for the corrected body.",
    "After a 402, or a cancellation by `paymentId` that answered `not_charged`, the same ids with another body, such as " +
      "the next card, are a new payment, which needs a new `Idempotency-Key` where one is sent. 429, 500, 503, and timeouts may " +
      "be retried with the same body, up to 3 attempts with a growing delay, or as `Retry-After` says. Never send " +
      "`payments/envelope` and `payments/decrypt` again: they use the token up as soon as they succeed. Ask for a new grant. " +
      "[Errors and retries](/docs/errors-and-retries) has a table of all codes and calls.",

    "## Access grants",
    `A token opens one receipt, once, within ${accessTokenSeconds} seconds. A wallet asks the cardholder for ` +
      "consent, and then for the grant.",

    "## Limits of a body",
    `JSON in UTF-8 of at most ${BODY_LIMIT / 1024} KiB, uncompressed; arrays and objects at most ` +
      `${MAX_DEPTH} levels deep; at most ${MAX_KEYS} fields in an object, ${MAX_ITEMS} line items, and ` +
      `${MAX_VALUES.toLocaleString("en-US")} values in all. A field that an object has twice is refused: readers ` +
      "of JSON differ in which one counts. Text has no NUL character and no lone surrogate. Numbers beyond 2^53 are " +
      "refused unless a double keeps all of their digits, however they are written. `null` for an optional " +
      "field means that it is absent; as a field of your own it is kept.",
    "A parameter of the query that an endpoint does not have is 400, as is one that is given twice.",

    "## Times",
    "ISO 8601. Answers are in UTC with milliseconds. In `from`, `to`, and other times of a query, a time without an offset is UTC, and " +
      "the plus of an offset is written as `%2B`.",
  ];
}

function listScopes(scopes: readonly Scope[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(", ");
}
