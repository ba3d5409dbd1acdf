import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { decryptReceiptOperation } from "#lib/receipts/contract-open.ts";
import { decryptReceipt } from "#lib/receipts/open.ts";

export const POST = endpoint(decryptReceiptOperation, async ({ caller, body, ipAddress }) =>
  ok(await decryptReceipt({ caller, ...body, address: ipAddress })),
);
