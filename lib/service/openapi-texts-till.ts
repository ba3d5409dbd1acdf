import { BODY_LIMIT } from "#lib/core/body-limits.ts";
import { PADDED_TO } from "#lib/crypto/seal-receipt.ts";
import { MAX_RESERVATIONS, RESERVED_MINUTES } from "#lib/reservations/contract.ts";
import { fence } from "./fence.ts";

/** How a till seals receipts, and what each side can know of them. Markdown. */
export function describeTill(): string[] {
  const { cardholder, escrow } = RESERVED_MINUTES;
  const escrowDays = escrow / (24 * 60);
  return [
    "## Sealed at the till",
    "In an ordinary create, the service reads the receipt while it seals it. A till can seal it instead: the service takes " +
      "the payment and gets the receipt as ciphertext only. Three steps replace one:",
    [
      "1. `POST /api/v1/payments/{gateway}/prepare` with the recipient fields answers a **reservation**: a `paymentId`, and the " +
        "public key to seal to. Nothing is stored or charged.",
      "2. The till seals the receipt to that key, as below.",
      "3. `create` takes `reservation` and `sealedReceipt` in place of the receipt. In the clear is only what the payment " +
        "itself needs: `receiptId`, `merchantId`, `transactionId`, `transactionDate`, `currency`, `amount`, the recipient " +
        "fields, and what goes to the provider. Answers, events, grants, and opening are those of every payment. " +
        "`veroMetadata.sealedAt` says `till`.",
    ].join("\n"),
    "The service never has a receipt that was sealed to a cardholder's key, **unless the issuer has the service decrypt it**: " +
      "`payments/decrypt` brings the receipt and the private key into its memory for that call. `payments/envelope` does not, " +
      "and the wallet uses only that. " +
      "`sealedAt` says where a receipt was sealed, not who has opened it since.",
    "In JavaScript with `jose`, for all keys of `reservation`, where `receipt` has the fields of a receipt, `amount` and " +
      "`currency` included:",
    fence("js", [
      'import { calculateJwkThumbprint, exportJWK } from "jose";',
      'import { GeneralEncrypt, generateKeyPair, importSPKI } from "jose";',
      "",
      "const { paymentId, otherKeys = [] } = reservation;",
      "const recipients = await Promise.all(",
      "  [reservation, ...otherKeys].map(async ({ keyId, publicKey }) => {",
      "    // How a P-256 key begins; the others are RSA.",
      '    const alg = publicKey.includes("MFkwEw") ? "ECDH-ES+A256KW" : "RSA-OAEP-256";',
      "    const key = await importSPKI(publicKey, alg, { extractable: true });",
      "    const thumbprint = await calculateJwkThumbprint(await exportJWK(key));",
      "    return { key, thumbprint, header: { alg, kid: keyId } };",
      "  }),",
      ");",
      "const thumbprints = recipients.map(({ thumbprint }) => thumbprint);",
      "const sealedTo = thumbprints.length > 1 ? thumbprints : thumbprints[0];",
      "",
      "const utf8 = new TextEncoder();",
      'const json = JSON.stringify({ ...receipt, paymentId, sealedTo, sealedAt: "till" });',
      `const blanks = ${PADDED_TO - 1} & -utf8.encode(json).length;`,
      'const encrypt = new GeneralEncrypt(utf8.encode(json + " ".repeat(blanks)))',
      '  .setProtectedHeader({ enc: "A256GCM" })',
      "  .setAdditionalAuthenticatedData(utf8.encode(JSON.stringify({ paymentId, v: 1 })));",
      "for (const { key, header } of recipients) {",
      "  encrypt.addRecipient(key).setUnprotectedHeader(header);",
      "}",
      "// For a single recipient jose would put epk into the protected header. This key is thrown away.",
      'const { publicKey: unused } = await generateKeyPair("ECDH-ES+A256KW");',
      'encrypt.addRecipient(unused).setUnprotectedHeader({ alg: "ECDH-ES+A256KW" });',
      "",
      "const { recipients: wraps, ...content } = await encrypt.encrypt();",
      "const [first, ...others] = wraps.slice(0, -1);",
      "const sealed = {",
      "  reservation: reservation.reservation,",
      "  sealedReceipt: { ...content, ...first },",
      "  ...(others.length > 0 && { otherRecipients: others }),",
      "};",
    ]),
    "The body of `create` is `sealed` and the fields in the clear. The repository's `docs/guides/sealing-at-the-till.md` " +
      "has the same in other languages, and [`/vectors/sealed-at-the-till.json`](/vectors/sealed-at-the-till.json) has " +
      "envelopes with their keys, for tests of your own.",
    "**What is sealed** is one JSON object: the fields that create would have sealed, `amount`, `currency`, your references, " +
      "and `gateway` among them, but no `recipientHashed…` field, `cardNonce`, `verificationToken`, or `customer`. With " +
      "them come `paymentId`; `sealedTo`, the RFC 7638 thumbprint of the key, or a list of them where there are several; " +
      `and \`"sealedAt": "till"\`. Blanks after it pad it to a multiple of ${PADDED_TO.toLocaleString("en-US")} bytes, so that the ` +
      "length of the ciphertext reveals little about what was bought; the service does not enforce that. An ordinary body may not have fields named `sealedTo` or " +
      "`sealedAt`.",
    "**What is checked**, before anything is charged: that the reservation is for this organization, environment, gateway, and " +
      "recipient, or for any recipient, and has not expired; the form of the envelope, its `kid`, `alg`, and `aad`, and the lengths of keys, IV, and " +
      `tag; and the size of the body, ${BODY_LIMIT / 1024} KiB as for any call. 400 names the part, such as ` +
      "`sealedReceipt.header.kid`. Any other field of a receipt beside `sealedReceipt` is 400, too: it would reveal what " +
      "is sealed. 409 `conflict` that names `reservation`: another payment was made with it. A reservation is for one " +
      "payment, so the next try after a decline needs another one. `reservation` without `sealedReceipt` is an ordinary field " +
      "of an ordinary receipt.",
    "**What the service cannot do** for a receipt that it cannot read: it adds no logo and no sample items, sends the provider " +
      "`amount` as one line at either gateway, and checks no amounts, items, or card numbers inside. Send " +
      "`****4242`, never a card number. The wallet shows an alarm if the amount or a reference inside differs from the " +
      "payment's, and a receipt that it cannot read is lost for the cardholder.",
    `**When a reservation ends.** One for a cardholder's key is valid for ${cardholder} minutes, one for the escrow key ` +
      `(\`"keyKind": "escrow"\`, for an unregistered recipient, and with \`anyRecipient\`) for ${escrowDays} days. If a key is ` +
      "rotated in between, the receipt is delivered under the key that it was sealed to, which the wallet still has. If a card " +
      "is registered in between, what was sealed for escrow is wrapped for its cardholder at create. If the recipient " +
      "belongs to another cardholder by then, create answers 400, and the till calls `prepare` again. Repeating a create that " +
      "made a payment gets the same answer, even after the reservation has expired. While the service is being " +
      "upgraded from a version without this feature, `prepare` is 503.",
    "**Several devices.** `otherKeys` has the keys of the cardholder's other devices, and `otherRecipients` needs one entry for each, as " +
      "in the general form of JWE (RFC 7516 section 7.2.1). `sealedTo` lists all thumbprints, that of `publicKey` first.",
    "**Refunds.** The credit note is sealed in the same way: `prepare` takes `refundOf`, the `paymentId` of the sale, in place of the recipient, and its " +
      'reservations have `ref_…` ids. The credit note has `"kind": "refund"` and `refundOf` inside.',
    "**A swapped key shows**, if the merchant signs. `X-Merchant-Signature` signs the request with its envelope, for the service. For " +
      "the cardholder, put `merchantSignature` into the object that is sealed: `signedBytes` is the base64url of the JSON of all its " +
      "other fields, `jws` the detached signature over these bytes, with the header of Signed receipts, and `jwk` the public " +
      "key. Since `sealedTo` is signed, a service that named a key of its own can seal again for the wallet's key only with a " +
      "signature that fails, with a `sealedTo` that is not the wallet's, with a signing key that is not yours, or without any " +
      "signature. The wallet checks the first two at once, and warns of the other two once it knows your key from an earlier " +
      "receipt under your name. Without a signature, nothing proves that the receipt is as the till sealed it.",
    '**Without a network.** An offline till cannot know in advance which cards it will see. So `prepare` takes `"anyRecipient": true` ' +
      `in place of the recipient, and answers reservations of the escrow key, valid for ${escrowDays} days, each for any recipient that ` +
      `\`create\` names. While you are online, ask for as many as the sales you expect offline, up to ${MAX_RESERVATIONS} in a call, at ` +
      "each gateway that you use; keep them with the day's data, and replace them every day. Offline, seal each receipt with a " +
      "reservation of its own, and send the bodies when the network is back: the card is charged then, so you learn " +
      "of a decline after the customer has left.",
    "Such a receipt goes through escrow. For an unregistered recipient, it waits there; for a registered one, its content key is " +
      "wrapped for each of their devices at create. While it waits, and at the moment of create, the service could open it: `sealedTo` names the " +
      "escrow key, `keyKind` in a list of receipts says `escrow` forever, and the wallet warns if the card had been registered for over a week. So " +
      "**an online sale uses an ordinary reservation**, one for its recipient.",
    "**The queue.** A till may crash, or lose its connection between the request and the answer. To keep each sale one payment:",
    [
      "- **Give each sale its ids once**, `receiptId` and `transactionId`, and store them with the receipt before the first " +
        "attempt. The same ids with the same body are the same payment, however often they arrive.",
      "- **Keep both, the receipt and the body, until the payment has succeeded**: there is no other copy of the receipt, and " +
        "the till cannot open its own envelope.",
      "- **Send the same bytes again** until there is an answer, and after a 503 or 429 as `Retry-After` says. Do not seal again " +
        "because an answer is missing: that is another body, and 409 if the first one was taken.",
      "- **Seal again, with the same ids and a new reservation**, after 400 or 409 that names `reservation`, and for the next card " +
        "after 402. Send a new `Idempotency-Key` with it, or none.",
      "- **409 of a canceled payment ends the sale**: the customer pays nothing. To charge after all, prepare and seal again with " +
        "another `transactionId`.",
    ].join("\n"),
    "`paymentId` comes from `prepare`, so lists, their cursors, and `from` and `to` go by the time of the reservation. " +
      `\`createdAt\` is the time of the create, up to ${cardholder} minutes or ${escrowDays} days later. To poll, use events or ` +
      "`deliveredFrom`.",
  ];
}
