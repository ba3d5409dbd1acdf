import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listReceiptsOperation } from "#lib/receipts/contract.ts";
import { listReceipts } from "#lib/receipts/list.ts";

export const GET = endpoint(listReceiptsOperation, async ({ caller, params, query }) =>
  ok(await listReceipts({ caller, userId: params.userId, query })),
);
