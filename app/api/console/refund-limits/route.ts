import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listRefundLimitsOperation } from "#lib/organizations/contract-refund-limits.ts";
import { listRefundLimits } from "#lib/organizations/refund-limits.ts";

export const GET = endpoint(listRefundLimitsOperation, async ({ caller }) =>
  ok(await listRefundLimits({ caller })),
);
