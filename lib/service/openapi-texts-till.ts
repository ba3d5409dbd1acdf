import { BODY_LIMIT } from "#lib/core/body-limits.ts";
import { PADDED_TO } from "#lib/crypto/seal-receipt.ts";
import { MAX_RESERVATIONS, RESERVED_MINUTES } from "#lib/reservations/contract.ts";
import { fence } from "./fence.ts";

/** Receipts that the service never has: how a till seals them, and what each side can know. Markdown. */
export function describeTill(): string[] {
  const { cardholder, escrow } = RESERVED_MINUTES;
  const escrowDays = escrow / (24 * 60);
  return [
    "## Sealed at the till",
    "In an ordinary create the service reads the receipt for a moment, while it seals it. A till can seal it instead: " +
      "the service takes the payment, and gets the receipt as ciphertext only. Three steps take the place of one:",
    [
      "1. `POST /api/v1/payments/{gateway}/prepare` with the recipient fields answers a **reservation**: a `paymentId`, and the " +
        "public key to seal to. Nothing is stored or charged.",
      "2. The till seals the receipt to that key, as below.",
      "3. `create` takes `reservation` and `sealedReceipt` in place of the receipt. What stays in the clear is what the payment " +
        "itself needs: `receiptId`, `merchantId`, `transactionId`, `transactionDate`, `currency`, `amount`, the recipient " +
        "fields, and what goes to the provider. Answers, events, grants, and opening are those of every payment. " +
        "`veroMetadata.sealedAt` says `till`.",
    ].join("\n"),
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
      `and \`"sealedAt": "till"\`. Blanks behind it bring it to a multiple of ${PADDED_TO.toLocaleString("en-US")} bytes, so that the ` +
      "length of the ciphertext says little about what was bought; the service does not enforce that. An ordinary body may not have fields named `sealedTo` or " +
      "`sealedAt`.",
    "**What is checked**, before anything is charged: that the reservation is for this organization, environment, gateway, and " +
      "recipient, or for any recipient, and has not expired; the form of the envelope, its `kid`, `alg`, and `aad`, and the lengths of keys, IV, and " +
      `tag; and the size of the body, ${BODY_LIMIT / 1024} KiB as ever. 400 names the part, such as ` +
      "`sealedReceipt.header.kid`. Any other field of a receipt beside `sealedReceipt` is 400, too: it would give away what " +
      "is sealed. 409 `conflict` that names `reservation`: another payment was made with it. A reservation is for one " +
      "payment, so the next try after a decline needs another one. `reservation` without `sealedReceipt` is an ordinary field " +
      "of an ordinary receipt.",
    "**What the service cannot do** for a receipt that it cannot read: it adds no logo and makes up no items, sends the provider " +
      "`amount` as one line at either gateway, and checks no amounts, items, or card numbers inside. Send " +
      "`****4242`, never a card number. A wallet shows an alarm where the amount or a reference inside is another than the " +
      "payment's, and a receipt that it cannot read is lost for the cardholder.",
    `**When a reservation ends.** One for a cardholder's key is good for ${cardholder} minutes, one for the escrow key ` +
      `(\`"keyKind": "escrow"\`, where nobody has registered the recipient, and with \`anyRecipient\`) for ${escrowDays} days. A key that is ` +
      "rotated in between makes no difference: the receipt is delivered under the key that it was sealed to, which the wallet still has. A card " +
      "that is registered between prepare and create neither: what was sealed for escrow is wrapped for its cardholder at create. Where " +
      "the recipient belongs to someone else by then, create answers 400, and the till calls `prepare` again. A repetition of " +
      "a create that was answered gets the same answer, even when the reservation has expired. While the service is being " +
      "upgraded from a version that does not know all this, `prepare` is 503.",
    "**Several devices.** `otherKeys` has the keys of the cardholder's other devices, and `otherRecipients` needs one entry for each, as " +
      "in the general form of JWE (RFC 7516 section 7.2.1). `sealedTo` lists all thumbprints, that of `publicKey` first.",
    "**Refunds** seal their credit note in the same way: `prepare` takes `refundOf`, the `paymentId` of the sale, in place of the recipient, and its " +
      'reservations have `ref_…` ids. The credit note has `"kind": "refund"` and `refundOf` inside.',
    "**Who swapped the key shows**, if the merchant signs. `X-Merchant-Signature` signs the request, which has the envelope. For " +
      "the cardholder, put `merchantSignature` into the object that is sealed: `signedBytes` is the base64url of the JSON of all its " +
      "other fields, `jws` the detached signature over these bytes, with the header of Signed receipts, and `jwk` the public " +
      "key. `sealedTo` is among what is signed: a service that named a key of its own cannot seal again for the wallet's " +
      "key without a signature that fails, a `sealedTo` that is not the wallet's, or a signing key that is not yours. The wallet " +
      "checks all three, the last one from your second receipt on. Without a signature, nothing proves that the receipt came as the till sealed it.",
    '**Without a network.** A till that is offline meets cards that it did not know before. For these, `prepare` takes `"anyRecipient": true` ' +
      `in place of the recipient: reservations of the escrow key, for ${escrowDays} days, each for whichever recipient \`create\` names. ` +
      `While you are online, ask for a few hundred, ${MAX_RESERVATIONS} in a call, at each gateway that you use; keep them with the day's ` +
      "data, and replace them every day. Offline, seal each receipt for a reservation of its own, and send the bodies in order " +
      "when the network is back: the card is charged then, so a decline comes after the customer has left.",
    "Such a receipt goes through escrow. Where nobody has registered the recipient, it waits there; for a registered one, its content key is " +
      "wrapped for each of their devices at create. While it waits, and at the moment of create, the service could open it: `sealedTo` names the " +
      "escrow key, `keyKind` in a list of receipts says `escrow` forever, and the wallet warns a cardholder whose card was registered. So " +
      "**an online sale takes an ordinary reservation**, one for its recipient. Rules for the queue:",
    [
      "- **One durable id for each sale**: its `transactionId`, written down before the receipt is sealed. The same ids with the " +
        "same body are the same payment, however often they arrive.",
      "- **Keep the body, not the receipt**, and send these very bytes again: sealing the same receipt a second time is another " +
        "body, and 409.",
      "- **Send in order, and keep each body until create has answered.** After a timeout or a 503, the same body goes first again.",
      "- A sale that was answered 400 because its reservation ended needs a new reservation, and the receipt sealed again: keep the " +
        "receipt, too, until then.",
    ].join("\n"),
    "`paymentId` comes from `prepare`, so lists, their cursors, and `from` and `to` go by the time of the reservation. " +
      `\`createdAt\` is the time of the create, up to ${cardholder} minutes or ${escrowDays} days later. To poll, use events or ` +
      "`deliveredFrom`.",
  ];
}
