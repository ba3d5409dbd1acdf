import { listReceiptsOperation } from "#lib/contract/receipts.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listReceipts } from "#lib/services/receipts/list-receipts.ts";

export const GET = endpoint(listReceiptsOperation, async ({ caller, params, query }) =>
  ok(await listReceipts({ caller, userId: params.userId, query })),
);
