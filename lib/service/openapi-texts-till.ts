import { PADDED_TO } from "#lib/crypto/seal-receipt.ts";
import { MAX_RESERVATIONS, RESERVED_MINUTES } from "#lib/reservations/contract.ts";

/** How a till seals receipts, and what each side can know of them. Markdown. */
export function describeTill(): string[] {
  const { cardholder, escrow } = RESERVED_MINUTES;
  const escrowDays = escrow / (24 * 60);
  return [
    "## Sealed at the till",
    "In an ordinary create, the service reads the receipt while it seals it. A till can seal it instead, and the service gets " +
      "ciphertext only:",
    [
      "1. `POST /api/v1/payments/{gateway}/prepare` with the recipient fields answers a **reservation**: a `paymentId`, and the " +
        "public key to seal to. Nothing is stored or charged.",
      "2. The till seals the receipt to that key: `sealReceipt` of the clients, or any JOSE library.",
      "3. `create` takes `reservation` and `sealedReceipt` in place of the receipt. In the clear is only what the payment " +
        "itself needs. `veroMetadata.sealedAt` says `till`.",
    ].join("\n"),
    "[Sealing at the till](/docs/sealing-at-the-till) has the code, the format for other languages, and what a till does after " +
      "each answer; [`/vectors/sealed-at-the-till.json`](/vectors/sealed-at-the-till.json) has envelopes with their keys, for tests " +
      "of your own.",
    "**What is sealed** is one JSON object: the fields that create would have sealed, without `recipientHashed…`, `cardNonce`, " +
      "`verificationToken`, and `customer`, and with `paymentId`, `sealedTo` (the RFC 7638 thumbprint of the key, or a list), and " +
      `\`"sealedAt": "till"\`. Blanks after it pad it to a multiple of ${PADDED_TO.toLocaleString("en-US")} bytes. ` +
      "An ordinary body may not have fields named `sealedTo` or `sealedAt`.",
    "**Who can read it.** The service never has a receipt that was sealed to a cardholder's key, unless the issuer has the " +
      "service decrypt it: `payments/decrypt` brings the receipt and the private key into its memory for that call. A receipt " +
      "sealed to the escrow key could be opened by the service while it waits, and at the moment of create.",
    "**Of what it cannot read** the service checks no amounts, items, or card numbers, and adds no logo and no items: " +
      "send `****4242`, never a card number. Any other field of a receipt beside `sealedReceipt` is 400. The wallet shows an alarm " +
      "if the amount or a reference inside differs from the payment's. It also notices a swapped key if the receipt has a " +
      "`merchantSignature` inside, from a key that it knows.",
    `**A reservation** for a cardholder's key is valid for ${cardholder} minutes; one for the escrow key, for an unregistered ` +
      `recipient or with \`"anyRecipient": true\`, for ${escrowDays} days; up to ${MAX_RESERVATIONS} in a call. It is for one ` +
      "payment. 400 or 409 that names `reservation`: " +
      "prepare and seal again, with the same ids. `paymentId` comes from `prepare`, so lists, their cursors, and `from` and `to` " +
      "go by the time of the reservation; `createdAt` is the time of the create. To poll, use events or `deliveredFrom`.",
  ];
}
