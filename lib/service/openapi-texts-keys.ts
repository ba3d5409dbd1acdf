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
  ];
}
