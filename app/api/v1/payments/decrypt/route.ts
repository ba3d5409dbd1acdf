import { decryptReceiptOperation } from "#lib/contract/payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { decryptReceipt } from "#lib/services/receipts/decrypt-receipt.ts";

export const POST = endpoint(decryptReceiptOperation, async ({ caller, body, address }) =>
  ok(await decryptReceipt({ caller, ...body, address })),
);
