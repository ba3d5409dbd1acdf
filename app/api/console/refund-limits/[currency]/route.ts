import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import {
  removeRefundLimitOperation,
  setRefundLimitOperation,
} from "#lib/organizations/contract-refund-limits.ts";
import { changeRefundLimit } from "#lib/organizations/refund-limits.ts";

export const PUT = endpoint(setRefundLimitOperation, async ({ caller, params, body }) =>
  ok(await changeRefundLimit({ caller, ...params, ...body })),
);

export const DELETE = endpoint(removeRefundLimitOperation, async ({ caller, params }) =>
  ok(await changeRefundLimit({ caller, ...params, amount: null })),
);
