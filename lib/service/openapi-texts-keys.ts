import { MAX_DEVICES } from "#lib/cardholders/contract-devices.ts";
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from "#lib/core/logo.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import { fence } from "./fence.ts";

/** Cards, keys, envelopes, signatures, and what comes with a receipt. Markdown. */
export function describeKeys(): string[] {
  return [
    "## Cards",
    "Named by the SHA-256 of their digits, without spaces or dashes: that of 4242424242424242 is " +
      `\`${sampleCard.hashedPan}\`.`,
    "A card number itself is refused with 400, in every field, field name, parameter, and `Idempotency-Key`: 14 to 19 digits " +
      "with the issuer, the length, and the check digit of a card, in any script, whatever separates them; in `paymentMethod` " +
      "and fields named `card` or `pan` 12 to 19 digits, also within others. Fields named as a card number (`cardNumber`), its " +
      "hash (`cardHash`), a security code (`cvc`), a PIN (`pin`), or a magnetic stripe (`track2`) are refused unless they are " +
      "empty or masked (`************4242`). About 3 % of random numbers of 16 digits look like card numbers: put a letter " +
      "into yours.",

    "## Cardholders' keys",
    "`publicKey` is a SubjectPublicKeyInfo as PEM or base64 DER: RSA-2048 with an odd exponent from 65537 up to " +
      "2^64, or P-256 with an uncompressed point. Known-weak keys are refused: small factors, close primes, ROCA. `keyId` is " +
      `yours to choose, once. A user has up to ${MAX_DEVICES} devices, each with a key of its own; a receipt is wrapped for all ` +
      "that are active when it is paid or handed over. `keyIds` in the list names them, and each opens it with a grant for its " +
      "own `keyId`. Receipts before `rotate` stay under the old key. The current key, `keyId` in answers about payments, is " +
      "that of the oldest device. See [Keys in hardware](/docs/keys-in-hardware).",

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
    "A merchant may sign its payments and refunds, so that a wallet can recognize its key. Add a public key in the console, " +
      "under Settings, for each environment: P-256 for ES256, or Ed25519 for EdDSA; 409 where any organization has or had it. " +
      "Then send a detached JWS (RFC 7515 appendix F) over the very bytes of the body in `X-Merchant-Signature`, with the payload " +
      "as it is (RFC 7797). Its protected header:",
    fence("json", [
      '{ "alg": "EdDSA", "kid": "…", "b64": false, "crit": ["b64", "sealslip"],',
      '  "sealslip": { "organization": "org_…", "environment": "development",',
      '    "gateway": "gateway_one", "request": "create" } }',
    ]),
    "For a refund, `request` is `refund`, and `paymentId` names the payment. Without `sealslip`, with " +
      '`"crit": ["b64"]`, a signature holds for the same body wherever your organization may send it. A wrong signature is ' +
      "400 `invalid_signature`, as is a missing one where the console requires signatures; nothing is charged then. A retry may " +
      "be signed anew; the receipt keeps the first signature.",
    "An opened receipt has the proof as `merchantSignature`: `jws`, `signedBytes`, which is the body in base64url, and the " +
      "public key as `jwk`. To check it, verify the JWS, and compare the fields of the signed bytes, where `null` for an optional one means that " +
      "it is absent, and the members of `sealslip` with those of the receipt. The bytes include the `recipientHashed…` fields " +
      "and `cardNonce`, which only a reader of the opened receipt can see. The proof shows that the holder of the key signed, " +
      "not who that is: the wallet says since when it has seen a key under this name. See " +
      "[Sealing at the till](/docs/sealing-at-the-till#sign).",

    "## Logos",
    "`merchantLogo` is a picture on the paper: a data URI of a PNG, JPEG, or WebP of at " +
      `most ${MAX_LOGO_BYTES / 1024} KB and ${MAX_LOGO_PIXELS} by ${MAX_LOGO_PIXELS} pixels. Other values are kept, and not shown. ` +
      "Without one, the receipt gets the logo from the console's settings, and keeps it when that changes; it counts toward no " +
      "limit of the body, and a signed request does not get it. It makes an envelope larger by four thirds of the file, at most " +
      `${MAX_LOGO_BYTES / 768} KB where it is stored, and by at most ${Math.ceil(MAX_LOGO_BYTES / 576)} KB of base64url where it is fetched.`,

    "## Matching with the bank's ledger",
    "`match` in a receipt of the list, in a payment, and in a refund has what banks match with their ledgers. Each part " +
      "is null until it is known. See [Matching receipts with the ledger](/docs/matching-receipts-with-a-ledger).",
  ];
}
