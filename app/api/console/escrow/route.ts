import { getEscrowOperation } from "#lib/contract/console-escrow.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getEscrow } from "#lib/services/escrow/get-escrow.ts";

export const GET = endpoint(getEscrowOperation, async ({ caller }) =>
  ok(await getEscrow({ caller })),
);
