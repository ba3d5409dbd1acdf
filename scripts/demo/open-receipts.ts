import { isDeepStrictEqual } from "node:util";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { openedReceipt, receiptsPage } from "#lib/receipts/contract.ts";
import { accessGrant } from "#lib/receipts/contract-access.ts";
import { decryptReceiptOperation, getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import { requireThat } from "./demo-failure.ts";
import { formatPaperReceipt } from "./paper-receipt.ts";
import type { Payment } from "./pay.ts";
import type { Cardholder } from "./register-cardholder.ts";
import type { Stage } from "./stage.ts";

/** Fields for the service only; all other fields of a payment are its receipt. */
const NOT_IN_RECEIPT = new Set(["recipientHashedPan", "cardNonce"]);

/** Fetches the envelope and opens it in this process, then tries the token once more. */
export async function openOnThisSide(stage: Stage, cardholder: Cardholder, payment: Payment) {
  const { transcript, keys } = stage;
  const { paymentId } = payment;
  const tokenId = await grantAccess(stage, cardholder, paymentId);
  const call = {
    method: "POST",
    path: "/payments/envelope",
    key: keys.issuer,
    body: { paymentId, tokenId },
  } as const;

  const sealed = await transcript.succeed(
    { ...call, status: 200 },
    getEnvelopeOperation.response,
    (jwe) => {
      return `${JSON.stringify(jwe).length} bytes of JWE`;
    },
  );
  const privateKey = await importPrivateKey(cardholder.privateKey);
  const receipt = await openReceipt({ sealed, paymentId, privateKey });
  printReceipt(stage, payment, receipt);
  await transcript.refuse({ ...call, status: 403 }, "forbidden");
}

/** Lets the service decrypt, which sends it the private key, then tries the token once more. */
export async function openOnTheServer(stage: Stage, cardholder: Cardholder, payment: Payment) {
  const { transcript, keys } = stage;
  const { paymentId } = payment;
  const tokenId = await grantAccess(stage, cardholder, paymentId);
  const call = {
    method: "POST",
    path: "/payments/decrypt",
    key: keys.issuer,
    body: { paymentId, tokenId, privateKey: cardholder.privateKey },
  } as const;

  const receipt = await transcript.succeed(
    { ...call, status: 200 },
    decryptReceiptOperation.response,
    (opened) => {
      requireThat(opened.paymentId === paymentId, "decrypt: the receipt of another payment");
      return "the receipt in the clear";
    },
  );
  printReceipt(stage, payment, receipt);
  await transcript.refuse({ ...call, status: 403 }, "forbidden");
}

/** The list must hold exactly these payments. */
export async function listReceipts(
  { transcript, keys }: Stage,
  { userId }: Cardholder,
  payments: Payment[],
): Promise<void> {
  await transcript.succeed(
    {
      method: "GET",
      path: `/receipts/${userId}?limit=100`,
      shown: "/receipts/{userId}",
      key: keys.issuer,
      status: 200,
    },
    receiptsPage,
    ({ receipts }) => {
      const listed = receipts.map(({ paymentId }) => paymentId).sort();
      const paid = payments.map(({ paymentId }) => paymentId).sort();
      requireThat(isDeepStrictEqual(listed, paid), `receipts: ${listed.length} of ${paid.length}`);
      return `${listed.length} receipts, no content`;
    },
  );
}

async function grantAccess(
  { transcript, keys }: Stage,
  { userId, keyId }: Cardholder,
  paymentId: string,
): Promise<string> {
  const { tokenId } = await transcript.succeed(
    {
      method: "POST",
      path: "/keys/grant-access",
      key: keys.issuer,
      body: { userId, keyId, paymentId },
      status: 201,
    },
    accessGrant,
    ({ expiresIn }) => `for ${expiresIn} s and one receipt`,
  );
  return tokenId;
}

function printReceipt(
  { transcript }: Stage,
  { request }: Payment,
  receipt: Record<string, unknown>,
): void {
  for (const [field, sent] of Object.entries(request)) {
    const expected = field === "currency" ? String(sent).toLowerCase() : sent;
    const isSame = NOT_IN_RECEIPT.has(field)
      ? !(field in receipt)
      : isDeepStrictEqual(receipt[field], expected);
    requireThat(isSame, `the receipt came back with another ${field}`);
  }

  const paper = formatPaperReceipt(openedReceipt.parse(receipt));
  transcript.say(["", ...paper.map((line) => `         ${line}`), ""].join("\n"));
}
