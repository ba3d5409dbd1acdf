import { DEFAULT_ESCROW_DAYS } from "./escrow.ts";
import { sandboxTestValues } from "./sandbox-test-values.ts";
import { defaultRateLimits, rateClasses, tiers } from "./tier.ts";

/** What a reader of the API reference is told before the first endpoint. Markdown. */
export function describeApi(): string {
  return [
    "Digital receipts that only the cardholder can read. A receipt is sealed with AES-256-GCM " +
      "under a key that is wrapped for the cardholder with RSA-OAEP-SHA256 (JWE, RFC 7516).",
    "**Escrow.** The receipt of a card that nobody has registered yet is sealed to a key of the " +
      "service until the card is registered, at most " +
      `${DEFAULT_ESCROW_DAYS} days unless the deployment says otherwise. This is the one time when ` +
      "the service could open a receipt; afterwards its key is wrapped for the cardholder, or destroyed.",
    "**Amounts** are integers in the currency's smallest unit (ISO 4217): 1250 is 12.50 EUR, 1250 JPY, " +
      "1.250 KWD. `gateway_one` charges `amount`. `gateway_two` charges the sum of the items' " +
      "`totalPrice` plus `taxAmount`, whatever `amount` says. `subtotal` and `totalAmount` are printed, " +
      "not charged, and nothing holds them against the items.",
    "**Made-up items.** Where no items are sent and `mockItems` is not `false`, the receipt gets made-up " +
      "ones, each with `mock: true`; `gateway_two` without an amount then charges their sum. A till " +
      "that sends totals only wants `mockItems: false`.",
    "**Cards** are named by the SHA-256 of their digits, without spaces or dashes: that of " +
      "4242424242424242 is " +
      "`477bba133c182267fe5f086924abdc5db71f77bfc27f01f2843f2cdc69d89f05`.",
    "**Keys.** `publicKey` is RSA-2048 as PEM or base64 DER (SubjectPublicKeyInfo); `keyId` is yours to " +
      "choose, once. After `rotate` the receipts of before stay under the old key: ask for a grant " +
      "with the `keyId` that the list names for the receipt. Who opens an envelope compares the " +
      "`paymentId` in its `aad` with the one that was asked for.",
    "**Rate limits**, requests per minute, per key and class of endpoint: key generation is " +
      "`generate-keys`, reads are GET, writes are the rest. A deployment may set others; the " +
      "headers of each answer say what counts.",
    formatLimits(),
    `Without a valid key: ${defaultRateLimits.perAddress} per client address.`,
    "**Sandbox.** Without a connection to a provider, development and staging answer `succeeded`, " +
      "unless one of these values asks for something else. Production has no sandbox.",
    formatTestValues(),
    "**Sessions.** The service's own pages call the same endpoints with the session of a member " +
      "instead of a key: from the same origin only, with `X-Environment` to say which environment is " +
      "meant, and with the scopes of the member's organization; a viewer only reads.",
    "**Retries.** 429, 500, 503 and time-outs may be retried, up to 3 attempts with a growing " +
      "delay. A payment that is sent again with the same body is never charged twice.",
  ].join("\n\n");
}

function formatLimits(): string {
  const titles = { keyGeneration: "key generation", writes: "writes", reads: "reads" };
  const rows = tiers.map((tier) => [
    tier,
    ...rateClasses.map((name) => defaultRateLimits.tiers[tier][name].toLocaleString("en-US")),
  ]);
  const head = ["tier", ...rateClasses.map((name) => titles[name])];
  const rule = head.map(() => "---");
  return formatTable([head, rule, ...rows]);
}

function formatTestValues(): string {
  const rows = Object.values(sandboxTestValues).map(({ field, value, description }) => [
    `\`${field}\``,
    `\`${value}\``,
    description,
  ]);
  return formatTable([["field", "value", "outcome"], ["---", "---", "---"], ...rows]);
}

function formatTable(rows: string[][]): string {
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
