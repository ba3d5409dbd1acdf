import { MAX_DEVICES } from "#lib/cardholders/contract-devices.ts";
import { config } from "#lib/config.ts";
import { BODY_LIMIT, MAX_DEPTH, MAX_KEYS, MAX_VALUES } from "#lib/core/body-limits.ts";
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from "#lib/core/logo.ts";
import { currencyCodes } from "#lib/core/money.ts";
import { issuerScopes, merchantScopes, type Scope } from "#lib/core/permissions.ts";
import { CANCELED_KEY_HOURS, DEFAULT_SETTLE_MINUTES } from "#lib/core/retention.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import { CALLERS_AT_FULL_RATE, defaultRateLimits } from "#lib/core/tiers.ts";
import { MAX_ITEMS } from "#lib/receipts/contract.ts";
import { describeReceiptFields } from "./openapi-receipt-fields.ts";
import { formatAmounts, formatLimits, listProviders, listTestValues } from "./openapi-tables.ts";

/** The introduction of the API reference. Markdown, one heading per topic. */
export function describeApi(): string {
  const { accessTokenSeconds, escrowDays, gatewayTimeoutMs } = config();
  return [
    "Digital receipts that only the cardholder can read. A receipt is sealed with AES-256-GCM " +
      "under a key that is wrapped for each device of the cardholder with RSA-OAEP-SHA256 or ECDH on P-256 (JWE, RFC 7516).",

    "## API keys",
    "Each call carries an API key in `X-API-Key`. Owners and developers create keys in the console, " +
      "at `/merchant/keys` or `/issuer/keys`. A key belongs to one organization and one environment, " +
      "which its prefix names (`ssk_dev_`, `ssk_stg_`, `ssk_prod_`) and which has data of its own. " +
      "The calls below take it from a variable; for the demo of a local start:",
    fence("sh", [
      "export SEALSLIP_API_KEY=$(node -p 'require(\"./.data/demo.json\").apiKeys.platform')",
    ]),
    "A merchant's key may have the scopes " +
      `${listScopes(merchantScopes)}; an issuer's ${listScopes(issuerScopes)}. A till calls with a ` +
      "merchant's key, a wallet with an issuer's. Resources of other organizations are 404.",
    "`$userId`, `$paymentId`, `$tokenId`, `$publicKey`, and `$privateKey` in the calls are variables for you to set, " +
      "from the answers of earlier calls; a key as one line: its PEM without the first and last lines.",

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
      "`transactionId`, within organization, environment and gateway, or the `Idempotency-Key`. With the " +
      "same body either returns the first answer again, 200 (or 402 where it was declined), with " +
      "`Idempotent-Replayed: true`; with another body 409, whose `details` name the first fields that differ. Both hold for as long as the payment is kept. At the other gateway it is " +
      "another payment, and would be charged again.",
    "After a 402, or a cancellation by `paymentId` that answered `not_charged`, the same ids with another body, such as " +
      "the next card, are a new payment: no new ids are needed, only a new `Idempotency-Key` where one is sent. After a " +
      "cancellation by references they are 409 for 24 hours: take another `transactionId`. After a 503 or a timeout, send the same body again: it continues where it was. " +
      "429, 500, 503, and timeouts may be retried, up to 3 attempts with a growing delay. A 503 without " +
      "`X-Payment-Id` may mean that the service has too much to do: `Retry-After` says when there is room again.",
    "A request that the provider finds malformed is 400 and, like every 400, leaves the `Idempotency-Key` free for the " +
      "corrected body.",
    "Do not send two calls again: `payments/envelope` and `payments/decrypt` use the token up as " +
      "soon as they succeed, even if the answer is lost on its way. Ask for a new grant instead, within the " +
      "same consent. A call that was refused leaves the token as it was.",

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

    "## When no answer comes",
    "Every answer about a payment names it in `X-Payment-Id`, errors included. If no answer came at all, " +
      "`GET /api/v1/payments?receiptId=…` finds the payment. **No payment there means: none so far.** The request may " +
      "still be on its way, and charge when it arrives. " +
      "The service settles it by itself within " +
      `${DEFAULT_SETTLE_MINUTES} minutes unless the deployment says otherwise: until then it may still be ` +
      "charged, and afterwards it is `succeeded`, `failed`, or `canceled`. A charge that shows up at the " +
      "provider later than that is refunded in full.",
    "To take the money in another way at once, in cash or through the other gateway, **cancel first**, by the " +
      "payment's id or, where you have none, by your own references with `POST /api/v1/payments/{gateway}/cancel`: " +
      "it answers `not_charged`, and then nothing can charge the payment any more, or `refunded`. By references it " +
      "also holds for a create that has not arrived: whatever comes with them is 409 and charges nothing, for " +
      `${CANCELED_KEY_HOURS} hours. For the next try, take another \`transactionId\`, and another \`Idempotency-Key\` if ` +
      "you send one. A cancellation by `idempotencyKey` covers that key alone: the same ids with another key are a payment. " +
      "A refund by `cancel` has no credit note, since only you can write its fields: the cardholder sees on the sale " +
      "that it was refunded. Where you owe them a note, use `refunds`. " +
      "The two gateways are independent: the same ids at both are two payments.",
    "**While `cancel` answers 503, do not use the other gateway**, and do not take cash: the first one may still have " +
      "charged, or charge. Repeat the cancellation until it is answered. The wish for a payment that is there is kept: no " +
      "retry charges it from then on, and the service carries the cancellation out by itself as soon as the provider " +
      "answers.",

    "## Recipients",
    "A payment says whom its receipt is for by the SHA-256 of a card number (`recipientHashedPan`), of a Payment " +
      "Account Reference (`recipientHashedPar`), of a phone number (`recipientHashedPhone`), or of an email address " +
      "(`recipientHashedEmail`): by one of them at least, or by all that the till knows. A phone that pays presents " +
      "a device number, whose hash is not that of the card; the account reference is the same for both. Hash the " +
      "digits of a card; the 29 characters of a reference in upper case; a phone number in E.164 with its plus sign, " +
      "such as `+491701234567`; an address trimmed and in lower case. What is not hashed is 400, and is not repeated.",
    "The receipt goes to the cardholder of the strongest of these that anyone in the environment has registered, in " +
      "that order. Issuers register a card with `onboarding/register`, and further identifiers with " +
      "`users/{userId}/identifiers`: each belongs to one user of an environment. You vouch that it is your " +
      "cardholder's. End a phone number or an address that is no longer theirs: until then your cardholder gets the next " +
      "holder's receipts. `deliveredBy` in a list of receipts says by which of them each one came. A `reference` is your own " +
      "number of a customer, unique in your organization: `users/find` takes it, and no receipt is sent to it.",

    "## Escrow",
    "A receipt whose recipient is not registered is sealed to a key of the " +
      "service until one of its identifiers is registered, at most " +
      `${escrowDays} days. The first registration gets it. This is the one time when ` +
      "the service could open a receipt; afterwards its key is wrapped for the cardholder, or destroyed.",

    "## Claim codes",
    "While a receipt waits in escrow, the creation of its payment, and each replay of that, answers " +
      "`veroMetadata.claimCode`. A till prints it as a QR code of the link `/claim#clm_…` at this service, which opens " +
      "the wallet. A wallet or an issuer's app sends it to `receipts/claim` with its user, who gets the receipt and " +
      "the credit notes of its refunds. Before the payment has succeeded that is 409. **The bearer of the code gets the " +
      "receipt, as with paper**: it works once, for the first user who claims, so give it to the customer alone, and " +
      "keep it out of logs and mail. No other answer has it. Once the card or another identifier is registered, the " +
      "receipt is delivered, and the code is 404.",

    "## Amounts",
    "Integers in the currency's smallest unit (ISO 4217): 1250 is 12.50 EUR, 1250 JPY, " +
      "1.250 KWD. **Without `currency`, a payment is charged in US dollars**, and its answer has the header " +
      '`Warning: 299 - "currency was not given: usd"`. The same bytes charge the same through both gateways, or ' +
      "nothing:",
    formatAmounts(),
    "The sum is `totalPrice` of all items, `taxAmount`, and `tipAmount`. `gateway_two` answers another `amount` or " +
      "`totalAmount` with 400, whose `details` name the sum. `gateway_one` charges `amount`, and only prints the other " +
      "fields. `subtotal` is printed at both.",
    "- **Prices that include the tax**: send `pricesIncludeTax: true`. `taxAmount` is part of the prices then, and is " +
      "not added to them.\n" +
      "- **Split tender**, a receipt that several payments pay: send `splitTender: true` with each of them. `amount` is " +
      "required, and is what this payment charges: at most the sum, or `totalAmount` where there are no items. The " +
      "provider gets one line over it. The payments share a `receiptId`, and each has a `transactionId` of its own. " +
      "`items`, `taxAmount`, `tipAmount`, and `totalAmount` are those of the whole receipt. **Each payment is checked alone**: that " +
      "they add up to the receipt is for your till to see to.\n" +
      "- Both count only where they are exactly `true`. Any other value is kept as it is, like a field of your own, and " +
      "changes nothing of what is charged.",
    "What a provider cannot charge exactly is 400 before anything is stored. The sandbox, where no money moves, takes every " +
      "currency and amount; these are the rules of connected accounts:",
    "- **Stripe** takes BHD, JOD, KWD, OMR, and TND in steps of 10, such as 5.120 KWD as 5120, and MGA in steps of 100. " +
      "Other currencies of three or four decimals, such as IQD, it does not take. Currencies without decimals, such as " +
      "JPY and KRW, are charged as they are.\n" +
      "- **Square** takes the one currency of the location: AUD, CAD, EUR, GBP, JPY, or USD. Currencies of three or more " +
      "decimals are refused.",
    `Currencies, in either case: ${currencyCodes.join(", ")}.`,

    "## Made-up items",
    "Where no items are sent and `mockItems` is not `false`, the receipt gets made-up " +
      "ones, each with `mock: true`. They are for trying out: **a real till sends `mockItems: false`**, so " +
      "that no items are invented, and none are charged, if its items are missing. With `splitTender` they are those " +
      "of the whole receipt where `totalAmount` says what that is, and else add up to `amount`. " +
      "`veroMetadata.mockItems` says whether that happened; `mockItems` in an opened receipt is the value that was sent.",

    ...describeReceiptFields(),

    "## Cards",
    "Named by the SHA-256 of their digits, without spaces or dashes: that of 4242424242424242 is " +
      `\`${sampleCard.hashedPan}\`.`,
    "A card number itself is refused with 400, in every field, list, field name, parameter, and `Idempotency-Key`: 14 " +
      "to 19 digits with the issuer, the length, and the check digit of a card, in any script, whatever separates " +
      "them. In `paymentMethod` and in fields whose name has the word `card` or `pan`, it is 12 to 19 digits, also " +
      "within others. Fields named as a card number (`cardNumber`), its hash (`cardHash`), a security code (`cvc`), a " +
      "PIN (`pin`), or a magnetic stripe (`track2`) are refused whatever they hold, but for what is empty or masked " +
      "(`************4242`). About 3 % of random numbers of 16 digits look like card numbers: put a letter into yours.",

    "## Cardholders' keys",
    "`publicKey` is a SubjectPublicKeyInfo as PEM or base64 DER: RSA-2048 with an odd exponent from 65537 up to " +
      "2^64, or P-256 with an uncompressed point, which is what phones keep in hardware. Known-weak keys are refused: " +
      "small factors, close primes, ROCA. `keyId` is yours to choose, once. After `rotate` earlier receipts stay under the old key: request the " +
      "grant for the one among the receipt's `keyIds` that the device has.",
    `A user has up to ${MAX_DEVICES} devices, each with a key of its own. A receipt is wrapped for all that are active when it ` +
      "is paid or handed over; `keyIds` in the list names them, and each of them opens it with a grant for its own " +
      "`keyId`. Answers about payments have in `keyId` the key that was current then, and in `algorithm` how the receipt is sealed to it. " +
      "The current key is that of the oldest device: a rotated key takes the place of the one it replaces, and when the " +
      "current key is retired, the oldest active key follows.",

    "## Opening an envelope",
    "Any JOSE library does it, on the cardholder's device. `header` has `alg` and `kid`; for a P-256 key `alg` is " +
      "`ECDH-ES+A256KW`, and `epk` is there (RFC 7518 section 4.6). In JavaScript with `jose`:",
    fence("js", [
      'import { flattenedDecrypt, importPKCS8 } from "jose";',
      "",
      "const key = await importPKCS8(privateKeyPem, envelope.header.alg);",
      "const opened = await flattenedDecrypt(envelope, key);",
      "const read = (bytes) => JSON.parse(new TextDecoder().decode(bytes));",
      "if (read(opened.additionalAuthenticatedData).paymentId !== paymentId) {",
      '  throw new Error("This is the receipt of another payment");',
      "}",
      "const receipt = read(opened.plaintext);",
    ]),

    "## Signed receipts",
    "A merchant may sign its payments and refunds, so that a wallet can recognize its key. Add a public key in " +
      "the console, under Settings, for each environment: P-256 for ES256, or Ed25519 for EdDSA. The console " +
      "gives you a challenge and a command that signs it, which proves that the private key is yours. A key " +
      "belongs to one organization in an environment: 409 where any has or had it. Then send " +
      "a detached JWS (RFC 7515 appendix F) over the bytes of the body in `X-Merchant-Signature`, with the " +
      "payload as it is (RFC 7797). Its protected header has `alg`, the `kid` that the console shows, " +
      '`"b64": false`, and what the signature is for, as `sealslip`; `crit` lists both. In JavaScript with `jose`:',
    fence("js", [
      'import { FlattenedSign, importPKCS8 } from "jose";',
      "",
      'const key = await importPKCS8(signingKeyPem, "EdDSA");',
      "const body = JSON.stringify(payment);",
      "const sealslip = {",
      "  organization: organizationId,",
      '  environment: "development",',
      '  gateway: "gateway_one",',
      '  request: "create",',
      "};",
      'const header = { alg: "EdDSA", kid, b64: false, sealslip, crit: ["b64", "sealslip"] };',
      "const jws = await new FlattenedSign(new TextEncoder().encode(body))",
      "  .setProtectedHeader(header)",
      "  .sign(key, { crit: { sealslip: true } });",
      'const url = new URL("/api/v1/payments/gateway_one/create", origin);',
      "const answer = await fetch(url, {",
      '  method: "POST",',
      "  headers: {",
      '    "Content-Type": "application/json",',
      '    "X-API-Key": apiKey,',
      '    "X-Merchant-Signature": [jws.protected, "", jws.signature].join("."),',
      "  },",
      "  body,",
      "});",
    ]),
    "Send the very bytes that were signed: a body that is serialized again does not match. A wrong " +
      "signature is 400 `invalid_signature`, and so is a missing one where the console requires " +
      "signatures; nothing is stored or charged then. A retry may be signed anew; the receipt keeps " +
      "the first signature.",
    "For a refund, `request` is `refund`, and `paymentId` names the payment. Settings show the organization's id. " +
      'Signatures without `sealslip`, with `"crit": ["b64"]`, are accepted, too. They hold for the same ' +
      "body wherever your organization may send it: at the other gateway, as a refund of another payment, and in " +
      "every environment in which you registered the key. With `sealslip`, any other request is 400 " +
      "`invalid_signature`.",
    "An opened receipt has the proof as `merchantSignature`: `jws` as it was sent, `signedBytes`, which " +
      "is the body in base64url, and the public key as `jwk`. To check it, verify the JWS over the " +
      "signed bytes, and compare their fields, of which `null` for an optional one means that it is absent, " +
      "and the members of `sealslip` with those of the receipt. The bytes include " +
      "the `recipientHashed…` fields and `cardNonce`, which only a reader of the opened receipt can see. " +
      "The proof shows that the holder of the key signed. It does not show who that is: the name on the receipt is " +
      "the signer's own text. So the wallet remembers keys: it says since when it has seen one under this " +
      "name, or that it has not seen the key before. Merchants who publish their `kid` can be checked without the " +
      "service: it is the key's RFC 7638 thumbprint, which the wallet shows as the key's fingerprint.",

    "## Logos",
    "`merchantLogo` of a payment or refund is a picture on the paper: a data URI of a PNG, JPEG, or WebP of at " +
      `most ${MAX_LOGO_BYTES / 1024} KB and ${MAX_LOGO_PIXELS} by ${MAX_LOGO_PIXELS} pixels. Other values of this field ` +
      "are kept like any other field, and the wallet does not show it. Without one, the receipt gets " +
      "the logo from the console's settings, and keeps it when that one changes; it counts toward " +
      "no limit of the body. A signed request stays as it was signed: its logo is the one in its body. A logo is " +
      `sealed like the rest. It makes an envelope larger by four thirds of the file, at most ${MAX_LOGO_BYTES / 768} KB ` +
      `where it is stored, and by at most ${Math.ceil(MAX_LOGO_BYTES / 576)} KB of base64url where it is fetched.`,

    "## Matching with the bank's ledger",
    "`match` in a receipt of the list, in a payment, and in a refund has what banks match with their ledgers: " +
      "authorization code, network transaction id, ARN, category, and your `terminalId`. Each is null until it is " +
      "known. Stripe and Square return the authorization code with the charge, and Stripe the network id, too; the ARN " +
      "of a refund comes days later, in a notification of Stripe. Compare the network id or the ARN first, then the code " +
      "together with amount and currency. The guides in `docs/guides` of the repository have an example, and answers " +
      "about encrypting readers, phones that pay, shared and lost cards, and `veroMetadata`.",

    "## Sandbox",
    `Without a connection to a provider (${listProviders()}), ` +
      "development and staging answer `succeeded`, unless one of these values requests another " +
      `outcome. The deadline for a gateway is ${gatewayTimeoutMs / 1000} seconds. Production has no sandbox. What ` +
      "becomes of a payment or refund seconds later is recorded then, as after a provider's notification, with its event.",
    listTestValues(),

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
      "meant, and with the scopes of the member's organization; a viewer only reads.",
  ].join("\n\n");
}

function listScopes(scopes: readonly Scope[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(", ");
}

function fence(language: string, lines: string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}
