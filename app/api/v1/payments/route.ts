import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { findPaymentsOperation } from "#lib/payments/contract.ts";
import { findPayments } from "#lib/payments/find.ts";

export const GET = endpoint(findPaymentsOperation, async ({ caller, query }) =>
  ok(await findPayments({ caller, query })),
);
