import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import {
  listRefundLimitsOperation,
  setRefundLimitsOperation,
} from "#lib/organizations/contract-refund-limits.ts";
import { listRefundLimits, setRefundLimits } from "#lib/organizations/refund-limits.ts";

export const GET = endpoint(listRefundLimitsOperation, async ({ caller }) =>
  ok(await listRefundLimits({ caller })),
);

export const PUT = endpoint(setRefundLimitsOperation, async ({ caller, body }) =>
  ok(await setRefundLimits({ caller, ...body })),
);
