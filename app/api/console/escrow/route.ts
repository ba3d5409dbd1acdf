import { getEscrowOperation } from "#lib/escrow/contract.ts";
import { getEscrow } from "#lib/escrow/get.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getEscrowOperation, async ({ caller }) =>
  ok(await getEscrow({ caller })),
);
