import { claimReceipt } from "#lib/escrow/claim-receipt.ts";
import { claimReceiptOperation } from "#lib/escrow/contract.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(claimReceiptOperation, async ({ caller, body }) =>
  ok(await claimReceipt({ caller, claim: body })),
);
