import { config } from "#lib/config.ts";
import { CALLERS_AT_FULL_RATE, defaultRateLimits } from "#lib/core/tiers.ts";
import { describeReceiptFields } from "./openapi-receipt-fields.ts";
import { formatLimits, listProviders } from "./openapi-tables.ts";
import { describeCalls } from "./openapi-texts-calls.ts";
import { describeKeys } from "./openapi-texts-keys.ts";
import { describePayments } from "./openapi-texts-payments.ts";
import { describeTill } from "./openapi-texts-till.ts";
import { describeWebhooks } from "./openapi-texts-webhooks.ts";

/** The introduction of the API reference. Markdown, one heading per topic. */
export function describeApi(): string {
  return [
    "Digital receipts that only the cardholder can read. A receipt is sealed with AES-256-GCM " +
      "under a key that is wrapped for each device of the cardholder with RSA-OAEP-SHA256 or ECDH on P-256 (JWE, RFC 7516).",
    ...describeCalls(),
    ...describePayments(),
    ...describeReceiptFields(),
    ...describeKeys(),
    ...describeTill(),
    ...describeWebhooks(),
    ...describeLimits(),
  ].join("\n\n");
}

function describeLimits(): string[] {
  const { gatewayTimeoutMs } = config();
  return [
    "## Sandbox",
    `Without a connection to a provider (${listProviders()}), ` +
      "development and staging answer `succeeded`, unless a test value asks for another outcome: " +
      "[Testing and the sandbox](/docs/testing-and-sandbox) lists them. The deadline for a gateway is " +
      `${gatewayTimeoutMs / 1000} seconds. Production has no sandbox.`,

    "## Rate limits",
    "Requests per minute, per key and class of endpoint: key generation is " +
      "`generate-keys`, reads are GET, writes are the rest. The keys of an organization share " +
      `${CALLERS_AT_FULL_RATE} times as much in each environment. A deployment may set others; the headers of ` +
      "each answer show the limits in force.",
    formatLimits(),
    `Without a valid key: ${defaultRateLimits.perAddress} per client address.`,

    "## Sessions",
    "The service's own pages call the same endpoints with the session of a member " +
      "instead of a key: from the same origin only, with `X-Environment` to say which environment is " +
      "meant, and with the scopes of the member's organization; viewers and support members only read.",
  ];
}
